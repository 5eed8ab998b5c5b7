"""The front page where something is missing: no catalog, no cards of the example, or an example that is not legal."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from legions.pages import play_offers
from legions.pages.showcase import showcase_names
from rulesapi.judging.resolutions import play_ruleset
from tests import factories
from tests.nonempty import nonempty

pytestmark = pytest.mark.django_db

FIXTURES = Path(settings.BASE_DIR) / "fixtures"
GAME = "attack-wing"


def shipped(game: str) -> list[dict[str, Any]]:
    """Return all documents of a game."""
    return [json.loads(file.read_text("utf-8")) for file in sorted((FIXTURES / game).rglob("*.json"))]


def main_of(client: Client, address: str = "/") -> str:
    """Return the main part of a page as HTML."""
    response = client.get(address)
    assert response.status_code == 200, address
    html = response.content.decode()
    return html[html.index("<main") : html.index("</main>")]


def assert_every_link_answers(client: Client, address: str = "/") -> None:
    """Check that each link of a page, its header and footer included, leads to a page and to a part of it."""
    html = client.get(address).content.decode()
    links = {link.replace("&amp;", "&") for link in re.findall(r'<a [^>]*href="(/[^"]*)"', html)}
    for link in nonempty(sorted(links)):
        page, _hash, part = link.partition("#")
        response = client.get(page, follow=True)
        assert response.status_code == 200, link
        assert not part or f'id="{part}"' in response.content.decode(), link


def publish_again(slug: str, **facts: Any) -> None:
    """Publish a card of the shipped catalog with other facts."""
    (card,) = [one for one in shipped(GAME) if one.get("slug") == slug]
    factories.publish({**card, **facts})


def shown_of_showcase(html: str) -> bool:
    return 'class="showcase"' in html


@pytest.mark.sampled
@pytest.mark.parametrize("member", [False, True])
@pytest.mark.parametrize("address", ["/", "/play/", "/games/", "/published/", "/build/", "/collection/", "/numbers/"])
def test_without_a_catalog_each_page_says_so_and_every_link_answers(client: Client, address: str, member: bool) -> None:
    if member:
        client.force_login(factories.UserFactory())
    assert re.search("No (game is|cards are) published yet", main_of(client, address))
    assert "import_cards fixtures" in main_of(client, address)
    assert_every_link_answers(client, address)


@pytest.mark.sampled
def test_a_game_without_cards_is_named_and_every_door_leads_on(client: Client) -> None:
    factories.publish_frame()
    html = main_of(client)
    assert not shown_of_showcase(html) and 'class="fan"' not in html
    doors = re.findall(r'class="door__name"><a href="([^"]+)"', html)
    assert doors == ["/shared/", "/play/#campaigns", f"/play/{GAME}/", "/search/"]
    assert 'href="/games/attack-wing/"' in html and "Build a list" in html
    assert_every_link_answers(client)


@pytest.mark.sampled
def test_without_the_cards_of_the_example_the_front_page_shows_other_cards(client: Client) -> None:
    numbers = {"attack": 2, "agility": 1, "health": 3, "armor": 1, "level": 4, "energy": [], "movement": "ground"}
    weapon = {"name": "Touch", "melee": True, "arc": "forward", "range": 1}
    factories.publish_frame(
        *(factories.creature(slug=slug, name=slug.title(), weapons=[weapon], **numbers) for slug in ("ogre", "wraith"))
    )
    html = main_of(client)
    assert not shown_of_showcase(html)
    assert 'class="fan"' in html and re.search(r"/faces/\d+/attack-wing/(ogre|wraith)\.svg", html)
    assert "Ask the referee" in html and "Look up a rule" in html
    assert_every_link_answers(client)


@pytest.mark.sampled
def test_the_example_says_how_many_creatures_it_does_not_show(client: Client) -> None:
    factories.publish(*shipped(GAME))
    html = main_of(client)
    assert "1 more creature of the list is not shown." in html


@pytest.mark.sampled
def test_an_example_that_is_no_longer_legal_is_not_shown(client: Client) -> None:
    factories.publish(*shipped(GAME))
    assert shown_of_showcase(main_of(client))
    shown = showcase_names(GAME)["shown"][0]
    publish_again(shown, cost=500)
    for address in ("/", f"/games/{GAME}/"):
        html = main_of(client, address)
        assert not shown_of_showcase(html) and "Does not fit" not in html, address
        assert 'class="fan"' in html, address
    assert "Build a list" in main_of(client)
    assert_every_link_answers(client)


@pytest.mark.sampled
def test_without_a_card_that_does_not_fit_there_is_no_example(client: Client) -> None:
    factories.publish(*shipped(GAME))
    assert "Does not fit" in main_of(client)
    publish_again("murrain-hound", slots=["monster", "arcane"])
    publish_again(showcase_names(GAME)["tried"]["card"], minimum_level=1, cost=0)
    assert not shown_of_showcase(main_of(client))


@pytest.mark.sampled
def test_the_example_of_the_next_game_is_shown_where_the_first_has_none(client: Client) -> None:
    factories.publish(*shipped(GAME), *shipped("dungeon-command"))
    assert f"/{GAME}/" in main_of(client).partition('class="showcase"')[2].partition("</section>")[0]
    publish_again(showcase_names(GAME)["shown"][0], cost=500)
    html = main_of(client)
    assert shown_of_showcase(html)
    assert "/dungeon-command/" in html.partition('class="showcase"')[2].partition("</section>")[0]


@pytest.mark.sampled
def test_a_question_of_the_example_without_its_creatures_leaves_the_way_to_the_referee(client: Client) -> None:
    factories.publish(*shipped(GAME))
    assert "door__title" in main_of(client)
    publish_again("maurghoros", retired="Printed anew.", name="Another Dracolich")
    html = main_of(client)
    assert "Making an attack" not in html
    assert f'href="/play/{GAME}/"' in html


@pytest.fixture
def without_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one game have no questions of play."""
    found = {"dnd-miniatures-2003": None}
    monkeypatch.setattr(play_offers, "play_ruleset", lambda game: found.get(game, play_ruleset(GAME)))


