"""Several games on one site: each is one click away from the front page, and each page names its game."""

import json
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.urls import reverse

from catalog import import_export
from legions.cards.card_hooks import card_hooks
from legions.game_words import PACKAGES, game_module, words_of_game
from legions.pages import play_offers
from legions.play.play_hooks import play_hooks
from legions.sharing import services as sharing_services
from legions.table.table_hooks import table_hooks
from rulesapi.judging.resolutions import play_ruleset
from tests import factories, worlds
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = pytest.mark.django_db

OTHER = "dungeon-command"
GAMES = ("attack-wing", OTHER)
GAME_PAGE = "/games/attack-wing/"


@worlds.once_a_module
def catalog() -> None:
    documents = import_export.read(import_export.find([Path(settings.BASE_DIR) / "fixtures" / OTHER])).documents
    factories.publish_documents(documents, by=None, why="For a test")
    factories.publish_frame(
        factories.card_set(slug="open-set", name="The Open Set", official=False),
        factories.creature(slug="giant", cost=None, set="open-set"),
    )


def _publish_partly() -> None:
    """Publish three printed creatures, of which one is complete."""
    factories.publish(
        factories.creature(slug="ogre", set=None), *[factories.creature(set=None, cost=None) for _ in range(2)]
    )


@pytest.fixture(autouse=True)
def world(catalog: None) -> None:
    """Publish the shipped cards of one game, and one card of another."""


@pytest.mark.parametrize("address", ["/", "/cards/", "/sets/", "/build/", "/rules/"])
def test_cards_rules_the_builder_and_the_page_of_each_game_are_one_click_away(client, address) -> None:
    page = Page(client.get(address))
    for game in GAMES:
        for part in ("cards", "build", "rules"):
            assert page.all("a", href=f"/{part}/{game}/"), (game, part)
    assert "Build a legion" in page.words
    assert "Build a warband" in page.words
    if address == "/":
        assert all(page.all("a", href=reverse("game", args=[game])) for game in GAMES)


def test_the_games_count_official_and_open_cards_apart(client) -> None:
    page = Page(client.get("/"))
    assert "0 official cards, 1 of open sets" in page.words
    assert "196 official cards" in page.words
    assert "With an open set, not official: The Open Set" in Page(client.get(GAME_PAGE)).words


@pytest.mark.sampled
@pytest.mark.parametrize("address", [GAME_PAGE, "/wanted/", "/wanted/attack-wing/"])
def test_a_game_says_how_far_the_data_of_its_printed_cards_goes(client, address) -> None:
    _publish_partly()
    partly = "33 % of the printed creatures complete (1 of 3)."
    wholly = "Data complete: all 176 printed commanders, creatures and orders."
    page = Page(client.get(address))
    assert partly in page.words
    assert page.all("a", href="/wanted/attack-wing/")
    if "attack-wing" in address:
        page = Page(client.get(address.replace("attack-wing", OTHER)))
        assert "Help fill the gaps" not in page.words
    assert wholly in page.words


def test_the_home_page_says_once_and_last_how_complete_the_cards_are(client) -> None:
    _publish_partly()
    words = Page(client.get("/")).words
    known = "Attack Wing 33 % · Dungeon Command 100 % · Help fill the gaps"
    said = f"Official cards of which every fact is known, each with its source: {known} Not official: Muster"
    assert words.count("%") == 2
    assert said in words


@pytest.mark.sampled
@pytest.mark.parametrize("address", ["/cards/", "/cards/attack-wing/", "/sets/attack-wing/", "/build/", "/play/"])
def test_other_pages_do_not_say_how_complete_the_cards_are(client, address) -> None:
    _publish_partly()
    assert "printed creatures" not in Page(client.get(address)).words


@pytest.mark.sampled
def test_a_game_with_only_open_cards_does_not_mention_printed_ones(client) -> None:
    assert "printed creatures" not in Page(client.get("/cards/attack-wing/")).words


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_the_former_address_of_a_games_example_leads_to_its_page(client, game) -> None:
    page = Page(client.get("/", {"game": game}, follow=True))
    word = {"attack-wing": "legion", OTHER: "warband"}[game]
    assert f"Three ways to start a {word}" in page.words
    assert page.all("form", action=f"/build/{game}/")


@pytest.mark.sampled
def test_a_game_that_there_is_not_is_answered_with_the_first(client) -> None:
    for slug in ("no-such-game", "", "../x", "\x00"):
        assert client.get("/", {"game": slug}).status_code == 200


@pytest.mark.sampled
def test_pages_of_a_game_lead_to_its_other_pages_and_say_which_is_open(client) -> None:
    for address in (f"/cards/{OTHER}/", f"/sets/{OTHER}/", f"/rules/{OTHER}/", f"/build/{OTHER}/"):
        page = Page(client.get(address))
        for part in ("cards", "sets", "build", "rules"):
            (link,) = [one for one in page.all("a", href=f"/{part}/{OTHER}/") if one.get("class") is None][:1]
            assert ("aria-current" in link) == (f"/{part}/{OTHER}/" == address), (address, part)


