"""How offered facts look to programs, and how what programs say of them is read."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.urls import reverse

from catalog import permissions, publishing
from catalog.api_base.problems import ProblemError
from catalog.curation import contributions
from catalog.curation.contributions import ContributionChanged, ContributionRefused
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.models import Contribution, ContributionPhoto

WAITING = "waiting"
MAX_POINTERS, MAX_POINTER_LENGTH = 100, 200
POINTER = re.compile(r"(/[A-Za-z0-9_-]+)*")
DECIDED = {"accept": "accepted", "decline": "declined", "undone": "undone", "keep": "disputed"}
"""What became of a fact, by what a curator did."""


def contribution_document(one: Contribution) -> dict[str, Any]:
    """Return an offer, fact by fact, as who made it and curators see it."""
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
        "talk": one.talk,
        "release": one.release,
        "offered_at": one.offered_at,
        "changed_at": one.changed_at,
    }


def curation_document(one: Contribution) -> dict[str, Any]:
    """Return an offer with what a curator judges it by: what the card says now, and who offers it."""
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
    """Return what tells this state of an offer from every other."""
    return f"{one.pk}-{one.version}"


def _fact(one: Contribution, fact: str, value: Any) -> dict[str, Any]:
    decided = one.decided.get(fact)
    return {
        "fact": fact,
        "value": value,
        "state": DECIDED[decided["do"]] if decided else WAITING,
        "why": decided.get("why") if decided else None,
    }


def parse_text(fields: dict[str, Any], faults: list[Fault], name: str, most: int) -> str:
    """Return the text of a field, empty where it is left out, and note what is wrong with it."""
    value = fields.get(name, "")
    if not isinstance(value, str):
        faults.append(Fault(json_pointer(name), "wrong-type", "Expected a text."))
        return ""
    if len(value) > most:
        faults.append(
            Fault(json_pointer(name), "too-long", f"Expected at most {most} characters; this has {len(value)}.")
        )
    return value


def parse_pointers(fields: dict[str, Any], faults: list[Fault], name: str) -> list[str]:
    """Return the JSON Pointers of a field, none where it is left out, and note what is wrong with it."""
    value = fields.get(name, [])
    if not isinstance(value, list) or len(value) > MAX_POINTERS:
        faults.append(Fault(json_pointer(name), "wrong-type", f"Expected a list of at most {MAX_POINTERS} pointers."))
        return []
    for index, one in enumerate(value):
        if not isinstance(one, str) or len(one) > MAX_POINTER_LENGTH or not POINTER.fullmatch(one):
            faults.append(Fault(json_pointer(name, index), "bad-form", "Expected a JSON Pointer, for example /cost."))
    return value


def parse_bool(fields: dict[str, Any], faults: list[Fault], name: str) -> bool:
    """Return a field that is true or false, false where it is left out, and note what is wrong with it."""
    value = fields.get(name, False)
    if not isinstance(value, bool):
        faults.append(Fault(json_pointer(name), "wrong-type", "Expected true or false."))
    return value is True


def raise_faults(faults: list[Fault]) -> None:
    """Raise InvalidInput if anything was noted."""
    if faults:
        raise InvalidInput("invalid-question", faults)


@contextmanager
def refusals_as_problems() -> Iterator[None]:
    """Answer what the catalog refuses about an offer. Raises ProblemError."""
    try:
        yield
    except ContributionChanged as error:
        raise ProblemError("changed-meanwhile") from error
    except ContributionRefused as error:
        raise ProblemError("contribution-refused", detail=str(error)) from error
