"""Services that write own numbers. All arguments are keyword-only, each call is one transaction.

Each change can be undone.

Facts are checked against the schema of the card's kind before they are stored. They apply only where the catalog has no
value (see `applied_numbers`), so facts that were added to the catalog since do no harm.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog import documents
from catalog.api_base.throttling import charge_storage
from catalog.documents import card_facts, json_input, semantic_validation
from catalog.documents.errors import Fault, InvalidInput, format_number, json_pointer
from catalog.documents.suggestions import did_you_mean
from catalog.errors import ChangedMeanwhile
from legions.accounts.holders import Holder
from legions.own_numbers.models import OwnNumbers
from legions.saved_lists.quotas import document_size
from legions.site.errors import ActionRefused
from legions.site.undo_steps import Apply, UndoSteps
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import Card
from rulesapi.judging import verdicts

Facts = dict[str, dict[str, Any]]

MAX_CARDS = 2_000
"""The maximum number of cards of a game with own numbers of one holder."""
MAX_BYTES, MAX_GUEST_BYTES = 1_000_000, 250_000
"""The maximum size of a holder's own numbers of a game, in bytes."""
MAX_CHANGE_LENGTH = 300


class NumbersChanged(ChangedMeanwhile):
    """The refusal of a change to own numbers that were changed since they were shown; nothing was written."""


def facts_of(holder: Holder, game: str) -> Facts:
    """Return the own numbers of `holder` for a game by present slugs."""
    numbers = OwnNumbers.objects.of(holder, game)
    return current_facts(numbers) if numbers is not None else {}


def current_facts(numbers: OwnNumbers) -> Facts:
    """Return own numbers by present slugs; facts under former slugs are moved to the present card."""
    try:
        library = verdicts.library(numbers.game)
    except InvalidInput:  # a game without rules
        return dict(numbers.facts)
    found: Facts = {}
    for slug, facts in numbers.facts.items():
        now = library.cards[slug].slug if slug in library.cards else slug
        found[now] = {**found.get(now, {}), **facts} if slug == now else {**facts, **found.get(now, {})}
    return found


@transaction.atomic
def set_facts(*, holder: Holder, game: str, facts: Mapping[str, Mapping[str, Any]], what: str) -> OwnNumbers:
    """Set some facts of some cards, or remove them with None; the others stay unchanged.

    A change without effect writes nothing. Raises InvalidInput with a pointer `/slug/fact` for each fault;
    ActionRefused if there are too many; RateLimitExceeded.
    """
    sent = {slug: dict(one) for slug, one in facts.items()}
    json_input.check(sent)
    library = verdicts.library(game)
    said: Facts = {}
    for slug, one in json_input.tidy(sent).items():
        said.setdefault(library.cards[slug].slug if slug in library.cards else slug, {}).update(one)
    numbers = _locked(holder, game)
    if errors := list(islice(_faults(library, said, current_facts(numbers)), documents.MAX_FAULTS)):
        raise InvalidInput("invalid-form", errors)
    return _write(numbers, said, what)


@transaction.atomic
def undo_step(*, holder: Holder, game: str, base: int) -> OwnNumbers:
    """Undo the newest change that was not undone yet. Raises NumbersChanged if there is none, or if version `base` is
    not the present one.
    """
    numbers = _locked(holder, game)
    if numbers.version != base or not numbers.undo_steps:
        raise NumbersChanged
    return _go(numbers, numbers.steps.undone)


@transaction.atomic
def redo_step(*, holder: Holder, game: str, base: int) -> OwnNumbers:
    """Redo the change that was undone last. Raises NumbersChanged as `undo_step` does."""
    numbers = _locked(holder, game)
    if numbers.version != base or not numbers.redo_steps:
        raise NumbersChanged
    return _go(numbers, numbers.steps.redone)


@transaction.atomic
def undo_facts(*, holder: Holder, game: str, base: int) -> OwnNumbers:
    """Undo the change that led to version `base`, or redo it after an undo.

    Raises NumbersChanged after another change.
    """
    numbers = _locked(holder, game)
    if numbers.version != base or not numbers.steps:
        raise NumbersChanged
    return _go(numbers, numbers.steps.toggled)


@transaction.atomic
def adopt_own_numbers(*, guest_key: str | None, user: User) -> int:
    """Move a guest's own numbers to the account of `user`, and return the number of cards.

    If both have a value, the guest's replaces the account's, because it is newer, and this can be undone.
    """
    if not guest_key:
        return 0
    moved = 0
    for guests in OwnNumbers.objects.select_for_update().filter(guest_key=guest_key):
        if said := current_facts(guests):
            numbers = _locked(Holder(user=user), guests.game)
            standing = current_facts(numbers)
            room = MAX_CARDS - len(standing)
            new = [slug for slug in said if slug not in standing][:room]
            moved_facts = {slug: one for slug, one in said.items() if slug in standing or slug in new}
            _write(numbers, moved_facts, _("What you entered as a guest was added."), charged=False)
            moved += len(moved_facts)
        guests.delete()
    return moved


