"""Services that write collections. All arguments are keyword-only, each call is one transaction, and no newer change is
overwritten.

A new count comes with the number that the user saw, so that two open pages do not conflict unless both change the same
count.
"""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog.api_base.throttling import charge_storage
from catalog.documents.errors import InvalidInput
from catalog.errors import ChangedMeanwhile
from legions.accounts.holders import Holder
from legions.collection.counts import MAX_COPIES, Counts, with_current_slugs
from legions.collection.models import Collection
from legions.saved_lists.quotas import document_size
from legions.site.undo_steps import Step
from rulesapi.judging import verdicts

MAX_CHANGE_LENGTH = 300


class CollectionChanged(ChangedMeanwhile):
    """The refusal of a change to a collection that was changed since it was shown; nothing was written."""


@transaction.atomic
def set_counts(*, holder: Holder, game: str, now: Counts, seen: Counts | None = None, what: str) -> Collection:
    """Set the counts of some cards and packs of `holder`; the others stay unchanged.

    `seen` are the numbers that the user saw. Raises CollectionChanged if they have changed since, unless they are
    already those in `now`: a form that is sent twice counts once.
    """
    _check(now)
    collection = _locked(holder, game)
    counts = with_current_slugs(collection.counts, verdicts.library(game))
    if seen is not None:
        _still(counts.cards, seen.cards, now.cards)
        _still(counts.packs, seen.packs, now.packs)
    return _write(collection, counts.with_counts(now), what)


@transaction.atomic
def replace_counts(*, holder: Holder, game: str, base: int, counts: Counts, what: str) -> Collection:
    """Replace all counts of `holder` for a game, if nothing changed since version `base` (0 for a new collection).

    Raises CollectionChanged.
    """
    _check(counts)
    collection = _locked(holder, game)
    if collection.version != base and not (base == 0 and not collection.counts and not collection.steps):
        raise CollectionChanged
    return _write(collection, counts, what)


@transaction.atomic
def undo_counts(*, holder: Holder, game: str, base: int) -> Collection:
    """Undo the change that led to version `base`, or redo it after an undo.

    Raises CollectionChanged.
    """
    collection = _locked(holder, game)
    if collection.version != base or not collection.steps:
        raise CollectionChanged
    collection.steps = collection.steps.toggled(
        lambda step, what: _step(collection, Counts(step["cards"], step["packs"]), what)
    )
    collection.save()
    return collection


@transaction.atomic
def adopt_collections(*, guest_key: str | None, user: User) -> int:
    """Move a guest's collections to the account of `user`, and return their number.

    If the account has a collection of that game, the greater count of each card and pack is kept, because both may
    count the same boxes.
    """
    if not guest_key:
        return 0
    moved = list(Collection.objects.select_for_update().filter(guest_key=guest_key))
    for guests in moved:
        if guests.counts:
            collection = _locked(Holder(user=user), guests.game)
            merged = _by_todays_names(collection.counts, guests.game).greater(
                _by_todays_names(guests.counts, guests.game)
            )
            _write(collection, merged, _("What you counted as a guest was added: of each the greater number."))
        guests.delete()
    return sum(1 for guests in moved if guests.counts)


def _locked(holder: Holder, game: str) -> Collection:
    """Return the collection of `holder`, created if needed, locked until the end of the transaction."""
    whose = {"owner": holder.user} if holder.user else {"guest_key": holder.guest_key}
    Collection.objects.get_or_create(**whose, game=game, defaults={"updated_at": timezone.now()})
    return Collection.objects.select_for_update().get(**whose, game=game)


def _by_todays_names(counts: Counts, game: str) -> Counts:
    """Return counts by present slugs; unchanged for a game without rules."""
    try:
        return with_current_slugs(counts, verdicts.library(game))
    except InvalidInput:
        return counts


def _still(stored: Mapping[str, int], seen: Mapping[str, int], now: Mapping[str, int]) -> None:
    for slug, number in seen.items():
        if stored.get(slug, 0) not in {number, now.get(slug, 0)}:
            raise CollectionChanged


def _check(counts: Counts) -> None:
    numbers = [*counts.cards.values(), *counts.packs.values()]
    if not all(0 <= number <= MAX_COPIES for number in numbers):
        raise ValueError(_("A count is a number from 0 to {most}.").format(most=MAX_COPIES))


def _write(collection: Collection, counts: Counts, what: str) -> Collection:
    """Store `counts` as the next version if they differ."""
    if counts.as_document() != collection.counts.as_document():
        collection.steps = collection.steps.changed(_step(collection, counts, what))
        collection.save()
    return collection


def _step(collection: Collection, counts: Counts, what: str) -> Step:
    """Set `counts` as the next version without saving, and return the step that undoes it.

    Raises RateLimitExceeded.
    """
    document, before = counts.as_document(), collection.counts.as_document()
    earlier = _by_todays_names(collection.counts, collection.game)
    has_more = earlier.greater(counts) != earlier  # reducing counts is never limited
    collection.cards, collection.packs = document["cards"], document["packs"]
    collection.what, collection.version, collection.updated_at = (
        what[:MAX_CHANGE_LENGTH],
        collection.version + 1,
        timezone.now(),
    )
    if has_more:
        charge_storage(document_size([document, before]), guest=collection.owner_id is None)
    return {"what": collection.what, **before}
