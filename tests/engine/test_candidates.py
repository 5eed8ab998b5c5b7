"""Candidates for a place of a legion."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.search.candidates import Candidate, candidates
from rulesapi.engine.search.top_candidates import top_candidates
from rulesapi.engine.values.model import CannotJudge, Finding
from tests.engine import conformance_cases
from tests.engine.generators import Document, chances
from tests.engine.test_properties import library, made
from tests.sampling import CASES_TRIED


def of(*picks: Document, **fields: Any) -> Document:
    return {"game": "attack-wing", **fields, "picks": list(picks)}


def found(legion: Document, pointer: str) -> dict[str, Candidate]:
    return {
        candidate.card: candidate for candidate in candidates(conformance_cases.library("attack-wing"), legion, pointer)
    }


def codes(candidate: Candidate) -> list[str]:
    return [finding.code.partition("/")[2] for finding in candidate.findings]


def with_card(legion: Document, pointer: str, slug: str) -> Document:
    picks = [dict(pick) for pick in legion["picks"]]
    if pointer == "":
        picks.append({"card": slug})
    else:
        pick = picks[int(pointer.split("/")[2])]
        pick["upgrades"] = [*pick.get("upgrades", []), slug]
    return {**legion, "picks": picks}


def finding_counts(findings: Iterable[Finding], apart_from: str) -> Counter[tuple[str, str, tuple[str, ...]]]:
    return Counter((f.code, repr(f.facts), tuple(at for at in f.at if at != apart_from)) for f in findings)


@pytest.mark.sampled
@given(chances)
def test_a_candidate_is_what_the_verdict_on_the_legion_with_it_says(chance: Random) -> None:
    cards, legion = made(chance)
    by = library(cards)
    legion = {**legion, "picks": [{**pick, "count": 1} for pick in legion["picks"]]}
    at = chance.choice(["", *(f"/picks/{number}" for number in range(len(legion["picks"])))])
    before = judge(by, legion)
    for candidate in candidates(by, legion, at):
        after, new = judge(by, with_card(legion, at, candidate.card)), candidate.at
        assert candidate.verdict_if_added == after.verdict
        assert all(finding in after.findings for finding in candidate.findings)
        assert finding_counts(candidate.findings, new) == finding_counts(after.findings, new) - finding_counts(
            before.findings, new
        )
        assert candidate.fits is all(finding.level != "error" for finding in candidate.findings)
        assert all(fact in after.unknown and fact not in before.unknown for fact in candidate.unknown)
        if candidate.points is not None:
            assert candidate.points == after.price.known - before.price.known
        else:
            assert after.price.total is None


def are_foremost(by: Library, legion: Document, pointer: str, chance: Random) -> None:
    """Compare the top candidates with all candidates in groups: candidates that fit, may fit, or do not fit.

    A candidate whose known price exceeds the limit may fit at most. In the last group, candidates that only rules in
    `apart` forbid come first.
    """
    every = {candidate.card: candidate for candidate in candidates(by, legion, pointer)}
    slugs = chance.sample([card.slug for card in by.all_cards], len(by.all_cards))
    apart = chance.choice([(), (f"{by.game}/point-limit",), (f"{by.game}/point-limit", f"{by.game}/unique-name")])

    def passes_limit(candidate: Candidate) -> bool:
        points = judge(by, with_card(legion, pointer, candidate.card)).as_document()["points"]
        return points["limit"] is not None and points["known"] > points["limit"]

    def part(candidate: Candidate) -> tuple[bool, bool, bool]:
        others = any(finding.level == "error" and finding.code not in apart for finding in candidate.findings)
        return not candidate.fits, candidate.fits and (bool(candidate.unknown) or passes_limit(candidate)), others

    order = sorted((every[slug] for slug in slugs if slug in every), key=part)
    most = chance.randint(1, len(slugs))
    assert top_candidates(by, legion, pointer, slugs, most, apart=apart) == (order[:most], len(every), True)


@given(chances)
def test_the_foremost_are_the_first_of_all_candidates_part_by_part(chance: Random) -> None:
    cards, legion = made(chance)
    at = chance.choice(["", *(f"/picks/{number}" for number in range(len(legion["picks"])))])
    are_foremost(library(cards), legion, at, chance)


@pytest.mark.sampled
@pytest.mark.parametrize("game", conformance_cases.games())
def test_in_each_game_the_foremost_are_the_first_of_all_candidates(game: str) -> None:
    by, chance = conformance_cases.library(game), Random(game)
    tried = [case["legion"] for of, _, case in conformance_cases.cases() if of == game and "picks" in case["legion"]]
    for legion in chance.sample(tried, min(60, len(tried)))[::CASES_TRIED]:
        are_foremost(by, legion, "", chance)


def test_a_place_for_an_upgrade_offers_every_upgrade_and_spell_and_nothing_else() -> None:
    kinds = {card["slug"]: card["kind"] for card in conformance_cases.library_documents("attack-wing")["cards"]}
    upgrades = {slug for slug, kind in kinds.items() if kind in ("upgrade", "spell")}
    creatures = {slug for slug, kind in kinds.items() if kind == "creature"}
    assert set(found(of({"card": "hill-wolf"}), "/picks/0")) == upgrades
    assert set(found(of({"card": "hill-wolf"}), "")) == creatures


def test_a_fitting_card_brings_no_error_and_has_its_price() -> None:
    offered = found(of({"card": "rime-drake"}), "/picks/0")
    assert offered["tail-sweep"].fits
    assert offered["tail-sweep"].points == 2
    assert offered["tail-sweep"].at == "/picks/0/upgrades/0"
    assert offered["ember-breath"].points == 9
    assert codes(offered["claws"]) == ["upgrade-slot"]
    assert not offered["claws"].fits
    assert offered["claws"].findings[0].message == "Rime Drake has no monster slot for Claws."


def test_a_warning_does_not_keep_a_card_from_fitting() -> None:
    offered = found(of({"card": "frost-warden"}), "/picks/0")["old-banner"]
    assert offered.fits
    assert codes(offered) == ["retired-card"]


def test_errors_from_before_are_not_attributed_to_a_card() -> None:
    captain = {"card": "brigand-captain", "upgrades": ["claws", "storm-crown"]}
    legion = of(captain, {"card": "cinder-queen", "count": 2}, format="no-limit")
    offered = found(legion, "/picks/0")
    assert codes(offered["shield-brother"]) == []
    assert offered["shield-brother"].fits
    assert offered["shield-brother"].verdict_if_added == "illegal"
    assert codes(offered["lance-rider"]) == ["upgrade-slot"]


def test_an_error_that_gets_worse_is_reported_again() -> None:
    legion = of({"card": "brigand-captain", "upgrades": ["storm-crown"]}, points=20)
    offered = found(legion, "/picks/0")
    assert codes(offered["plain-blade"]) == ["point-limit"]
    assert codes(found({**legion, "points": 26}, "/picks/0")["plain-blade"]) == []


def test_an_open_price_does_not_hide_what_a_card_adds() -> None:
    offered = found(of({"card": "unpriced-giant"}), "/picks/0")
    assert offered["plain-blade"].points == 2
    assert offered["unpriced-blade"].points is None
    assert [(fact.card, fact.fact) for fact in offered["unpriced-blade"].unknown] == [("unpriced-blade", "/cost")]
    assert offered["plain-blade"].unknown == ()


def test_from_a_pick_of_several_copies_one_is_taken_out() -> None:
    legion = of({"card": "hill-wolf", "count": 3}, {"card": "bog-lurker"})
    offered = found(legion, "/picks/0")
    assert offered["claws"].fits
    assert offered["claws"].points == 2
    assert offered["claws"].at == "/picks/0/upgrades/0"
    assert codes(offered["storm-crown"]) == ["upgrade-slot"]
    assert codes(found(of({"card": "cinder-queen", "count": 3}, format="no-limit"), "/picks/0")["tail-sweep"]) == []
    assert legion == of({"card": "hill-wolf", "count": 3}, {"card": "bog-lurker"})


def test_on_an_unknown_creature_only_the_legion_as_a_whole_is_asked() -> None:
    legion = of({"card": "hil-wolf"}, {"card": "brigand-captain", "upgrades": ["storm-crown"]})
    offered = found(legion, "/picks/0")
    assert offered["high-wish"].fits
    assert codes(offered["storm-crown"]) == ["unique-name"]


def test_a_creature_is_offered_with_what_it_would_break() -> None:
    offered = found(of({"card": "cinder-queen"}, points=60), "")
    assert codes(offered["cinder-queen-ascended"]) == ["point-limit", "unique-name"]
    assert offered["hill-wolf"].fits
    assert offered["hill-wolf"].at == "/picks/1"


def test_misplaced_copies_do_not_count_as_used() -> None:
    legion = of({"card": "hill-wolf", "upgrades": ["hill-wolf"]}, collection={"hill-wolf": 2})
    assert [(one.owned, one.left, one.fits) for one in [found(legion, "")["hill-wolf"]]] == [(2, 1, True)]


def test_a_card_without_a_copy_left_is_a_finding_at_each_of_its_places() -> None:
    legion = of({"card": "hill-wolf", "count": 2}, collection={"hill-wolf": 1, "river-guard": 1})
    offered = found(legion, "")
    assert [finding.at for finding in offered["hill-wolf"].findings] == [("/picks/0", "/picks/1")]
    assert (offered["hill-wolf"].owned, offered["hill-wolf"].left) == (1, 0)
    assert (offered["river-watch"].left, offered["river-watch"].fits) == (1, True)


def test_only_some_cards_can_be_asked_for() -> None:
    legion = of({"card": "hill-wolf"})
    some = candidates(
        conformance_cases.library("attack-wing"), legion, "/picks/0", among=["claws", "hill-wolf", "nobody"]
    )
    assert some == [found(legion, "/picks/0")["claws"]]


def test_a_candidate_is_a_document() -> None:
    offered = found(of({"card": "hill-wolf"}), "/picks/0")["claws"]
    assert offered.as_document() == {
        "card": "claws",
        "at": "/picks/0/upgrades/0",
        "fits": True,
        "verdict_if_added": "legal",
        "findings": [],
        "unknown": [],
        "points": 2,
        "owned": None,
        "left": None,
    }
    refused = found(of({"card": "hill-wolf"}), "/picks/0")["torn-page"].as_document()
    assert refused["findings"][0]["code"] == "attack-wing/upgrade-slot"
    assert refused["unknown"][0]["fact"] == "/minimum_level"


@pytest.mark.parametrize(
    "place", ["/picks/1", "/picks/00", "/picks/-1", "/picks", "/picks/0/upgrades/0", "nonsense", "/"]
)
def test_a_missing_place_is_refused(place: str) -> None:
    with pytest.raises(CannotJudge) as refusal:
        candidates(conformance_cases.library("attack-wing"), of({"card": "hill-wolf"}), place)
    assert refusal.value.code == "no-such-place"
    assert refusal.value.pointers == (place,)


def test_the_price_of_a_card_is_unknown_while_its_discount_for_others_is_unknown() -> None:
    library_2008 = conformance_cases.library("dnd-miniatures-2008")
    for standing in ([], [{"card": "wolf"}], [{"card": "wolf"}, {"card": "unknown-discounts"}]):
        legion = {"game": "dnd-miniatures-2008", "picks": standing}
        points = {
            one.card: one.points for one in candidates(library_2008, legion, "", among=["unknown-discounts", "elk"])
        }
        assert points["unknown-discounts"] is None
        if {"card": "unknown-discounts"} not in standing:
            assert points["elk"] == 12
