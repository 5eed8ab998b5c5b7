"""Properties of every legion, tested with hypothesis."""

import copy
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.slots import SlotClaim
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import Creature
from rulesapi.engine.values.names import pointer_sort_key, sorted_pointers
from tests.engine import conformance_cases
from tests.engine.generators import GAME, Document, DocumentGenerator, chances, more_examples, validator
from tests.engine.test_slots import tried

THE_GAME = conformance_cases.library_documents(GAME)["game"]
STANDARD, *_ = conformance_cases.library_documents(GAME)["formats"]
NO_LIMIT = {**STANDARD, "slug": "no-limit", "points": None}


def library(cards: list[Document], *formats: Document) -> Library:
    return Library.build(release=1, game=THE_GAME, cards=cards, formats=[*formats, STANDARD, NO_LIMIT])


def made(chance: Random, **how: Any) -> tuple[list[Document], Document]:
    """Return cards and a legion of them; half are tame, so that all verdicts occur."""
    maker = DocumentGenerator(chance, **{"tame": chance.random() < 0.5, **how})
    cards = maker.cards()
    return cards, maker.legion(cards)


@given(chances)
def test_generated_documents_are_valid_by_the_schemas(chance: Random) -> None:
    cards, legion = made(chance)
    for card in cards:
        validator(f"{GAME}/{card['kind']}.schema.json").validate(card)
    validator("legion.schema.json").validate(legion)


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_verdict_is_valid_by_its_schema(chance: Random) -> None:
    cards, legion = made(chance)
    validator("verdict.schema.json").validate(judge(library(cards), legion).as_document())


@pytest.mark.sampled
@more_examples
@given(chances)
def test_judging_is_repeatable_and_changes_nothing(chance: Random) -> None:
    cards, legion = made(chance)
    before = copy.deepcopy((cards, legion))
    verdict = judge(library(cards), legion).as_document()
    assert (cards, legion) == before
    assert judge(library(cards), legion).as_document() == verdict


@pytest.mark.sampled
@more_examples
@given(chances)
def test_every_place_is_in_the_legion_sent_and_places_are_sorted(chance: Random) -> None:
    cards, legion = made(chance)
    verdict = judge(library(cards), legion).as_document()
    for at in [thing["at"] for thing in (*verdict["findings"], *verdict["unknown"])]:
        assert tuple(at) == sorted_pointers(at)
    for place in places(verdict):
        resolve(legion, place)


def places(verdict: Document) -> list[str]:
    of_many = [place for thing in (*verdict["findings"], *verdict["unknown"]) for place in thing["at"]]
    return of_many + [line["at"] for line in verdict["ledger"]]


