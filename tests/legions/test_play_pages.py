"""Pages of play questions: sent by GET, answered step by step, with inline fields for unknown facts."""

import re
from html import unescape
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from catalog.documents.errors import Fault
from legions.accounts.holders import Holder
from legions.play.answer import Answer
from legions.play.play_hooks import play_hooks
from legions.play.question_context import Table
from legions.saved_lists.services import create_legion
from legions.sharing.services import share_legion
from rulesapi.judging.resolutions import Resolver, play_ruleset
from tests import factories, worlds

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cards")]
PLAY = "/play/attack-wing/"
ATTACK = f"{PLAY}attack/"
DICE = {
    "attack_hits": 3,
    "attack_criticals": 1,
    "attack_concentrates": 2,
    "defense_dodges": 3,
    "defense_concentrates": 2,
}
AREA = f"{PLAY}area-attack/"
BREATH = {"attacker": "Ogre", "upgrade": "A breath", "upgrade_dice": "2", "upgrade_range": "cone 2", "level": "ground"}


@worlds.once_a_module
def cards() -> None:
    """Publish two creatures; the movement of one is unknown."""
    weapon = {"name": "Touch", "melee": True, "arc": "forward", "range": 1}
    numbers = {"attack": 2, "agility": 1, "health": 3, "armor": 1, "level": 4, "energy": []}
    factories.publish_frame(
        factories.creature(slug="wraith", name="Wraith", movement=None, weapons=[weapon], **numbers),
        factories.creature(slug="ogre", name="Ogre", movement="ground", weapons=[weapon], **numbers),
    )


def page(client: Client, address: str, status: int = 200, **query: Any) -> str:
    response = client.get(address, query)
    assert response.status_code == status
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode())))


def answer(text: str) -> str:
    return text.partition("What the rulebook says")[2]


def test_the_page_of_play_and_the_page_of_the_referee_list_its_questions(client: Client) -> None:
    assert f"{PLAY}attack/" in client.get("/play/").content.decode()
    text = page(client, PLAY)
    assert "Whether an attack can be made" in text and "Formation of a troop" in text


@pytest.mark.parametrize("address", ["/play/chess/", "/play/dungeon-command/", f"{PLAY}tea/", "/play/chess/attack/"])
def test_a_question_that_there_is_not_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_an_attack_needs_only_attacker_defender_and_range(client: Client) -> None:
    text = answer(page(client, ATTACK, attacker="Ogre", defender="ogre", measured_range="1"))
    assert "Touch rolls 2 attack dice." in text and "Attack Wing rulebook, p. 19" in text
    assert "What your dice show is not known." in text


def test_faces_are_tapped_one_by_one_and_taken_away_again(client: Client) -> None:
    query = {"attacker": "Ogre", "defender": "Ogre", "measured_range": "1"}
    after = client.get(ATTACK, {**query, "rolled_attack": "hit", "roll": "rolled_attack.critical"})
    assert after.status_code == 302
    assert after.headers["Location"].endswith("rolled_attack=hit.critical")
    after = client.get(after.headers["Location"], {"roll": "rolled_attack.back"} | query | {"rolled_attack": "hit.hit"})
    assert after.headers["Location"].endswith("rolled_attack=hit")
    text = answer(page(client, ATTACK, rolled_attack="hit.critical", rolled_defense="blank", **query))
    assert "0 normal and 1 critical damage." in text


@pytest.mark.parametrize("tap", ["rolled_attack.dodge", "nothing.hit", "attacker.hit", "", "rolled_attack"])
def test_a_tap_on_nothing_that_is_there_changes_nothing(client: Client, tap: str) -> None:
    after = client.get(ATTACK, {"attacker": "Ogre", "rolled_attack": "hit", "roll": tap})
    assert after.headers["Location"] == f"{ATTACK}?attacker=Ogre&rolled_attack=hit"


