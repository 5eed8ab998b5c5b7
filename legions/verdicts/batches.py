"""Verdicts on many lists, grouped by release."""

from collections.abc import Sequence
from itertools import accumulate, takewhile
from typing import Any

from catalog.documents.errors import InvalidInput
from rulesapi.judging import verdicts
from rulesapi.judging.batches import judging_cost

MAX_CARDS = 1_500
"""The maximum number of cards in all lists of a page whose verdict is shown there."""
MAX_LIBRARY_CARDS = 40_000
"""The maximum number of cards of all former releases together that are read to judge the lists of a page."""
FEW_RELEASES = 2
"""Releases by which lists are always judged: those of an update, from one to another."""


def judge_grouped(documents: Sequence[dict[str, Any]]) -> list[dict[str, Any] | InvalidInput | None]:
    """Return the verdict on each document, or its error. Documents with a common game and release are judged in
    sequence.

    Only a few libraries are cached: in another order a library might be built many times. Documents beyond `MAX_CARDS`
    or `MAX_LIBRARY_CARDS` have None; the first is always judged.
    """
    together = takewhile(lambda cards: cards <= MAX_CARDS, accumulate(map(judging_cost, documents)))
    first = documents[: max(1, sum(1 for _ in together))]
    releases = _affordable_releases(first)
    judged = [index for index, document in enumerate(first) if _release_of(document) in releases]
    order = sorted(judged, key=lambda index: _release_of(documents[index]))
    found = dict(zip(order, verdicts.judge_all(documents[index] for index in order), strict=True))
    return [found.get(index) for index in range(len(documents))]


def _affordable_releases(documents: Sequence[dict[str, Any]]) -> set[tuple[str, int]]:
    """Return the games and releases by which documents are judged: as many as `MAX_LIBRARY_CARDS` allows, in order.

    The newest release of a game costs nothing, because it is kept; each former one is taken to be as large.
    """
    releases = dict.fromkeys(map(_release_of, documents))
    affordable = set(list(releases)[:FEW_RELEASES])
    sizes = verdicts.library_sizes({game for game, _ in releases}) if len(releases) > FEW_RELEASES else {}
    cards = 0
    for game, release in releases:
        newest, size = sizes.get(game, (0, 0))
        cards += 0 if release in (0, newest) else size
        if cards <= MAX_LIBRARY_CARDS:
            affordable.add((game, release))
    return affordable


def _release_of(document: dict[str, Any]) -> tuple[str, int]:
    return document["game"], document.get("release", 0)
