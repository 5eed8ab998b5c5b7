"""Everything that writes own numbers: keyword-only, all or nothing, and each change can be taken back.

A number is checked by the schema of its card's kind before it is kept. What is kept counts only where the catalog does
not know, see `applied_numbers`: a number that the catalog has learnt in the meantime is in nobody's way.
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
from catalog.documents import card_facts, json_input
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
"""Cards of one game that somebody can have own numbers of."""
MAX_BYTES, MAX_GUEST_BYTES = 1_000_000, 250_000
"""Bytes of all own numbers of one game."""
MAX_CHANGE_WORDS = 300


class NumbersChanged(ChangedMeanwhile):
    """The own numbers were changed elsewhere since they were seen; nothing was written."""


def facts_of(holder: Holder, game: str) -> Facts:
    """Return what `holder` says of the cards of a game, by today's slugs."""
    numbers = OwnNumbers.objects.of(holder, game)
    return current_facts(numbers) if numbers is not None else {}


def current_facts(numbers: OwnNumbers) -> Facts:
    """Return own numbers by the slugs of today: what was said of a card under a former one is said of the card."""
    try:
        library = verdicts.library(numbers.game)
    except InvalidInput:  # a game that nobody judges any more
        return dict(numbers.facts)
    found: Facts = {}
    for slug, facts in numbers.facts.items():
        now = library.cards[slug].slug if slug in library.cards else slug
        found[now] = {**found.get(now, {}), **facts} if slug == now else {**facts, **found.get(now, {})}
    return found


@transaction.atomic
def set_facts(*, holder: Holder, game: str, facts: Mapping[str, Mapping[str, Any]], what: str) -> OwnNumbers:
    """Say some facts of some cards anew, None to say nothing of one any more; the others stay as they are said.

    What changes nothing writes nothing. Raises InvalidInput with the place of each fault, `/slug/fact`; ActionRefused
    where there is no room; RateLimitExceeded.
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
    """Take back the newest change that was not taken back yet. Raises NumbersChanged where there is none, or version
    `base` is not that of today.
    """
    numbers = _locked(holder, game)
    if numbers.version != base or not numbers.undo_steps:
        raise NumbersChanged
    return _go(numbers, numbers.steps.undone)


@transaction.atomic
def redo_step(*, holder: Holder, game: str, base: int) -> OwnNumbers:
    """Make the change again that was taken back last. Raises NumbersChanged as `undo_step` does."""
    numbers = _locked(holder, game)
    if numbers.version != base or not numbers.redo_steps:
        raise NumbersChanged
    return _go(numbers, numbers.steps.redone)


@transaction.atomic
def undo_facts(*, holder: Holder, game: str, base: int) -> OwnNumbers:
    """Take the last change back, which version `base` was made by; a second time it is made again.

    Raises NumbersChanged where another came first.
    """
    numbers = _locked(holder, game)
    if numbers.version != base or not numbers.steps:
        raise NumbersChanged
    return _go(numbers, numbers.steps.toggled)


@transaction.atomic
def adopt_own_numbers(*, guest_key: str | None, user: User) -> int:
    """Move what a guest said into the account of `user`; return of how many cards something was said.

    Where the account said otherwise, the guest's word holds, which came last, and can be taken back.
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


def _faults(library: Library, said: Facts, standing: Facts) -> Iterator[Fault]:
    """What is wrong with what is said, beside what is said already; of a card that nobody knows nothing can be said."""
    for slug, facts in said.items():
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


def _locked(holder: Holder, game: str) -> OwnNumbers:
    """Return the own numbers of `holder`, new ones where there are none, held until the transaction ends."""
    whose = {"owner": holder.user} if holder.user else {"guest_key": holder.guest_key}
    OwnNumbers.objects.get_or_create(**whose, game=game, defaults={"updated_at": timezone.now()})
    return OwnNumbers.objects.select_for_update().get(**whose, game=game)


def _write(numbers: OwnNumbers, said: Facts, what: str, *, charged: bool = True) -> OwnNumbers:
    """Make the next state, if anything changes; what was taken back before cannot be made again then.

    Raises ActionRefused where it would be more than there is room for; less may be said at any time.
    """
    if _merged(current_facts(numbers), said)[0] == current_facts(numbers):
        return numbers
    numbers.steps = numbers.steps.changed(_step(numbers, said, what, charged=charged))
    numbers.save()
    return numbers


def _go(numbers: OwnNumbers, move: Callable[[Apply], UndoSteps]) -> OwnNumbers:
    numbers.steps = move(lambda step, what: _step(numbers, step["facts"], what))
    numbers.save()
    return numbers


def _step(numbers: OwnNumbers, said: Facts, what: str, *, charged: bool = True) -> dict[str, Any]:
    """Put what is said in place as the next version, unsaved; return the step that undoes it.

    Raises ActionRefused, RateLimitExceeded.
    """
    standing = current_facts(numbers)
    facts, before = _merged(standing, said)
    size, earlier = document_size(facts), document_size(standing)
    guest = numbers.owner_id is None
    if size > earlier:
        _enforce_limits(len(facts), size, guest)
        if charged:
            charge_storage(document_size([said, before]), guest=guest)
    numbers.facts, numbers.what = facts, what[:MAX_CHANGE_WORDS]
    numbers.version, numbers.updated_at = numbers.version + 1, timezone.now()
    return {"what": numbers.what, "facts": before}


def _merged(standing: Facts, said: Facts) -> tuple[Facts, Facts]:
    """Return what is said altogether, by card, and what would have to be said to come back to what stands."""
    facts = {slug: dict(one) for slug, one in standing.items()}
    before: Facts = {}
    for slug, one in said.items():
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