@pytest.mark.sampled
def test_unknown_facts_are_asked_at_the_answer_and_decide_once_entered(client: Client) -> None:
    query = {
        "attacker": "Wraith",
        "defender": "Ogre",
        "measured_range": "1",
        "rolled_attack": "hit.hit",
        "rolled_defense": "blank",
    }
    shown = client.get(ATTACK, query).content.decode()
    assert 'name="attacker_movement"' in shown.partition('id="answer"')[2].partition("</section>")[0]
    assert "Not known yet" in page(client, ATTACK, **query)
    assert "Allowed" in answer(page(client, ATTACK, attacker_movement="ground", **query))
    text = answer(page(client, ATTACK, attacker_movement="flying", **query))
    assert "Not allowed" in text and "p. 16" in text


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("question", "query", "without_effect"),
    [
        ("attack", {"measured_range": "4", "interposing": "1"}, ["Ground creatures between. The attack was lost,"]),
        ("attack", {"measured_range": "1", "rolled_defense": "blank"}, ["Defense dice. Nothing in this answer"]),
        ("attack", {"measured_range": "4", "spend_attacker": "target"}, ["The attacker spends. The attack was lost,"]),
        ("attack", {"measured_range": "1", "attacker_attacked": "", "caught": "2"}, ["Soldiers in the area. Nothing"]),
        ("attack", {"measured_range": "1"}, []),
        ("maneuver", {"creature": "Ogre", "overlap": "ground"}, ["It would end on. No maneuver was executed, and"]),
        (
            "damage",
            {"creature": "Ogre", "normal": "1", "deck": "9", "discards": "2"},
            ["Discarded damage cards. Nothing"],
        ),
        ("order", {"lines_0": "Ogre", "lines_1": "Wraith", "initiative": "1"}, []),
        ("damage-deck", {"events_next_creature": "Ogre", "events_next_normal": "1"}, []),
    ],
)
def test_a_field_without_effect_is_named_with_the_reason(
    client: Client, question: str, query: Any, without_effect: list[str]
) -> None:
    creatures = {"attacker": "Ogre", "defender": "Ogre"} if question == "attack" else {}
    text = answer(page(client, f"{PLAY}{question}/", **creatures, **query))
    assert ("Without effect here" in text) == bool(without_effect)
    assert all(words in text for words in without_effect)


@pytest.mark.parametrize("chosen", ["4", "0"])
def test_a_lost_attack_is_reported_first_and_asks_for_nothing(client: Client, chosen: str) -> None:
    """The movement of the wraith does not matter: no dice are rolled."""
    text = page(client, ATTACK, attacker="Wraith", defender="Ogre", measured_range=chosen)
    said = text.rpartition("What the rulebook says")[2].partition("Step by step")[0]
    assert said.strip() == "The attack is lost."


@pytest.mark.parametrize(
    ("question", "query", "asked"),
    [
        ("attack", {"attacker": "Wrath", "defender": "Ogre"}, "“Wrath”. Did you mean: Wraith"),
        ("area-attack", {"attacker": "Ogre", "targets_0_creature": "wraiht"}, "“wraiht”. Did you mean: Wraith"),
        ("order", {"lines_0": "2x Orge 3\nBlob 4", "lines_1": "Wraith"}, "“Orge”. Did you mean: Ogre"),
        ("damage-deck", {"events_next_creature": "Orge"}, "“Orge”. Did you mean: Ogre"),
        ("maneuver", {"creature": "Ogre", "maneuver_card": "xyz"}, "“xyz”. "),
    ],
)
def test_a_misspelled_name_gets_suggestions_at_its_field(client: Client, question: str, query: Any, asked: str) -> None:
    assert f"No card is called {asked}" in page(client, f"{PLAY}{question}/", **query)


