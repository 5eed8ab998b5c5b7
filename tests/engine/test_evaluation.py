"""Libraries, formats, and requests that the engine refuses to judge."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulesapi.engine.core.common_rules import MAX_SUGGESTED
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.library import Library, find_ruleset
from rulesapi.engine.core.parsing import GAME_FIELDS, GAME_PICK_FIELDS, unsupported_fields, unsupported_names
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import CannotJudge, Card, Creature
from tests.engine import conformance_cases
from tests.engine.generators import GAME, Document, schema
from tests.nonempty import nonempty

ROOT = Path(__file__).parents[2]
DOCUMENTS = conformance_cases.library_documents(GAME)


def build(**other: Any) -> Library:
    documents = {name: DOCUMENTS[name] for name in ("release", "game", "cards", "formats")}
    return Library.build(**{**documents, **other})


def legion(*picks: Document, **fields: Any) -> Document:
    return {"game": GAME, **fields, "picks": list(picks)}


def refusal(document: Document, by: Library | None = None) -> tuple[str, tuple[str, ...]]:
    with pytest.raises(CannotJudge) as raised:
        judge(by or conformance_cases.library(GAME), document)
    assert str(raised.value)
    return raised.value.code, raised.value.pointers


def test_an_unknown_format_is_refused_never_passed_over() -> None:
    assert refusal(legion({"card": "hill-wolf"}, format="no-such-format")) == ("unknown-format", ("/format",))


def test_a_default_format_that_is_missing_is_refused_at_the_whole() -> None:
    assert refusal(legion({"card": "hill-wolf"}), build(formats=[])) == ("unknown-format", ("",))


def test_a_legion_of_another_game_is_refused() -> None:
    other = {**legion({"card": "hill-wolf"}), "game": "another-game"}
    assert refusal(other) == ("unknown-game", ("/game",))
    assert refusal({"game": GAME, "team": [legion(), other]}) == ("unknown-game", ("/team/1/game",))


@pytest.mark.parametrize(
    ("campaign", "pointer"),
    [
        ({"player": "ann"}, "/campaign"),
        ({"adventure": "over-the-hil", "side": "upper"}, "/campaign/adventure"),
        ({"adventure": "over-the-hill", "side": "uper"}, "/campaign/side"),
        (
            {"adventure": "over-the-hill", "side": "upper", "record": {"game": "chess", "entries": []}},
            "/campaign/record",
        ),
        ({"adventure": "over-the-hill", "side": "upper", "record": {"game": GAME, "entries": []}}, "/campaign/player"),
    ],
)
def test_a_campaign_that_nobody_knows_is_refused_with_its_place(campaign: Document, pointer: str) -> None:
    code, (at,) = refusal(legion({"card": "hill-wolf"}, campaign=campaign))
    assert code == "invalid-legion"
    assert at.startswith(pointer)


def test_an_empty_campaign_asks_for_nothing_and_changes_no_digest() -> None:
    library = conformance_cases.library(GAME)
    plain = judge(library, legion({"card": "hill-wolf"}))
    empty = judge(library, legion({"card": "hill-wolf"}, campaign={}))
    assert empty.verdict == "legal"
    assert empty.digest == plain.digest
    built = judge(library, legion({"card": "hill-wolf"}, campaign={"adventure": "over-the-hill", "side": "upper"}))
    assert built.digest != plain.digest


def test_the_campaign_of_a_team_is_a_field_of_the_team() -> None:
    part = legion({"card": "hill-wolf"}, campaign={"adventure": "over-the-hill", "side": "upper"})
    assert refusal({"game": GAME, "team": [part]}) == ("invalid-legion", ("/team/0/campaign",))


def test_the_verdict_lists_purchases_with_the_entries_that_pay_for_them() -> None:
    entitled = {"xp": {"least": 3, "most": 3, "entries": ["e4"]}, "artifacts": []}
    campaign = {"adventure": "over-the-hill", "side": "upper", "points_bought": 1, "entitlements": entitled}
    bought = legion({"card": "hill-wolf", "bought_slot": "monster"}, campaign=campaign)
    document = judge(conformance_cases.library(GAME), bought).as_document()
    assert document["points"]["limit"] == 31
    assert document["campaign"]["points"] == {"adventure": 30, "bought": 1}
    assert document["campaign"]["bought"] == [
        {"at": "/campaign/points_bought", "xp": 1, "points": 1},
        {"at": "/picks/0/bought_slot", "xp": 2, "card": "hill-wolf", "icon": "monster"},
    ]
    assert document["campaign"]["players"][0]["xp"]["entries"] == ["e4"]


def test_every_field_of_a_legion_is_judged_or_known_to_say_nothing() -> None:
    says_nothing = {"name", "release", "notes", "tags", "ext", "sources"}
    judged = {"game", "format", "points", "picks", "on", "team", "collection", "packs", "house_rules", "facts"}
    every = set(schema("legion.schema.json")["properties"])
    assert judged | says_nothing | GAME_FIELDS | {"campaign"} == every
    assert set(schema("legion.schema.json")["$defs"]["pick"]["properties"]) == {"card", "count"} | GAME_PICK_FIELDS


def test_a_field_of_other_games_is_refused_anywhere() -> None:
    wolf = legion({"card": "hill-wolf"})
    assert refusal({**wolf, "tiles": [], "faction": "wild"}) == ("invalid-legion", ("/faction", "/tiles"))
    team = {"game": GAME, "team": [wolf, {**wolf, "pool": {}}], "against": [2]}
    assert refusal(team) == ("invalid-legion", ("/against", "/team/1/pool"))
    fields = {"tiles": ["marsh"], "map": "keep"}
    assert unsupported_fields({**wolf, **fields}, unsupported_names(frozenset(("tiles",)), GAME_PICK_FIELDS)) == [
        "/map"
    ]
    bare = {"picks": [{"card": "a"}, {"card": "b", "soldiers": 2, "upgrades": []}]}
    assert unsupported_fields(bare, unsupported_names(frozenset(), frozenset())) == [
        "/picks/1/soldiers",
        "/picks/1/upgrades",
    ]


def test_a_format_may_leave_rules_out_and_take_optional_ones_in() -> None:
    code = f"{GAME}/point-limit"
    cheap = {**next(one for one in DOCUMENTS["formats"] if one["slug"] == "standard"), "points": 1}
    over = legion({"card": "hill-wolf"})
    assert judge(build(formats=[cheap]), over).verdict == "illegal"
    assert judge(build(formats=[{**cheap, "without": [code]}]), over).verdict == "legal"

    ruleset = find_ruleset(f"{GAME}/1")
    rules = tuple(replace(rule, optional=rule.code == code) for rule in ruleset.rules)
    optional = replace(ruleset, rules=rules)
    codes = {
        name: {rule.code for rule in optional.rules_for(Format.read({**cheap, **more}, {}))} for name, more in MODES
    }
    assert codes["plain"] == {rule.code for rule in rules} - {code}
    assert codes["with it"] == {rule.code for rule in rules}


MODES = (("plain", {}), ("with it", {"with": [f"{GAME}/point-limit"]}))


def test_a_format_says_its_own_numbers() -> None:
    rows = [{"name": "creatures", "number": 6}, {"name": "orders", "number": None}]
    standard = next(one for one in DOCUMENTS["formats"] if one["slug"] == "standard")
    assert Format.read({**standard, "numbers": rows}, {}).numbers == {"creatures": 6, "orders": None}


def test_former_slugs_lead_to_cards_and_formats() -> None:
    formats = [{**document, "formerly": [f"old-{document['slug']}"]} for document in DOCUMENTS["formats"]]
    library = build(formats=formats)
    verdict = judge(library, legion({"card": "river-guard"}, format="old-strict"))
    assert verdict.format == "strict"
    assert verdict.price.lines[0]["card"] == "river-watch"


def test_a_slug_in_use_goes_before_a_former_one() -> None:
    wolf = next(card for card in DOCUMENTS["cards"] if card["slug"] == "hill-wolf")
    usurper = {**wolf, "slug": "grey-wolf", "cost": 99, "formerly": ["hill-wolf"]}
    for cards in ([wolf, usurper], [usurper, wolf]):
        assert judge(build(cards=cards), legion({"card": "hill-wolf"})).price.total == 10


def test_cards_and_formats_of_another_game_are_not_in_the_library() -> None:
    stray = [{**document, "game": "another-game"} for document in DOCUMENTS["cards"]]
    assert build(cards=stray).cards == {}
    foreign = [{**document, "game": "another-game", "points": 1} for document in DOCUMENTS["formats"]]
    assert judge(build(formats=[*DOCUMENTS["formats"], *foreign]), legion({"card": "hill-wolf"})).verdict == "legal"


def test_libraries_can_share_cards() -> None:
    ruleset = find_ruleset(DOCUMENTS["game"]["ruleset"])
    pairs = [(document, ruleset.card(document)) for document in DOCUMENTS["cards"]]
    one, other = build(cards=pairs), build(cards=pairs, release=2)
    assert all(one.cards[slug] is card for slug, card in nonempty(other.cards.items()))
    assert one.cards["river-guard"] is one.cards["river-watch"]


def test_a_game_without_a_ruleset_has_no_library() -> None:
    for name in ("attack-wing/99", "no-such-game/1", "common/1"):
        with pytest.raises(LookupError):
            build(game={**DOCUMENTS["game"], "ruleset": name})


def test_kinds_decide_what_a_card_is() -> None:
    library = conformance_cases.library(GAME)
    assert isinstance(library.cards["hill-wolf"], Creature)
    assert isinstance(library.cards["fireball"], Upgrade)
    assert type(library.cards["shaken"]) is Card


def test_a_verdict_says_what_it_was_judged_by() -> None:
    verdict = judge(conformance_cases.library(GAME), legion({"card": "hill-wolf"})).as_document()
    assert {name: verdict[name] for name in ("game", "format", "release", "ruleset", "waived")} == {
        "game": "attack-wing",
        "format": "standard",
        "release": 1,
        "ruleset": "attack-wing/1",
        "waived": [],
    }


def test_findings_of_a_rule_are_in_the_order_of_their_places() -> None:
    verdict = judge(conformance_cases.library(GAME), legion({"card": "zebra-of-nowhere"}, {"card": "ape-of-nowhere"}))
    assert [finding.at for finding in verdict.findings] == [("/picks/0",), ("/picks/1",)]


def test_of_many_unknown_cards_only_the_first_get_near_names() -> None:
    nearly = [{"card": f"hill-wolf-{number:02}"} for number in range(MAX_SUGGESTED + 2)]
    verdict = judge(conformance_cases.library(GAME), legion(*nearly))
    assert [bool(finding.facts["nearest"]) for finding in verdict.findings] == [True] * MAX_SUGGESTED + [False] * 2


def test_a_finding_cites_the_rulebook() -> None:
    (finding,) = judge(
        conformance_cases.library(GAME), legion({"card": "ash-drake", "upgrades": ["high-wish"]})
    ).findings
    assert finding.as_document() == {
        "code": "attack-wing/spell-level",
        "level": "error",
        "at": ["/picks/0/upgrades/0"],
        "message": "High Wish needs a level 9 creature. Ash Drake is level 8.",
        "facts": {"spell": "High Wish", "minimum_level": 9, "creature": "Ash Drake", "level": 8},
        "cite": {
            "source": "Attack Wing rulebook",
            "page": 30,
            "section": "Arcane & Divine Spells",
            "at": "p30/arcane-divine-spells",
        },
    }


def test_rules_are_listed_in_the_order_of_the_rulebook_with_text_and_page() -> None:
    rules = conformance_cases.library(GAME).ruleset.rules
    assert [rule.code.partition("/")[2] for rule in rules] == [
        "point-limit",
        "no-creature",
        "unique-name",
        "upgrade-slot",
        "duplicate-upgrade",
        "equip-restriction",
        "keyword-exclusion",
        "spell-level",
        "cost-penalty",
        "campaign-artifact-limit",
        "troop-size",
        "troop-cost",
        "collection-limit",
        "card-limit",
        "team-unique-name",
        "team-points",
        "team-artifact-limit",
        "adventure-points",
        "adventure-required-card",
        "xp-budget",
        "xp-slot",
        "xp-reuse",
        "artifact-not-earned",
        "artifact-reuse",
        "barred",
        "point-limit-not-allowed",
        "format-dates",
        "house-barred",
        "house-points",
        "house-limit",
        "unknown-card",
        "not-equippable",
        "retired-card",
    ]
    for rule in nonempty(rules):
        assert rule.code.startswith(f"{GAME}/")
        assert rule.text[0].isupper() and rule.text.endswith(".")
        assert rule.title and rule.cite.source
        assert bool(rule.messages) == (rule.check is not None or not rule.unwaivable_reason)


def test_the_second_line_of_a_check_names_the_page_it_cites() -> None:
    for rule in nonempty(conformance_cases.library(GAME).ruleset.rules):
        if rule.check and ".attack_wing." in rule.check.__module__:
            page = f"{rule.cite.source}, p. {rule.cite.page}" if rule.cite.page else rule.cite.source
            lines = [line.strip() for line in (rule.check.__doc__ or "").splitlines() if line.strip()]
            assert lines[:2] == [rule.text, page]


@pytest.mark.sampled
def test_the_engine_imports_only_itself_and_the_standard_library() -> None:
    program = (
        "import sys; before = set(sys.modules)\n"
        "from rulesapi.engine import search\nfrom rulesapi.engine.core import card_text, evaluation, library\n"
        "library.find_ruleset('attack-wing/1')\n"
        "names = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(names - set(sys.stdlib_module_names)))\n"
        "print('logging' in sys.modules)"
    )
    printed = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert printed.stdout.split("\n")[:2] == ["['rulesapi']", "False"]
