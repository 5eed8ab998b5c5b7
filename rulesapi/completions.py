"""The best legion around picks: a question as it was sent in, its answer as JSON out.

The solver is loaded by neither the site nor the API: it runs in a process that lives as long as a question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalog import documents
from catalog.faults import Fault, Malformed, point

from . import verdicts
from .completing.question import POINTS, CannotComplete, Question
from .completing.search import Completion, Heard, complete
from .engine.collection import not_found
from .engine.model import CannotJudge
from .engine.ruleset import Library

MOST_SECONDS = 60
SECONDS = 30
MOST_WEIGHT = 1000
LEGION = "/legion"
OBJECTIVE = "/objective"


def read(sent: Mapping[str, Any], release: int | None = None) -> tuple[Library, Question]:
    """Return what a question is answered by, and the question.

    Raises Malformed with pointers into the question: `invalid-legion`, `invalid-question`, `not-completable`, and what
    judging raises.
    """
    try:
        legion = verdicts.checked(sent["legion"])
        library = verdicts.judging(legion, release)
        weights = sent.get("objective", {POINTS: 1})
        faults = [*_weight_faults(library, weights), *_pool_faults(legion["game"], sent)]
        if faults:
            raise Malformed("invalid-question", faults)
        return library, Question.read(library, legion, weights, sent.get("pool"))
    except CannotComplete as error:
        raise Malformed("not-completable", [Fault(LEGION + error.pointer, "not-completable", str(error))]) from error
    except CannotJudge as error:
        raise _in_legion(verdicts.malformed(error)) from error
    except Malformed as error:
        raise error if error.code == "invalid-question" else _in_legion(error) from error


def answer(
    library: Library, question: Question, seconds: float, heard: Heard = lambda best, bound: True, *, nice: int = 0
) -> dict[str, Any]:
    """Return the answer that is found in that time. Raises Malformed as judging does, and SolverFailed."""
    try:
        found = as_document(library, complete(library, question, seconds, heard, nice=nice))
        return _with_not_found(found, library, question)
    except CannotJudge as error:
        raise _in_legion(verdicts.malformed(error)) from error


def as_document(library: Library, found: Completion) -> dict[str, Any]:
    """Return a completion as JSON."""
    return {
        "game": library.game,
        "release": library.release,
        "status": found.status,
        "objective": found.objective,
        "value": found.value,
        "bound": found.bound,
        "gap": found.gap,
        "do": found.do,
        "legion": found.legion,
        "verdict": found.verdict.as_document(),
        "left_out": found.left_out,
        "undecided": found.undecided,
        "unweighed": found.unweighed,
        "seconds": round(found.seconds, 3),
    }


def _with_not_found(answer: dict[str, Any], library: Library, question: Question) -> dict[str, Any]:
    """Return an answer with what of the question's pool and collections nobody knows, where there is such."""
    owned = [replace(one, at=LEGION + one.at) for one in not_found(question.legion, library)]
    found = [one.as_document() for one in (*question.not_found, *owned)]
    return {**answer, "not_found": found} if found else answer


def _weight_faults(library: Library, weights: Mapping[str, int]) -> list[Fault]:
    """What is wrong with the names of what is weighed; the game's ruleset knows them."""
    known = [POINTS, *library.ruleset.weighs]
    message = f"Weighed are: {', '.join(known)}."
    return [Fault(OBJECTIVE + point(name), "unknown-field", message) for name in weights if name not in known]


def _pool_faults(game: str, sent: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with a question's pool, which is written as a format's."""
    if "pool" not in sent:
        return []
    frame: dict[str, Any] = {"kind": "format", "game": game, "slug": "pool", "name": None, "text": None}
    frame |= {"points": None, "recommended_points": [], "levels": [], "sources": {}, "pool": sent["pool"]}
    faults = documents.explain_as("format.schema.json", frame)
    return [fault for fault in faults if fault.pointer.startswith("/pool")]


def _in_legion(error: Malformed) -> Malformed:
    """The refusal of a legion with pointers into the question that it came in."""
    return Malformed(error.code, [fault.under(LEGION) for fault in error.faults], status=error.status)
