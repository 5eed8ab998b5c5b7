"""The home page, pages of play and of games, and a list at the table: each of their links leads to a part of a game."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve, reverse

from catalog import import_export, publishing
from legions.accounts.holders import Holder
from legions.campaigns import services as campaigns
from legions.cards import queries
from legions.cards.game_summaries import game_summaries
from legions.cards.stock import stock
from legions.game_words import PACKAGES
from legions.own_numbers import services as own_numbers
from legions.pages.play_offers import PlayOffer, play_offers
from legions.play.play_hooks import play_hooks
from legions.play.question_context import MAX_LISTS
from legions.saved_lists import ready_lists, services
from legions.saved_lists.models import Legion
from legions.saved_lists.published_lists import published_lists
from legions.sharing import services as sharing_services
from legions.table.table_hooks import table_hooks
from rulesapi.engine.values import known_games
from tests import factories, worlds
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = pytest.mark.django_db

GAMES = tuple(package.replace("_", "-") for package in PACKAGES)
WITH_REFEREE = "attack-wing"
REFEREES = [package.replace("_", "-") for package in known_games.PLAY_PACKAGES]
PICKS = ({"card": "maurghoros", "upgrades": ["weakening-breath"]}, {"card": "wraith"}, {"card": "wraith"})
PARTS = {
    "game-campaigns": lambda offer: offer.has_campaigns,
    "campaign-start": lambda offer: offer.summary.judged,
    "play": lambda offer: bool(offer.questions),
    "question": lambda offer: bool(offer.questions),
    "odds": lambda offer: offer.has_odds,
    "rules": lambda offer: bool(offer.rules),
    "references": lambda offer: offer.has_references,
    "coverage": lambda offer: offer.has_rulebook,
    "book": lambda offer: offer.has_rulebook,
    "build": lambda offer: offer.summary.judged,
    "collection": lambda offer: offer.summary.judged,
    "published-lists": lambda offer: bool(published_lists(offer.game["slug"])),
    "cards": lambda offer: True,
    "sets": lambda offer: True,
    "game": lambda offer: True,
}
"""The condition on which a page may link to a part of a game, by the URL name of the part."""
OF_PLAY = ("game-campaigns", "campaign-start", "play", "question", "odds", "rules", "references", "coverage", "book")
"""The parts of a game for play."""


@worlds.once_a_module
def catalog() -> None:
    fixtures = import_export.find([Path(settings.BASE_DIR) / "fixtures"])
    publishing.publish(import_export.read(fixtures).documents, by=None, why="For a test")


@pytest.fixture(autouse=True)
def world(catalog: None) -> None:
    """Publish the shipped cards of all games."""


@pytest.fixture
def legion(client: Client) -> Legion:
    """Return a list of Attack Wing; its owner is logged in."""
    user = factories.UserFactory(username="owner")
    client.force_login(user)
    return factories.legion(*PICKS, owner=user, name="Bones and embers")


def ready(client: Client, game: str) -> Legion:
    """Return a saved list with the contents of a ready list; its owner is logged in."""
    user = factories.UserFactory()
    client.force_login(user)
    return services.create_legion(holder=Holder(user=user), document=ready_lists.ready_lists(game)[0].document)


def links_of(client: Client, address: str) -> list[str]:
    """Return the addresses that the main part of a page leads to."""
    html = client.get(address).content.decode()
    main = html[html.index("<main") : html.index("</main>")]
    found = (urljoin(address, link.replace("&amp;", "&")) for link in re.findall(r'<a [^>]*href="([^"]+)"', main))
    return sorted({link.partition("#")[0] for link in found})


def offers() -> dict[str, PlayOffer]:
    return {one.game["slug"]: one for one in play_offers(game_summaries(queries.published_games()))}


def parts_of(links: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the game and the URL name of each link to a part of a game for play."""
    for link in links:
        found = resolve(urlsplit(link).path)
        if "game" in found.kwargs and found.url_name in PARTS:
            yield found.kwargs["game"], found.url_name