@pytest.mark.sampled
def test_an_unknown_name_is_accepted_once_marked_as_not_a_card(client: Client) -> None:
    query = {"attacker": "ogre", "defender": "Thousandfold Blob", "measured_range": "1"}
    text = page(client, ATTACK, **query)
    assert "No card is called “Thousandfold Blob”. It is not a card" in text
    assert "Which card is “Thousandfold Blob”?" in answer(text) and "Step by step" not in answer(text)
    shown = client.get(ATTACK, {**query, "own": "Thousandfold Blob"}).content.decode()
    assert "Ogre attacks Thousandfold Blob" in shown and "No card is called" not in shown
    assert '<input type="hidden" name="own" value="Thousandfold Blob">' in shown
    assert 'name="own"' not in page(client, ATTACK, **query | {"own": "Somebody", "defender": "ogre"})


@pytest.mark.parametrize(
    ("question", "query", "expected"),
    [
        (
            "attack",
            {"attacker": "ogre", "defender": "Blob", "defender_agility": "2"},
            "Ogre attacks Blob",
        ),
        ("damage", {"creature": "Blob", "creature_health": "3", "normal": "1"}, "1 normal and 0 critical"),
        ("order", {"lines_0": "Blob 4", "lines_1": "Ogre"}, "Activation, lowest level first"),
        (
            "area-attack",
            {"targets_0_creature": "Blob", "targets_0_creature_armor": "1", "targets_0_measured_range": "1"},
            "Attack 1 of 1: Blob.",
        ),
    ],
)
def test_entered_numbers_of_a_creature_are_used(client: Client, question: str, query: Any, expected: str) -> None:
    area = BREATH if question == "area-attack" else {}
    assert expected in answer(page(client, f"{PLAY}{question}/", **area, **query))


@pytest.mark.parametrize(
    ("question", "query", "taken", "expected"),
    [
        (
            "attack",
            {"attacker": "ogr", "defender": "wraith", "measured_range": "1"},
            "“ogr” is taken for Ogre.",
            "Ogre attacks",
        ),
        ("maneuver", {"creature": "wra"}, "“wra” is taken for Wraith.", "Now reveal its maneuver."),
        ("order", {"lines_0": "2 wra\nOgre", "lines_1": "Ogre"}, "“wra” is taken for Wraith.", "2 × Wraith"),
        ("damage", {"creature": "Wrai", "normal": "1"}, "“Wrai” is taken for Wraith.", "1 normal and"),
    ],
)
def test_the_only_card_with_this_beginning_is_used_and_named(
    client: Client, question: str, query: Any, taken: str, expected: str
) -> None:
    text = page(client, f"{PLAY}{question}/", **query)
    assert taken in text and expected in answer(text)


@pytest.mark.sampled
def test_no_color_of_a_maneuver_is_guessed(client: Client) -> None:
    query = {"creature": "Ogre", "bearing": "turn", "side": "left", "speed": "3"}
    shown = client.get(f"{PLAY}maneuver/", query).content.decode()
    asked = shown.partition('id="answer"')[2].partition("</section>")[0]
    assert (
        'name="revealed_colour"' in asked and "Not known yet" in asked and "white" not in asked.partition("<select")[0]
    )
    assert "Allowed" in answer(page(client, f"{PLAY}maneuver/", **query, colour="green"))
    shown = client.get(f"{PLAY}maneuver/", {"creature": "Ogre", "bearing": "turn", "colour": "red"}).content.decode()
    asked = shown.partition('id="answer"')[2].partition("</section>")[0]
    assert 'name="revealed_speed"' in asked and "Not known yet" in asked and "Now reveal its maneuver." in asked


