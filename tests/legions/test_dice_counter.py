"""Dice whose faces are counted by tapping: eight taps a die, corrections, and the way without scripts."""

from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from django.http import QueryDict
from django.test import Client

from legions.games.attack_wing.play.table_memory import TableMemory
from legions.play.dice_counter import COUNT, TAP, CountedDie, without_counts
from tests import factories, worlds
from tests.legions.page_parser import Page

DIE = CountedDie("attack", "Red die", 3, {"hit": "Hit", "blank": "Blank"})
ATTACK_TAPS = ["hit", "hit", "hit", "critical", "concentrate", "concentrate", "blank", "blank"]
DEFENSE_TAPS = ["dodge", "dodge", "dodge", "concentrate", "concentrate", "blank", "blank", "blank"]
COOKIE = "dice_attack-wing"
BOTH = "attack=3.1.2-defense=3.2"
ATTACK = "/play/attack-wing/attack/?attacker=Ogre&defender=Ogre&measured_range=1"
MORALE = "/play/attack-wing/morale/?soldiers=2"
ODDS = "/odds/attack-wing/?red=3&green=2"


@worlds.once_a_module
def cards() -> None:
    """Publish a creature with a weapon."""
    weapon = {"name": "Club", "melee": True, "arc": "forward", "range": 1}
    numbers = {"attack": 2, "agility": 1, "health": 3, "armor": 1, "level": 4, "energy": [], "movement": "ground"}
    factories.publish_frame(factories.creature(slug="ogre", name="Ogre", weapons=[weapon], **numbers))


@pytest.fixture
def database(db: None, cards: None) -> None:
    """Publish the cards."""


def test_a_die_without_faces_has_an_open_box_for_each_side() -> None:
    assert [(one.face, one.value) for one in DIE.boxes] == [("", "attack.hit")] * 3
    assert [(one.face, one.word, one.value) for one in DIE.taps] == [
        ("hit", "Hit", "attack.hit"),
        ("blank", "Blank", "attack.blank"),
    ]
    assert not DIE.complete and DIE.value == "attack"


def test_a_tap_on_a_counted_face_changes_it_to_the_next_one() -> None:
    die = DIE.read(QueryDict("count=attack.hit.blank"))
    assert [one.value for one in die.boxes] == ["attack.blank.blank", "attack.hit.hit", "attack.hit.blank.hit"]
    assert [one.value for one in die.taps] == ["attack.hit.blank.hit", "attack.hit.blank.blank"]


def test_a_complete_die_takes_no_further_face() -> None:
    die = DIE.read(QueryDict("count=attack.hit.blank.hit"))
    assert die.complete and die.taps == [] and len([*die.boxes]) == 3
    assert die.counts == {"hit": 2, "blank": 1}


def test_the_last_value_of_a_die_counts_and_those_of_other_dice_do_not() -> None:
    die = DIE.read(QueryDict("count=attack.hit&count=attack.blank&count=defense.dodge"))
    assert die.faces == ("blank",) and die.tapped
    assert without_counts(QueryDict("count=attack.hit&tap=x&red=1")).urlencode() == "red=1"


def test_a_tap_goes_before_the_faces_so_far_of_its_die_alone() -> None:
    said = QueryDict("tap=attack.hit.blank&count=attack.hit&count=defense.dodge")
    assert DIE.read(said).faces == ("hit", "blank")


@pytest.mark.parametrize("value", ["attack.tea", "attack.hit.hit.hit.hit", "attack.", "x", "", "attack..hit", "%00"])
def test_faces_that_the_die_does_not_have_are_ignored(value: str) -> None:
    die = DIE.read(QueryDict(urlencode({COUNT: value})))
    assert die is DIE


