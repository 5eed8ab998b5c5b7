"""Situations of play: every shipped one with parts removed, added and changed, sent in batches.

A random situation hardly ever gets as far as dice: its creatures have no weapons, or its names do not match. Variants
of a valid situation do.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import Any

from tests.engine.test_situations import FILES, cases
from tests.sampling import WHOLE
from tests.situation_variants import changed, left_out, put_in

BATCH = 50
"""Maximum number of situations in a request; each creature in an area counts as one."""
_PLACE = re.compile(r"/\d+(?=/|$)")


def ask() -> tuple[Counter[int], dict[str, str]]:
    """Send all variants; return the number of responses by status, and each kind of failure once."""
    from django.test import Client

    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    statuses, failures = Counter[int](), dict[str, str]()
    for game, path in FILES:
        address = f"/api/v1/resolutions/{game}/{path.stem}/"
        for batch in _batches(_variants(game, path)):
            situations = [situation for _, situation in batch]
            response = client.post(address, {"situations": situations}, content_type="application/json")
            statuses[response.status_code] += 1
            if response.status_code != HTTPStatus.OK:
                answers = [client.post(address, one, content_type="application/json").json() for one in situations]
                statuses.update(one.get("status", HTTPStatus.OK) for one in answers)
            else:
                answers = response.json()["resolutions"]
            for (place, situation), answer in zip(batch, answers, strict=True):
                status = answer.get("status", HTTPStatus.OK)
                shipped_refused = not place and status != HTTPStatus.OK
                if shipped_refused or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                    failures[f"{path.stem}, {_PLACE.sub('/*', place)}: {answer['code']}"] = f"{situation}"
    return statuses, failures


def _variants(game: str, path: Any) -> Iterator[tuple[str, Any]]:
    """Yield a question's situations and their variants. Only a long run varies each of several equal values."""
    question, seen = path.stem, set[tuple[str, str]]()
    for case in cases(path):
        yield "", case["situation"]
        yield from left_out(case["situation"])
        for vary in (put_in, changed):
            for place, situation in vary(case["situation"], game, question):
                kind = _PLACE.sub("/*", place), str(_value(situation, place))
                if WHOLE or kind not in seen:
                    seen.add(kind)
                    yield place, situation


def _value(situation: Any, place: str) -> Any:
    for step in place.split("/")[1:]:
        situation = situation[int(step) if isinstance(situation, list) else step]
    return situation


def _batches(variants: Iterable[tuple[str, Any]]) -> Iterator[list[tuple[str, Any]]]:
    batch: list[tuple[str, Any]] = []
    weight = 0
    for place, situation in variants:
        targets = situation.get("targets")
        counted = max(1, len(targets)) if isinstance(targets, list) else 1
        if weight + counted > BATCH:
            yield batch
            batch, weight = [], 0
        batch.append((place, situation))
        weight += counted
    if batch:
        yield batch
