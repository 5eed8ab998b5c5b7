"""Properties of every team, and of every format that bars cards, tested with hypothesis."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.verdict import Verdict
from rulesapi.engine.search.fixes import fixes
from tests.engine import conformance_cases
from tests.engine.generators import GAME, Document, DocumentGenerator, chances, more_examples, validator
from tests.engine.test_fixes import patched
from tests.engine.test_properties import as_counted, library, places, resolve
from tests.nonempty import nonempty
from tests.sampling import CASES_TRIED

OF_TEAMS = {"team-points": "point-limit", "team-unique-name": "unique-name"}


def made(chance: Random, **how: Any) -> tuple[list[Document], Document]:
    """Return cards and a team of them; half are tame."""
    maker = DocumentGenerator(chance, **{"tame": chance.random() < 0.5, **how})
    cards = maker.cards()
    return cards, maker.team(cards)


def codes(verdict: Verdict) -> list[str]:
    return sorted(finding.code.partition("/")[2] for finding in verdict.findings)


def as_one(team: Document) -> Document:
    """Return the cards of all players as one player's legion."""
    terms = {name: value for name, value in team.items() if name != "team"}
    return {**terms, "picks": [pick for part in team["team"] for pick in part["picks"]]}


# -- teams ---------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_teams_verdict_is_valid_and_every_place_is_in_the_document_sent(chance: Random) -> None:
    cards, team = made(chance)
    validator("legion.schema.json").validate(team)
    verdict = judge(library(cards), team).as_document()
    validator("verdict.schema.json").validate(verdict)
    for place in (*places(verdict), *(part["at"] for part in verdict["parts"])):
        resolve(team, place)


@pytest.mark.sampled
@more_examples
@given(chances)
def test_the_parts_of_a_team_sum_to_its_price(chance: Random) -> None:
    """The known parts may sum to less: an unknown fact of a card has one value for all players with the card."""
    cards, team = made(chance)
    verdict = judge(library(cards), team).as_document()
    parts, whole = [part["points"] for part in verdict["parts"]], verdict["points"]
    assert len(parts) == len(team["team"])
    assert sum(points["known"] for points in parts) <= whole["known"]
    if None not in (totals := [points["total"] for points in parts]):
        assert sum(totals) == whole["total"] == whole["known"]
    open_ = any(points["total"] is None for points in parts)
    assert verdict["points"]["total"] == (None if open_ else sum(points["total"] for points in parts))


@pytest.mark.sampled
@more_examples
@given(chances)
def test_the_order_of_the_players_changes_pointers_only(chance: Random) -> None:
    cards, team = made(chance)
    order = chance.sample(range(len(team["team"])), len(team["team"]))
    moved = {**team, "team": [team["team"][number] for number in order]}
    one, other = judge(library(cards), team).as_document(), judge(library(cards), moved).as_document()
    for name in ("verdict", "points", "digest"):
        assert one[name] == other[name]
    back = {}
    for new, old in enumerate(order):
        for place in places(other):
            if place == f"/team/{new}" or place.startswith(f"/team/{new}/"):
                back[place] = f"/team/{old}{place.removeprefix(f'/team/{new}')}"
    for name in ("findings", "unknown", "ledger"):
        assert as_counted(one[name], {}) == as_counted(other[name], back)


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_team_of_one_player_is_judged_as_that_players_legion(chance: Random) -> None:
    cards, team = made(chance)
    alone = {**team, "team": team["team"][:1]}
    by = library(cards)
    of_team, of_player = judge(by, alone), judge(by, as_one(alone))
    assert of_team.verdict == of_player.verdict
    assert of_team.price.known == of_player.price.known
    assert sorted(OF_TEAMS.get(code, code) for code in codes(of_team)) == codes(of_player)


@pytest.mark.sampled
@more_examples
@given(chances)
def test_the_cards_of_a_team_are_illegal_with_one_player_too(chance: Random) -> None:
    cards, team = made(chance)
    by = library(cards)
    of_team, of_one = judge(by, team), judge(by, as_one(team))
    assert of_team.price.known == of_one.price.known
    assert of_team.price.total == of_one.price.total
    if any(finding.level == "error" and not finding.code.endswith("/no-creature") for finding in of_team.findings):
        assert of_one.verdict == "illegal"
    same = {"upgrade-slot", "equip-restriction", "spell-level", "barred", "retired-card", "unknown-card", "card-limit"}
    assert [code for code in codes(of_team) if code in same] == [code for code in codes(of_one) if code in same]


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_certain_verdict_on_a_team_does_not_depend_on_unknown_facts(chance: Random) -> None:
    cards, team = made(chance)
    verdict = judge(library(cards), team)
    for _ in range(5):
        known = judge(library([DocumentGenerator(chance).filled(card) for card in cards]), team)
        assert known.unknown == ()
        assert known.verdict in {"legal": ["legal"], "illegal": ["illegal"]}.get(verdict.verdict, ["legal", "illegal"])


