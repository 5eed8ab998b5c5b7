"""Verdicts on many lists, grouped by release."""

from collections.abc import Sequence
from itertools import accumulate, takewhile
from typing import Any

from catalog.documents.errors import InvalidInput
from rulesapi.judging import verdicts
from rulesapi.judging.batches import judging_cost

MAX_CARDS = 1_500
"""So many cards the legions of one page have together of which the verdict is told there."""


def judge_grouped(documents: Sequence[dict[str, Any]]) -> list[dict[str, Any] | InvalidInput | None]:
    """Return the verdict on each, or what is wrong with it, judging those of one release of a game after one another.

    Only so many libraries are held: in any other order each might be built many times. None stands for those that come
    after `MAX_CARDS`; the first is always judged.
    """
    together = takewhile(lambda cards: cards <= MAX_CARDS, accumulate(map(judging_cost, documents)))
    judged = range(max(1, sum(1 for _ in together)) if documents else 0)
    order = sorted(judged, key=lambda index: _release_of(documents[index]))
    found = dict(zip(order, verdicts.judge_all(documents[index] for index in order), strict=True))
    return [found.get(index) for index in range(len(documents))]


def _release_of(document: dict[str, Any]) -> tuple[str, int]:
    return document["game"], document.get("release", 0)
