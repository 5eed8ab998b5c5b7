"""Standing rules hold in every game, even if its ruleset does not name them."""

import pytest

from rulesapi.engine.core import library as library_module
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library, Ruleset, rulesets_of
from rulesapi.engine.values import known_games
from rulesapi.engine.values.model import Price
from tests.nonempty import nonempty

STANDING = {"barred", "format-dates", "house-barred", "house-limit", "unknown-card", "retired-card"}
OF_PRICED_GAMES = {"point-limit", "point-limit-not-allowed", "house-points"}


def price(lines, chosen, waived=()):
    total = sum(5 * pick.copies for pick in lines.picks)
    return Price((), total, total, total, (), total)


COIN_WAR = Ruleset(name="coin-war/1", rules=(), bearers=frozenset(("coin",)), price=price)


def coin(slug, **facts):
    return {"kind": "coin", "game": "coin-war", "slug": slug, "name": slug.title(), "set": None, "sources": {}, **facts}


def verdict_of(monkeypatch, *picks, **fields):
    """Return the outcome and the codes of a list of Coin War, whose ruleset names no rule."""
    monkeypatch.setattr(library_module, "find_ruleset", lambda name: COIN_WAR)
    house_rule = {
        "kind": "house-rule",
        "game": "coin-war",
        "slug": "small",
        "name": "Small",
        "text": "Few.",
        "points": 5,
    }
    library = Library.build(
        release=1,
        game={"slug": "coin-war", "ruleset": "coin-war/1", "default_format": "standard"},
        cards=[coin("penny"), coin("groat", retired="It is worn.")],
        formats=[
            {
                "kind": "format",
                "game": "coin-war",
                "slug": "standard",
                "name": "Standard",
                "levels": [],
                "points": 20,
                "recommended_points": [],
            }
        ],
        house_rules=[house_rule],
    )
    verdict = judge(library, {"game": "coin-war", "picks": list(picks), **fields})
    return verdict.verdict, [finding.code.partition("/")[2] for finding in verdict.findings]


def test_a_ruleset_without_rules_has_the_standing_ones() -> None:
    codes = {rule.code.partition("/")[2] for rule in COIN_WAR.rules}
    assert codes == STANDING | OF_PRICED_GAMES | {"collection-limit", "misplaced-card"}
    free = Ruleset(name="coin-war/1", rules=(), bearers=frozenset(("coin",)))
    assert {rule.code.partition("/")[2] for rule in free.rules} == codes - OF_PRICED_GAMES


@pytest.mark.parametrize(
    "picks, fields, expected",
    [
        ([{"card": "penny"}], {}, ("legal", [])),
        ([{"card": "penny"}, {"card": "nope"}], {}, ("illegal", ["unknown-card"])),
        ([{"card": "penny", "count": 5}], {}, ("illegal", ["point-limit"])),
        ([{"card": "penny", "count": 2}], {"house_rules": ["small"]}, ("illegal", ["house-points"])),
        ([{"card": "penny", "count": 2}], {"collection": {"penny": 1}}, ("illegal", ["collection-limit"])),
        ([{"card": "groat"}], {}, ("legal", ["retired-card"])),
    ],
)
def test_standing_rules_are_evaluated(monkeypatch, picks, fields, expected) -> None:
    assert verdict_of(monkeypatch, *picks, **fields) == expected


@pytest.mark.parametrize("game", [name.replace("_", "-") for name in known_games.PACKAGES])
def test_each_game_has_them_once(game) -> None:
    for ruleset in nonempty(rulesets_of(game)):
        codes = [rule.code.partition("/")[2] for rule in ruleset.rules]
        assert set(codes) >= STANDING
        assert len(set(codes)) == len(codes)
        assert len({"misplaced-card", "not-equippable"}.intersection(codes)) == 1
