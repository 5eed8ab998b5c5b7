"""Equivalent documents of one legion: differences that must not change the verdict, tested with hypothesis."""

import copy
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given

from rulesapi.engine.core.digest import digest
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.verdict import Verdict
from tests.engine import transformations
from tests.engine.generators import ICONS, Document, DocumentGenerator, chances, more_examples
from tests.engine.test_properties import library, made
from tests.engine.transformations import errors, found, unknown

EACH_CREATURE = {
    "upgrade-slot",
    "duplicate-upgrade",
    "equip-restriction",
    "keyword-exclusion",
    "spell-level",
    "troop-size",
}
"""The rules that ask every creature by itself."""


def the_same(verdict: Verdict, other: Verdict) -> None:
    """Compare two verdicts in everything but messages and slugs."""
    assert verdict.verdict == other.verdict
    assert found(verdict) == found(other)
    assert sorted(unknown(verdict)) == sorted(unknown(other))
    assert (verdict.price.total, verdict.price.known, verdict.price.upper_bound) == (
        other.price.total,
        other.price.known,
        other.price.upper_bound,
    )


@given(chances)
def test_slugs_that_are_all_renamed_change_nothing_but_themselves(chance: Random) -> None:
    cards, legion = made(chance)
    renamed = [{**card, "slug": f"a-{card['slug']}"} for card in cards]
    the_same(
        judge(library(cards), legion), judge(library(renamed), transformations.slugs(legion, lambda slug: f"a-{slug}"))
    )


@given(chances)
def test_names_and_classes_that_are_all_renamed_change_nothing_but_themselves(chance: Random) -> None:
    cards, legion = made(chance)

    def rename(field: str, value: Any) -> Any:
        return f"New {value}" if field in {"name", "class"} and value is not None else value

    the_same(judge(library(cards), legion), judge(library(transformations.change_everywhere(cards, rename)), legion))


@pytest.mark.sampled
@given(chances)
def test_keywords_that_are_all_renamed_change_nothing_but_themselves(chance: Random) -> None:
    cards, legion = made(chance)

    def rename(field: str, value: Any) -> Any:
        words = {"keywords", "keyword", "family"}
        return f"{value}-of-old" if field in words and value not in {None, "campaign-artifact"} else value

    the_same(judge(library(cards), legion), judge(library(transformations.change_everywhere(cards, rename)), legion))


@given(chances)
def test_good_and_evil_can_be_exchanged_throughout(chance: Random) -> None:
    cards, legion = made(chance)
    other = {"good": "evil", "evil": "good"}

    def exchange(field: str, value: Any) -> Any:
        return other.get(value, value) if field == "alignment" else value

    the_same(judge(library(cards), legion), judge(library(transformations.change_everywhere(cards, exchange)), legion))


@given(chances)
def test_icons_can_be_exchanged_throughout(chance: Random) -> None:
    cards, legion = made(chance)
    plain = [icon for icon in ICONS if icon not in {"arcane", "divine"}]
    other = dict(zip(plain, chance.sample(plain, len(plain)), strict=True))
    other |= chance.choice([{}, {"arcane": "divine", "divine": "arcane"}])

    def exchange(field: str, value: Any) -> Any:
        return other.get(value, value) if field in {"slot", "slots", "has_slot"} else value

    one, two = judge(library(cards), legion), judge(library(transformations.change_everywhere(cards, exchange)), legion)
    assert one.verdict == two.verdict
    assert set(unknown(one)) == set(unknown(two))
    for verdicts in ((one, two), (two, one)):
        creatures = [
            {f.at[0].split("/")[2] for f in verdict.findings if f.code.endswith("/upgrade-slot")}
            for verdict in verdicts
        ]
        assert creatures[0] == creatures[1]


@given(chances)
def test_prices_and_limit_that_all_double_change_no_verdict(chance: Random) -> None:
    cards, legion = made(chance)
    legion = {"points": 90, **legion}

    def twice(field: str, value: Any) -> Any:
        priced = field == "cost" or (field.isdecimal() and value is not None)
        return 2 * value if priced and value is not None else value

    one = judge(library(cards), legion)
    two = judge(library(transformations.change_everywhere(cards, twice)), {**legion, "points": 2 * legion["points"]})
    assert one.verdict == two.verdict
    assert found(one) == found(two)
    assert two.price.known == 2 * one.price.known


@given(chances)
def test_a_count_is_so_many_picks(chance: Random) -> None:
    cards, legion = made(chance)
    by, apart = library(cards), transformations.split(legion)
    one, two = judge(by, legion), judge(by, apart)
    assert (one.verdict, one.price.total, one.price.known) == (two.verdict, two.price.total, two.price.known)
    assert one.digest == digest(apart, format="standard", points=one.limit)
    assert set(errors(one)) == set(errors(two))