@pytest.mark.sampled
def test_the_maneuver_card_of_its_class_is_used_by_itself(client: Client) -> None:
    line = {"bearing": "turn", "side": "left", "speed": 3, "colour": "red", "dial": "ground"}
    other = {**line, "bearing": "straight", "side": "none", "colour": "white"}
    of_class = {"class": "Ogre Mage"}
    card = factories.maneuver_card(slug="ogre-maneuvers", name="Ogre Maneuvers", maneuvers=[line, other], **of_class)
    factories.publish(card, factories.creature(slug="ogre", name="Ogre", movement="ground", **of_class))
    query = {"creature": "Ogre", "bearing": "turn", "side": "left", "speed": "3"}
    shown = client.get(f"{PLAY}maneuver/", query).content.decode()
    assert "Ogre shows turn left 3 (red)." in shown and "Left empty: Ogre Maneuvers, the card of its class." in shown
    assert "Exhaustion Tokens: 1" in shown
    text = answer(page(client, f"{PLAY}maneuver/", **{**query, "bearing": "bank", "speed": "5"}))
    assert "Not allowed" in text and "Ogre has no bank left 5 on its ground dial." in text
    text = answer(page(client, f"{PLAY}maneuver/", creature="Ogre", bearing="straight", speed="3"))
    assert "Allowed" in text and "straight 3 (white)" in text


def test_cards_that_begin_so_are_offered_and_one_is_put_into_its_field_by_a_button(client: Client) -> None:
    factories.publish(factories.creature(slug="ogre-mage", name="Ogre Mage"))
    query = {"attacker": "ogr", "defender": "Wraith", "measured_range": "1"}
    shown = client.get(ATTACK, query).content.decode()
    assert "Which card is “ogr”?" in shown
    sent = [unescape(one) for one in re.findall(r'name="take" value="([^"]+)"', shown)]
    assert sent == ["field=attacker&name=ogr&title=Ogre", "field=attacker&name=ogr&title=Ogre+Mage"]
    after = client.get(ATTACK, {**query, "take": sent[1]})
    assert after.headers["Location"] == f"{ATTACK}?attacker=Ogre+Mage&defender=Wraith&measured_range=1"


def test_in_lines_a_button_puts_the_name_of_a_card_where_the_former_was(client: Client) -> None:
    query = {"lines_0": "Orge 3\n2 orgeling\nOrge", "lines_1": "Ogre", "take": "field=lines_0&name=Orge&title=Ogre"}
    after = client.get(f"{PLAY}order/", query)
    changed = "sides_0_creatures_lines=Ogre+3%0A2+orgeling%0AOgre&sides_1_creatures_lines=Ogre"
    assert after.headers["Location"] == f"{PLAY}order/?{changed}"


@pytest.mark.parametrize("sent", ["", "x", "field=range&name=&title=9", "field=nothing&title=x", "a=1&b=2&c=3&field=x"])
def test_a_button_that_there_is_not_changes_nothing(client: Client, sent: str) -> None:
    after = client.get(ATTACK, {"attacker": "Ogre", "measured_range": "1", "take": sent})
    assert after.status_code in (302, 400)
    if after.status_code == 302:
        assert after.headers["Location"] == f"{ATTACK}?attacker=Ogre&measured_range=1"


@pytest.mark.sampled
def test_creatures_of_ones_newest_list_are_offered_at_an_empty_field(client: Client) -> None:
    user = factories.UserFactory()
    create_legion(holder=Holder(user=user), document={"game": "attack-wing", "picks": [{"card": "wraith"}] * 2})
    client.force_login(user)
    shown = client.get(f"{PLAY}maneuver/").content.decode()
    assert shown.count('name="take" value="field=creature&amp;name=&amp;title=Wraith"') == 1
    assert 'name="take"' not in client.get(f"{PLAY}maneuver/", {"creature": "Ogre"}).content.decode()


@pytest.mark.sampled
def test_dice_are_entered_once_and_then_used_for_the_odds(client: Client) -> None:
    said = client.post(f"{PLAY}table/", {**DICE, "next": ATTACK})
    assert said.headers["Location"] == ATTACK
    text = answer(page(client, ATTACK, attacker="Ogre", defender="Ogre", measured_range="1"))
    assert "damage on average." in text and "A Target Token of the attacker" in text
    fled = answer(page(client, f"{PLAY}morale/", soldiers="2"))
    assert "How many flee, if the icon is “Critical”" in fled
    client.post(f"{PLAY}table/", {**DICE, "icon_morale": "critical", "next": ATTACK})
    assert "How many flee, if the icon is “hit”" not in answer(page(client, f"{PLAY}morale/", soldiers="2"))


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org/", "javascript:x", ""])
def test_entering_dice_never_redirects_to_another_site(client: Client, back: str) -> None:
    assert client.post(f"{PLAY}table/", {**DICE, "next": back}).headers["Location"] == PLAY


