"""One fuzz run: all requests by one actor, from one seed."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.fuzzing import database, situations
from tests.sampling import EDGES, FIRST_EDGES

# A valid request may be answered with "not found", but not as unreadable: then the description says too
# little. Limits that no schema can express are in its texts.
UNREADABLE = frozenset(("malformed-json", "unknown-parameter"))
UNDESCRIBED_LIMITS = frozenset(("too-many-values", "too-deep", "nul", "lone-surrogate", "number-too-large"))
DESCRIPTION = database.ROOT / "rulesapi" / "openapi.json"
OF_SOCKETS = ("max_redirects", "verify", "cert", "proxies")
LINES = "application/x-ndjson"
TAKE_A_LEGION = (
    *("judge", "signVerdict", "reportVerdict", "findCandidates", "findFixes", "findPacks", "complete"),
    *("keepLegion", "replaceLegion"),
)
"""The operations with a legion in their request, except `writeText`. The edge cases of its values are ten thousand
requests for each, and every operation refuses them alike. In a single round only `writeText` receives them.
"""
IN_TURN = ("writeText", "resolveSituation", "judgeCampaign")
"""The operations with thousands of edge cases, nine in ten of all. In a single round one of them receives its own."""


@dataclass
class RunOutcome:
    """The outcome of a run: the number of cases, responses by status, and each kind of failure once."""

    cases: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)


def run(folder: Path, actor: str, seed: int, examples: int, *, turn: int | None) -> RunOutcome:
    """Send all requests on a copy of the database: each operation with `examples` random requests.

    With a `turn` the run is a sample: each actor only uses the operations open to them, since elsewhere all actors are
    equal or refused; and among the operations with very many edge cases the turn selects the one to test. Runs in a
    process of its own, since it sets Django up over that copy.
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

    # Frequent requests would fill the queue: neither queues nor the solver are tested here.
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
        elif isinstance(event, events.NonFatalError):  # a request that could not be sent has no response
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
    """Return whether an operation admits an actor: by the scope of their token, or without any."""
    scopes = [scope for one in operation.get("security", ()) for scope in one.get("token", ())]
    if actor not in database.SCOPES:
        return not scopes
    return any(scope in database.SCOPES[actor] for scope in scopes)


def sampled(actor: str, turn: int) -> list[dict[str, Any]]:
    """Return the settings of operations that a sample omits, and of operations whose edge cases it omits."""
    described = json.loads(DESCRIPTION.read_text("utf-8"))["paths"].values()
    closed = [one["operationId"] for methods in described for one in methods.values() if not _opened(one, actor)]
    not_now = [one for one in IN_TURN if one != IN_TURN[turn % len(IN_TURN)]]
    return [
        {"include-operation-id": closed, "enabled": False},
        {"include-operation-id": [*TAKE_A_LEGION, *not_now], "phases": {"coverage": {"enabled": False}}},
    ]


def one_edge_in(number: int) -> Callable[[Any, Any], bool]:
    """Return a filter for schemathesis that keeps one in `number` edge cases of operations with very many.

    A legion, the record of a campaign or an adventure has thousands of edge cases.
    """
    counted: dict[str, Iterator[int]] = defaultdict(count)

    def kept(_context: Any, case: Any) -> bool:
        if case.meta is None or case.meta.phase.name != "coverage":
            return True
        place = next(counted[case.operation.definition.raw.get("operationId", "")])
        return place < FIRST_EDGES or place % number == 0

    return kept


def settings(headers: Mapping[str, str], seed: int, examples: int) -> dict[str, Any]:
    """Return the configuration of schemathesis: every phase, all its checks, and two of ours."""
    return {
        "seed": seed,
        "headers": {"Accept-Encoding": "identity", **headers},  # schemathesis does not decompress responses
        "workers": 1,
        # The speed of generation depends on the machine, which may be busy or suspended: slow generation is not an
        # error.
        "suppress-health-check": ["too_slow"],
        "generation": {"max-examples": examples, "database": "none", "no-shrink": True},
        "checks": {
            "missing_required_header": {"expected-statuses": [401, 403, 428]},
            # 428: a schema cannot express that one of two headers is required.
            "positive_data_acceptance": {
                "expected-statuses": ["2xx", "3xx", 400, 401, 403, 404, 409, 410, 412, 422, 428]
            },
            "negative_data_rejection": {"expected-statuses": [*range(400, 430)]},
        },
    }


def readable_when_as_described(_context: Any, response: Any, case: Any) -> bool | None:
    """Fail if a valid request is refused as unreadable."""
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or response.status_code != 400:
        return None
    problem = response.json()
    limits = {fault["code"] for fault in problem["faults"]} <= UNDESCRIBED_LIMITS
    assert problem["code"] not in UNREADABLE or limits, f"As described, yet refused: {response.text}"
    return True


def refused_lines(_context: Any, response: Any, case: Any) -> bool | None:
    """Fail if invalid lines are answered by verdicts alone.

    An unreadable legion in a line is answered by a problem document in its place, with status 200 for the whole
    response: the library requires a refusal for other invalid bodies, and this check requires it for each line.
    """
    meta = case.meta
    if meta is None or meta.generation.mode.is_positive or case.media_type != LINES or response.status_code != 200:
        return None
    answers = [json.loads(line) for line in response.content.splitlines()]
    assert any("faults" in answer for answer in answers), f"Not as described, yet judged: {response.text[:2000]}"
    return True


def lines(_context: Any, value: Any) -> bytes:
    """Return a generated line as a body of three lines."""
    line = value if isinstance(value, bytes) else json.dumps(value).encode()
    return b"\n".join([line] * 3)


def _without_sockets(send: Callable[..., Any]) -> Callable[..., Any]:
    """Return `send` without socket options, which the library passes on even without sockets."""

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
