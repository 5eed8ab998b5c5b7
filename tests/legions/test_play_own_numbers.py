"""Facts of cards that are entered in a question of play, and kept with one's own numbers for all questions."""

from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from django.conf import settings
from django.test import Client

from catalog import import_export, publishing
from legions.accounts.holders import Holder
from legions.own_numbers import services
from tests import factories, worlds
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalog")]

GAME = "dnd-miniatures-2008"
ROLL, DAMAGE = f"/play/{GAME}/attack-roll/", f"/play/{GAME}/damage/"
ATTACK = {
    "attacker": "Angel of Retribution",
    "attacker_attacks_0": "Spores",
    "attacker_attacks_0_bonus": "9",
    "attacker_attacks_0_against": "fortitude",
    "attacker_attacks_0_manner": "melee",
    "attacker_attacks_0_damage": "10",
    "target": "Clockwork Bailiff",
}
ROWS = [
    {
        "name": "Spores",
        "manner": "melee",
        "basic": None,
        "bonus": 9,
        "against": "fortitude",
        "damage": 10,
        "reach": None,
    }
]


@worlds.once_a_module
def catalog() -> None:
    fixtures = import_export.find([Path(settings.BASE_DIR) / "fixtures" / GAME])
    publishing.publish(import_export.read(fixtures).documents, by=None, why="For a test")


@pytest.fixture
def holder(client: Client) -> Holder:
    """Return a user who is logged in."""
    user = factories.UserFactory()
    client.force_login(user)
    return Holder(user=user)


def test_the_attacks_of_a_card_are_entered_as_a_list_and_answer_the_question(client: Client) -> None:
    page = Page(client.get(ROLL, ATTACK))
    assert "Hits on" in page.words and "You entered a fact that the catalog lacks." in page.words
    second = {"attacker_attacks_1": "Bite", "attacker_attacks_1_bonus": "7", "attacker_attack": "2"}
    assert not page.all("select", name="attacker_attack")
    assert Page(client.get(ROLL, ATTACK | second)).all("select", name="attacker_attack")


def test_entered_facts_are_kept_once_and_used_in_every_question(client: Client, holder: Holder) -> None:
    after = client.post(f"{ROLL}keep/?{urlencode(ATTACK)}")
    left = {name: ATTACK[name] for name in ("attacker", "target")}
    assert dict(parse_qsl(urlsplit(after["Location"]).query)) == left
    assert services.facts_of(holder, GAME)["angel-of-retribution"] == {"attacks": ROWS}
    page = Page(client.get(after["Location"]))
    assert "Hits on" in page.words and "With your own numbers" in page.words
    assert not page.all("form", id="keep")
    assert (
        "10 damage."
        in Page(client.get(DAMAGE, {"source": "Angel of Retribution", "target": "Clockwork Bailiff"})).words
    )


def test_facts_that_the_card_has_are_not_kept(client: Client, holder: Holder) -> None:
    known = {"attacker": "Orla Venn, Outlaw", "target": "Clockwork Bailiff", "target_ac": "30"}
    page = Page(client.get(ROLL, known))
    assert not page.all("form", id="keep")
    client.post(f"{ROLL}keep/?{urlencode(known)}")
    assert services.facts_of(holder, GAME) == {}


@pytest.mark.guard
def test_numbers_of_one_user_are_not_those_of_another(client: Client, holder: Holder) -> None:
    client.post(f"{ROLL}keep/?{urlencode(ATTACK)}")
    assert "With your own numbers" not in Page(Client().get(ROLL, {"attacker": "Angel of Retribution"})).words


@pytest.mark.guard
@pytest.mark.parametrize(
    "query", ["", "attacker=%00", "attacker=Angel+of+Retribution&attacker_attacks_0_bonus=999", "list=/s/x/"]
)
def test_nothing_is_kept_of_hostile_or_empty_input(client: Client, holder: Holder, query: str) -> None:
    assert client.post(f"{ROLL}keep/?{query}").status_code == 302
    assert services.facts_of(holder, GAME) == {}


@pytest.mark.guard
def test_facts_are_kept_by_a_post_with_a_token_alone(client: Client) -> None:
    assert client.get(f"{ROLL}keep/", ATTACK).status_code == 405
    assert client.post(f"/play/{GAME}/no-such-question/keep/").status_code == 404
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"{ROLL}keep/?attacker=Angel+of+Retribution").status_code == 403
