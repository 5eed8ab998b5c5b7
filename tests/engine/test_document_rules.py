"""Rules that the document of a game switches on: counts of a kind, copies of a card, unique names."""

from collections.abc import Iterator
from typing import Any

import pytest

from rulesapi.engine.core import document_rules
from rulesapi.engine.core import library as library_module
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library, Ruleset, ruleset_of
from rulesapi.engine.search.fixes import fixes
from rulesapi.engine.values.model import CannotJudge

GAME = "coin-war"
SOURCES = {"": {"source": "Coin War", "page": 1, "checked": True}}
DOCUMENT = {"slug": GAME, "ruleset": f"{GAME}/1", "default_format": "standard", "sources": SOURCES}
FORMAT = {"kind": "format", "game": GAME, "slug": "standard", "name": "Standard", "levels": [], "points": None}
COIN_WAR = Ruleset(name=f"{GAME}/1", rules=(), bearers=frozenset(("coin", "purse")))


def card(slug: str, kind: str = "coin", **facts: Any) -> dict[str, Any]:
    return {"kind": kind, "game": GAME, "slug": slug, "name": slug.title(), "set": None, "sources": {}, **facts}


CARDS = [
    card("penny", unique=False),
    card("groat", unique=True),
    card("worn", name=None, unique=None),
    card("bag", "purse"),
]