def _faults(library: Library, changes: Facts, standing: Facts) -> Iterator[Fault]:
    """Yield the faults of new facts in combination with the present ones; unknown cards cannot have facts."""
    for slug, facts in changes.items():
        if all(value is None for value in facts.values()):
            continue
        if slug not in library.cards:
            near = tuple(card.slug for card in library.nearest.to(slug, (Card,)))
            message = _("There is no card “{slug}” in this game.").format(slug=slug) + did_you_mean(near)
            yield Fault(json_pointer(slug), "unknown-card", message, nearest=near)
            continue
        path = documents.schema_path(dict(library.documents[slug]))
        mine = standing.get(slug, {})
        merged = {fact: value for fact, value in {**mine, **facts}.items() if value is not None}
        former = {fault.pointer for fault in card_facts.faults_in_facts(path, mine)} if mine else set()
        for fault in card_facts.faults_in_facts(path, merged):
            if fault.pointer not in former or fault.pointer.split("/")[1] in facts:
                yield fault.under(json_pointer(slug))
        for fault in semantic_validation.partial_fact_faults({**library.documents[slug], **merged}):
            if fault.pointer.split("/")[1] in facts:
                yield fault.under(json_pointer(slug))


def _locked(holder: Holder, game: str) -> OwnNumbers:
    """Return the own numbers of `holder`, created if needed, locked until the end of the transaction."""
    whose = {"owner": holder.user} if holder.user else {"guest_key": holder.guest_key}
    OwnNumbers.objects.get_or_create(**whose, game=game, defaults={"updated_at": timezone.now()})
    return OwnNumbers.objects.select_for_update().get(**whose, game=game)


def _write(numbers: OwnNumbers, changes: Facts, what: str, *, charged: bool = True) -> OwnNumbers:
    """Store the facts as the next version if they change anything; then nothing can be redone.

    Raises ActionRefused if there are too many; facts can be removed at any time.
    """
    if _merged(current_facts(numbers), changes)[0] == current_facts(numbers):
        return numbers
    numbers.steps = numbers.steps.changed(_step(numbers, changes, what, charged=charged))
    numbers.save()
    return numbers


def _go(numbers: OwnNumbers, move: Callable[[Apply], UndoSteps]) -> OwnNumbers:
    numbers.steps = move(lambda step, what: _step(numbers, step["facts"], what))
    numbers.save()
    return numbers


def _step(numbers: OwnNumbers, changes: Facts, what: str, *, charged: bool = True) -> dict[str, Any]:
    """Set facts as the next version without saving, and return the step that undoes it.

    Raises ActionRefused, RateLimitExceeded.
    """
    standing = current_facts(numbers)
    facts, before = _merged(standing, changes)
    size, earlier = document_size(facts), document_size(standing)
    guest = numbers.owner_id is None
    if size > earlier:
        _enforce_limits(len(facts), size, guest)
        if charged:
            charge_storage(document_size([changes, before]), guest=guest)
    numbers.facts, numbers.what = facts, what[:MAX_CHANGE_LENGTH]
    numbers.version, numbers.updated_at = numbers.version + 1, timezone.now()
    return {"what": numbers.what, "facts": before}


def _merged(standing: Facts, changes: Facts) -> tuple[Facts, Facts]:
    """Return the merged facts by card, and the facts that restore the present ones."""
    facts = {slug: dict(one) for slug, one in standing.items()}
    before: Facts = {}
    for slug, one in changes.items():
        mine = facts.setdefault(slug, {})
        for fact, value in one.items():
            if mine.get(fact) == value and type(mine.get(fact)) is type(value):
                continue
            before.setdefault(slug, {})[fact] = mine.get(fact)
            if value is None:
                mine.pop(fact, None)
            else:
                mine[fact] = value
    return {slug: facts[slug] for slug in sorted(facts) if facts[slug]}, before


def _enforce_limits(cards: int, size: int, guest: bool) -> None:
    most = MAX_GUEST_BYTES if guest else MAX_BYTES
    if cards > MAX_CARDS:
        message = _("You have own numbers for {most} cards of this game, which is the limit.")
        raise ActionRefused(message.format(most=format_number(MAX_CARDS)))
    if size > most:
        raise ActionRefused(_("Your own numbers use all the space you have. Remove some first."))
