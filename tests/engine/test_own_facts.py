"""Own facts: a legion with them is judged as by a catalog that has them, and nothing else changes."""

import copy
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given

from rulesapi.engine.core import evaluation
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.own_facts import with_own_facts
from rulesapi.engine.core.parsing import referenced_cards
from rulesapi.engine.search.candidates import candidates
from rulesapi.engine.search.fixes import fixes
from tests.engine import conformance_cases
from tests.engine.generators import Document, DocumentGenerator, chances, more_examples
from tests.engine.test_house_rules import HouseMaker
from tests.engine.test_house_rules import library as house_library
from tests.engine.test_properties import library, made
from tests.nonempty import nonempty

GAME = "attack-wing"
WORDS = ("facts", "digest")
"""Parts of a verdict that concern only own facts."""


def own_facts_for(cards: list[Document], maker: DocumentGenerator) -> tuple[dict[str, Document], list[Document]]:
    """Return own facts for some unknown facts of cards, and the cards with these facts."""
    facts: dict[str, Document] = {}
    known = []
    for card in cards:
        full = maker.filled(card) if card["kind"] in ("creature", "upgrade", "spell") else card
        own = {name: full[name] for name in full if full[name] != card.get(name) and not maker.once_in(3)}
        if own.get("troop") is True and "costs" in full:
            own["costs"] = full["costs"]
        elif "costs" in own and card.get("troop") is not True:
            del own["costs"]
        if own:
            facts[card["slug"]] = own
        known.append({**card, **own})
    return facts, known


def answer(by: Library, legion: Document) -> Any:
    """Return a verdict without its own-facts part and without near names, which are the catalog's."""
    verdict = judge(by, legion).as_document()
    found = {name: value for name, value in verdict.items() if name not in WORDS}
    found["ledger"] = [{k: v for k, v in line.items() if k != "by_your_word"} for line in found["ledger"]]
    for finding in [*found["findings"], *found["waived"], *found.get("without", {}).get("findings", ())]:
        if "nearest" in finding["facts"]:
            del finding["facts"]["nearest"], finding["message"]
    return found


@pytest.mark.sampled
@more_examples
@given(chances)
def test_own_facts_are_judged_as_by_a_catalog_that_knows_them(chance: Random) -> None:
    maker = DocumentGenerator(chance, unknown=4, tame=chance.random() < 0.5)
    cards = maker.cards()
    legion = maker.team(cards) if maker.once_in(3) else maker.legion(cards)
    facts, known = own_facts_for(cards, maker)
    assert answer(library(cards), {**legion, "facts": facts}) == answer(library(known), legion)


@pytest.mark.sampled
@given(chances)
def test_own_facts_hold_under_house_rules_and_in_what_the_legion_would_be_without_them(chance: Random) -> None:
    maker = HouseMaker(chance, unknown=4, tame=chance.random() < 0.5)
    cards = maker.cards()
    legion = {**maker.legion(cards), "house_rules": ["strict"]}
    facts, known = own_facts_for(cards, maker)
    rule = maker.house_rule("strict", cards, [chance.choice(["points", "bans", "pool", "limits", "slots"])])
    own, full = (
        answer(house_library(cards, rule), {**legion, "facts": facts}),
        answer(house_library(known, rule), legion),
    )
    assert own == full
    assert "without" in own


@pytest.mark.sampled
@given(chances)
def test_candidates_and_fixes_know_own_facts(chance: Random) -> None:
    maker = DocumentGenerator(chance, unknown=4, tame=chance.random() < 0.5)
    cards = maker.cards()
    legion = maker.legion(cards)
    facts, known = own_facts_for(cards, maker)
    own = {**legion, "facts": facts}
    places = ["", *(f"/picks/{number}" for number in range(len(legion["picks"])))]
    at = chance.choice(places)
    found = [{c.card: _plain(c.as_document()) for c in candidates(by, one, at)} for by, one in
             ((library(cards), own), (library(known), legion))]  # fmt: skip
    assert found[0] == found[1]
    mended = [fixes(library(cards), own, budget=2_000), fixes(library(known), legion, budget=2_000)]
    assert mended[0].verdict == mended[1].verdict
    assert Counter(repr(fix) for fix in mended[0].fixes) == Counter(repr(fix) for fix in mended[1].fixes)


def _plain(document: Any) -> Any:
    for finding in document["findings"]:
        finding["facts"].pop("nearest", None)
        finding.pop("message")
    return document


@given(chances)
def test_own_facts_of_cards_that_are_not_in_the_legion_change_nothing(chance: Random) -> None:
    cards, legion = made(chance, unknown=4)
    facts, _ = own_facts_for(cards, DocumentGenerator(chance))
    inside = {slug for _, slug in referenced_cards(legion)}
    outside = {slug: own for slug, own in facts.items() if slug not in inside} | {"nobody": {"cost": 3}}
    plain, own = (judge(library(cards), one).as_document() for one in (legion, {**legion, "facts": outside}))
    assert {row["state"] for row in own["facts"]} <= {"not-in-legion", "not-in-catalog"}
    assert own["digest"] != plain["digest"]
    assert {name: own[name] for name in plain if name != "digest"} == {n: plain[n] for n in plain if n != "digest"}