@pytest.fixture(autouse=True)
def _coin_war(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register Coin War, whose ruleset names no rule."""
    monkeypatch.setattr(library_module, "find_ruleset", lambda name: COIN_WAR)
    library_module._extended.cache_clear()
    yield
    library_module._extended.cache_clear()


def library(formats: tuple[dict[str, Any], ...] = (), **switched_on: Any) -> Library:
    return Library.build(release=1, game={**DOCUMENT, **switched_on}, cards=CARDS, formats=[FORMAT, *formats])


def judged(library: Library, *picks: tuple[str, int], **fields: Any) -> Any:
    listed = [{"card": slug, "count": count} for slug, count in picks]
    return judge(library, {"game": GAME, "picks": listed, **fields})


def messages(library: Library, *picks: tuple[str, int]) -> list[str]:
    return [finding.message for finding in judged(library, *picks).findings]


def test_a_game_without_these_fields_has_its_ruleset_and_no_other() -> None:
    assert ruleset_of(DOCUMENT) is COIN_WAR


def test_each_row_is_a_rule_with_its_numbers_in_its_text() -> None:
    rows = [{"kind": "coin", "at_least": 2}, {"kind": "purse", "at_least": 1, "at_most": 1}]
    game = {**DOCUMENT, "card_counts": rows, "card_copies": [{"kind": "coin", "at_most": 3}]}
    rules = [rule for rule in ruleset_of(game).rules if rule not in COIN_WAR.rules]
    assert [(rule.code, str(rule.text)) for rule in rules] == [
        ("coin-war/coin-count", "A list has at least 2 cards of the kind coin."),
        ("coin-war/purse-count", "A list has exactly 1 card of the kind purse."),
        ("coin-war/coin-copies", "A list has at most 3 copies of one card of the kind coin."),
    ]
    assert ruleset_of(game) is ruleset_of(dict(game))


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ({"at_most": 4}, "A list has at most 4 cards of the kind coin."),
        ({"at_least": 2, "at_most": 4}, "A list has 2 to 4 cards of the kind coin."),
    ],
)
def test_a_count_says_its_limits(row: dict[str, int], text: str) -> None:
    [rule] = [rule for rule, _ in document_rules.document_rules({**DOCUMENT, "card_counts": [{"kind": "coin", **row}]})]
    assert rule.text == text


@pytest.mark.parametrize(
    ("picks", "expected"),
    [
        ([], ["The list has no card of the kind coin. It needs at least 2."]),
        ([("penny", 1)], ["The list has 1 card of the kind coin. It needs at least 2."]),
        ([("penny", 1), ("groat", 1)], []),
        ([("penny", 3)], []),
        ([("penny", 4)], ["The list has 4 cards of the kind coin. At most 3 are allowed."]),
    ],
)
def test_cards_of_a_kind_are_counted(picks: list[tuple[str, int]], expected: list[str]) -> None:
    by = library(card_counts=[{"kind": "coin", "at_least": 2, "at_most": 3}])
    assert messages(by, *picks, ("bag", 1)) == expected


def test_a_count_names_the_list_for_too_few_cards_and_the_picks_for_too_many() -> None:
    by = library(card_counts=[{"kind": "coin", "at_least": 1, "at_most": 1}])
    assert judged(by, ("bag", 1)).findings[0].at == ("/picks",)
    assert judged(by, ("penny", 1), ("bag", 1), ("groat", 1)).findings[0].at == ("/picks/0", "/picks/2")


def test_each_player_of_a_team_is_counted_alone() -> None:
    by = library(card_counts=[{"kind": "coin", "at_least": 1}])
    team = [{"picks": [{"card": "penny", "count": 5}]}, {"picks": [{"card": "bag"}]}]
    [finding] = judge(by, {"game": GAME, "team": team}).findings
    assert finding.at == ("/team/1/picks",)


def test_a_list_with_too_few_cards_is_unfinished_and_is_mended() -> None:
    by = library(card_counts=[{"kind": "coin", "at_least": 2}])
    verdict = judged(by, ("bag", 1)).as_document()
    assert [lack["message"] for lack in verdict["unfinished"]] == ["add 2 cards of the kind coin"]
    found = fixes(by, {"game": GAME, "picks": [{"card": "bag"}]})
    assert found.fixes
    assert {fix.verdict for fix in found.fixes} == {"legal"}


def test_a_list_with_too_many_cards_is_not_unfinished() -> None:
    by = library(card_counts=[{"kind": "coin", "at_most": 2}])
    assert "unfinished" not in judged(by, ("penny", 3)).as_document()


def test_copies_are_counted_by_name() -> None:
    by = library(card_copies=[{"kind": "coin", "at_most": 2}])
    assert messages(by, ("penny", 2), ("groat", 2), ("bag", 9)) == []
    assert messages(by, ("penny", 2), ("groat", 2), ("penny", 1)) == [
        "The list has Penny 3 times. At most 2 are allowed."
    ]


def test_an_unknown_name_may_be_one_more_copy() -> None:
    by = library(card_copies=[{"kind": "coin", "at_most": 2}])
    verdict = judged(by, ("penny", 2), ("worn", 1))
    assert verdict.verdict == "undetermined"
    assert [(one.card, one.fact, one.needed_by) for one in verdict.unknown] == [
        ("worn", "/name", ("coin-war/coin-copies",))
    ]


def test_a_unique_name_is_in_a_list_once() -> None:
    by = library(unique_names=[{"kind": "coin"}])
    assert messages(by, ("groat", 1), ("penny", 5), ("bag", 2)) == []
    assert messages(by, ("groat", 2)) == ["Groat is unique, but the list has it 2 times."]
    assert judged(by, ("worn", 2)).verdict == "undetermined"


def test_a_rule_cites_the_source_of_its_row_or_that_of_the_document() -> None:
    own = {"source": "Coin War", "page": 7, "checked": True, "at": "p7/coins"}
    sources = {**SOURCES, "/card_counts/1": own}
    rows = [{"kind": "purse", "at_least": 1}, {"kind": "coin", "at_least": 1}]
    cites = [
        rule.cite for rule, _ in document_rules.document_rules({**DOCUMENT, "card_counts": rows, "sources": sources})
    ]
    assert [(cite.source, cite.page, cite.at) for cite in cites] == [("Coin War", 1, None), ("Coin War", 7, "p7/coins")]


def test_a_format_changes_one_of_these_rules_alone() -> None:
    loose = {**FORMAT, "slug": "loose", "without": ["coin-war/coin-copies"]}
    by = library((loose,), card_copies=[{"kind": "coin", "at_most": 1}], card_counts=[{"kind": "purse", "at_least": 1}])
    codes = [finding.code for finding in judged(by, ("penny", 2), format="loose").findings]
    assert codes == ["coin-war/purse-count"]


def test_a_format_that_names_a_rule_which_the_document_does_not_switch_on_is_refused() -> None:
    strange = {**FORMAT, "slug": "strange", "without": ["coin-war/coin-copies"]}
    with pytest.raises(CannotJudge):
        judged(library((strange,)), ("penny", 2), format="strange")