def resolve(document: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        document = document[int(part)] if isinstance(document, list) else document[part]
    return document


@pytest.mark.sampled
@more_examples
@given(chances)
def test_reordering_the_picks_changes_pointers_only(chance: Random) -> None:
    cards, legion = made(chance)
    moved, back = shuffled(legion, chance)
    one, other = judge(library(cards), legion).as_document(), judge(library(cards), moved).as_document()
    for name in ("verdict", "points", "digest"):
        assert one[name] == other[name]
    for name in ("findings", "unknown", "ledger"):
        assert as_counted(one[name], {}) == as_counted(other[name], back)


def shuffled(legion: Document, chance: Random) -> tuple[Document, dict[str, str]]:
    """Return the legion with its picks and upgrades in another order, and the original place of each place."""
    back = {}
    picks = []
    for number, old in enumerate(chance.sample(range(len(legion["picks"])), len(legion["picks"]))):
        pick = dict(legion["picks"][old])
        back |= {f"/picks/{number}": f"/picks/{old}", f"/picks/{number}/soldiers": f"/picks/{old}/soldiers"}
        if "upgrades" in pick:
            order = chance.sample(range(len(pick["upgrades"])), len(pick["upgrades"]))
            pick["upgrades"] = [pick["upgrades"][place] for place in order]
            back |= {f"/picks/{number}/upgrades/{new}": f"/picks/{old}/upgrades/{was}" for new, was in enumerate(order)}
        picks.append(pick)
    return {**legion, "picks": picks}, back


def as_counted(things: list[Document], back: dict[str, str]) -> Counter[str]:
    def at(place: Any) -> Any:
        return back.get(place, place) if isinstance(place, str) else sorted(map(at, place), key=pointer_sort_key)

    return Counter(repr({**thing, "at": at(thing["at"])}) for thing in things)


@pytest.mark.sampled
@more_examples
@given(chances)
def test_the_ledger_sums_to_what_is_known_and_to_the_total(chance: Random) -> None:
    cards, legion = made(chance)
    verdict = judge(library(cards), legion).as_document()
    points, lines = verdict["points"], [line["points"] for line in verdict["ledger"]]
    assert points["known"] == sum(line for line in lines if line is not None)
    assert points["total"] == (None if None in lines else points["known"])


@pytest.mark.sampled
@more_examples
@given(chances)
def test_adding_a_pick_never_lowers_what_is_known_of_the_price(chance: Random) -> None:
    cards, legion = made(chance)
    more = DocumentGenerator(chance).legion(cards)["picks"]
    before = judge(library(cards), legion)
    after = judge(library(cards), {**legion, "picks": [*legion["picks"], *more]})
    assert after.price.known >= before.price.known


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_certain_verdict_does_not_depend_on_unknown_facts(chance: Random) -> None:
    cards, legion = made(chance)
    verdict = judge(library(cards), legion)
    for _ in range(5):
        known = judge(library([DocumentGenerator(chance).filled(card) for card in cards]), legion)
        assert known.verdict in {"legal": ["legal"], "illegal": ["illegal"]}.get(verdict.verdict, ["legal", "illegal"])
        assert known.price.known >= verdict.price.known
        assert verdict.price.upper_bound is None or known.price.known <= verdict.price.upper_bound


@pytest.mark.sampled
@more_examples
@given(chances)
def test_nothing_is_undetermined_when_all_is_known(chance: Random) -> None:
    cards, legion = made(chance, unknown=0)
    verdict = judge(library(cards), legion)
    assert verdict.unknown == ()
    assert verdict.price.total is not None


@pytest.mark.sampled
@more_examples
@given(chances)
def test_the_word_of_the_verdict_follows_from_its_findings_and_unknown_facts(chance: Random) -> None:
    cards, legion = made(chance)
    verdict = judge(library(cards), legion)
    errors = any(finding.level == "error" for finding in verdict.findings)
    assert verdict.verdict == ("illegal" if errors else "undetermined" if verdict.unknown else "legal")


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_finding_goes_when_the_cards_in_its_places_go(chance: Random) -> None:
    cards, legion = made(chance)
    before = judge(library(cards), legion)
    counts = Counter((finding.code, repr(finding.facts)) for finding in before.findings)
    for finding in before.findings:
        gone = {place.removesuffix("/soldiers") for place in finding.at}
        if all(place.startswith("/picks/") for place in gone):
            after = judge(library(cards), without(legion, gone))
            left = Counter((other.code, repr(other.facts)) for other in after.findings)
            key = finding.code, repr(finding.facts)
            assert left[key] < counts[key]


def without(legion: Document, gone: set[str]) -> Document:
    picks = []
    for number, pick in enumerate(legion["picks"]):
        if f"/picks/{number}" not in gone:
            upgrades = pick.get("upgrades", [])
            left = [slug for place, slug in enumerate(upgrades) if f"/picks/{number}/upgrades/{place}" not in gone]
            picks.append({**pick, "upgrades": left})
    return {**legion, "picks": picks}


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_creature_lacks_a_slot_exactly_when_no_order_seats_what_it_carries(chance: Random) -> None:
    cards, legion = made(chance, unknown=0)
    by = library(cards)
    found = {
        place.partition("/upgrades")[0]
        for finding in judge(by, legion).findings
        for place in finding.at
        if finding.code == "attack-wing/upgrade-slot"
    }
    for number, pick in enumerate(legion["picks"]):
        bearer = by.cards.get(pick["card"])
        if isinstance(bearer, Creature) and bearer.banner is not None:
            carried = [by.cards.get(slug) for slug in pick.get("upgrades", [])]
            claims = [SlotClaim(card.icons, True, card.grants) for card in carried if isinstance(card, Upgrade)]
            assert (f"/picks/{number}" in found) is not tried(dict(bearer.banner), claims)


@pytest.mark.sampled
@more_examples
@given(chances)
def test_without_a_limit_the_price_decides_nothing(chance: Random) -> None:
    cards, legion = made(chance)
    free = {name: value for name, value in legion.items() if name != "points"}
    verdict = judge(library(cards), {**free, "format": "no-limit"})
    assert "attack-wing/point-limit" not in {finding.code for finding in verdict.findings}
    assert all("attack-wing/point-limit" not in unknown.needed_by for unknown in verdict.unknown)


@pytest.mark.sampled
@more_examples
@given(chances)
def test_owning_more_breaks_nothing_more(chance: Random) -> None:
    cards, legion = made(chance)
    collection = DocumentGenerator(chance).collection(cards)
    richer = {slug: copies + chance.randint(0, 2) for slug, copies in collection.items()}
    found = [judge(library(cards), {**legion, "collection": owned}).findings for owned in (collection, richer)]
    missing, fewer = ({f.at: f.facts for f in findings if f.code == f"{GAME}/collection-limit"} for findings in found)
    for at, facts in fewer.items():
        assert facts["needed"] == missing[at]["needed"] > facts["owned"] >= missing[at]["owned"]
    others = [[f for f in findings if f.code != f"{GAME}/collection-limit"] for findings in found]
    assert others[0] == others[1]


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_collection_of_all_that_is_used_says_nothing_and_a_copy_less_says_so_once(chance: Random) -> None:
    cards, legion = made(chance)
    by = library(cards)
    plain = judge(by, {name: value for name, value in legion.items() if name != "collection"})
    not_counted = {at for f in plain.findings if f.code.endswith(("/unknown-card", "/not-equippable")) for at in f.at}
    used: Counter[str] = Counter()
    for number, pick in enumerate(legion["picks"]):
        lines = [(f"/picks/{number}", pick["card"], pick.get("count", 1))]
        lines += [(f"/picks/{number}/upgrades/{at}", slug, 1) for at, slug in enumerate(pick.get("upgrades", ()))]
        for place, slug, copies in lines:
            used[slug] += 0 if place in not_counted else copies
    assert judge(by, {**legion, "collection": +used}) == plain
    for slug in +used:
        less = judge(by, {**legion, "collection": used - Counter([slug])})
        (added,) = [finding for finding in less.findings if finding not in plain.findings]
        assert added.facts["needed"] == used[slug] == added.facts["owned"] + 1


@more_examples
@given(chances)
def test_a_format_that_only_warns_finds_the_same_and_forbids_nothing(chance: Random) -> None:
    cards, legion = made(chance)
    strict = library(cards)
    levels = [{"rule": rule.code, "level": "warning"} for rule in strict.ruleset.rules if rule.check]
    gentle = library(cards, {**STANDARD, "slug": "gentle", "levels": levels})
    found, warned = judge(strict, legion), judge(gentle, {**legion, "format": "gentle"})
    assert warned.verdict == "legal"
    assert [finding.at for finding in warned.findings] == [finding.at for finding in found.findings]
    assert {finding.level for finding in warned.findings} <= {"warning"}