def tap(client: Client, address: str, die: str, faces: list[str]) -> str:
    """Tap faces of a die as a browser without scripts does, and return the last address."""
    for face in faces:
        page = Page(client.get(address))
        (button,) = page.all("button", id=f"die-{die}-{face}")
        sent = [(name, value) for name, value in parse_qsl(urlsplit(address).query) if name not in (COUNT, TAP)]
        sent += [(COUNT, one["value"]) for one in page.all("input", name=COUNT) if "disabled" not in one]
        response = client.get(f"{urlsplit(address).path}?{urlencode([*sent, (COUNT, button['value'])])}")
        address = (
            response["Location"]
            if response.status_code == 302
            else response.request["PATH_INFO"] + (f"?{response.request['QUERY_STRING']}")
        )
    return address


@pytest.mark.sampled
@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("address", [ATTACK, ODDS])
def test_eight_taps_a_die_are_enough_and_are_kept_for_all_pages(client: Client, address: str) -> None:
    assert "on average" not in Page(client.get(address)).words
    address = tap(client, address, "attack", ATTACK_TAPS)
    assert client.cookies[COOKIE].value == "attack=3.1.2"
    page = Page(client.get(address))
    assert "on average" not in page.words and "0 of 8 faces" in page.words
    address = tap(client, address, "defense", DEFENSE_TAPS)
    assert client.cookies[COOKIE].value == BOTH
    assert f"{COUNT}=" not in address and f"{TAP}=" not in address
    for shown in (address, ATTACK, ODDS):
        assert "on average" in Page(client.get(shown)).words, shown


@pytest.mark.sampled
@pytest.mark.usefixtures("database")
def test_dice_are_asked_where_the_answer_needs_them_and_only_those(client: Client) -> None:
    html = client.get(MORALE).content.decode()
    answer = html.partition('id="answer"')[2].partition("</section>")[0]
    assert 'id="die-attack"' in answer and 'id="die-defense"' not in answer
    assert html.count('id="die-attack"') == html.count('id="die-defense"') == 1
    tap(client, MORALE, "attack", ATTACK_TAPS)
    assert "How many flee" in Page(client.get(MORALE)).words


@pytest.mark.sampled
@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("address", [ATTACK, ODDS])
def test_half_a_die_is_kept_in_the_address_alone(client: Client, address: str) -> None:
    address = tap(client, address, "attack", ATTACK_TAPS[:4])
    assert COOKIE not in client.cookies
    page = Page(client.get(address))
    assert "4 of 8 faces" in page.words and "on average" not in page.words


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("address", [ATTACK, ODDS])
def test_a_face_of_a_counted_die_is_changed_by_a_tap(client: Client, address: str) -> None:
    client.cookies[COOKIE] = BOTH
    before = Page(client.get(address))
    (button,) = before.all("button", id="die-attack-1")
    numbers = {"attack_hits": 3, "attack_criticals": 1, "attack_concentrates": 2} if address == ODDS else {}
    response = client.get(f"{address}&{urlencode({**numbers, COUNT: button['value']})}")
    assert response["Location"] == address.replace("%20", "+")
    assert client.cookies[COOKIE].value == "attack=2.2.2-defense=3.2"
    assert Page(client.get(address)).words != before.words


