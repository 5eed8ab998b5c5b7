"""House rules: properties of every legion under them, their combination, and unsupported requests."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.house_rules import HouseRules
from rulesapi.engine.core.library import Library, find_ruleset, free_price
from rulesapi.engine.core.unsupported_requests import unsupported_requests
from rulesapi.engine.core.verdict import Verdict
from rulesapi.engine.search.candidates import candidates
from rulesapi.engine.search.fixes import fixes
from rulesapi.engine.values.model import CannotJudge
from tests.engine import conformance_cases
from tests.engine.generators import GAME, ICONS, Document, DocumentGenerator, chances, more_examples, validator

DOCUMENTS = conformance_cases.library_documents(GAME)
CARDS = {card["slug"]: card for card in DOCUMENTS["cards"]}
STANDARD = DOCUMENTS["formats"][0]
RULESET = find_ruleset(DOCUMENTS["game"]["ruleset"])
WAIVABLE = [rule.code for rule in RULESET.rules if rule.check and not rule.unwaivable_reason]
ADDED = [f"{GAME}/house-{name}" for name in ("barred", "points", "limit")]
PENALTY = f"{GAME}/cost-penalty"
SLOTS = f"{GAME}/upgrade-slot"
ADDING = ("bans", "pool", "points", "limits")


def house_rule(slug: str, **fields: Any) -> Document:
    return {"kind": "house-rule", "game": GAME, "slug": slug, "name": slug.title(), "text": "Agreed on.",
            "official": False, "sources": {}, **fields}  # fmt: skip


def library(cards: list[Document], *agreed: Document) -> Library:
    return Library.build(release=1, game=DOCUMENTS["game"], cards=cards, formats=[STANDARD], house_rules=agreed)


def under(cards: list[Document], legion: Document, *agreed: Document) -> Verdict:
    return judge(library(cards, *agreed), {**legion, "house_rules": [one["slug"] for one in agreed]})


class HouseMaker(DocumentGenerator):
    """A generator of documents and house rules."""

    def adding(self, word: str, cards: list[Document]) -> Any:
        """Return an addition of a house rule."""
        if word in ("bans", "pool"):
            return self.cut(cards)
        if word == "points":
            return self.chance.randint(20, 120)
        if word == "slots":
            clauses = [self.clause() for _ in range(self.chance.randint(0, 2))]
            return [{"slot": self.chance.choice(ICONS), "count": self.chance.randint(1, 2), "bearers": clauses}]
        per = self.chance.choice(["creature", "legion"])
        return [{"cards": self.cut(cards), "per": per, "at_most": self.chance.randint(1, 2)}]

    def house_rule(self, slug: str, cards: list[Document], fields: Iterable[str]) -> Document:
        return house_rule(slug, **{word: self.adding(word, cards) for word in fields})

    def any_house_rule(self, slug: str, cards: list[Document]) -> Document:
        """Return a house rule of any kind."""
        made = self.house_rule(slug, cards, self.some([*ADDING, "slots"], 0, 2))
        codes = self.some([*WAIVABLE, PENALTY], 0, 6)
        waives, weighed = codes[::2], [code for code in codes[1::2] if code != PENALTY]
        levels = [{"rule": code, "level": self.chance.choice(["error", "warning"])} for code in weighed]
        return made | ({"waives": waives} if waives else {}) | ({"levels": levels} if levels else {})


def made(chance: Random, **how: Any) -> tuple[HouseMaker, list[Document], Document]:
    maker = HouseMaker(chance, **{"tame": chance.random() < 0.5, **how})
    cards = maker.cards()
    return maker, cards, (maker.team(cards) if maker.once_in(4) else maker.legion(cards))


def findings(verdict: Verdict) -> list[Document]:
    return [finding.as_document() for finding in verdict.findings]


def broken(verdict: Verdict) -> list[Document]:
    """Return the waived breaches of a verdict, in the form that they would have as findings."""
    listed = [waived.finding.as_document() for waived in verdict.waived]
    return [one for one in listed if not {"fact", "points"} & one["facts"].keys()]


# -- what holds for every legion -----------------------------------------------------------------------------------


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_waiver_removes_only_the_codes_it_names(chance: Random) -> None:
    maker, cards, legion = made(chance)
    codes = set(maker.some(WAIVABLE, 1, 6))
    plain, waived = judge(library(cards), legion), under(cards, legion, house_rule("open", waives=sorted(codes)))
    assert findings(waived) == [finding for finding in findings(plain) if finding["code"] not in codes]
    assert broken(waived) == [finding for finding in findings(plain) if finding["code"] in codes]
    assert {one.by.slug for one in waived.waived} <= {"open"}
    for fact in plain.unknown:
        left = [one.needed_by for one in waived.unknown if (one.card, one.fact) == (fact.card, fact.fact)]
        assert left == ([needed] if (needed := tuple(c for c in fact.needed_by if c not in codes)) else [])
    assert len(waived.unknown) <= len(plain.unknown)
    assert waived.price == plain.price


@pytest.mark.sampled
@more_examples
@given(chances)
def test_additions_of_a_house_rule_cause_only_findings_of_their_own(chance: Random) -> None:
    maker, cards, legion = made(chance)
    word = chance.choice(ADDING)
    plain, ruled = judge(library(cards), legion), under(cards, legion, maker.house_rule("strict", cards, [word]))
    code = {"points": ADDED[1], "limits": ADDED[2]}.get(word, ADDED[0])
    assert {finding["code"] for finding in findings(ruled) if finding not in findings(plain)} <= {code}
    assert [finding for finding in findings(ruled) if finding["code"] != code] == findings(plain)
    assert {code for fact in ruled.unknown for code in fact.needed_by} <= {
        code, *(code for fact in plain.unknown for code in fact.needed_by)}  # fmt: skip
    assert ruled.waived == ()


@pytest.mark.sampled
@more_examples
@given(chances)
def test_slots_that_a_house_rule_adds_make_nothing_worse(chance: Random) -> None:
    maker, cards, legion = made(chance)
    plain, ruled = judge(library(cards), legion), under(cards, legion, maker.house_rule("roomy", cards, ["slots"]))
    others = [finding for finding in findings(plain) if finding["code"] != SLOTS]
    assert [finding for finding in findings(ruled) if finding["code"] != SLOTS] == others
    crowded = {finding.facts["creature"] for finding in plain.findings if finding.code == SLOTS}
    assert {finding.facts["creature"] for finding in ruled.findings if finding.code == SLOTS} <= crowded


@pytest.mark.sampled
@more_examples
@given(chances)
def test_the_order_of_house_rules_says_nothing(chance: Random) -> None:
    maker, cards, legion = made(chance)
    agreed = [maker.any_house_rule(slug, cards) for slug in ("ash", "birch", "cedar")]
    one = under(cards, legion, *agreed).as_document()
    chance.shuffle(agreed)
    assert under(cards, legion, *agreed).as_document() == one


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_verdict_under_house_rules_is_valid_and_says_what_it_would_be_without(chance: Random) -> None:
    maker, cards, legion = made(chance)
    agreed = [maker.any_house_rule(slug, cards) for slug in ("ash", "birch")]
    for document in agreed:
        validator(f"{GAME}/house-rule.schema.json").validate(document)
        assert not list(unsupported_requests(document, RULESET))
    plain, ruled = judge(library(cards), legion).as_document(), under(cards, legion, *agreed).as_document()
    validator("verdict.schema.json").validate(ruled)
    assert ruled["without"] == {name: plain[name] for name in ("verdict", "points", "findings", "unknown")}
    assert ruled["house_rules"] == [{"slug": "ash", "name": "Ash"}, {"slug": "birch", "name": "Birch"}]
    assert ruled["digest"] != plain["digest"]
    assert "without" not in plain
    assert "house_rules" not in plain


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_certain_verdict_under_house_rules_does_not_depend_on_unknown_facts(chance: Random) -> None:
    maker, cards, legion = made(chance)
    agreed = [maker.any_house_rule(slug, cards) for slug in ("ash", "birch")]
    before = under(cards, legion, *agreed)
    after = under([maker.filled(card) for card in cards], legion, *agreed)
    if before.verdict != "undetermined":
        assert after.verdict == before.verdict


@pytest.mark.sampled
@given(chances)
def test_candidates_and_fixes_are_judged_under_the_same_house_rules(chance: Random) -> None:
    maker = HouseMaker(chance, tame=True)
    cards = maker.cards()
    legion = maker.legion(cards)
    agreed = [maker.any_house_rule(slug, cards) for slug in ("ash", "birch")]
    judged_by = library(cards, *agreed)
    legion["house_rules"] = ["ash", "birch"]
    for candidate in candidates(judged_by, legion, ""):
        grown = {**legion, "picks": [*legion["picks"], {"card": candidate.card}]}
        assert candidate.verdict_if_added == judge(judged_by, grown).verdict
    assert {fix.verdict for fix in fixes(judged_by, legion, budget=3_000).fixes} <= {"legal"}


@pytest.mark.sampled
@more_examples
@given(chances)
def test_without_penalties_a_legion_costs_what_its_other_lines_say(chance: Random) -> None:
    _, cards, legion = made(chance)
    plain, ruled = judge(library(cards), legion), under(cards, legion, house_rule("free", waives=[PENALTY]))
    others = tuple(line for line in plain.price.lines if line["reason"] != "cost-penalty")
    assert ruled.price.lines == others
    assert ruled.price.known == sum(line["points"] or 0 for line in others)
    left_out = [waived.finding.facts["points"] for waived in ruled.waived]
    assert left_out == [line["points"] for line in plain.price.lines if line["reason"] == "cost-penalty"]


# -- how they compose ----------------------------------------------------------------------------------------------


def agreed(*documents: Document) -> HouseRules:
    return HouseRules.of(library([], *documents).house_rules.values())


def test_the_lowest_of_several_limits_is_shown_and_each_is_checked() -> None:
    legion = {"game": GAME, "picks": [{"card": "hill-wolf", "count": 9}]}
    verdict = under(DOCUMENTS["cards"], legion, house_rule("eighty", points=80), house_rule("sixty", points=60))
    assert verdict.as_document()["points"] == {"total": 90, "known": 90, "limit": 60}
    assert [finding.facts["limit"] for finding in verdict.findings] == [80, 60]


def test_a_card_must_be_in_every_pool() -> None:
    legion = {"game": GAME, "picks": [{"card": "hill-wolf"}, {"card": "box-knight"}]}
    wolves, knights = (house_rule(slug, pool=[{"card": [slug]}]) for slug in ("hill-wolf", "box-knight"))
    assert under(DOCUMENTS["cards"], {**legion, "picks": legion["picks"][:1]}, wolves).verdict == "legal"
    both = under(DOCUMENTS["cards"], legion, wolves, knights)
    assert [finding.at for finding in both.findings] == [("/picks/0",), ("/picks/1",)]


def test_slots_that_every_creature_has_in_one_case_or_the_other_are_sure() -> None:
    good, other = {"alignment": ["good"]}, {"not": {"alignment": ["good"]}}
    bearer = {**CARDS["mist-shape"], "slots": []}
    legion = {"game": GAME, "picks": [{"card": "mist-shape", "upgrades": ["spark-dart"]}]}

    def slots(first: str, second: str) -> Document:
        return house_rule("guild", slots=[
            {"slot": first, "count": 1, "bearers": [good]}, {"slot": second, "count": 1, "bearers": [other]}
        ])  # fmt: skip

    cards = [bearer, CARDS["spark-dart"], CARDS["psalm"]]
    assert under(cards, legion, slots("arcane", "arcane")).verdict == "legal"
    assert under(cards, legion, slots("arcane", "divine")).verdict == "undetermined"
    assert under(cards, legion, slots("heroic", "divine")).verdict == "illegal"
    both = {"game": GAME, "picks": [{"card": "mist-shape", "upgrades": ["spark-dart", "psalm"]}]}
    verdict = under(cards, both, slots("arcane", "divine"))
    assert [(finding.code, finding.message) for finding in verdict.findings] == [
        (SLOTS, "Mist Shape has 1 arcane or divine slot and would need 2, for Psalm and Spark Dart.")
    ]
    assert verdict.unknown == ()


def test_slots_add_up() -> None:
    legion = {"game": GAME, "picks": [{"card": "hill-wolf", "upgrades": ["spark-dart", "torn-page", "claws"]}]}
    one, other = (house_rule(slug, slots=[{"slot": "arcane", "count": 1}]) for slug in ("one", "other"))
    assert [finding.code for finding in under(DOCUMENTS["cards"], legion, one).findings] == [SLOTS]
    assert under(DOCUMENTS["cards"], legion, one, other).findings == ()


def test_of_two_weights_the_stricter_holds_and_an_error_is_not_waived_by_another() -> None:
    code = f"{GAME}/unique-name"
    strict = house_rule("strict", levels=[{"rule": code, "level": "error"}])
    gentle = house_rule("gentle", levels=[{"rule": code, "level": "warning"}])
    open_ = house_rule("open", waives=[code])
    assert agreed(gentle, strict).levels == agreed(strict, gentle).levels == {code: "error"}
    assert agreed(open_, strict).waivers == agreed(strict, open_).waivers == {}
    assert agreed(open_, gentle).waivers[code].slug == "open"


def test_of_two_that_waive_a_rule_the_first_by_slug_is_named() -> None:
    code = f"{GAME}/unique-name"
    assert agreed(house_rule("birch", waives=[code]), house_rule("ash", waives=[code])).waivers[code].slug == "ash"


def test_one_house_rule_named_twice_holds_once_and_has_one_digest() -> None:
    spark = house_rule("spark", formerly=["glint"], slots=[{"slot": "arcane", "count": 1}])
    legion = {"game": GAME, "picks": [{"card": "hill-wolf", "upgrades": ["spark-dart", "torn-page"]}]}
    judged_by = library(DOCUMENTS["cards"], spark)
    verdicts = [
        judge(judged_by, {**legion, "house_rules": names}) for names in (["spark"], ["glint"], ["glint", "spark"])
    ]
    assert len({verdict.digest for verdict in verdicts}) == 1
    assert [verdict.verdict for verdict in verdicts] == ["illegal"] * 3


# -- what they cannot ask for --------------------------------------------------------------------------------------


def refusal(legion: Document, *documents: Document) -> tuple[str, tuple[str, ...]]:
    with pytest.raises(CannotJudge) as error:
        judge(library(DOCUMENTS["cards"], *documents), {"game": GAME, "picks": [], **legion})
    return error.value.code, error.value.pointers


def test_an_unknown_house_rule_is_refused_at_its_place() -> None:
    known = house_rule("known", points=50)
    assert refusal({"house_rules": ["known", "no-such", "nor-this"]}, known) == (
        "unknown-house-rule", ("/house_rules/1", "/house_rules/2"))  # fmt: skip


def test_a_house_rule_of_another_game_is_not_known() -> None:
    other = {**house_rule("known", points=50), "game": "another-game"}
    assert refusal({"house_rules": ["known"]}, other) == ("unknown-house-rule", ("/house_rules/0",))


@pytest.mark.parametrize(
    ("fields", "pointer", "message"),
    [
        ({"waives": [f"{GAME}/no-such-rule"]}, "/waives/0", "has no rule"),
        ({"waives": [f"{GAME}/unique-name", f"{GAME}/troop-cost"]}, "/waives/1", "no price"),
        ({"waives": [f"{GAME}/unknown-card"]}, "/waives/0", "cannot be waived"),
        ({"waives": [f"{GAME}/not-equippable"]}, "/waives/0", "cannot be waived"),
        ({"waives": [ADDED[0]]}, "/waives/0", "not waived by another"),
        ({"levels": [{"rule": f"{GAME}/no-such-rule", "level": "error"}]}, "/levels/0/rule", "has no rule"),
        ({"levels": [{"rule": PENALTY, "level": "error"}]}, "/levels/0/rule", "no level"),
        ({"levels": [{"rule": ADDED[1], "level": "warning"}]}, "/levels/0/rule", "cannot weigh otherwise"),
        (
            {"waives": [WAIVABLE[0]], "levels": [{"rule": WAIVABLE[0], "level": "error"}]},
            "/levels/0/rule",
            "waived here already",
        ),
    ],
)
def test_requests_that_the_rules_cannot_fulfill_are_reported(fields: Document, pointer: str, message: str) -> None:
    asking = house_rule("asking", **fields)
    ((place, sentence),) = unsupported_requests(asking, RULESET)
    assert place == pointer
    assert message in sentence
    assert refusal({"house_rules": ["asking"]}, asking) == ("not-judged-yet", ("/house_rules/0",))


def test_a_format_that_names_a_rule_there_is_none_of_is_not_judged_by() -> None:
    strange = {**STANDARD, "slug": "strange", "levels": [{"rule": f"{GAME}/no-such-rule", "level": "error"}]}
    judged_by = Library.build(release=1, game=DOCUMENTS["game"], cards=DOCUMENTS["cards"], formats=[STANDARD, strange])
    legion = {"game": GAME, "picks": [{"card": "hill-wolf"}]}
    assert judge(judged_by, legion).verdict == "legal"
    with pytest.raises(CannotJudge) as error:
        judge(judged_by, {**legion, "format": "strange"})
    assert (error.value.code, error.value.pointers) == ("not-judged-yet", ("/format",))


@pytest.mark.parametrize("game", conformance_cases.games())
def test_every_ruleset_asks_what_house_rules_add_and_lets_none_waive_it(game: str) -> None:
    ruleset = conformance_cases.library(game).ruleset
    rules = {rule.code: rule for rule in ruleset.rules}
    assert rules[f"{game}/house-barred"].unwaivable_reason
    assert rules[f"{game}/house-limit"].unwaivable_reason
    assert (f"{game}/house-points" in rules) is (ruleset.price is not free_price)


@pytest.mark.parametrize(
    ("adds", "place"),
    [
        pytest.param({"points": 100}, "/points", id="points where cards cost none"),
        pytest.param(
            {"limits": [{"cards": [{"keyword": ["elf"]}], "per": "creature", "at_most": 1}]},
            "/limits/0/per",
            id="a limit on one creature where none carries cards",
        ),
    ],
)
def test_parts_of_a_house_rule_that_no_rule_reads_are_refused(adds: dict[str, Any], place: str) -> None:
    ruleset = conformance_cases.library("dungeon-command").ruleset
    [(at, sentence)] = unsupported_requests({"kind": "house-rule", **adds}, ruleset)
    assert at == place
    assert ruleset.name in sentence
