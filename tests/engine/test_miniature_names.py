"""The name of a figure before its title, by which unique ones are compared."""

import pytest

from rulesapi.engine.core.library import find_ruleset
from tests.engine.published_libraries import documents

GAMES = ("dnd-miniatures-2003", "dnd-miniatures-2008")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("name", "short", "titled"),
    [
        ("Lidda", "lidda", False),
        ("Lidda, Halfling Rogue", "lidda", True),
        ("Lidda, Rogue, of Nowhere", "lidda", True),
        (", of Nowhere", ", of nowhere", True),
        ("Red  Hand, War Sorcerer", "red hand", True),
    ],
)
def test_the_short_name_ends_at_the_first_comma(game: str, name: str, short: str, titled: bool) -> None:
    document = next(one for one in documents(game) if one["kind"] == "creature")
    card = find_ruleset(f"{game}/1").card({**document, "name": name})
    assert (card.short, card.titled, card.short_words) == (short, titled, f" {short} ")
    assert "," not in card.words


@pytest.mark.parametrize("game", GAMES)
def test_a_figure_without_a_known_name_has_one_of_its_own(game: str) -> None:
    document = next(one for one in documents(game) if one["kind"] == "creature")
    card = find_ruleset(f"{game}/1").card({**document, "name": None})
    assert (card.short, card.titled) == (card.identity, False)
