"""Verdicts on many lists, grouped by release."""

from collections.abc import Sequence
from itertools import accumulate, takewhile
from typing import Any

from catalog.documents.errors import InvalidInput
from rulesapi.judging import verdicts
from rulesapi.judging.batches import judging_cost

MAX_CARDS = 1_500
"""The maximum number of cards in all lists of a page whose verdict is shown there."""


def judge_grouped(documents: Sequence[dict[str, Any]]) -> list[dict[str, Any] | InvalidInput | None]:
    """Return the verdict on each document, or its error. Documents with a common game and release are judged in
    sequence.

    Only a few libraries are cached: in another order a library might be built many times. Documents beyond `MAX_CARDS`
    have None; the first is always judged.
    """
    together = takewhile(lambda cards: cards <= MAX_CARDS, accumulate(map(judging_cost, documents)))
    judged = range(max(1, sum(1 for _ in together)) if documents else 0)
    order = sorted(judged, key=lambda index: _release_of(documents[index]))
    found = dict(zip(order, verdicts.judge_all(documents[index] for index in order), strict=True))
    return [found.get(index) for index in range(len(documents))]


def _release_of(document: dict[str, Any]) -> tuple[str, int]:
    return document["game"], document.get("release", 0)