@pytest.mark.sampled
@given(chances)
def test_known_facts_take_precedence_over_own_facts(chance: Random) -> None:
    maker = DocumentGenerator(chance, unknown=0)
    cards = maker.cards()
    legion = maker.legion(cards)
    others = {card["slug"]: card for card in DocumentGenerator(chance, unknown=0).cards()}
    names = ("cost", "level", "alignment", "energy", "keywords", "slot", "name", "unique", "troop", "requires")
    facts = {
        card["slug"]: {n: others[card["slug"]][n] for n in names if card.get(n) is not None} for card in cards[:10]
    }
    assert answer(library(cards), {**legion, "facts": facts}) == answer(library(cards), legion)
    rows = judge(library(cards), {**legion, "facts": facts}).as_document()["facts"]
    known = {card["slug"]: card for card in cards}
    assert {row["state"] for row in rows} == {"known"}
    assert all(row["catalog"] == known[row["card"]][row["fact"].strip("/")] for row in rows)
    assert not any("by_your_word" in line for line in judge(library(cards), legion).price.lines)


@given(chances)
def test_unmarked_lines_rely_only_on_the_catalog(chance: Random) -> None:
    maker = DocumentGenerator(chance, unknown=4)
    cards = maker.cards()
    legion = maker.legion(cards)
    facts, _ = own_facts_for(cards, maker)
    alone = Counter(repr(sorted(line.items())) for line in judge(library(cards), legion).price.lines)
    lines = judge(library(cards), {**legion, "facts": facts}).price.lines
    plain = Counter(
        repr(sorted(line.items())) for line in lines if "by_your_word" not in line and line["points"] is not None
    )
    assert plain <= alone
    for line in lines:
        if "by_your_word" in line:
            assert line["points"] is not None


@given(chances)
def test_own_facts_and_the_library_are_left_as_they_are(chance: Random) -> None:
    maker = DocumentGenerator(chance, unknown=4)
    cards = maker.cards()
    facts, _ = own_facts_for(cards, maker)
    legion = {**maker.legion(cards), "facts": facts}
    by = library(cards)
    before, known = copy.deepcopy((legion, cards)), dict(by.cards)
    judge(by, legion)
    assert ((legion, cards), dict(by.cards)) == (before, known)


def test_a_legion_without_own_facts_is_judged_by_the_very_library() -> None:
    by = conformance_cases.library(GAME)
    for legion in ({"game": GAME, "picks": []}, {"game": GAME, "picks": [], "facts": {}}):
        assert with_own_facts(by, legion)[0] is by
        assert "facts" not in judge(by, legion).as_document()
    known = {"game": GAME, "picks": [], "facts": {"hill-wolf": {"cost": 1}}}
    assert with_own_facts(by, known)[0] is by


def test_a_former_slug_is_filled_in_as_that_of_today() -> None:
    cards = [
        {**card, "cost": None} if card["slug"] == "river-watch" else card
        for card in conformance_cases.library_documents(GAME)["cards"]
    ]
    documents = conformance_cases.library_documents(GAME)
    by = Library.build(release=1, game=documents["game"], cards=cards, formats=documents["formats"])
    legion = {
        "game": GAME,
        "picks": [{"card": "river-guard"}, {"card": "river-watch"}],
        "facts": {"river-guard": {"cost": 9}},
    }
    verdict = judge(by, legion)
    assert verdict.price.total == 18
    (row,) = verdict.facts
    assert (row.card, row.state, row.at) == ("river-guard", "used", ("/picks/0", "/picks/1"))


def test_a_first_game_counts_copies_by_a_pack_with_own_facts() -> None:
    by = conformance_cases.library("dungeon-command")
    slug = next(
        card.slug for inside in by.contents.values() for card in inside if by.documents[card.slug]["kind"] != "tile"
    )
    forgotten = {**by.documents[slug], "symbol": None}
    documents = conformance_cases.library_documents("dungeon-command")
    cards = [forgotten if card["slug"] == slug else card for card in documents["cards"]]
    parts = {"game": documents["game"], "formats": documents["formats"], "sets": documents["sets"]}
    less = Library.build(release=1, cards=cards, **parts)
    legion = {"game": "dungeon-command", "format": "first-game", "picks": [{"card": slug, "count": 4}]}
    own = {**legion, "facts": {slug: {"symbol": by.documents[slug]["symbol"]}}}
    assert answer(less, own) == {**answer(by, legion), "release": 1}


@pytest.mark.parametrize("game", conformance_cases.games())
def test_every_place_of_a_legion_that_names_a_card_is_listed(game: str) -> None:
    slugs = set(conformance_cases.library(game).cards)
    for file in nonempty(conformance_cases.files(game)):
        for case in nonempty(file["cases"]):
            places = dict(referenced_cards(case["legion"]))
            assert {
                at
                for at in _naming(case["legion"], slugs)
                if not any(apart in at for apart in ("/facts", "/collection", "/campaign"))
            } <= set(places)


def _naming(value: Any, slugs: set[str], pointer: str = "") -> list[str]:
    """Return the places where a document has the slug of a card as a value or key, except in free text."""
    if isinstance(value, str):
        free = ("/format", "/faction", "/unit", "/attached_to", "/name", "/notes", "/game")
        return [pointer.removesuffix("/card")] if value in slugs and not pointer.endswith(free) else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    keys = [f"{pointer}/{key}" for key in value if key in slugs] if isinstance(value, dict) else []
    return [*keys, *(place for key, inner in items for place in _naming(inner, slugs, f"{pointer}/{key}"))]


def test_judging_without_own_facts_looks_them_up_and_does_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("rulesapi.engine.core.own_facts.referenced_cards", never)
    monkeypatch.setattr("rulesapi.engine.core.own_facts._library_with_cards", never)
    monkeypatch.setattr(evaluation, "with_own_fact_marks", never)
    assert judge(conformance_cases.library(GAME), {"game": GAME, "picks": [{"card": "hill-wolf"}]}).verdict == "legal"