@pytest.mark.sampled
@pytest.mark.usefixtures("without_questions")
def test_a_site_without_a_referee_does_not_offer_one(client: Client) -> None:
    factories.publish(*shipped("dnd-miniatures-2003"))
    html = main_of(client)
    assert "Ask the referee" not in html and "/play/#campaigns" in html and 'href="/search/"' in html
    assert 'id="referee"' not in main_of(client, "/play/")
    assert_every_link_answers(client)


@pytest.mark.sampled
@pytest.mark.usefixtures("without_questions")
def test_the_front_page_names_the_only_game_with_a_referee_and_leads_to_its_questions(client: Client) -> None:
    factories.publish(*shipped(GAME))
    assert "For D&amp;D Attack Wing." not in main_of(client)
    factories.publish(*shipped("dnd-miniatures-2003"))
    html = main_of(client)
    door = html[html.index("door__name", html.index("door__piece--lines")) :].partition("</li>")[0]
    assert f'href="/play/{GAME}/"' in door and "For D&amp;D Attack Wing. " in door
    german = client.get("/", headers={"accept-language": "de"}).content.decode()
    assert 'Für <span lang="en">D&amp;D Attack Wing</span>.' in german


@pytest.mark.sampled
def test_one_click_leads_from_the_front_page_to_the_builder_of_each_game(client: Client) -> None:
    factories.publish(*shipped(GAME))
    start = re.compile(r'class="welcome__start">(.*?)<section class="showcase', re.DOTALL)
    (alone,) = start.findall(main_of(client))
    assert re.findall(r'href="(/build/[^"]*)"', alone) == [f"/build/{GAME}/"] and "Build a list" in alone
    factories.publish(*shipped("dungeon-command"))
    (several,) = start.findall(main_of(client))
    assert re.findall(r'href="(/build/[^"]*)"', several) == [f"/build/{GAME}/", "/build/dungeon-command/"]
    assert "D&amp;D Attack Wing" in several and "Dungeon Command" in several
