"""One run: everything asked by one sort of people, from one seed."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.fuzzing import database, situations
from tests.sampling import EDGES, FIRST_EDGES

# Of a question that is as described, the answer may be that there is nothing of what it names. That it cannot be read
# is none: then the description says too little. Limits that no schema can say stand in its words.
UNREADABLE = frozenset(("malformed-json", "unknown-parameter"))
UNDESCRIBED_LIMITS = frozenset(("too-many-values", "too-deep", "nul", "lone-surrogate", "number-too-large"))
DESCRIPTION = database.ROOT / "rulesapi" / "openapi.json"
OF_SOCKETS = ("max_redirects", "verify", "cert", "proxies")
LINES = "application/x-ndjson"
TAKE_A_LEGION = (
    *("judge", "signVerdict", "reportVerdict", "findCandidates", "findFixes", "findPacks", "complete"),
    *("keepLegion", "replaceLegion"),
)
"""The operations that take a legion, all but `writeText`.

What lies at the edges of its values comes to ten thousand questions for each, and is refused for each operation alike.
Once around only `writeText` is asked them.
"""
IN_TURN = ("writeText", "resolveSituation", "judgeCampaign")
"""The operations with thousands of edges, nine in ten of all there are. Once around one of them is asked its own."""


@dataclass
class RunOutcome:
    """What came of a run: how many cases, answers by status, and what is wrong, each sort of it once."""

    cases: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)


def run(folder: Path, actor: str, seed: int, examples: int, *, turn: int | None) -> RunOutcome:
    """Ask everything in a copy of the world: each operation `examples` times where questions are drawn by chance.

    With a `turn` it is a sample: everybody asks only what is open to them, since elsewhere all are one or turned away;
    and of the operations with very many edges the turn says which one is asked what lies there.
    For a process of its own: Django is set up in it, over that copy.
    """
    name = f"{actor}-{seed}.sqlite3"
    database.copy(folder, name)
    try:
        database.enter(folder, name)
        return _run_schemathesis(actor, seed, examples, turn)
    finally:
        database.remove(folder, name)


def _run_schemathesis(actor: str, seed: int, examples: int, turn: int | None) -> RunOutcome:
    import schemathesis
    from schemathesis.config import SchemathesisConfig
    from schemathesis.engine import events, from_schema
    from schemathesis.transport.wsgi import WSGI_TRANSPORT

    from config.wsgi import application
    from rulesapi.judging import completion_jobs
    from rulesapi.verdict_reports import report_service

    # Who asks so often is told that a queue is full: it is not queues that are tried, nor what a solver finds in time.
    completion_jobs.MAX_WAITING = report_service.MAX_OPEN_REPORTS = 10**9
    completion_jobs.INLINE_SECONDS = 0.01
    WSGI_TRANSPORT.send = _without_sockets(WSGI_TRANSPORT.send)
    schemathesis.check(readable_when_as_described)
    schemathesis.check(refused_lines)
    schemathesis.serializer(LINES)(lines)
    config_values = settings(database.person(actor), seed, examples)
    if turn is not None:
        schemathesis.hook("filter_case")(one_edge_in(EDGES))
        config_values["operations"] = sampled(actor, turn)
    config = SchemathesisConfig.from_dict(config_values)
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application, config=config)
    outcome = RunOutcome()
    for event in from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            for interaction in event.recorder.interactions.values():
                outcome.cases += 1
                outcome.statuses[interaction.response.status_code if interaction.response else 0] += 1
            outcome.failures |= dict(_failures(event))
        elif isinstance(event, events.NonFatalError):  # a question that could not be asked is none that was answered
            outcome.failures[f"{event.label}: could not be asked"] = event.info.message
        elif isinstance(event, events.FatalError):
            raise event.exception
    if actor == database.ACTORS[0]:
        statuses, failures = situations.ask()
        outcome.cases += statuses.total()
        outcome.statuses += statuses
        outcome.failures |= failures
    return outcome


def _opened(operation: Mapping[str, Any], actor: str) -> bool:
    """Return whether an actor is let in to an operation: by the scope of their token, or without any."""
    scopes = [scope for one in operation.get("security", ()) for scope in one.get("token", ())]
    if actor not in database.SCOPES:
        return not scopes
    return any(scope in database.SCOPES[actor] for scope in scopes)


def sampled(actor: str, turn: int) -> list[dict[str, Any]]:
    """Return what schemathesis is told of operations that a sample leaves out, and of those whose edges it does."""
    described = json.loads(DESCRIPTION.read_text("utf-8"))["paths"].values()
    closed = [one["operationId"] for methods in described for one in methods.values() if not _opened(one, actor)]
    not_now = [one for one in IN_TURN if one != IN_TURN[turn % len(IN_TURN)]]
    return [
        {"include-operation-id": closed, "enabled": False},
        {"include-operation-id": [*TAKE_A_LEGION, *not_now], "phases": {"coverage": {"enabled": False}}},
    ]


def one_edge_in(number: int) -> Callable[[Any, Any], bool]:
    """Return what schemathesis asks of each case: of an operation with very many edges it keeps one in so many.

    A legion, the record of a campaign or an adventure has thousands.
    """
    counted: dict[str, Iterator[int]] = defaultdict(count)

    def kept(_context: Any, case: Any) -> bool:
        if case.meta is None or case.meta.phase.name != "coverage":
            return True
        place = next(counted[case.operation.definition.raw.get("operationId", "")])
        return place < FIRST_EDGES or place % number == 0

    return kept


def settings(headers: Mapping[str, str], seed: int, examples: int) -> dict[str, Any]:
    """Return what schemathesis is told: every phase, every check of it, and two of ours."""
    return {
        "seed": seed,
        "headers": {"Accept-Encoding": "identity", **headers},  # schemathesis reads answers as they come
        "workers": 1,
        # How fast questions are drawn is the machine's, which may be busy or was paused: they are asked all the same.
        "suppress-health-check": ["too_slow"],
        "generation": {"max-examples": examples, "database": "none", "no-shrink": True},
        "checks": {
            "missing_required_header": {"expected-statuses": [401, 403, 428]},
            # 428: that one of two headers is needed cannot be said in a schema.
            "positive_data_acceptance": {
                "expected-statuses": ["2xx", "3xx", 400, 401, 403, 404, 409, 410, 412, 422, 428]
            },
            "negative_data_rejection": {"expected-statuses": [*range(400, 430)]},
        },
    }


def readable_when_as_described(_context: Any, response: Any, case: Any) -> bool | None:
    """Fail where a question that is as described is refused as if it could not be read."""
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or response.status_code != 400:
        return None
    problem = response.json()
    limits = {fault["code"] for fault in problem["faults"]} <= UNDESCRIBED_LIMITS
    assert problem["code"] not in UNREADABLE or limits, f"As described, yet refused: {response.text}"
    return True


def refused_lines(_context: Any, response: Any, case: Any) -> bool | None:
    """Fail where lines that are not as described are answered by verdicts alone.

    In lines a legion that cannot be read is answered by its problem in its place, and the answer as a whole is 200:
    what the library asks of other bodies, that they are refused, is asked of each line here.
    """
    meta = case.meta
    if meta is None or meta.generation.mode.is_positive or case.media_type != LINES or response.status_code != 200:
        return None
    answers = [json.loads(line) for line in response.content.splitlines()]
    assert any("faults" in answer for answer in answers), f"Not as described, yet judged: {response.text[:2000]}"
    return True


def lines(_context: Any, value: Any) -> bytes:
    """Write what is drawn for one line as a body of three."""
    line = value if isinstance(value, bytes) else json.dumps(value).encode()
    return b"\n".join([line] * 3)


def _without_sockets(send: Callable[..., Any]) -> Callable[..., Any]:
    """Return `send` that leaves out settings of sockets: the library hands them on also where there are none."""

    def without(case: Any, **kwargs: Any) -> Any:
        return send(case, **{name: value for name, value in kwargs.items() if name not in OF_SOCKETS})

    return without


def _failures(event: Any) -> Iterator[tuple[str, str]]:
    for case, checks in event.recorder.checks.items():
        for one in checks:
            if one.failure_info is not None:
                sent_case = event.recorder.cases[case].value
                if one.name == "negative_data_rejection" and sent_case.media_type == LINES:
                    continue  # see `refused_lines`
                operation = sent_case.operation.label
                failure = one.failure_info.failure
                yield f"{one.name}, {operation}", f"{failure.title}. {failure.message}\n{one.failure_info.code_sample}"
