"""The ready lists and the front page: printed cards first, open sets marked and last, no invented numbers."""

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command

from catalog import import_export, publishing
from catalog.documents.card_facts import wanted_facts
from legions.cards.stock import stock
from legions.game_words import PACKAGES
from legions.my_lists.list_lines import ready_lines
from legions.saved_lists import ready_lists, services
from legions.saved_lists.models import Legion
from rulesapi.engine.core.parsing import referenced_cards
from tests import worlds
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = pytest.mark.django_db

GAMES = tuple(package.replace("_", "-") for package in PACKAGES)
FIXTURES = Path(settings.BASE_DIR) / "fixtures"


@worlds.once_a_module
def catalog():
    documents = import_export.read(import_export.find([FIXTURES])).documents
    publishing.publish(documents, by=None, why="For a test")


@pytest.fixture(autouse=True)
def world(catalog):
    """Publish all shipped cards; no test changes one."""


def test_every_ready_list_is_legal_and_those_of_official_cards_come_first():
    for game in GAMES:
        lines = ready_lines(game)
        assert [line.verdict.outcome for line in lines if line.verdict] == ["legal"] * len(lines)
        marked = [bool(line.open_sets) for line in lines]
        assert marked == sorted(marked), game


@pytest.mark.sampled
def test_the_ready_lists_are_put_into_the_public_ones_once_and_stay_away_when_taken_out(client):
    call_command("seed_public_lists")
    public = Legion.objects.public()
    assert public.count() == sum(len(ready_lists.ready_lists(game)) for game in GAMES)
    assert not User.objects.get(username="muster").has_usable_password()
    assert "Two Wraiths" in Page(client.get("/shared/?game=attack-wing&card=wraith")).words
    gone = public.get(share_key="ready-attack-wing-two-wraiths")
    services.delete_legion(legion=gone)
    call_command("seed_public_lists")
    assert not public.filter(share_key=gone.share_key).exists()
    assert public.count() == Legion.objects.count() - 1


@pytest.mark.sampled
def test_the_games_with_printed_lists_that_are_legal_have_some():
    official = {game: sum(not line.open_sets for line in ready_lines(game)) for game in GAMES}
    assert official["dungeon-command"] == 5
    assert official["attack-wing"] >= 3
    assert official["dnd-miniatures-2003"] >= 3


def test_each_faction_pack_of_dungeon_command_is_a_ready_list_of_its_own_cards():
    packs = {slug for slug, one in stock("dungeon-command").sets.items() if one["official"]}
    lists = {one.slug: one.document for one in ready_lists.ready_lists("dungeon-command")}
    assert lists.keys() == packs
    for slug, document in nonempty(lists.items()):
        contents = {one["card"]: one["copies"] for one in stock("dungeon-command").sets[slug]["contents"]}
        for pick in nonempty(document["picks"]):
            assert pick.get("count", 1) <= contents[pick["card"]], (slug, pick["card"])


@pytest.mark.sampled
def test_the_builder_and_the_page_of_a_game_mark_the_ready_lists_of_open_sets(client):
    for address in ("/build/attack-wing/", "/games/attack-wing/"):
        html = client.get(address).content.decode()
        first, last = html.index("Maurghoros and two Wraiths"), html.index("The Morning Office")
        assert first < last
        assert "Open set: The Nine Bells of Tollwater. Not official." in html[last : last + 600]
        assert "open-mark" not in html[first : first + 300]


@pytest.mark.sampled
def test_a_ready_list_of_one_printed_set_says_which_and_a_mixed_one_or_an_open_one_says_none(client):
    packs = {one["slug"]: one["name"] for one in stock("dungeon-command").sets.values()}
    assert {line.ready.slug: line.only_set for line in ready_lines("dungeon-command")} == packs
    for address in ("/build/dungeon-command/", "/games/dungeon-command/"):
        html = client.get(address).content.decode()
        assert all(f'lang="en">{name}</' in html for name in packs.values()), address
    for line in nonempty(ready_lines("attack-wing")):
        sets = {line.stock.card(slug).document["set"] for _at, slug in referenced_cards(line.document)}
        assert bool(line.only_set) == (len(sets) == 1 and not line.open_sets), line.ready.slug


@pytest.mark.sampled
def test_the_page_of_a_game_says_how_far_its_printed_data_goes_and_where_to_help(client):
    page = Page(client.get("/games/dungeon-command/"))
    assert "Data complete: all 176 printed commanders, creatures and orders." in page.words
    html = client.get("/games/attack-wing/").content.decode()
    assert "of the printed creatures complete" in html
    assert 'href="/wanted/attack-wing/"' in html


@pytest.mark.sampled
def test_the_cards_on_the_front_page_are_those_of_a_real_list_and_one_that_does_not_fit(client):
    page = Page(client.get("/"))
    links = [link["href"] for link in page.all("a") if link.get("aria-label") and link["href"].startswith("/cards/")]
    assert len(links) == 3
    for link in links:
        game, slug = link.split("/")[2:4]
        assert len(wanted_facts(stock(game).card(slug).document)) < 5


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_a_ready_list_with_own_numbers_says_that_they_are_to_be_confirmed(client, game):
    words = Page(client.get(f"/build/{game}/")).words
    assert ("With numbers you confirm from your cards." in words) is any(line.own_numbers for line in ready_lines(game))


def test_the_file_of_a_ready_list_is_formatted():
    for file in nonempty((Path(settings.BASE_DIR) / "legions/games").glob("*/ready_lists/*.json")):
        text = file.read_text("utf-8")
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n", file
