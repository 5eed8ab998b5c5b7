"""Fixes of legions: each makes the legion legal, and no smaller one would."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.search.fixes import MAX_FIXES, TOO_MANY_WAYS, Fix, Fixes, fixes
from rulesapi.engine.values.model import CannotJudge
from tests.engine import conformance_cases
from tests.engine.brute_force import brute_force_fixes, key
from tests.engine.generators import Document, DocumentGenerator, chances
from tests.engine.test_properties import STANDARD, library
from tests.nonempty import nonempty

BY = conformance_cases.library("attack-wing")
few = settings(max_examples=max(20, settings.default.max_examples // 4))
"""Settings for properties tested by brute force."""


def of(*picks: Document, **fields: Any) -> Document:
    return {"game": "attack-wing", **fields, "picks": list(picks)}


def patched(legion: Document, do: Any) -> Document:
    """Return the document after a JSON Patch (RFC 6902) of the three operations that fixes use."""
    made: Any = copy.deepcopy(legion)
    for step in do:
        *way, last = step["path"].split("/")[1:]
        inside = made
        for part in way:
            inside = inside[int(part)] if isinstance(inside, list) else inside[part]
        if isinstance(inside, list):
            if step["op"] == "add":
                assert last == "-"
                inside.append(step["value"])
            elif step["op"] == "remove":
                del inside[int(last)]
            else:
                inside[int(last)] = step["value"]
        elif step["op"] == "remove":
            del inside[last]
        else:
            assert (last in inside) is (step["op"] == "replace")
            inside[last] = step["value"]
    return made


def small(chance: Random) -> tuple[Library, Document]:
    """Return a library of few cards and a legion of at most two picks with few upgrades."""
    maker = DocumentGenerator(chance, tame=chance.random() < 0.7, unknown=chance.choice([0, 0, 12]))
    cards = [maker.card(kind, number) for number, kind in enumerate(["creature", "creature", "upgrade", "spell"])]
    picks = []
    for _ in range(chance.randint(0, 2)):
        pick: Document = {"card": maker.slug(cards, "creature")}
        if carried := [maker.slug(cards, "upgrade", "spell") for _ in range(chance.randint(0, 2))]:
            pick["upgrades"] = carried
        elif maker.once_in(2):
            pick["count"] = chance.randint(1, 3)
        if maker.once_in(3):
            pick["soldiers"] = chance.randint(0, 7)
        picks.append(pick)
    terms = {"collection": maker.collection(cards)} if maker.once_in(3) else {}
    return library(cards), of(*picks, points=chance.randint(10, 90), **terms)


def small_team(chance: Random) -> tuple[Library, Document]:
    """Return a library and a team of two players with few picks and upgrades."""
    by, legion = small(chance)
    fields = {name: value for name, value in legion.items() if name not in ("picks", "collection")}
    first, second = {"picks": legion["picks"][:1]}, {"picks": legion["picks"][1:]}
    if "collection" in legion:
        chance.choice([fields, first, second])["collection"] = legion["collection"]
    return by, {**fields, "team": chance.choice([[first, second], [second, first], [first, copy.deepcopy(first)]])}


def all_of(by: Library, legion: Document) -> Fixes:
    return fixes(by, legion, most=10_000, budget=2_000_000)


@pytest.mark.sampled
@pytest.mark.parametrize("made", [small, small_team])
@few
@given(chance=chances)
def test_brute_force_finds_no_smaller_fix_and_no_other_of_that_size(
    made: Callable[[Random], tuple[Library, Document]], chance: Random
) -> None:
    by, legion = made(chance)
    if judge(by, legion).verdict == "legal":
        assert fixes(by, legion).fixes == ()
        return
    tried = brute_force_fixes(by, legion, most=2)
    if tried is not None:
        found = all_of(by, legion)
        assert found.complete
        smallest = [fix for fix in found.fixes if key(patched(legion, fix.do)) in tried[1]]
        assert {key(patched(legion, fix.do)) for fix in smallest} == tried[1]
        assert all(follows_a_name(by, legion, fix) for fix in found.fixes if fix not in smallest)


def follows_a_name(by: Library, legion: Document, fix: Fix) -> bool:
    """Return whether a fix uses a suggested name: one such fix is offered, though it may take more edits."""
    suggested = {slug for one in judge(by, legion).findings for slug in one.facts.get("nearest_slugs", ())}
    return any(step.get("value") in suggested for step in fix.do if isinstance(step.get("value"), str))


@pytest.mark.sampled
@few
@given(chance=chances)
def test_brute_force_finds_no_smaller_fix_in_a_format_with_allowed_limits(chance: Random) -> None:
    by, legion = small(chance)
    form = {**STANDARD, "slug": "at-some", "allowed_points": sorted({chance.randint(1, 90) for _ in range(3)})}
    by = library([by.documents[card.slug] for card in by.all_cards], form)
    legion = {**legion, "format": "at-some"}
    if judge(by, legion).verdict == "legal":
        return
    tried = brute_force_fixes(by, legion, most=2)
    if tried is not None:
        found = all_of(by, legion)
        assert found.complete
        assert {key(patched(legion, fix.do)) for fix in found.fixes} == tried[1]


@pytest.mark.sampled
@given(chances)
def test_a_fixed_legion_is_legal_and_has_the_stated_price(chance: Random) -> None:
    maker = DocumentGenerator(chance, tame=chance.random() < 0.7)
    cards = maker.cards()
    by, legion = library(cards), maker.legion(cards)
    before = judge(by, legion)
    found = fixes(by, legion, budget=3_000)
    assert found == fixes(by, legion, budget=3_000)
    assert len(found.fixes) <= MAX_FIXES
    assert found.verdict == before.verdict
    for fix in found.fixes:
        after = judge(by, patched(legion, fix.do))
        assert after.verdict == fix.verdict == "legal"
        if fix.points is None:
            assert None in (before.price.total, after.price.total)
        else:
            assert fix.points == after.price.known - before.price.known


@given(chances)
def test_an_error_that_names_picks_stays_while_none_of_them_is_changed(chance: Random) -> None:
    maker = DocumentGenerator(chance, tame=False)
    cards = maker.cards()
    by, legion = library(cards), {**maker.legion(cards), "points": 60}
    before = judge(by, legion)
    for number in range(len(legion["picks"])):
        other = {**legion, "picks": [*legion["picks"][:number], maker.pick(cards), *legion["picks"][number + 1 :]]}
        after = [(finding.code, set(finding.at)) for finding in judge(by, other).findings]
        for finding in before.findings:
            named = [at.split("/")[1:3] for at in finding.at]
            if all(len(parts) == 2 and parts[1] != str(number) for parts in named):
                assert any(code == finding.code and at >= set(finding.at) for code, at in after), finding


def test_a_legal_legion_needs_no_fix() -> None:
    assert fixes(BY, of({"card": "hill-wolf"})) == Fixes("legal", (), True)


def test_a_misplaced_card_is_removed_moved_or_swapped() -> None:
    legion = of({"card": "rime-drake", "upgrades": ["claws"]}, {"card": "hill-wolf"})
    steps = [list(fix.do) for fix in all_of(BY, legion).fixes]
    assert [{"op": "remove", "path": "/picks/0/upgrades/0"}] in steps
    moved = [
        {"op": "add", "path": "/picks/1/upgrades", "value": ["claws"]},
        {"op": "remove", "path": "/picks/0/upgrades/0"},
    ]
    assert moved in steps
    assert [{"op": "replace", "path": "/picks/0/upgrades/0", "value": "tail-sweep"}] in steps
    assert fixes(BY, legion).fixes[0].points == 0


def test_an_upgrade_in_the_place_of_a_creature_is_replaced_even_if_also_carried() -> None:
    legion = of({"card": "claws", "upgrades": ["claws"]})
    assert [{"op": "replace", "path": "/picks/0/card", "value": "hill-wolf"}] in [
        list(fix.do) for fix in all_of(BY, legion).fixes
    ]


def test_a_count_is_lowered_no_more_than_it_must_be() -> None:
    found = fixes(
        BY, of({"card": "hill-wolf", "count": 9}, points=judge(BY, of({"card": "hill-wolf"})).price.known * 8)
    )
    plain = next(fix for fix in found.fixes if fix.do[0]["path"] == "/picks/0/count")
    assert plain.do == ({"op": "replace", "path": "/picks/0/count", "value": 8},)


def test_the_fewest_points_lost_go_first() -> None:
    legion = of({"card": "brigand-captain", "upgrades": ["claws", "storm-crown"]}, {"card": "hill-wolf"}, points=25)
    found = fixes(BY, legion)
    assert found.complete
    lost = [max(0, -(fix.points or 0)) for fix in found.fixes]
    assert lost == sorted(lost)


@pytest.mark.sampled
def test_past_the_budget_the_search_is_incomplete_and_its_fixes_are_valid() -> None:
    hopeless = of(*({"card": "cinder-queen", "upgrades": ["claws", "storm-crown"]} for _ in range(6)), points=60)
    found = fixes(BY, hopeless, budget=20_000)
    assert not found.complete
    for fix in found.fixes:
        assert judge(BY, patched(hopeless, fix.do)).verdict == "legal"
    assert found.fixes
    assert fixes(BY, hopeless, budget=0) == Fixes("illegal", (), False, TOO_MANY_WAYS)


def test_a_legion_of_nothing_gets_its_first_creature_the_cheapest_first() -> None:
    found = fixes(BY, of())
    assert found.complete
    assert found.fixes[0].do == ({"op": "add", "path": "/picks/-", "value": {"card": "mist-company"}},)
    assert [fix.points for fix in found.fixes] == sorted(fix.points or 0 for fix in found.fixes)


@pytest.mark.sampled
def test_nothing_joins_a_legion_that_lacks_nothing() -> None:
    legion = of({"card": "hill-wolf", "upgrades": ["spark-dart"]})
    assert all(step["path"] != "/picks/-" for fix in nonempty(all_of(BY, legion).fixes) for step in fix.do)


def test_a_moved_card_is_added_after_the_cards_of_the_creature() -> None:
    legion = of(
        {"card": "hill-wolf", "upgrades": ["claws", "lance-rider"]}, {"card": "bog-lurker", "upgrades": ["odd-harness"]}
    )
    moved = [
        {"op": "add", "path": "/picks/1/upgrades/-", "value": "lance-rider"},
        {"op": "remove", "path": "/picks/0/upgrades/1"},
    ]
    assert moved in [list(fix.do) for fix in all_of(BY, legion).fixes]


def test_a_card_moved_to_a_bare_creature_is_its_only_one() -> None:
    legion = of({"card": "hill-wolf", "upgrades": ["claws", "lance-rider"]}, {"card": "bog-lurker"})
    moved = [
        {"op": "add", "path": "/picks/1/upgrades", "value": ["lance-rider"]},
        {"op": "remove", "path": "/picks/0/upgrades/1"},
    ]
    assert moved in [list(fix.do) for fix in all_of(BY, legion).fixes]


def test_beyond_the_tried_number_of_edits_a_fix_is_found_but_not_called_smallest() -> None:
    out_of_place = [{"card": "hill-wolf", "upgrades": ["spark-dart"]} for _ in range(13)]
    found = fixes(BY, of(*out_of_place, format="no-limit"), budget=200_000)
    assert not found.complete
    (way_out,) = found.fixes
    assert len(way_out.do) == 13
    assert way_out.verdict == "legal"


def test_eight_creatures_with_one_upgrade_too_many_each_lose_one_each() -> None:
    crowded = [{"card": "hill-wolf", "upgrades": ["claws", "tail-sweep"]} for _ in range(8)]
    single = {"card": "hill-wolf", "upgrades": ["claws"]}
    assert judge(BY, of(single, format="no-limit")).verdict == "legal"
    (way_out,) = fixes(BY, of(*crowded, format="no-limit")).fixes
    assert len(way_out.do) == 8
    assert all(step["op"] == "remove" for step in way_out.do)


@pytest.mark.sampled
def test_hundreds_of_unknown_cards_are_taken_out_and_what_is_known_stays() -> None:
    legion = of(*({"card": f"nobody-{number}"} for number in range(300)), {"card": "hill-wolf"})
    (way_out,) = fixes(BY, legion).fixes
    assert patched(legion, way_out.do)["picks"] == [{"card": "hill-wolf"}]


def test_a_far_too_expensive_legion_keeps_cards_within_its_points() -> None:
    wolf = judge(BY, of({"card": "hill-wolf"})).price.known
    wrong = [{"card": "hill-wolf", "upgrades": ["spark-dart"]} for _ in range(20)]
    legion = of(*wrong, points=3 * wolf)
    (way_out,) = fixes(BY, legion).fixes
    assert patched(legion, way_out.do)["picks"] == [{"card": "hill-wolf", "upgrades": []}] * 3


def test_copies_too_many_are_counted_down_and_not_taken_out() -> None:
    wrong = [{"card": "hill-wolf", "upgrades": ["spark-dart"]} for _ in range(13)]
    legion = of(*wrong, {"card": "cinder-queen", "count": 3}, format="no-limit")
    (way_out,) = fixes(BY, legion).fixes
    assert {"op": "replace", "path": "/picks/13/count", "value": 1} in way_out.do


def test_a_fix_is_a_document() -> None:
    found = fixes(BY, of({"card": "pike-line", "soldiers": 7}), most=1)
    assert [fix.as_document() for fix in found.fixes] == [
        {"do": [{"op": "replace", "path": "/picks/0/soldiers", "value": 6}], "points": 0, "verdict": "legal"}
    ]


def test_the_document_is_not_changed() -> None:
    legion = of({"card": "rime-drake", "upgrades": ["claws"]}, {"card": "hill-wolf", "count": 2})
    before = copy.deepcopy(legion)
    fixes(BY, legion)
    assert legion == before


def test_a_legion_that_cannot_be_judged_cannot_be_fixed() -> None:
    with pytest.raises(CannotJudge):
        fixes(BY, of({"card": "hill-wolf"}, campaign={"player": "ann"}))