def parts_with_answers(client: Client, address: str) -> set[tuple[str, str]]:
    """Return the parts of games that a page leads to, after checking that each of its links answers."""
    links = links_of(client, address)
    for link in nonempty(links):
        assert client.get(link, follow=True).status_code == 200, link
    return set(nonempty(parts_of(links)))


def missing_parts(parts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the parts that their games do not have."""
    found = offers()
    return sorted((game, name) for game, name in parts if not PARTS[name](found[game]))


@pytest.mark.sampled
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("address", ["/", "/play/"])
def test_each_link_of_the_home_page_and_the_page_of_play_answers_and_leads_to_a_part_that_the_game_has(
    client: Client, address: str, language: str
) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    parts = parts_with_answers(client, address)
    assert missing_parts(parts) == []
    assert {game for game, _name in parts} == set(GAMES)


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_leads_to_each_part_that_it_has_and_to_no_other(client: Client, game: str) -> None:
    parts = parts_with_answers(client, reverse("game", args=[game]))
    assert missing_parts(parts) == []
    wanted = {(game, name) for name, has in PARTS.items() if has(offers()[game])} - {(game, "game")}
    assert parts - {(game, "game")} == wanted


def test_the_page_of_play_leads_to_each_part_that_a_game_has_for_play(client: Client) -> None:
    parts = set(parts_of(links_of(client, reverse("all-play"))))
    wanted = {(game, name) for game, offer in offers().items() for name in OF_PLAY if PARTS[name](offer)}
    assert wanted <= parts


def test_the_home_page_leads_to_the_builder_of_each_game(client: Client) -> None:
    assert {(game, "build") for game in GAMES} <= set(parts_of(links_of(client, "/")))


@pytest.mark.sampled
@pytest.mark.parametrize("game", [game for game in GAMES if ready_lists.ready_lists(game)])
@pytest.mark.parametrize("shared", [False, True])
def test_each_link_of_a_list_at_the_table_answers_and_leads_to_a_part_that_the_game_has(
    client: Client, game: str, shared: bool
) -> None:
    legion = ready(client, game)
    address = reverse("legion-play", args=[legion.pk])
    if shared:
        sharing_services.share_legion(legion=legion)
        legion.refresh_from_db()
        address, client = reverse("shared-play", args=[legion.share_key]), Client()
    links = links_of(client, address)
    for link in nonempty(links):
        assert client.get(link, follow=True).status_code == 200, link
    offer = offers()[game]
    parts = set(parts_of(links))
    assert [(of, name) for of, name in parts if of != game or not PARTS[name](offer)] == []
    assert {name for _game, name in parts} >= {"campaign-start", "rules"}
    assert ((game, "question") in parts) == bool(offer.questions) == (game in REFEREES)
    assert any(link.endswith("/hand/") for link in links) == bool(table_hooks(game).hand_template)


def test_each_creature_of_a_list_has_its_questions_and_equal_creatures_are_counted_together(
    client: Client, legion: Legion
) -> None:
    page = Page(client.get(f"/legions/{legion.pk}/play/"))
    assert "2 × Wraith" in page.words and "Weakening Breath" in page.words
    links = links_of(client, f"/legions/{legion.pk}/play/")
    attacks = [parse_qs(urlsplit(link).query) for link in links if "/attack/" in link]
    assert attacks == [{"list": [str(legion.pk)], "attacker": [name]} for name in ("Maurghoros", "Wraith")]
    assert f"/odds/attack-wing/?attacker={legion.pk}&weapon=0.1" in links
    asked = {urlsplit(link).path for link in links if link.startswith("/play/")}
    assert asked == {f"/play/attack-wing/{name}/" for name in play_hooks(WITH_REFEREE).forms}


def test_an_attack_from_the_table_has_the_list_and_its_creature_chosen(client: Client, legion: Legion) -> None:
    links = links_of(client, f"/legions/{legion.pk}/play/")
    (address,) = [one for one in links if "/attack/" in one and "attacker=Wraith" in one]
    page = Page(client.get(address))
    assert [one["value"] for one in page.all("input", name="attacker")] == ["Wraith"]
    (kept,) = page.all("input", type="hidden", name="list")
    assert kept["value"] == str(legion.pk)
    assert page.all("a", href=f"/legions/{legion.pk}/play/")


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("maneuver", {}),
        ("attack", {}),
        ("area-attack", {}),
        ("order", {"sides_0_creatures_list": "{key}"}),
        ("winner", {"sides_0_creatures_list": "{key}"}),
    ],
)
def test_an_empty_form_keeps_the_list_and_is_not_answered(
    client: Client, legion: Legion, question: str, kept: dict[str, str]
) -> None:
    key = str(legion.pk)
    page = Page(client.get(f"/play/attack-wing/{question}/", {"list": key}))
    assert "Fill in the form to get a result." in page.words
    again = [one["href"] for one in page.all("a") if one["href"].startswith(f"/play/attack-wing/{question}/?")]
    (query,) = map(parse_qs, {urlsplit(one).query for one in again})
    assert query == {"list": [key], **{name: [value.format(key=key)] for name, value in kept.items()}}


@pytest.mark.parametrize(
    ("question", "offered"), [("maneuver", ["Maurghoros", "Wraith"]), ("upgrade", ["Weakening Breath"])]
)
def test_empty_fields_offer_the_cards_of_the_list_at_the_table_not_of_the_newest(
    client: Client, legion: Legion, question: str, offered: list[str]
) -> None:
    factories.legion({"card": "balagos"}, owner=legion.owner)
    page = Page(client.get(f"/play/attack-wing/{question}/", {"list": str(legion.pk)}))
    values = [parse_qs(one["value"]) for one in page.all("button", name="take")]
    assert [one["title"][0] for one in values if one["field"] != ["recipient"]] == offered
    assert "From “Bones and embers”:" in page.words and "From your newest list" not in page.words


WEAPON = {"name": "Ember Breath", "melee": False, "arc": "forward", "range": 3}


def links_with_own_numbers(client: Client, legion: Legion, address: str) -> list[str]:
    """Enter own numbers for a red dragon, of which the catalog knows none, and return the links of its list."""
    facts: Any = {"red-dragon": {"attack": 4, "weapons": [WEAPON]}}
    own_numbers.set_facts(holder=Holder(user=legion.owner), game=WITH_REFEREE, facts=facts, what="Entered.")
    return links_of(client, address)


@pytest.mark.sampled
@pytest.mark.parametrize("shared", [False, True])
def test_own_numbers_count_at_the_table_for_the_odds_and_for_the_referee(client: Client, shared: bool) -> None:
    user = factories.UserFactory()
    client.force_login(user)
    legion = factories.legion({"card": "red-dragon"}, owner=user)
    address, key = f"/legions/{legion.pk}/play/", str(legion.pk)
    if shared:
        sharing_services.share_legion(legion=legion)
        legion.refresh_from_db()
        address, key = f"/s/{legion.share_key}/play/", f"/s/{legion.share_key}/"
        client = Client()
    assert not [link for link in links_of(client, address) if link.startswith("/odds/")]
    links = links_with_own_numbers(client, legion, address)
    (odds,) = [link for link in links if link.startswith("/odds/")]
    assert "Odds of Ember Breath" in Page(client.get(address)).words
    page = Page(client.get(odds))
    assert page.all("h1") and "Odds of Ember Breath" in page.words
    assert [one["value"] for one in page.all("input", name="red")] == ["4"]
    (attack,) = [link for link in links if "/attack/" in link]
    asked = Page(client.get(f"{attack}&defender=Wraith&measured_range=2"))
    assert "Ember Breath rolls 4 attack dice." in asked.words
    assert "with its player’s own numbers." in asked.words
    (stepwise,) = [one["href"] for one in page.all("a") if "/play/attack-wing/attack/?" in one["href"]]
    assert parse_qs(urlsplit(stepwise.replace("&amp;", "&")).query)["list"] == [key]
    assert "rolls 4 attack dice" in Page(client.get(f"{stepwise}&defender=Wraith&measured_range=2")).words


def test_the_own_numbers_of_other_users_do_not_count(client: Client, legion: Legion) -> None:
    other = factories.UserFactory()
    hidden = factories.legion({"card": "red-dragon"}, owner=other)
    links_with_own_numbers(client, hidden, "/play/")
    mine = factories.legion({"card": "red-dragon"}, owner=legion.owner)
    assert not [link for link in links_of(client, f"/legions/{mine.pk}/play/") if link.startswith("/odds/")]
    query = {"list": str(hidden.pk), "attacker": "Red Dragon", "defender": "Wraith", "measured_range": "2"}
    assert "Ember Breath" not in Page(client.get("/play/attack-wing/attack/", query)).words


@pytest.mark.sampled
def test_a_list_is_at_the_table_with_the_cards_of_its_release(client: Client) -> None:
    user = factories.UserFactory()
    client.force_login(user)
    older = factories.legion({"card": "wraith"}, owner=user)
    wraith = stock(WITH_REFEREE).cards["wraith"].document
    factories.publish({**wraith, "attack": 6, "weapons": [{**wraith["weapons"][0], "name": "Chill"}]})
    newer = factories.legion({"card": "wraith"}, owner=user)
    for legion, weapon, dice in ((older, "Touch", 2), (newer, "Chill", 6)):
        address = f"/legions/{legion.pk}/play/"
        assert f"Odds of {weapon}" in Page(client.get(address)).words
        (odds,) = [link for link in links_of(client, address) if link.startswith("/odds/")]
        page = Page(client.get(odds))
        assert f"Odds of {weapon}" in page.words
        assert [field["value"] for field in page.all("input", name="red")] == [str(dice)]
        (attack,) = [link for link in links_of(client, address) if "/attack/" in link]
        asked = Page(client.get(f"{attack}&defender=Wraith&measured_range=1")).words
        assert f"{weapon} rolls {dice} attack dice." in asked
        assert f"Cards as in this list: release {legion.document['release']}." in asked


def test_a_tap_keeps_the_list(client: Client, legion: Legion) -> None:
    after = client.get(
        "/play/attack-wing/maneuver/", {"list": str(legion.pk), "take": "field=creature&name=&title=Wraith"}
    )
    assert after["Location"] == f"/play/attack-wing/maneuver/?list={legion.pk}&creature=Wraith"
    assert f'name="list" value="{legion.pk}"' in client.get(after["Location"]).content.decode()


@pytest.mark.sampled
def test_an_attacker_of_a_shared_list_meets_a_defender_that_is_typed(client: Client, legion: Legion) -> None:
    sharing_services.share_legion(legion=legion)
    legion.refresh_from_db()
    (address,) = [
        one
        for one in links_of(Client(), f"/s/{legion.share_key}/play/")
        if "/attack/" in one and "attacker=Maurghoros" in one
    ]
    html = Client().get(address).content.decode()
    first = html[html.index('id="group-1"') : html.index('id="answer"')]
    assert 'name="defender"' in first
    answer = Page(Client().get(f"{address}&defender=Wraith&measured_range=1")).words.partition(
        "What the rulebook says"
    )[2]
    assert "Maurghoros" in answer and "5 attack dice" in answer


@pytest.mark.parametrize("key", ["{other}", "/s/no-such-key/", "x", "00000000-0000-4000-8000-000000000000", "%00"])
def test_a_list_that_the_user_may_not_read_is_not_used(client: Client, legion: Legion, key: str) -> None:
    other = factories.legion({"card": "balagos"}, owner=factories.UserFactory(), name="Hidden")
    response = client.get("/play/attack-wing/maneuver/", {"list": key.format(other=other.pk)})
    assert response.status_code == 200
    assert "Hidden" not in response.content.decode() and 'name="list"' not in response.content.decode()


@pytest.mark.sampled
def test_a_list_older_than_those_on_offer_is_found_if_the_address_names_it(client: Client, legion: Legion) -> None:
    for _number in range(MAX_LISTS):
        factories.legion({"card": "balagos"}, owner=legion.owner)
    page = Page(client.get("/play/attack-wing/attack/", {"list": str(legion.pk)}))
    titles = [parse_qs(one["value"])["title"] for one in page.all("button", name="take")]
    assert titles == [["Maurghoros"], ["Wraith"]]


def test_only_the_owner_opens_a_list_at_the_table_and_others_by_its_link(client: Client, legion: Legion) -> None:
    address = f"/legions/{legion.pk}/play/"
    assert client.get(address).status_code == 200
    assert client.post(address).status_code == 405
    stranger = Client()
    stranger.force_login(factories.UserFactory())
    assert stranger.get(address).status_code == Client().get(address).status_code == 404
    sharing_services.share_legion(legion=legion)
    legion.refresh_from_db()
    shared = f"/s/{legion.share_key}/play/"
    for visitor in (stranger, Client(), client):
        response = visitor.get(shared)
        assert response.status_code == 200
        assert "noindex" in response["X-Robots-Tag"] and "no-store" in response["Cache-Control"]
    assert stranger.get(address).status_code == 404
    sharing_services.revoke_link(legion=legion)
    assert Client().get(shared).status_code == 410
    services.delete_legion(legion=legion)
    assert client.get(address)["Location"].startswith("/legions/")


def test_a_guest_takes_a_list_to_the_table_from_each_page_that_shows_it() -> None:
    guest = Client()
    address = urlsplit(guest.post("/build/attack-wing/", {"do": "add/wraith"})["Location"]).path
    play = f"{address}play/"
    assert len(Page(guest.get("/legions/")).all("a", href=play)) == 1
    assert len(Page(guest.get(address)).all("a", href=play)) == 2, "one in the bar, one in the menu of phones"
    assert "Wraith" in Page(guest.get(play)).words
    assert Client().get(play).status_code == 404


def test_an_owner_takes_a_list_to_the_table_from_the_home_page_and_from_the_shared_page(
    client: Client, legion: Legion
) -> None:
    sharing_services.share_legion(legion=legion)
    legion.refresh_from_db()
    assert Page(client.get("/")).all("a", href=f"/legions/{legion.pk}/play/")
    assert Page(client.get(f"/s/{legion.share_key}/")).all("a", href=f"/s/{legion.share_key}/play/")


def test_an_empty_list_is_not_taken_to_the_table(client: Client, legion: Legion) -> None:
    empty = factories.legion(owner=legion.owner)
    sharing_services.share_legion(legion=empty)
    empty.refresh_from_db()
    for address in ("/", "/legions/", f"/s/{empty.share_key}/"):
        page = Page(client.get(address))
        assert not page.all("a", href=f"/legions/{empty.pk}/play/"), address
        assert not page.all("a", href=f"/s/{empty.share_key}/play/"), address
    assert client.get(f"/legions/{empty.pk}/play/").status_code == 200


def test_the_users_campaigns_of_the_game_are_shown_and_no_others(client: Client, legion: Legion) -> None:
    fields: dict[str, Any] = {"plan": [], "player": "Ada"}
    holder = Holder(user=legion.owner)
    mine = campaigns.start_campaign(holder=holder, game=WITH_REFEREE, name="The long war", **fields)
    campaigns.start_campaign(holder=holder, game="dungeon-command", name="Another game", **fields)
    stranger = Holder(user=factories.UserFactory())
    campaigns.start_campaign(holder=stranger, game=WITH_REFEREE, name="Of somebody else", **fields)
    watched = campaigns.start_campaign(holder=holder, game=WITH_REFEREE, name="Led only", plan=[])
    page = Page(client.get(f"/legions/{legion.pk}/play/"))
    assert page.all("a", href=f"/campaigns/{mine.pk}/?list={legion.pk}") and "The long war" in page.words
    assert page.all("a", href=f"/campaigns/{watched.pk}/"), "without a seat nobody brings a list"
    assert "Another game" not in page.words and "Of somebody else" not in page.words


def test_a_card_that_the_newest_release_lacks_is_left_out(client: Client) -> None:
    user = factories.UserFactory()
    client.force_login(user)
    legion = factories.legion({"card": "no-such-card"}, {"card": "wraith"}, owner=user)
    page = Page(client.get(f"/legions/{legion.pk}/play/"))
    assert "Wraith" in page.words and page.all("a", href=f"/odds/attack-wing/?attacker={legion.pk}&weapon=1.0")
