"""Budgets of searches: a search ends after a counted amount of work, with an incomplete answer marked as such."""

import pytest

from benchmarks.engine_rate import count_lines
from rulesapi.engine.search.candidates import BUDGET, candidates, search_candidates
from rulesapi.engine.search.fixes import fixes
from rulesapi.engine.search.top_candidates import top_candidates
from rulesapi.engine.values.model import PickableCard
from tests.engine.published_libraries import GAMES, library
from tests.engine.test_growth import Document

pytestmark = pytest.mark.sampled

MAX_LINES = 12_000_000
"""Lines of Python run, about a second on one core."""


def _crowded(game: str, number: int) -> Document:
    """Return a list of that length that repeats the card with the most unknown facts."""
    known = library(game)
    standing = [card for card in known.all_cards if isinstance(card, PickableCard)]
    nulls = {slug: sum(value is None for value in document.values()) for slug, document in known.documents.items()}
    blank = max(standing, key=lambda card: (nulls[card.slug], card.slug))
    fields: Document = {"game": game}
    if game.startswith("dnd-"):
        fields |= {"faction": "wild" if game.endswith("2008") else "chaotic-evil", "points": 200}
    return {**fields, "picks": [{"card": blank.slug}] * number}


@pytest.mark.parametrize("game", GAMES)
def test_a_candidate_search_reports_that_it_was_cut_short(game: str) -> None:
    legion = _crowded(game, 5)
    whole = candidates(library(game), legion, "")
    assert search_candidates(library(game), legion, "") == (whole, True)
    some = search_candidates(library(game), legion, "", budget=60)
    assert not some.complete
    assert 0 < len(some.candidates) < len(whole)
    assert some.candidates == whole[: len(some.candidates)]
    slugs = [one.card for one in whole]
    first = top_candidates(library(game), legion, "", slugs, len(slugs), budget=60)
    assert not first.complete
    assert top_candidates(library(game), legion, "", slugs, len(slugs), budget=BUDGET).complete


@pytest.mark.parametrize("game", GAMES)
def test_no_search_takes_longer_than_its_budget(game: str) -> None:
    known = library(game)
    assert count_lines(lambda: search_candidates(known, _crowded(game, 100), "")) < MAX_LINES
    assert count_lines(lambda: fixes(known, _crowded(game, 450))) < MAX_LINES
