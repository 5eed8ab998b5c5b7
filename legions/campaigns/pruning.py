"""Permanent deletion of old lists, collections and own numbers of guests.

Data of a guest who leads a campaign or has a seat in one is never included.
"""

from datetime import datetime
from typing import Any, TypeVar

from django.db.models import QuerySet

from legions.campaigns.models import Campaign, CampaignSeat
from legions.collection.models import Collection
from legions.own_numbers.models import OwnNumbers
from legions.saved_lists.models import Legion, LegionQuerySet

SomeRows = TypeVar("SomeRows", bound=QuerySet[Any])


def abandoned_legions(since: datetime) -> LegionQuerySet:
    """Return guests' lists without a share link that are unchanged since then."""
    return _without_players(Legion.objects.unchanged_of_guests(since))


def abandoned_shared_legions(since: datetime) -> LegionQuerySet:
    """Return guests' shared lists that are unchanged since then."""
    return _without_players(Legion.objects.shared_by_guests(since))


def abandoned_collections(since: datetime) -> QuerySet[Collection]:
    """Return guests' collections that are unchanged since then."""
    return _without_players(Collection.objects.unchanged_of_guests(since))


def abandoned_numbers(since: datetime) -> QuerySet[OwnNumbers]:
    """Return guests' own numbers that are unchanged since then."""
    return _without_players(OwnNumbers.objects.unchanged_of_guests(since))


def _without_players(queryset: SomeRows) -> SomeRows:
    seated = CampaignSeat.objects.filter(guest_key__isnull=False).values("guest_key")
    leading = Campaign.objects.filter(guest_key__isnull=False).values("guest_key")
    return queryset.exclude(guest_key__in=seated).exclude(guest_key__in=leading)
