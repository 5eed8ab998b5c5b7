"""Batches: contributions that a player offered together from a shelf, and their acceptance as one changeset."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog import publishing
from catalog.curation.contributions.quotas import ContributionRefused
from catalog.curation.contributions.review import ContributionChanged, decide
from catalog.models import Changeset, Contribution
from catalog.models.changesets import ChangesetOrigin
from catalog.models.confirmations import value_digest
from catalog.models.contributions import WAITING
from catalog.publishing.releases import lock_writers


def open_batches(contributions: QuerySet[Contribution]) -> QuerySet[Contribution, Any]:
    """Return the batches with open contributions, oldest first: `batch`, `record__game`, `by`, `cards`, `waiting`,
    `at`.
    """
    grouped = contributions.filter(batch__isnull=False).order_by().values("batch", "record__game", "by")
    counted = grouped.annotate(
        cards=Count("pk"), waiting=Count("pk", filter=Q(state__in=WAITING)), at=Max("offered_at")
    )
    return counted.filter(waiting__gt=0).order_by("at")


def batch_contributions(batch: UUID) -> list[Contribution]:
    """Return the contributions of a batch in the order of their cards."""
    return list(Contribution.objects.filter(batch=batch).select_related("record", "by").order_by("record__slug", "pk"))


def batch_token(offers: Sequence[Contribution]) -> str:
    """Return a token of the state of contributions; accepting requires it, to detect changes made in the meantime."""
    return value_digest([[one.pk, one.version] for one in offers])[:16]


@transaction.atomic
def accept_batch(*, batch: UUID, seen: str, chosen: Collection[int], by: User, name: str = "") -> Changeset:
    """Accept all undecided facts of the chosen open contributions of a batch, as one changeset with their number in its
    title; `name` is that of a contributor who wishes to be named.

    Either all are accepted or none. Raises ContributionChanged if the batch differs from `seen`, ContributionRefused if
    none is chosen, and InvalidInput if a card's schema does not allow a value.
    """
    lock_writers()
    offers = batch_contributions(batch)
    if batch_token(offers) != seen:
        raise ContributionChanged
    accepted = [one for one in offers if one.pk in chosen and one.waits]
    if not accepted:
        raise ContributionRefused(_("Choose at least one card."))
    changeset = publishing.new_changeset(
        title=batch_title(len(accepted), name), origin=ChangesetOrigin.CONTRIBUTIONS, by=by
    )
    for one in accepted:
        decide(number=one.pk, seen=one.version, by=by, accept=list(one.undecided), changeset=changeset)
    return changeset


def batch_title(cards: int, name: str) -> str:
    """Return the title of the changeset of a shelf with this number of cards."""
    if name:
        message = ngettext("{number} card from the shelf of {name}", "{number} cards from the shelf of {name}", cards)
        return message.format(number=cards, name=name)
    message = ngettext("{number} card from a player’s shelf", "{number} cards from a player’s shelf", cards)
    return message.format(number=cards)
