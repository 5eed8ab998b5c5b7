"""Everything that writes collections: keyword-only, all or nothing, and never over somebody else's change.

What is counted anew names the number that was seen, so that two pages that are open at once lose nothing: only who
counts the very thing that was counted elsewhere in the meantime is told so.
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

MAX_CHANGE_WORDS = 300


class CollectionChanged(ChangedMeanwhile):
    """A collection was changed elsewhere since it was seen; nothing was written."""


@transaction.atomic
def set_counts(*, holder: Holder, game: str, now: Counts, seen: Counts | None = None, what: str) -> Collection:
    """Count some cards and packs of `holder` anew; of the others there are as many as before.

    `seen` are the numbers that somebody saw. Raises CollectionChanged where there are others by now, unless they are
    already those of `now`: a form that is sent twice counts once.
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
    """Make `counts` all that `holder` has of a game, if nothing changed since version `base`; 0 for a new one.

    Raises CollectionChanged.
    """
    _check(counts)
    collection = _locked(holder, game)
    if collection.version != base and not (base == 0 and not collection.counts and not collection.steps):
        raise CollectionChanged
    return _write(collection, counts, what)


@transaction.atomic
def undo_counts(*, holder: Holder, game: str, base: int) -> Collection:
    """Take the last change back, which version `base` was made by; a second time it is made again.

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
    """Move what a guest counted into the account of `user`; return how many collections moved.

    Where the account has one of that game, of each card and pack the greater count stays: who counts the same box twice
    has it once.
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
    """Return the collection of `holder`, a new one where there is none, held until the transaction ends."""
    whose = {"owner": holder.user} if holder.user else {"guest_key": holder.guest_key}
    Collection.objects.get_or_create(**whose, game=game, defaults={"updated_at": timezone.now()})
    return Collection.objects.select_for_update().get(**whose, game=game)


def _by_todays_names(counts: Counts, game: str) -> Counts:
    """Return counts under the slugs of today; as they are for a game that nobody judges any more."""
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
    """Store `counts` as the next state, if anything changes."""
    if counts.as_document() != collection.counts.as_document():
        collection.steps = collection.steps.changed(_step(collection, counts, what))
        collection.save()
    return collection


def _step(collection: Collection, counts: Counts, what: str) -> Step:
    """Put `counts` in place as the next version, unsaved; return the step that undoes it.

    Raises RateLimitExceeded.
    """
    document, before = counts.as_document(), collection.counts.as_document()
    earlier = _by_todays_names(collection.counts, collection.game)
    has_more = earlier.greater(counts) != earlier  # less may be counted at any time
    collection.cards, collection.packs = document["cards"], document["packs"]
    collection.what, collection.version, collection.updated_at = (
        what[:MAX_CHANGE_WORDS],
        collection.version + 1,
        timezone.now(),
    )
    if has_more:
        charge_storage(document_size([document, before]), guest=collection.owner_id is None)
    return {"what": collection.what, **before}
