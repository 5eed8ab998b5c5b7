"""The name of a figure without its title, by which unique figures are compared."""

import pytest

from rulesapi.engine.core.evaluation import expand_legion, read_terms
from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.parsing import read_lines
from rulesapi.engine.games.dnd_miniatures.cards import Creature2008
from tests.engine import published_libraries
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


def test_a_creature_with_a_name_of_the_warband_is_alike_to_none_for_unique() -> None:
    by = published_libraries.library("dnd-miniatures-2008")
    standing = next(card for card in by.all_cards if isinstance(card, Creature2008) and card.building is None)
    picks = [{"card": standing.slug}]
    warband = {"game": by.game, "picks": picks}
    legion = expand_legion(by, read_terms(by, warband), read_lines(picks, by.cards))
    unique = next(rule for rule in by.ruleset.rules if rule.code == "dnd-miniatures-2008/unique")
    key = by.ruleset.hints_for(unique).alike_in(legion)
    document = {**by.documents[standing.slug], "slug": "another"}
    assert key(by.ruleset.card(document)) is None
    assert key(by.ruleset.card({**document, "name": "Somebody Else"})) is not None
