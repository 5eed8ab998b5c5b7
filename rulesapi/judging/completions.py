"""Completions as JSON: the request as sent, and the answer.

Neither the site nor the API loads the solver: it runs in a separate process for each request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalog.documents.errors import Fault, InvalidInput, json_pointer
from rulesapi.card_pools import pool_faults
from rulesapi.engine.core.collection import unmatched_slugs
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import CannotJudge
from rulesapi.judging import verdicts
from rulesapi.solver.optimizer import complete
from rulesapi.solver.request import CannotComplete, CompletionRequest, weighed_numbers
from rulesapi.solver.result import CompletionResult, ProgressCallback

MAX_SECONDS = 60
DEFAULT_SECONDS = 30
MAX_WEIGHT = 1000
LEGION = "/legion"
OBJECTIVE = "/objective"


def read_request(payload: Mapping[str, Any], release: int | None = None) -> tuple[Library, CompletionRequest]:
    """Return the library and the validated request.

    Raises InvalidInput with pointers into the payload: `invalid-legion`, `invalid-question`, `not-completable`, and the
    errors of judging.
    """
    try:
        legion = verdicts.validated_legion(payload["legion"])
        library = verdicts.library_for(legion, release)
        weights = payload.get("objective", {})
        errors = [*_weight_errors(library, weights), *(pool_faults(payload["pool"]) if "pool" in payload else ())]
        if errors:
            raise InvalidInput("invalid-question", errors)
        return library, CompletionRequest.read(
            library, legion, weights, payload.get("pool"), payload.get("repair", False)
        )
    except CannotComplete as error:
        raise InvalidInput("not-completable", [Fault(LEGION + error.pointer, "not-completable", str(error))]) from error
    except CannotJudge as error:
        raise _in_legion_field(verdicts.as_malformed(error)) from error
    except InvalidInput as error:
        raise error if error.code == "invalid-question" else _in_legion_field(error) from error


def complete_request(
    library: Library,
    request: CompletionRequest,
    seconds: float,
    on_progress: ProgressCallback = lambda best, bound: True,
    *,
    nice: int = 0,
) -> dict[str, Any]:
    """Return the answer found within the time in seconds. Raises InvalidInput as judging does, and SolverFailed."""
    try:
        found = as_document(library, complete(library, request, seconds, on_progress, nice=nice))
        return _with_unmatched_slugs(found, library, request)
    except CannotJudge as error:
        raise _in_legion_field(verdicts.as_malformed(error)) from error


def as_document(library: Library, completion: CompletionResult) -> dict[str, Any]:
    return {
        "game": library.game,
        "release": library.release,
        "status": completion.status,
        "objective": completion.objective,
        "value": completion.value,
        "bound": completion.bound,
        "gap": completion.gap,
        "do": completion.do,
        "legion": completion.legion,
        "verdict": completion.verdict.as_document(),
        "left_out": completion.left_out,
        "undecided": completion.undecided,
        "unweighed": completion.unweighed,
        "left_out_for": [one.as_document() for one in completion.left_out_for],
        "seconds": round(completion.seconds, 3),
    }


def _with_unmatched_slugs(answer: dict[str, Any], library: Library, request: CompletionRequest) -> dict[str, Any]:
    """Return the answer, with any slugs of the request's pool and collections that match no card."""
    owned = [replace(one, at=LEGION + one.at) for one in unmatched_slugs(request.legion, library)]
    found = [one.as_document() for one in (*request.not_found, *owned)]
    return {**answer, "not_found": found} if found else answer


def _weight_errors(library: Library, weights: Mapping[str, int]) -> list[Fault]:
    """Return a fault for each weight of a number that the game's ruleset lacks."""
    known = weighed_numbers(library.ruleset)
    message = f"Weighed are: {', '.join(known)}."
    return [Fault(OBJECTIVE + json_pointer(name), "unknown-field", message) for name in weights if name not in known]


def _in_legion_field(error: InvalidInput) -> InvalidInput:
    """Return the error with pointers into the request that contains the legion."""
    return InvalidInput(error.code, [fault.under(LEGION) for fault in error.faults], status=error.status)