def test_dice_that_are_none_are_refused_with_what_to_do(client: Client) -> None:
    refused = client.post(f"{PLAY}table/", {**DICE, "attack_hits": 8})
    assert refused.status_code == 400
    assert "These come to 11 faces. The die has 8." in refused.content.decode()
    assert "dice_attack-wing" not in client.cookies


@pytest.mark.sampled
def test_creatures_come_from_ones_own_list_and_from_a_shared_one(client: Client) -> None:
    user, other = factories.UserFactory(), factories.UserFactory()
    document = {"game": "attack-wing", "points": 60, "picks": [{"card": "ogre"}]}
    mine = create_legion(holder=Holder(user=user), document=document)
    theirs = create_legion(holder=Holder(user=other), document={**document, "picks": [{"card": "wraith"}]})
    client.force_login(user)
    key = share_legion(legion=theirs)
    offers = {"list": str(mine.pk), "other_list": f"http://testserver/s/{key}/"}
    shown = client.get(ATTACK, offers).content.decode()
    assert re.findall(r'name="take" value="([^"]+)"', shown) == ["field=attacker&amp;name=&amp;title=Ogre"]
    shown = client.get(ATTACK, {**offers, "attacker": "Ogre"}).content.decode()
    assert re.findall(r'name="take" value="([^"]+)"', shown) == ["field=defender&amp;name=&amp;title=Wraith"]
    text = answer(page(client, ATTACK, attacker="Ogre", defender="Wraith", measured_range="1", **offers))
    assert "Ogre attacks Wraith with Touch" in text
    order = answer(page(client, f"{PLAY}order/", list_0=str(mine.pk), shared_1=key, initiative="1"))
    assert order.index("Ogre") < order.index("Wraith")
    page(client, ATTACK, 400, other_list=str(theirs.pk), attacker="Ogre", defender="Ogre")


@pytest.fixture
def fog() -> str:
    """Publish an adventure with a rule about attacks and one about maneuvers."""
    rules = ["Nobody attacks <b>beyond</b> range 2.", "Nobody turns."]
    touches = [{"rule": 0, "questions": ["attack"]}, {"rule": 1, "questions": ["maneuver"]}]
    factories.publish(factories.adventure(slug="fog", name="Fog", special_rules=rules, touches=touches))
    return "fog"


@pytest.mark.sampled
def test_a_special_rule_is_shown_as_open_until_the_players_settle_it(client: Client, fog: str) -> None:
    query = {
        "attacker": "Ogre",
        "defender": "Ogre",
        "measured_range": "1",
        "rolled_attack": "hit.hit",
        "rolled_defense": "blank",
    }
    shown = client.get(ATTACK, {**query, "adventure_slug": fog}).content.decode()
    assert 'name="adventure_special_rules_0"' in shown.partition('id="answer"')[2].partition("</section>")[0]
    assert "adventure_special_rules_1" not in shown and "<b>beyond" not in shown
    text = answer(page(client, ATTACK, adventure_slug=fog, **query))
    assert "Not known yet" in text and "Fog says, decide at the table: Nobody attacks" in text
    text = answer(page(client, ATTACK, adventure_slug=fog, adventure_special_rules_0="on", **query))
    assert "Allowed" in text and "the table has settled it" in text
    assert "Fog" in page(client, f"{PLAY}winner/", adventure_slug=fog, lines_0="Ogre", lines_1="Ogre")
    page(client, ATTACK, 400, adventure_slug="no-such", **query)