@given(chances)
def test_defaults_may_be_written_down(chance: Random) -> None:
    cards, legion = made(chance)
    full = [{"upgrades": [], "count": 1, "soldiers": 1, **pick} for pick in legion["picks"]]
    by, written = library(cards), {"format": "standard", "release": 1, "house_rules": [], "facts": {}, **legion}
    the_same(judge(by, legion), judge(by, {**written, "picks": full}))
    assert judge(by, legion).digest == judge(by, {**written, "picks": full, "points": legion.get("points", 120)}).digest


@given(chances)
def test_notes_and_tags_of_the_owner_do_not_change_the_verdict(chance: Random) -> None:
    cards, legion = made(chance)
    by = library(cards)
    notes = {"name": "Bones", "notes": "Beware.", "tags": ["x"], "ext": {"a": [1]}, "on": "2026-03-01"}
    assert judge(by, {**legion, **notes}) == judge(by, legion)


@given(chances)
def test_the_order_of_fields_and_of_the_cards_on_the_shelf_changes_nothing(chance: Random) -> None:
    cards, legion = made(chance)
    moved = chance.sample(transformations.shuffled_keys(cards, chance), len(cards))
    assert judge(library(moved), transformations.shuffled_keys(legion, chance)) == judge(library(cards), legion)


@given(chances)
def test_a_former_slug_is_judged_as_that_of_today(chance: Random) -> None:
    cards, legion = made(chance)
    known = {card["slug"] for card in cards}
    by = library([{**card, "formerly": [f"once-{card['slug']}"]} for card in cards])
    old = transformations.slugs(legion, lambda slug: f"once-{slug}" if slug in known else slug)
    one, two = judge(by, legion), judge(by, old)
    assert (one.verdict, one.findings, one.unknown, one.price) == (two.verdict, two.findings, two.unknown, two.price)


@more_examples
@given(chances)
def test_two_legions_have_one_digest_exactly_when_they_are_the_same_list(chance: Random) -> None:
    maker = DocumentGenerator(chance)
    cards = [maker.card("creature", 0), maker.card("upgrade", 1)]
    one, two = maker.legion(cards), maker.legion(cards)
    same = chance.choice([two, {**copy.deepcopy(one), "picks": chance.sample(one["picks"], len(one["picks"]))}])
    digests = [digest(legion, format="standard", points=legion.get("points", 120)) for legion in (one, same)]
    assert (digests[0] == digests[1]) is (transformations.normal(one) == transformations.normal(same))


@given(chances)
def test_the_rules_on_the_legion_do_not_care_who_carries_what(chance: Random) -> None:
    cards, legion = made(chance)
    bearers = [number for number, pick in enumerate(legion["picks"]) if pick.get("count", 1) == 1]
    if len(bearers) < 2:
        return
    one, other = chance.sample(bearers, 2)
    load = [legion["picks"][number].get("upgrades", []) for number in (one, other)]
    exchanged = transformations.with_pick(
        transformations.with_pick(legion, one, upgrades=load[1]), other, upgrades=load[0]
    )
    by = library(cards)
    before, after = judge(by, legion), judge(by, exchanged)
    for rule in ("unique-name", "campaign-artifact-limit", "retired-card", "not-equippable"):
        counts = [
            Counter(repr(f.facts) for f in verdict.findings if f.code.endswith(f"/{rule}"))
            for verdict in (before, after)
        ]
        assert counts[0] == counts[1]
    back = transformations.with_pick(
        transformations.with_pick(exchanged, one, upgrades=load[0]), other, upgrades=load[1]
    )
    assert judge(by, back).as_document() == before.as_document()


@given(chances)
def test_each_creature_is_found_the_same_fault_with_whichever_player_it_is(chance: Random) -> None:
    cards, legion = made(chance)
    by, cut = library(cards), chance.randint(0, len(legion["picks"]))
    terms = {name: value for name, value in legion.items() if name != "picks"}
    parts: list[Document] = [{"picks": legion["picks"][:cut]}, {"picks": legion["picks"][cut:]}]
    one, two = judge(by, legion), judge(by, {**terms, "team": parts})

    def alone(place: str) -> str:
        _, _, player, _, number, *rest = place.split("/")
        return "/".join(["", "picks", str(int(number) + cut * int(player)), *rest])

    each = [f"attack-wing/{rule}" for rule in EACH_CREATURE]
    assert Counter((f.code, f.at) for f in one.findings if f.code in each) == Counter(
        (f.code, tuple(map(alone, f.at))) for f in two.findings if f.code in each
    )
    assert (one.price.total, one.price.known) == (two.price.total, two.price.known)