def test_the_list_on_the_table_is_judged(client) -> None:
    page = Page(client.get("/"))
    assert page.all("section", **{"class": "showcase"})
    assert "Does not fit" in page.words


@pytest.mark.sampled
@pytest.mark.parametrize("path", ["game", "play"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_each_link_of_the_page_of_a_game_and_of_the_page_of_play_answers(client, path, language) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    addresses = [reverse("game", args=[game]) for game in GAMES] if path == "game" else ["/play/"]
    for address in nonempty(addresses):
        main = Page(client.get(address)).all("a")
        links = {urljoin(address, one["href"]).partition("#")[0] for one in main if "href" in one}
        for link in nonempty(sorted(one for one in links if one.startswith("/"))):
            assert client.get(link, follow=True).status_code == 200, (address, link)


def test_the_page_of_play_offers_the_referee_only_for_games_that_have_one(client, monkeypatch) -> None:
    monkeypatch.setattr(play_offers, "play_ruleset", lambda game: None if game == OTHER else play_ruleset(game))
    page = Page(client.get("/play/"))
    assert page.all("a", href="/play/attack-wing/")
    assert page.all("a", href=f"/games/{OTHER}/") and not page.all("a", href=f"/play/{OTHER}/")


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_pages_speak_of_a_list_as_its_game_does(client, game) -> None:
    word, other = {"attack-wing": ("legion", "warband"), OTHER: ("warband", "legion")}[game]
    address = client.post(f"/build/{game}/", {"do": "notes", "notes": "Mine."})["Location"].partition("#")[0]
    client.post(f"{address}share/", {"do": "share"})
    text = Page(client.get(f"{address}?share=1")).words
    for words in (f"Unnamed {word}", f"Copy this {word}", f"can see and copy the {word}, not change it"):
        assert words in text, words
    assert f"Unnamed {word}" in Page(client.get("/legions/")).words
    assert f" {other} " not in text.partition("Skip to the page")[2]


@pytest.mark.parametrize("package", PACKAGES)
def test_each_game_gives_what_every_page_asks_of_it(package) -> None:
    game = package.replace("_", "-")
    words = words_of_game(game)
    for module, part in (("words", words), ("cards", card_hooks(game)), ("table", table_hooks(game))):
        is_own = type(part).__module__.startswith(("legions.games.miniatures.", f"legions.games.{package}."))
        assert is_own == (game_module(game, module) is not None), module
    assert words.game == game
    assert words.list_words.lesson and words.fact_words.stats


def test_a_game_without_a_package_is_shown_by_its_schemas() -> None:
    words = words_of_game("nobodys-game")
    assert (words.list_words.word, words.priced, words.carries) == ("legion", False, False)
    assert card_hooks("nobodys-game").starters([]) == []
    assert table_hooks("nobodys-game").plots([], None) == []
    assert not play_hooks("nobodys-game").forms


def test_the_pages_of_a_game_and_its_document_use_one_word() -> None:
    for file in nonempty((Path(settings.BASE_DIR) / "fixtures").glob("*/game.json")):
        document = json.loads(file.read_text("utf-8"))
        assert words_of_game(document["slug"]).list_words.word == document["legion_word"]


@pytest.mark.parametrize(
    ("facts", "summary"),
    [
        ({}, "Commander 4, level 7, lawful good or chaotic good"),
        ({"commander": False, "commander_rating": None}, "Creature, level 7, lawful good or chaotic good"),
        ({"level": None}, "Commander 4, lawful good or chaotic good, level not known"),
        ({"commander_rating": None, "level": None, "factions": None}, "Commander, rating, level and faction not known"),
    ],
)
def test_a_line_about_a_miniature_says_once_what_is_not_known(facts, summary) -> None:
    card = {"kind": "creature", "commander": True, "commander_rating": 4, "level": 7}
    assert (
        words_of_game("dnd-miniatures-2003").summary({**card, "factions": ["lawful-good", "chaotic-good"], **facts})
        == summary
    )


def test_the_rules_of_a_game_of_warbands_speak_of_no_legion(client) -> None:
    assert "legion" not in Page(client.get(f"/rules/{OTHER}/")).words.lower()


def test_a_shared_list_of_a_game_without_points_shows_none(client) -> None:
    legion = factories.legion({"card": "wolf"}, game=OTHER)
    sharing_services.share_legion(legion=legion)
    legion.refresh_from_db()
    for address in (f"/s/{legion.share_key}/", f"/s/{legion.share_key}/embed/"):
        page = Page(client.get(address))
        assert "Wolf" in page.words
        assert "Points breakdown" not in page.words
        assert not page.all("span", class_="num")
