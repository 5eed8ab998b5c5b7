"""API documents of contributions."""

from typing import Any

from django.urls import reverse

from catalog import permissions, publishing
from catalog.curation import contributions
from catalog.models import Contribution, ContributionPhoto

WAITING = "waiting"
DECIDED = {"accept": "accepted", "decline": "declined", "undone": "undone", "keep": "disputed"}
"""The states of facts by the curator's action."""


def contribution_document(one: Contribution) -> dict[str, Any]:
    """Return a contribution with its facts, as its author and curators see it."""
    return {
        "id": one.pk,
        "url": reverse("api-contribution", args=[one.pk]),
        "version": one.version,
        "game": one.game,
        "card": one.record.slug,
        "by": one.by.get_username() if one.by else None,
        "role": permissions.badge_of(one.by),
        "facts": [_fact(one, fact, value) for fact, value in sorted(one.facts.items())],
        "mends": one.mends,
        "source": one.source or None,
        "page": one.page,
        "note": one.note,
        "thank": one.thank,
        "state": one.state,
        "talk": one.messages,
        "release": one.release,
        "offered_at": one.offered_at,
        "changed_at": one.changed_at,
    }


def curation_document(one: Contribution) -> dict[str, Any]:
    """Return a contribution for curators: with the present values of the card, and the author's accepted
    contributions.
    """
    shown = publishing.current_revision(one.record)
    document = shown.document if shown else {}
    return {
        **contribution_document(one),
        "url": reverse("api-curated", args=[one.pk]),
        "now": {fact: document.get(fact) for fact in sorted(one.facts)},
        "accepted_before": contributions.accepted_count(one.by) if one.by else 0,
        "photo": ContributionPhoto.objects.filter(contribution=one).exists(),
    }


def etag_of(one: Contribution) -> str:
    """Return an entity tag for the present version of a contribution."""
    return f"{one.pk}-{one.version}"


def _fact(one: Contribution, fact: str, value: Any) -> dict[str, Any]:
    decided = one.decided.get(fact)
    return {
        "fact": fact,
        "value": value,
        "state": DECIDED[decided["do"]] if decided else WAITING,
        "why": decided.get("why") if decided else None,
    }
