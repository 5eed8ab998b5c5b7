"""Requests for the rulebook's answer about a situation."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from catalog.documents.validation import schema_validators
from rulesapi.judging import resolutions
from rulesapi.judging.resolutions import MAX_SITUATIONS
from tests import factories
from tests.engine.test_situations import FILES, short
from tests.engine.test_situations import cases as situation_cases
from tests.nonempty import nonempty
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db

CREATURE = {
    "name": "Sentry",
    "attack": 3,
    "agility": 1,
    "health": 4,
    "armor": 1,
    "movement": "ground",
    "weapons": [{"name": "Spear", "melee": True, "arc": "forward", "range": 1}],
}


@pytest.fixture(autouse=True)
def cards() -> None:
    """Publish one creature of unknown armor."""
    factories.publish_frame(
        factories.creature(slug="wraith", name="Wraith", attack=2, agility=2, health=3, armor=None, movement="ground"),
    )


def attack(**fields: Any) -> dict[str, Any]:
    return {"attacker": CREATURE, "defender": CREATURE, "measured": {"range": 1}, **fields}


def ask(api: ApiClient, question: str, situation: Any, status: int = 200, query: str = "") -> Any:
    response = api.ask(f"resolutions/attack-wing/{question}", situation, query)
    assert response.status_code == status
    return response.json()


def test_a_situation_is_resolved_by_given_facts_and_by_those_of_a_card(api: ApiClient) -> None:
    rolled = {"attack": ["hit", "hit", "blank"], "defense": ["blank"]}
    found = ask(api, "attack", attack(rolled=rolled))
    assert (found["outcome"], found["result"]["damage"]) == ("allowed", {"normal": 1, "critical": 0})
    rolled["defense"].append("blank")
    found = ask(api, "attack", attack(defender={"card": "wraith"}, rolled=rolled))
    assert found["outcome"] == "undetermined"
    assert found["unknown"] == [
        {
            "card": "wraith",
            "fact": "/armor",
            "at": ["/defender"],
            "needed_by": ["attack-wing/armor"],
            "message": "Not known: the armor of Wraith.",
        }
    ]


def test_a_forbidden_situation_is_a_finding_with_its_page_and_not_an_error(api: ApiClient) -> None:
    found = ask(api, "attack", attack(measured={"range": 5}))
    (finding,) = found["findings"]
    assert (found["outcome"], finding["code"], finding["cite"]["page"]) == (
        "forbidden",
        "attack-wing/no-such-range",
        13,
    )


def test_an_unknown_slug_gets_suggestions(api: ApiClient) -> None:
    (finding,) = ask(api, "attack", attack(attacker={"card": "wrath"}))["findings"]
    assert finding["message"].startswith("The catalog has no card called wrath. Did you mean Wraith?")
    assert (finding["at"], finding["facts"]["nearest_slugs"]) == (["/attacker/card"], ["wraith"])
    (finding,) = ask(api, "attack", attack(attacker={"card": "qqqqqq"}))["findings"]
    assert finding["message"] == "The catalog has no card called qqqqqq. Enter its numbers instead."


def test_suggestions_are_only_cards_of_the_kinds_of_the_place(api: ApiClient) -> None:
    factories.publish(factories.upgrade(slug="wreath", name="Wreath"))
    (finding,) = ask(api, "attack", attack(attacker={"card": "wreaith"}))["findings"]
    assert finding["facts"]["nearest_slugs"] == ["wraith"]


def test_a_malformed_situation_is_refused_with_every_place(api: ApiClient) -> None:
    found = ask(api, "attack", {"attacker": {"soldiers": "7"}, "defender": {}, "fog": True}, status=400)
    assert found["code"] == "invalid-situation"
    assert {fault["pointer"] for fault in found["faults"]} == {"/attacker/soldiers", "/fog"}


@pytest.mark.parametrize("body", [None, [], "attack", 7])
def test_an_invalid_situation_is_refused(api: ApiClient, body: Any) -> None:
    assert ask(api, "attack", body, status=400)["code"] == "invalid-situation"


def test_a_batch_is_answered_in_its_order_and_one_fault_spoils_no_other(api: ApiClient) -> None:
    found = ask(api, "morale", {"situations": [{"soldiers": 0}, {"soldiers": -1}, {"soldiers": 2}]})["resolutions"]
    assert [one.get("outcome", one.get("code")) for one in found] == [
        "allowed",
        "invalid-situation",
        "undetermined",
    ]
    assert found[1]["faults"][0]["pointer"] == "/situations/1/soldiers"


def test_a_situation_that_muster_fails_at_loses_no_other_of_its_batch(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    questions = resolutions.play_ruleset("attack-wing").questions
    morale = questions["morale"]

    def failing(situation: Any, table: Any) -> Any:
        return morale.course(situation, table) if situation["soldiers"] else {}["no such key"]

    monkeypatch.setitem(questions, "morale", replace(morale, course=failing))
    found = ask(api, "morale", {"situations": [{"soldiers": 1}, {"soldiers": 0}, {"soldiers": 2}]})["resolutions"]
    assert [one.get("outcome", one.get("code")) for one in found] == ["undetermined", "internal-error", "undetermined"]
    assert found[1]["faults"][0]["pointer"] == "/situations/1"
    assert "no such key" not in json.dumps(found) and "no such key" in caplog.text


@pytest.mark.sampled
def test_a_batch_may_be_larger_than_a_document_and_what_is_too_large_in_it_spoils_no_other(api: ApiClient) -> None:
    large = attack(changes=[{"what": "hits", "by": 0, "because": "x"}] * 20)
    found = ask(api, "attack", {"situations": [large] * MAX_SITUATIONS})["resolutions"]
    assert len(found) == MAX_SITUATIONS and all("outcome" in one for one in found)
    found = ask(api, "morale", {"situations": [{"soldiers": [0] * 2_500}, {"soldiers": 1}]})["resolutions"]
    assert [one.get("outcome", one.get("code")) for one in found] == ["malformed-json", "undetermined"]
    assert found[0]["faults"][0]["pointer"].startswith("/situations/0")


SIDES = [{"name": name, "creatures": [{"name": "X", "level": 4}]} for name in ("One", "Two")]


@pytest.mark.parametrize("question", ["winner", "end-phase"])
@pytest.mark.parametrize("played", [True, False])
def test_an_adventure_can_be_played_without_naming_it(api: ApiClient, question: str, played: bool) -> None:
    situation = {"sides": SIDES, "adventure": played, "initiative": 0}
    found = ask(api, question, situation)
    assert ("adventure-decides" in [short(step["code"]) for step in found["steps"]]) == played
    batch = ask(api, question, {"situations": [situation, {"sides": SIDES, "initiative": 0}]})["resolutions"]
    assert [one["question"] for one in batch] == [question] * 2 and batch[0] == found


def test_a_weapon_without_a_name_may_be_the_one_that_is_asked_for(api: ApiClient) -> None:
    attacker = {"name": "B", "attack": 4, "weapons": [{"arc": "forward"}]}
    situation = {"attacker": attacker, "defender": {"name": "R", "agility": 1, "health": 6}, "weapon": {"name": "Bite"}}
    found = ask(api, "attack", situation)
    assert found["outcome"] == "undetermined"
    assert found["unknown"][0]["fact"] == "/weapons"
    named = {**situation, "attacker": {**attacker, "weapons": [{"arc": "forward", "name": "Claw"}]}}
    (finding,) = ask(api, "attack", named)["findings"]
    assert (short(finding["code"]), finding["at"]) == ("unknown-weapon", ["/weapon"])


def test_a_batch_has_a_bound(api: ApiClient) -> None:
    found = ask(api, "morale", {"situations": [{"soldiers": 1}] * (MAX_SITUATIONS + 1)}, status=413)
    assert found["code"] == "too-many-situations"


HOSTILE = [
    b"",
    b"[]",
    b"null",
    b'"attack"',
    b'{"soldiers": 1e999}',
    b'{"soldiers": NaN}',
    b'{"soldiers": 1, "soldiers": 2}',
]


@pytest.mark.one_variant
@pytest.mark.parametrize("body", HOSTILE)
def test_a_body_that_is_no_situation_is_refused(api: ApiClient, body: bytes) -> None:
    response = api.ask("resolutions/attack-wing/morale", body)
    assert response.status_code == 400
    assert response.json()["code"] in {"malformed-json", "invalid-situation"}


@pytest.mark.parametrize("situations", [{}, "all", None])
def test_a_batch_is_a_list(api: ApiClient, situations: Any) -> None:
    assert ask(api, "morale", {"situations": situations}, status=400)["faults"][0]["pointer"] == "/situations"


@pytest.mark.parametrize("address", ["chess/attack", "attack-wing/tea", "dungeon-command/tea"])
def test_a_question_that_there_is_not_is_not_found(api: ApiClient, address: str) -> None:
    assert api.ask(f"resolutions/{address}", {}).status_code == 404


def test_the_release_that_is_asked_for_is_read(api: ApiClient) -> None:
    factories.publish(factories.creature(slug="wraith", attack=2, agility=2, health=3, armor=0, movement="ground"))
    rolled = {"attack": ["hit", "blank", "blank"], "defense": ["blank", "blank"]}
    situation = attack(defender={"card": "wraith"}, rolled=rolled)
    assert ask(api, "attack", situation)["outcome"] == "allowed"
    assert ask(api, "attack", situation, query="?release=1")["outcome"] == "undetermined"
    assert ask(api, "attack", situation, status=400, query="?release=99")["code"] == "unknown-release"


def test_the_questions_of_a_game_lead_to_their_schemas_and_rules(api: ApiClient) -> None:
    found = api.get("/api/v1/resolutions/attack-wing/").json()
    assert "attack" in [one["question"] for one in found["questions"]]
    assert all(rule["cite"]["page"] and rule["text"] for rule in nonempty(found["rules"]))
    for one in nonempty(found["questions"]):
        assert api.get(one["schema"]).json()["$id"] == one["schema"]


@pytest.mark.one_variant
@pytest.mark.parametrize(("game", "path"), FILES, ids=lambda value: getattr(value, "stem", value))
def test_the_situations_of_the_cases_follow_the_schema_of_their_question(game: str, path: Path) -> None:
    validators = schema_validators(f"{game}/situations/{path.stem}.schema.json")
    for case in nonempty(situation_cases(path)):
        assert validators.quick.is_valid(case["situation"]), case["name"]


def test_a_deal_is_promised_by_its_checksum_and_shown_when_it_is_asked_for(api: ApiClient) -> None:
    lamed, winded = (factories.damage_card(slug=slug, set="bells") for slug in ("lamed", "winded"))
    deck = [{**lamed, "copies": 2}, winded]
    factories.publish(factories.card_set(slug="bells"), *deck)
    situation = {"set": "bells", "deal": "our-friday-game", "words": ["eel"]}
    before = ask(api, "damage-deck", situation)["result"]
    assert "seed" not in before
    after = ask(api, "damage-deck", {**situation, "reveal": True})["result"]
    assert (after["checksum"], sorted(after["order"])) == (before["checksum"], ["lamed", "lamed", "winded"])
    told = {"set": "bells", "seed": after["seed"], "checksum": before["checksum"], "words": ["eel"], "reveal": True}
    assert ask(api, "damage-deck", told)["result"] == after
    assert ask(api, "damage-deck", {**told, "checksum": "0" * 64})["outcome"] == "forbidden"
    other = ask(api, "damage-deck", {**situation, "deal": "our-other-game"})["result"]
    assert other["checksum"] != before["checksum"]


@pytest.mark.parametrize(
    ("event", "lacks"),
    [
        ({"does": "damage"}, "/creature"),
        ({"does": "turn-down", "creature": "Ogre"}, "/card"),
        ({"does": "defeat"}, "/creature"),
        ({}, "/creature"),
    ],
)
def test_an_event_of_a_deck_without_its_creature_or_card_is_not_known(
    api: ApiClient, event: dict[str, Any], lacks: str
) -> None:
    found = ask(api, "damage-deck", {"events": [event, {"does": "discard", "creature": "Ogre"}]})
    assert found["outcome"] == "undetermined" and found["unused"][0]["at"].startswith("/events/1")
    assert [(one["fact"], one["at"]) for one in found["unknown"]] == [(lacks, ["/events/0"])]


def test_an_event_of_a_deck_that_there_is_not_is_refused(api: ApiClient) -> None:
    event = {"does": "burn", "creature": "Ogre"}
    assert ask(api, "damage-deck", {"events": [event]}, status=400)["code"] == "invalid-situation"


def test_a_deal_has_no_effect_beside_a_seed(api: ApiClient) -> None:
    factories.publish(factories.card_set(slug="bells"), factories.damage_card(slug="lamed", set="bells"))
    assert ask(api, "damage-deck", {"set": "bells", "deal": "our-friday-game"})["unused"] == []
    both = ask(api, "damage-deck", {"set": "bells", "deal": "our-friday-game", "seed": "nine bells"})
    assert [one["at"] for one in both["unused"]] == ["/deal"]


def test_each_creature_in_an_area_counts_as_a_situation(api: ApiClient) -> None:
    area = {
        "attacker": {"name": "A"},
        "upgrade": {"name": "B", "dice": 1, "range": "cone 2"},
        "level": "both",
        "targets": [{"creature": {"name": "C"}}] * 12,
    }
    assert len(ask(api, "area-attack", {"situations": [area] * 4})["resolutions"]) == 4
    found = ask(api, "area-attack", {"situations": [area] * 5}, status=413)
    assert "(targets counted)" in found["faults"][0]["message"]
    found = ask(api, "area-attack", {**area, "targets": area["targets"] * 2}, status=400)
    assert found["faults"][0]["pointer"] == "/targets"


def test_an_adventure_is_named_or_sent_whole_and_its_rules_are_open(api: ApiClient) -> None:
    own = factories.adventure(slug="fog", name="Fog", special_rules=["Nobody attacks beyond range 2."])
    factories.publish(own)
    for adventure in ({"slug": "fog"}, {"document": own}):
        found = ask(api, "attack", attack(adventure=adventure))
        assert found["steps"][0]["message"] == "Fog says, decide at the table: Nobody attacks beyond range 2."
        assert "/special_rules/0" in [one["fact"] for one in found["unknown"]]
    found = ask(api, "attack", attack(adventure={"slug": "fog", "settled": [0]}))
    assert "/special_rules/0" not in [one["fact"] for one in found["unknown"]]
    found = ask(api, "attack", attack(adventure={"slug": "mist"}))
    assert (found["outcome"], found["findings"][0]["code"]) == ("forbidden", "attack-wing/unknown-adventure")
    found = ask(api, "attack", attack(adventure={"slug": "fogg"}))
    assert "Did you mean Fog?" in found["findings"][0]["message"]


def test_an_adventure_of_another_game_is_refused_with_the_game_that_is_played(api: ApiClient) -> None:
    foreign = factories.adventure(slug="fog", game="dungeon-command")
    found = ask(api, "attack", attack(adventure={"document": foreign}), status=400)
    (fault,) = found["faults"]
    assert fault["pointer"] == "/adventure/document/game"
    assert "attack-wing" in fault["message"]


def test_the_fault_of_a_short_seed_has_the_minimum_length(api: ApiClient) -> None:
    found = ask(api, "damage-deck", {"seed": "short"}, status=400)
    (fault,) = found["faults"]
    assert fault["pointer"] == "/seed"
    assert fault["message"] == "Takes at least 8 characters, and has 5."


def test_a_set_without_damage_cards_leaves_the_deck_open_even_when_it_is_drawn_by_hand(api: ApiClient) -> None:
    found = ask(api, "damage-deck", {"set": "no-such-set"})
    assert found["outcome"] == "undetermined"
    assert [(one["at"], one["fact"]) for one in found["unknown"]] == [(["/set"], "/deck")]
    assert ask(api, "damage-deck", {})["outcome"] == "allowed"


@pytest.mark.parametrize(
    "adventure", [{}, {"document": {"name": "x"}}, {"slug": "a b"}, {"slug": "a", "settled": [-1]}]
)
def test_an_invalid_adventure_is_refused_at_its_place(api: ApiClient, adventure: Any) -> None:
    found = ask(api, "attack", attack(adventure=adventure), status=400)
    assert found["faults"][0]["pointer"].startswith("/adventure")


@pytest.mark.sampled
def test_the_color_of_a_maneuver_may_be_left_out_and_is_asked_for_where_no_dial_has_it(api: ApiClient) -> None:
    of_class = {"class": "Wraith"}
    line = {"dial": "ground", "bearing": "turn", "side": "left", "speed": 3, "colour": "red"}
    factories.publish(
        factories.creature(slug="wraith", movement="ground", **of_class),
        factories.maneuver_card(maneuvers=[line], **of_class),
    )
    revealed = {"bearing": "turn", "side": "left", "speed": 3}
    found = ask(api, "maneuver", {"creature": {"card": "wraith"}, "revealed": revealed})
    assert (found["outcome"], found["result"]["executed"]["colour"]) == ("allowed", "red")
    assert found["result"]["exhaustion"] == 1
    found = ask(api, "maneuver", {"creature": {"movement": "ground"}, "revealed": revealed})
    assert (found["outcome"], found["result"]["exhaustion"]) == ("undetermined", None)
    assert [(one["fact"], one["at"]) for one in found["unknown"]] == [("/colour", ["/revealed"])]
    off = {"creature": {"card": "wraith"}, "revealed": {"bearing": "bank", "side": "left", "speed": 5}}
    assert [short(one["code"]) for one in ask(api, "maneuver", off)["findings"]] == ["not-on-dial"]
    found = ask(api, "maneuver", {"creature": {"card": "wraith"}, "revealed": {"bearing": "turn"}})
    assert (found["outcome"], [one["fact"] for one in found["unknown"]]) == ("undetermined", ["/speed"])
