"""Services of shelves: put cards on them, remove them, store their photos, and offer the finished ones.

All arguments are keyword-only, each call is one transaction.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog.api_base.throttling import charge_storage
from catalog.curation.contributions import Origin, SheetOffer
from catalog.pictures import uploads
from legions.contributing import services as contributing
from legions.shelf.models import ShelfCard
from legions.site.errors import ActionRefused

MAX_CARDS = 100
"""The maximum number of cards on a shelf."""
MAX_PHOTO_BYTES = 60_000_000
"""The maximum size in bytes of the photos on all shelves of an account."""


@transaction.atomic
def add_cards(*, owner: User, game: str, slugs: Iterable[str]) -> int:
    """Put cards of the catalog on a shelf, behind the others; return the number of new ones.

    Raises ActionRefused if they are too many; then none is added.
    """
    _lock(owner)
    mine = {one.slug: one for one in ShelfCard.objects.filter(owner=owner, game=game).defer("photo")}
    new = [slug for slug in dict.fromkeys(slugs) if slug not in mine or mine[slug].removed_at]
    if not new:
        return 0
    standing = sum(one.removed_at is None for one in mine.values())
    if standing + len(new) > MAX_CARDS:
        message = _("A shelf holds {most} cards, and yours has {number}. Offer or remove some first.")
        raise ActionRefused(message.format(most=MAX_CARDS, number=standing))
    place = max((one.place for one in mine.values()), default=0)
    ShelfCard.objects.filter(pk__in=[mine[slug].pk for slug in new if slug in mine]).update(removed_at=None)
    rows = [
        ShelfCard(owner=owner, game=game, slug=slug, place=place + number)
        for number, slug in enumerate(new, 1)
        if slug not in mine
    ]
    ShelfCard.objects.bulk_create(rows)
    return len(new)


@transaction.atomic
def remove_card(*, owner: User, game: str, slug: str) -> bool:
    """Remove a card from a shelf, and delete the one that was removed before. Return whether it was there.

    Its facts stay the owner's own numbers.
    """
    _lock(owner)
    ShelfCard.objects.filter(owner=owner, game=game).exclude(removed_at=None).delete()
    return bool(ShelfCard.objects.of(owner, game).filter(slug=slug).update(removed_at=timezone.now()))


@transaction.atomic
def restore_card(*, owner: User, game: str, slug: str) -> bool:
    """Put the card that was removed last back in its place. Return whether it could be.

    Raises ActionRefused if the shelf is full by now.
    """
    _lock(owner)
    removed = ShelfCard.objects.filter(owner=owner, game=game, slug=slug).exclude(removed_at=None)
    if removed.exists() and ShelfCard.objects.of(owner, game).count() >= MAX_CARDS:
        raise ActionRefused(_("A shelf holds {most} cards, and yours is full.").format(most=MAX_CARDS))
    return bool(removed.update(removed_at=None))


def removed_slug(*, owner: User, game: str) -> str | None:
    """Return the card that was removed last and can be put back, or None."""
    found = ShelfCard.objects.filter(owner=owner, game=game).exclude(removed_at=None)
    return found.order_by("-removed_at").values_list("slug", flat=True).first()


def set_enough(*, owner: User, game: str, slug: str, enough: bool) -> bool:
    """Store whether the owner has entered everything that can be read on a card. Return whether it is there."""
    return bool(ShelfCard.objects.of(owner, game).filter(slug=slug).update(enough=enough))


def set_rows_complete(*, owner: User, game: str, slug: str, complete: bool) -> bool:
    """Store whether the owner has entered every row of a card's grids. Return whether it is there."""
    return bool(ShelfCard.objects.of(owner, game).filter(slug=slug).update(rows_complete=complete))


def store_photo(*, owner: User, game: str, slug: str, raw: bytes) -> ShelfCard:
    """Store the photo of a card, in place of a former one.

    Raises UnreadablePicture, ActionRefused if the card is not on the shelf or there are too many photos,
    RateLimitExceeded.
    """
    photo = uploads.as_jpeg(raw)
    with transaction.atomic():
        _lock(owner)
        card = ShelfCard.objects.of(owner, game).filter(slug=slug).first()
        if card is None:
            raise ActionRefused(_("This card is not on your shelf any more."))
        others = ShelfCard.objects.filter(owner=owner).exclude(pk=card.pk)
        if (others.aggregate(size=Sum("photo_size"))["size"] or 0) + len(photo) > MAX_PHOTO_BYTES:
            message = _("The photos on your shelves may have {most} MB together. Offer some of the cards first.")
            raise ActionRefused(message.format(most=MAX_PHOTO_BYTES // 10**6))
        charge_storage(len(photo), guest=False)
        card.photo, card.photo_size, card.photo_at = photo, len(photo), timezone.now()
        card.save(update_fields=["photo", "photo_size", "photo_at"])
    return card


def delete_photo(*, owner: User, game: str, slug: str) -> bool:
    """Delete the photo of a card. Return whether the card is on the shelf."""
    return bool(ShelfCard.objects.of(owner, game).filter(slug=slug).update(photo=None, photo_size=0, photo_at=None))


@transaction.atomic
def offer_cards(*, owner: User, game: str, facts_by_slug: Mapping[str, dict[str, Any]], thank: bool) -> SheetOffer:
    """Offer the facts of cards as one batch, and move their photos to it.

    Raises ContributionRefused, RateLimitExceeded.
    """
    _lock(owner)
    cards = ShelfCard.objects.filter(owner=owner, game=game, slug__in=facts_by_slug, removed_at=None, photo_size__gt=0)
    photos = {card.slug: bytes(card.photo or b"") for card in cards}
    done = contributing.offer_batch(
        by=owner,
        game=game,
        facts_by_slug=facts_by_slug,
        photos_by_slug=photos,
        origin=Origin(printed=True, thank=thank),
    )
    offered = [slug for slug in photos if slug not in done.left]
    ShelfCard.objects.filter(owner=owner, game=game, slug__in=offered).update(photo=None, photo_size=0)
    return done


def photo_of(*, owner: User, game: str, slug: str) -> bytes | None:
    """Return the photo of a card on a shelf, or None."""
    found = ShelfCard.objects.filter(owner=owner, game=game, slug=slug, removed_at=None, photo_size__gt=0).first()
    return bytes(found.photo) if found is not None and found.photo is not None else None


def card_counts(*, owner: User) -> dict[str, int]:
    """Return the number of cards on each shelf of an account, by game."""
    rows = ShelfCard.objects.filter(owner=owner, removed_at=None).order_by().values("game")
    return {row["game"]: row["cards"] for row in rows.annotate(cards=Count("pk"))}


def _lock(owner: User) -> None:
    """Lock the account until the end of the transaction, so that limits hold for concurrent requests."""
    get_user_model().objects.select_for_update().get(pk=owner.pk)
