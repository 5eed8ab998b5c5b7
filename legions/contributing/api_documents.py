"""API documents of contributions."""

from typing import Any

from django.urls import reverse

from catalog import permissions, publishing
from catalog.curation import contributions
from catalog.models import Contribution, ContributionPhoto

WAITING = "waiting"
DECIDED = {"accept": "accepted", "decline": "declined", "undone": "undone", "keep": "disputed"}
"""The states of facts by the curator's action."""


def contribution_document(contribution: Contribution) -> dict[str, Any]:
    """Return a contribution with its facts, as its author and curators see it."""
    return {
        "id": contribution.pk,
        "url": reverse("api-contribution", args=[contribution.pk]),
        "version": contribution.version,
        "game": contribution.game,
        "card": contribution.record.slug,
        "by": contribution.by.get_username() if contribution.by else None,
        "role": permissions.badge_of(contribution.by),
        "facts": [_fact(contribution, fact, value) for fact, value in sorted(contribution.facts.items())],
        "mends": contribution.mends,
        "source": contribution.source or None,
        "page": contribution.page,
        "note": contribution.note,
        "thank": contribution.thank,
        "state": contribution.state,
        "talk": contribution.messages,
        "release": contribution.release,
        "offered_at": contribution.offered_at,
        "changed_at": contribution.changed_at,
    }


def curation_document(contribution: Contribution) -> dict[str, Any]:
    """Return a contribution for curators: with the present values of the card, and the author's accepted
    contributions.
    """
    shown = publishing.current_revision(contribution.record)
    document = shown.document if shown else {}
    return {
        **contribution_document(contribution),
        "url": reverse("api-curated", args=[contribution.pk]),
        "now": {fact: document.get(fact) for fact in sorted(contribution.facts)},
        "accepted_before": contributions.accepted_count(contribution.by) if contribution.by else 0,
        "photo": ContributionPhoto.objects.filter(contribution=contribution).exists(),
    }


def etag_of(contribution: Contribution) -> str:
    """Return an entity tag for the present version of a contribution."""
    return f"{contribution.pk}-{contribution.version}"


def _fact(contribution: Contribution, fact: str, value: Any) -> dict[str, Any]:
    decided = contribution.decided.get(fact)
    return {
        "fact": fact,
        "value": value,
        "state": DECIDED[decided["do"]] if decided else WAITING,
        "why": decided.get("why") if decided else None,
    }