@pytest.mark.sampled
@given(chances)
def test_a_fixed_team_is_legal_and_has_the_stated_price(chance: Random) -> None:
    maker = DocumentGenerator(chance, tame=chance.random() < 0.7)
    cards = maker.cards()
    by, team = library(cards), maker.team(cards)
    before, found = judge(by, team), fixes(by, team, budget=3_000)
    assert found.verdict == before.verdict
    for fix in found.fixes:
        after = judge(by, patched(team, fix.do))
        assert after.verdict == fix.verdict == "legal"
        if fix.points is not None:
            assert fix.points == after.price.known - before.price.known


@pytest.mark.sampled
@pytest.mark.parametrize("game", conformance_cases.games())
def test_in_each_game_a_team_that_is_illegal_is_mended(game: str) -> None:
    by, mended = conformance_cases.library(game), 0
    teams = [case["legion"] for of, _, case in conformance_cases.cases() if of == game and "team" in case["legion"]]
    if not teams:
        pytest.skip(f"no case of {game} has a team")
    for legion in nonempty(teams[::CASES_TRIED]):
        found = fixes(by, legion)
        mended += bool(found.fixes)
        for fix in found.fixes:
            assert all(step["path"] == "/points" or step["path"].startswith("/team/") for step in fix.do)
            assert judge(by, patched(legion, fix.do)).verdict == "legal"
    assert mended, f"none of the illegal teams in tests/cases/{game} is mended: add one that a card more or less mends"


# -- formats that bar cards ------------------------------------------------------------------------------------------


def picky(chance: Random, **how: Any) -> tuple[Library, list[Document], Document, Document]:
    """Return a library with a format that bars cards, its cards, the format and a legion under it."""
    maker = DocumentGenerator(chance, **how)
    cards = maker.cards()
    form = maker.format(cards)
    return library(cards, form), cards, form, {**maker.legion(cards), "format": "picky"}


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_format_bars_the_cards_of_its_clauses(chance: Random) -> None:
    by, cards, form, legion = picky(chance, unknown=0)
    validator("format.schema.json").validate(form)
    cards_by_slug = {card["slug"]: card for card in cards}

    def selected(card: Document, clause: Document) -> bool:
        ((word, values),) = clause.items()
        has = {"card": [card["slug"]], "keyword": card.get("keywords", []), "set": [card["set"]]}
        return any(value in values for value in has[word])

    found = {
        place for finding in judge(by, legion).findings if finding.code == f"{GAME}/barred" for place in finding.at
    }
    for number, pick in enumerate(legion["picks"]):
        standing = {f"/picks/{number}": pick["card"]}
        standing |= {f"/picks/{number}/upgrades/{place}": slug for place, slug in enumerate(pick.get("upgrades", ()))}
        for place, slug in standing.items():
            card = cards_by_slug.get(slug, {"kind": "none"})
            if card["kind"] not in (("upgrade", "spell") if "/upgrades/" in place else ("creature",)):
                assert place not in found
            else:
                banned = any(selected(card, clause) for clause in form.get("bans", ()))
                inside = "pool" not in form or any(selected(card, clause) for clause in form["pool"])
                assert (place in found) is (banned or not inside)


@pytest.mark.sampled
@more_examples
@given(chances)
def test_unknown_facts_of_a_barred_card_decide_nothing_else(chance: Random) -> None:
    by, cards, form, legion = picky(chance, unknown=3)
    verdict = judge(by, legion)
    barred = {place for finding in verdict.findings if finding.code == f"{GAME}/barred" for place in finding.at}
    for fact in verdict.unknown:
        if fact.needed_by == (f"{GAME}/barred",):
            assert not barred & set(fact.at)
            assert fact.fact in {"/keywords", "/set"}
    for _ in range(5):
        known = judge(library([DocumentGenerator(chance).filled(card) for card in cards], form), legion)
        assert known.verdict in {"legal": ["legal"], "illegal": ["illegal"]}.get(verdict.verdict, ["legal", "illegal"])


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_format_without_its_bans_and_pool_finds_the_same_but_what_it_bars(chance: Random) -> None:
    by, cards, form, legion = picky(chance)
    free = {name: value for name, value in form.items() if name not in ("bans", "pool")}
    strict, open_ = judge(by, legion), judge(library(cards, free), legion)
    assert Counter(codes(strict)) - Counter({"barred": 100}) == Counter(codes(open_))
    assert strict.price == open_.price