@pytest.mark.parametrize("question", ["winner", "end-phase"])
def test_a_checkbox_says_that_an_adventure_is_played_without_naming_it(client: Client, question: str) -> None:
    query = {"lines_0": "Ogre 4", "lines_1": "Wolf 3", "initiative": "0"}
    assert "objectives" not in answer(page(client, f"{PLAY}{question}/", **query))
    assert "objectives" in answer(page(client, f"{PLAY}{question}/", adventure="on", **query))


def test_each_creature_in_an_area_is_attacked_on_one_page_and_one_more_can_be_named(client: Client) -> None:
    caught = {
        "targets_0_creature": "Ogre",
        "targets_0_measured_range": "1",
        "targets_0_rolled_attack": "hit.critical",
        "targets_0_rolled_defense": "dodge",
    }
    text = page(client, AREA, **BREATH, **caught, targets_1_creature="Ogre", targets_1_measured_range="3")
    assert "Attack 2 of 2: Ogre." in text and "not affected" in text and "Creature 3" in text
    assert "Ogre 2 : 1 0 normal, 1 critical" in answer(text)
    assert "Attack Wing rulebook, p. 19" in answer(text)


@pytest.mark.sampled
def test_positions_in_an_area_are_asked_at_the_answer_and_empty_rows_skipped(
    client: Client,
) -> None:
    shown = client.get(
        AREA, {**BREATH, "targets_2_creature": "Wraith", "targets_2_measured_range": "1"}
    ).content.decode()
    assert 'name="targets_2_creature_movement"' in shown.partition('id="answer"')[2].partition("</section>")[0]
    text = answer(
        page(
            client,
            AREA,
            **BREATH,
            targets_2_creature="Wraith",
            targets_2_measured_range="1",
            targets_2_creature_movement="flying",
        )
    )
    assert "is in the air and is not affected" in text


@pytest.mark.sampled
def test_the_page_of_an_area_asks_for_eight_creatures_at_most_and_stays_small(client: Client) -> None:
    client.post(f"{PLAY}table/", {**DICE, "next": AREA})
    entered = (("creature", "Ogre"), ("measured_range", "1"))
    many = {f"targets_{place}_{name}": value for place in range(40) for name, value in entered}
    response = client.get(AREA, {**BREATH, **many})
    shown = response.content.decode()
    assert "Attack 8 of 8" in shown and 'name="targets_8_creature"' not in shown and "on average" in shown
    assert len(response.content) < 100_000


@pytest.mark.sampled
def test_a_list_says_its_total_where_a_game_is_set_up(client: Client) -> None:
    user = factories.UserFactory()
    mine = create_legion(holder=Holder(user=user), document={"game": "attack-wing", "picks": [{"card": "ogre"}]})
    client.force_login(user)
    query = {"list_0": str(mine.pk), "lines_1": "Ogre"}
    text = answer(page(client, f"{PLAY}set-up/", total_1="1000", **query))
    assert "Who decides about initiative: Side 1" in text
    assert "Who decides about initiative" not in answer(page(client, f"{PLAY}set-up/", **query))


def test_a_list_that_nobody_shares_is_refused_like_one_that_there_is_not(client: Client) -> None:
    legion = create_legion(
        holder=Holder(user=factories.UserFactory()), document={"game": "attack-wing", "picks": [{"card": "ogre"}]}
    )
    for link in (str(legion.pk), "no-such-key", "\x00", "/s/" + "x" * 200):
        text = page(client, ATTACK, 400, attacker="Ogre", defender="Ogre", other_list=link)
        assert "There is no list at this link." in text or "Null characters" in text


