"""Offering facts of a card, counted against the address that asks by what is stored of them."""

from typing import Any

from django.db import transaction

from catalog import contributing
from catalog.contributing import Origin
from catalog.models import Contribution, ContributionPhoto
from legions.storage import size_of
from rulesapi.limits import charge


@transaction.atomic
def offer(**asked: Any) -> Contribution:
    """Offer what a card says, as `contributing.offer` does. Raises TooMany besides, and then nothing is kept."""
    made = contributing.offer(**asked)
    photo = ContributionPhoto.objects.filter(contribution=made).first() if _has_photo(**asked) else None
    charge(size_of(made.facts) + (len(photo.data) if photo else 0), guest=False)
    return made


def _has_photo(*, origin: Origin | None = None, **asked: Any) -> bool:
    return origin is not None and bool(origin.photo)