@pytest.mark.sampled
@pytest.mark.usefixtures("database")
def test_icons_are_kept_when_dice_are_counted_and_dice_when_icons_are_chosen(client: Client) -> None:
    client.cookies[COOKIE] = "morale=critical"
    tap(client, MORALE, "attack", ATTACK_TAPS)
    assert client.cookies[COOKIE].value == "attack=3.1.2-morale=critical"
    page = Page(client.get(MORALE))
    hidden: dict[str, Any] = {
        one["name"]: one.get("value", "")
        for one in page.all("input", type="hidden")
        if one["name"].startswith("attack_")
    }
    assert hidden == {"attack_hits": "3", "attack_criticals": "1", "attack_concentrates": "2"}
    client.post("/play/attack-wing/table/", {**hidden, "icon_morale": "hit"})
    assert client.cookies[COOKIE].value == "attack=3.1.2-morale=hit"


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("value", ["attack.tea", "attack." + "hit." * 9 + "hit", "x.hit", "%00"])
@pytest.mark.parametrize("address", [ATTACK, ODDS])
def test_an_address_with_other_faces_keeps_nothing(client: Client, address: str, value: str) -> None:
    response = client.get(f"{address}&{urlencode({COUNT: value})}")
    assert response.status_code == 200
    assert COOKIE not in client.cookies


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("question", ["damage", "maneuver", "order", "set-up"])
def test_a_question_without_dice_keeps_none(client: Client, question: str) -> None:
    whole = ".".join(["attack", *ATTACK_TAPS])
    response = client.get(f"/play/attack-wing/{question}/?{urlencode({COUNT: whole})}")
    assert response.status_code == 200
    assert COOKIE not in client.cookies


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("address", [ATTACK, MORALE, ODDS])
def test_the_cookie_is_read_once_a_request(client: Client, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client.cookies[COOKIE] = BOTH
    decode, texts = TableMemory.decode, list[str]()
    monkeypatch.setattr(TableMemory, "decode", lambda text, game: (texts.append(text), decode(text, game))[1])
    assert client.get(f"{address}&{urlencode({COUNT: 'attack.hit'})}").status_code == 200
    whole = ".".join(["attack", *ATTACK_TAPS])
    assert client.get(f"{address}&{urlencode({COUNT: whole})}").status_code == 302
    assert texts == [BOTH, BOTH]


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("red=999", "Attack dice: Ensure this value is less than or equal to 12."),
        ("red=many", "Attack dice: Enter a whole number."),
        ("armor=-1", "Armor: Ensure this value is greater than or equal to 0."),
        ("defender=ogre&armor=99&defender_filled=ogre+0", "Armor: Ensure this value is less than or equal to 20."),
        ("attack_hits=3", "Critical faces: This field is required."),
        ("attack_hits=99", "Hit faces: Ensure this value is less than or equal to 8."),
        ("attack_hits=4&attack_criticals=4&attack_concentrates=4", "These come to 12 faces. The die has 8."),
    ],
)
def test_errors_in_numbers_are_told_while_dice_are_not_counted(client: Client, query: str, message: str) -> None:
    response = client.get(f"/odds/attack-wing/?{query}")
    assert response.status_code == 400
    words = Page(response).words
    assert message in words and "Tap the faces of your dice once, and the odds appear here." in words


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("query", ["", "?red=5", "?green=&red=", "?attacker=ogre&weapon=0.0", "?charge=on&armor=2"])
def test_numbers_may_be_left_open_while_dice_are_not_counted(client: Client, query: str) -> None:
    response = client.get(f"/odds/attack-wing/{query}")
    assert response.status_code == 200
    assert "Tap the faces of your dice once" in Page(response).words
    assert "This field is required." not in Page(response).words


@pytest.mark.usefixtures("database")
def test_numbers_that_were_typed_are_kept_until_the_dice_are_counted(client: Client) -> None:
    page = Page(client.get("/odds/attack-wing/?red=5&armor=2&charge=on"))
    values = {one["name"]: one.get("value") for one in page.all("input") if one.get("inputmode") == "numeric"}
    assert {name: values[name] for name in ("red", "green", "armor")} == {"red": "5", "green": "2", "armor": "2"}
    assert "checked" in page.all("input", name="charge")[0]


@pytest.mark.usefixtures("database")
def test_a_defender_alone_asks_for_the_numbers_of_the_attack(client: Client) -> None:
    client.cookies[COOKIE] = BOTH
    words = Page(client.get("/odds/attack-wing/?defender=ogre")).words
    assert "Type the numbers of the attack, and the odds appear here." in words
    wrong = client.get("/odds/attack-wing/?defender=ogre&defender_filled=ogre+0&armor=99")
    assert wrong.status_code == 400
    assert "Armor: Ensure this value is less than or equal to 20." in Page(wrong).words
