"""Services that offer facts of cards and charge the client for their storage."""

from typing import Any

from django.db import transaction

from catalog.api_base.throttling import charge_storage
from catalog.curation import contributions
from catalog.curation.contributions import Origin, SheetOffer
from catalog.models import Contribution, ContributionPhoto
from legions.saved_lists.quotas import document_size


@transaction.atomic
def offer_facts(**values: Any) -> Contribution:
    """Offer facts of a card as `contributions.submit` does.

    Raises RateLimitExceeded in addition; then nothing is stored.
    """
    made = contributions.submit(**values)
    photo = ContributionPhoto.objects.filter(contribution=made).first() if _has_photo(**values) else None
    charge_storage(document_size(made.facts) + (len(photo.data) if photo else 0), guest=False)
    return made


@transaction.atomic
def offer_sheet(**values: Any) -> SheetOffer:
    """Offer facts of a set's cards as `contributions.submit_sheet` does.

    Raises RateLimitExceeded in addition; then nothing is stored.
    """
    made = contributions.submit_sheet(**values)
    photo = contributions.photo_of(made.made[0]) if values["origin"].photo else None
    size = sum(document_size(one.facts) for one in made.made)
    charge_storage(size + (len(photo.data) if photo else 0), guest=False)
    return made


@transaction.atomic
def offer_batch(**values: Any) -> SheetOffer:
    """Offer facts of a shelf's cards as `contributions.submit_batch` does.

    Raises RateLimitExceeded in addition; then nothing is stored.
    """
    made = contributions.submit_batch(**values)
    charge_storage(sum(document_size(one.facts) for one in made.made), guest=False)
    return made


def _has_photo(*, origin: Origin, **values: Any) -> bool:
    return bool(origin.photo)