def test_a_fault_of_the_whole_situation_is_told_with_the_label_of_its_field() -> None:
    game, name = "attack-wing", "damage-deck"
    play = play_ruleset(game)
    assert play is not None
    resolver = Resolver(play, play.questions[name])
    form = play_hooks(game).forms[name](QueryDict("set=none&drawn=seed&deal=A+word"), Table(game, {}))
    answer = Answer(form, resolver)
    assert answer._fault_words(Fault("/deal", "bad-form", "Wrong.")) == "Deal: Wrong."
    assert answer._fault_words(Fault("/nothing", "bad-form", "Wrong.")) == "/nothing: Wrong."


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("question", "query", "message"),
    [
        ("attack", {"attacker": "A", "defender": "B", "measured_range": "5"}, "errors: Measurement: Range."),
        ("attack", {"attacker": "A", "defender": "B", "rolled_attack": "seven"}, "This die does not have these faces."),
        ("attack", {"attacker": "A" * 200, "defender": "B"}, "Some fields have errors:"),
        ("damage", {"creature": "Ogre", "normal": "-1"}, "Some fields have errors:"),
        ("maneuver", {"creature": "Ogre", "bearing": "sideways"}, "Some fields have errors:"),
        ("formation", {"soldiers": "9_9"}, "Some fields have errors:"),
        ("order", {"lines_0": "x" * 5_000, "lines_1": "Ogre"}, "Some fields have errors:"),
    ],
)
def test_an_impossible_value_is_refused_at_its_field(client: Client, question: str, query: Any, message: str) -> None:
    assert message in page(client, f"{PLAY}{question}/", 400, **query)


@pytest.mark.parametrize(
    ("question", "query", "message", "cited"),
    [
        ("morale", {"soldiers": "7"}, "cannot have 8", "p. 30"),
        ("damage", {"creature": "Ogre", "normal": "1", "creature_soldiers": "7"}, "cannot have 7", "p. 30"),
        (
            "maneuver",
            {"creature": "Ogre", "bearing": "straight", "speed": "2", "colour": "red", "creature_exhaustion": "1"},
            "is exhausted and cannot execute",
            "p. 26",
        ),
        ("formation", {"soldiers": ["0_-1"]}, "ahead of the Point Soldier", "p. 30"),
        ("upgrade", {"upgrade": "Net", "does": "use", "upgrade_disabled": "on"}, "Net is disabled.", "p. 25"),
    ],
)
def test_a_forbidden_action_is_shown_with_its_page(
    client: Client, question: str, query: Any, message: str, cited: str
) -> None:
    text = answer(page(client, f"{PLAY}{question}/", **query))
    assert "Not allowed" in text and message in text and cited in text


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("question", "query", "expected"),
    [
        ("order", {"lines_0": "Ogre\nBlob 3", "lines_1": "2x Wraith", "initiative": "0"}, "2 × Wraith"),
        (
            "set-up",
            {"lines_0": "Ogre", "lines_1": "Wraith", "total_0": "50", "total_1": "60"},
            "Who decides about initiative: Side 1",
        ),
        (
            "end-phase",
            {"lines_0": "Ogre", "lines_1": "Wraith", "initiative": "0", "sides_0_creatures_0_damage": "3"},
            "Removed: Ogre",
        ),
        (
            "winner",
            {"lines_0": "Ogre", "lines_1": "Blob 4", "sides_0_creatures_0_defeated": "on"},
            "The winner: Side 2",
        ),
        (
            "dispute",
            {"rolled_attack": "blank.blank.blank.hit.concentrate", "rolled_defense": "dodge.dodge.dodge.dodge.dodge"},
            "Who rolls the attack dice wins.",
        ),
        ("morale", {"soldiers": "2", "rolled": "blank.blank"}, "Soldiers that flee: 0"),
        ("upgrade", {"upgrade": "Net", "does": "use", "upgrade_places_tokens": "2"}, "Duration Tokens on it: 2"),
        (
            "upgrade",
            {
                "upgrade": "Shield",
                "does": "lose-token",
                "upgrade_duration_tokens": "2",
                "upgrade_continuous": "yes",
            },
            "Its effect lasts.",
        ),
        (
            "upgrade",
            {
                "upgrade": "A captain",
                "does": "soldier-falls",
                "fallen": "2",
                "discarded_by": "hit",
                "rolled": "hit.blank",
            },
            "It is discarded.",
        ),
        ("damage", {"creature": "Ogre", "normal": "2", "critical": "1"}, "Defeated: removed in the End Phase."),
        (
            "maneuver",
            {"creature": "Ogre", "bearing": "bank", "side": "left", "speed": "1", "colour": "red"},
            "Exhaustion Tokens: 1",
        ),
    ],
)
def test_each_question_is_answered(client: Client, question: str, query: Any, expected: str) -> None:
    assert expected in answer(page(client, f"{PLAY}{question}/", **query))


