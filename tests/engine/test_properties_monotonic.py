"""Legions with a little more or less: the permitted changes of the verdict, tested with hypothesis."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from rulesapi.engine.core.evaluation import judge
from tests.engine import transformations
from tests.engine.generators import ICONS, Document, DocumentGenerator, chances, more_examples
from tests.engine.test_properties import STANDARD, library, made
from tests.engine.transformations import errors, found

PLAIN = DocumentGenerator(Random(0), unknown=0).card("creature", 0) | {
    "slug": "plain",
    "name": "Plain",
    "unique": False,
    "keywords": [],
    "troop": False,
    "cost": 5,
}
"""A creature without unknown facts that breaks no rule by itself."""


@given(chances)
def test_a_higher_limit_never_adds_an_error(chance: Random) -> None:
    cards, legion = made(chance)
    by, limit = library(cards), legion.get("points", 120)
    low, high = (judge(by, {**legion, "points": points}) for points in (limit, limit + chance.randint(1, 60)))
    assert errors(high) <= errors(low)
    assert errors(low) - errors(high) <= Counter({"point-limit": 1})
    assert low.verdict != "legal" or high.verdict == "legal"


@given(chances)
def test_the_known_price_is_a_limit_that_the_legion_keeps(chance: Random) -> None:
    cards, legion = made(chance)
    by = library(cards)
    known = judge(by, legion).price.known
    assert "point-limit" not in errors(judge(by, {**legion, "points": max(1, known)}))
    if known > 1:
        assert "point-limit" in errors(judge(by, {**legion, "points": known - 1}))


@given(chances)
def test_a_further_harmless_creature_adds_no_findings(chance: Random) -> None:
    cards, legion = made(chance)
    by, free = library([*cards, PLAIN]), {**transformations.without_collection(legion), "points": 10_000}
    more = [*legion["picks"], {"card": "plain", "count": chance.randint(1, 3)}]
    one, two = judge(by, free), judge(by, {**free, "picks": more})
    assert errors(one) - errors(two) <= Counter({"no-creature": 1})
    assert errors(two) <= errors(one)
    assert one.unknown == two.unknown


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_fact_forgotten_leaves_the_verdict_or_makes_it_undetermined(chance: Random) -> None:
    cards, legion = made(chance)
    before = judge(library(cards), legion).verdict
    for known_less in transformations.with_forgotten_facts(cards, chance):
        assert judge(library(known_less), legion).verdict in {before, "undetermined"}


@given(chances)
def test_another_copy_never_takes_an_error_away(chance: Random) -> None:
    cards, legion = made(chance)
    by = library(cards)
    before = judge(by, legion)
    for number, pick in enumerate(legion["picks"]):
        if not pick.get("upgrades"):
            after = judge(by, transformations.with_pick(legion, number, count=pick.get("count", 1) + 1))
            assert set(errors(before)) <= set(errors(after))
            assert after.price.known >= before.price.known


@given(chances)
def test_an_upgrade_taken_off_adds_an_error_only_where_it_gave_a_slot(chance: Random) -> None:
    cards, legion = made(chance)
    by = library(cards)
    before = errors(judge(by, legion))
    for number, pick in enumerate(legion["picks"]):
        for place in range(len(pick.get("upgrades", []))):
            left = pick["upgrades"][:place] + pick["upgrades"][place + 1 :]
            after = judge(by, transformations.with_pick(legion, number, upgrades=left))
            assert set(errors(after)) - set(before) <= {"upgrade-slot"}
            assert after.price.known <= judge(by, legion).price.known


@given(chances)
def test_a_creature_of_a_higher_level_can_cast_at_least_as_much(chance: Random) -> None:
    cards, legion = made(chance)
    higher = [{**card, "level": card["level"] + 1} if card.get("level") else card for card in cards]
    before, after = judge(library(cards), legion), judge(library(higher), legion)
    assert errors(after)["spell-level"] <= errors(before)["spell-level"]
    spells = [{f for f in found(verdict) if f[0].endswith("/spell-level")} for verdict in (before, after)]
    assert spells[1] <= spells[0]


@given(chances)
def test_a_further_icon_keeps_all_seated_cards(chance: Random) -> None:
    cards, legion = made(chance)
    wider = [{**card, "slots": [*card["slots"], chance.choice(ICONS)]} if card.get("slots") else card for card in cards]
    crowded = [
        {f.at[0].split("/")[2] for f in judge(library(known), legion).findings if f.code.endswith("/upgrade-slot")}
        for known in (cards, wider)
    ]
    assert crowded[1] <= crowded[0]


@given(chances)
def test_a_banner_with_room_for_everything_crowds_nobody(chance: Random) -> None:
    cards, legion = made(chance)
    roomy = [{**card, "slots": ICONS * 5} if card["kind"] == "creature" else card for card in cards]
    verdict = judge(library(roomy), legion)
    assert "upgrade-slot" not in errors(verdict)
    assert not any("attack-wing/upgrade-slot" in fact.needed_by for fact in verdict.unknown)


@given(chances)
def test_one_soldier_less_costs_what_its_token_says(chance: Random) -> None:
    maker = DocumentGenerator(chance, tame=True, unknown=0)
    troop = {**maker.card("creature", 0), "troop": True}
    troop["costs"] = {token: chance.randint(5, 30) for token in "23456"}
    by, prices = library([troop]), {1: troop["cost"], **{int(token): cost for token, cost in troop["costs"].items()}}
    soldiers, copies = chance.randint(2, 6), chance.randint(1, 3)
    legion: Document = {
        "game": "attack-wing",
        "picks": [{"card": "creature-0", "soldiers": soldiers, "count": copies}],
        "format": "no-limit",
    }
    more, fewer = judge(by, legion), judge(by, transformations.with_pick(legion, 0, soldiers=soldiers - 1))
    assert "troop-size" not in errors(more) | errors(fewer)
    assert more.price.known - fewer.price.known == copies * (prices[soldiers] - prices[soldiers - 1])


@given(chances)
def test_a_stricter_format_forgives_nothing(chance: Random) -> None:
    cards, legion = made(chance)
    picky = {**DocumentGenerator(chance).format(cards), "points": STANDARD["points"]}
    lax, strict = (judge(library(cards, picky), {**legion, "format": slug}) for slug in ("standard", "picky"))
    assert errors(lax) <= errors(strict)
    assert set(errors(strict) - errors(lax)) <= {"barred"}
    assert {fact.card for fact in lax.unknown} <= {fact.card for fact in strict.unknown}


@given(chances)
def test_a_ring_taken_off_a_card_never_adds_an_error(chance: Random) -> None:
    cards, legion = made(chance)
    slug = chance.choice([card["slug"] for card in cards if "unique" in card])
    before = judge(library(cards), legion)
    after = judge(library(transformations.with_facts(cards, slug, unique=False)), legion)
    assert errors(after)["unique-name"] <= errors(before)["unique-name"]
    assert errors(after) <= errors(before)


@given(chances)
def test_without_restrictions_and_limits_of_cards_none_is_broken(chance: Random) -> None:
    cards, legion = made(chance)
    words = {"requires", "excludes", "limits"}
    free = [{name: [] if name in words else value for name, value in card.items()} for card in cards]
    before, after = judge(library(cards), legion), judge(library(free), legion)
    gone = {"equip-restriction", "keyword-exclusion", "card-limit"}
    assert {rule: number for rule, number in errors(before).items() if rule not in gone} == errors(after)
    assert before.price.known == after.price.known


@given(chances)
def test_a_collection_with_more_in_it_never_lacks_more(chance: Random) -> None:
    cards, legion = made(chance)
    by, owned = library(cards), {card["slug"]: chance.randint(0, 2) for card in cards}
    more = {slug: copies + chance.randint(0, 1) for slug, copies in owned.items()}
    plenty = dict.fromkeys(owned, 1_000)
    few, some, all_ = (errors(judge(by, {**legion, "collection": owns})) for owns in (owned, more, plenty))
    assert all_ <= some <= few
    assert all_ == errors(judge(by, transformations.without_collection(legion)))
    assert set(few - all_) <= {"collection-limit"}
