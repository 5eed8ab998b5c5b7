"""Legions in, verdicts out."""

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework.request import Request

from catalog.faults import Fault, Malformed, point

from .. import parameters, problems, verdicts
from ..renderers import dumps
from . import bodies
from .base import Endpoint

FIXES = parameters.number("fixes", "Give each error up to so many fixes. Not for a batch.", 1, verdicts.MOST_FIXES)


class Verdicts(Endpoint):
    """Judge one legion, or up to a thousand at once. A legion that breaks rules is a normal answer.

    With `fixes`, for one legion alone, each error also has the smallest edits that would make the legion legal, as at
    the address of fixes.

    A legion may bring own numbers: its `facts` say what its player's cards say where the catalog does not know. They
    hold for this legion alone. The verdict lists each of them in `facts` with what became of it, and marks the lines of
    the ledger that rest on them.
    """

    parameters = (parameters.RELEASE, FIXES)
    batch: ClassVar[str] = "legions"

    def post(self, request: Request) -> HttpResponse:
        """Answer with the verdict, or with `verdicts` in the order of `legions`."""
        sent = bodies.sent(request, "a legion")
        release = self.query.get("release")
        most = self.query.get("fixes")
        if isinstance(sent, dict) and self.batch in sent:
            if most is not None:
                message = "Fixes are looked for in one legion at a time: send it alone."
                raise Malformed("invalid-parameter", [Fault("/fixes", "invalid-parameter", message)])
            answers = verdicts.judge_all(_legions(sent), release=release)
            return _sent({"verdicts": [_in_place(answer) for answer in answers]})
        return _sent(verdicts.judge(sent, release=release, fixes=most))


def _legions(sent: dict[str, Any]) -> list[Any]:
    """Return the legions of a batch. Raises Malformed `invalid-legion` when it holds anything beside them."""
    legions = sent[Verdicts.batch]
    if not isinstance(legions, list):
        raise Malformed("invalid-legion", [Fault("/legions", "wrong-type", "Expected a list of legions.")])
    if others := [key for key in sent if key != Verdicts.batch]:
        message = "Beside legions nothing else belongs here: format, points and release are each legion's own."
        raise Malformed("invalid-legion", [Fault(point(key), "unknown-field", message) for key in others])
    return legions


def _in_place(answer: dict[str, Any] | Malformed) -> dict[str, Any]:
    return problems.as_document(answer.code, answer.faults) if isinstance(answer, Malformed) else answer


def _sent(document: dict[str, Any]) -> HttpResponse:
    return HttpResponse(dumps(document), content_type="application/json", headers={"Cache-Control": "no-store"})