@pytest.mark.parametrize(
    ("question", "query", "expected"),
    [
        ("damage", {"creature": "Ogre", "normal": "1"}, "Answered"),
        (
            "maneuver",
            {"creature": "Ogre", "bearing": "turn", "side": "left", "speed": "3", "colour": "green"},
            "Allowed",
        ),
    ],
)
def test_only_a_question_of_what_players_may_do_is_answered_by_allowed(
    client: Client, question: str, query: Any, expected: str
) -> None:
    assert answer(page(client, f"{PLAY}{question}/", **query)).split()[0] == expected


@pytest.mark.sampled
def test_the_face_that_discards_a_leader_is_asked_before_its_chance(client: Client) -> None:
    client.post(f"{PLAY}table/", {**DICE, "next": PLAY})
    query = {"upgrade": "A captain", "does": "soldier-falls", "fallen": "1"}
    shown = client.get(f"{PLAY}upgrade/", query).content.decode()
    assert 'name="discarded_by"' in shown.partition('id="answer"')[2].partition("</section>")[0]
    text = answer(page(client, f"{PLAY}upgrade/", discarded_by="critical", **query))
    assert "Chance that it is discarded: 12.5" in text


def test_an_unknown_level_is_asked_for_at_the_answer(client: Client) -> None:
    shown = client.get(f"{PLAY}order/", {"lines_0": "Nobody", "lines_1": "Ogre", "own": "Nobody"}).content.decode()
    assert 'name="sides_0_creatures_0_level"' in shown.partition('id="answer"')[2]


def test_names_that_are_markup_stay_words(client: Client) -> None:
    shown = client.get(
        ATTACK,
        {"attacker": "<script>x</script>", "defender": "{0}", "own": ["<script>x</script>", "{0}"]},
    ).content.decode()
    assert "<script>x" not in shown and "&lt;script&gt;x" in shown


@pytest.mark.sampled
def test_the_odds_and_the_attack_lead_to_each_other(client: Client) -> None:
    assert ATTACK in client.get("/odds/attack-wing/").content.decode()
    assert "/odds/attack-wing/" in client.get(ATTACK).content.decode()


def test_the_coverage_shows_each_section_and_is_linked_from_the_rules(client: Client) -> None:
    troops = factories.section(at="p30/troop-rules", slug="p30-troop-rules", name="Troop Rules", position=10)
    box = factories.section(
        at="p02/contents", slug="p02-contents", name="Contents", position=20, people="They are counted in the box."
    )
    heading = {key: value for key, value in troops.items() if key != "text"}
    heading |= {"at": "p28/advanced", "slug": "p28-advanced", "name": "Advanced Rules", "position": 30}
    factories.publish(factories.rulebook(), troops, box, heading)
    shown = client.get("/rules/attack-wing/coverage/").content.decode()
    assert 'id="p30-troop-rules"' in shown and "/rules/attack-wing/book/at/p30/troop-rules/" in shown
    text = page(client, "/rules/attack-wing/coverage/")
    assert "2 rules of the book" in text and "Troop Rules" in text and "judged in lists" in text
    assert "for people to decide" in text and "They are counted in the box." in text and "Advanced Rules" in text
    assert "/rules/attack-wing/coverage/" in client.get("/rules/attack-wing/").content.decode()


def test_a_game_without_a_rulebook_says_so(client: Client) -> None:
    assert "is not here yet" in page(client, "/rules/attack-wing/coverage/")
    assert "/rules/attack-wing/coverage/" not in client.get("/rules/attack-wing/").content.decode()
    assert client.get("/rules/chess/coverage/").status_code == 404
