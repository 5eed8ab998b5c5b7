"""The smallest game works everywhere, with words for its pages and with schemas and rules alone."""

import json

import pytest

from catalog.documents import validation
from catalog.models import Card
from legions.saved_lists import services
from legions.saved_lists.models import Holder
from legions.sharing import services as sharing_services
from rulesapi.judging import verdicts
from tests import factories, smallest_game
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db

GAME = smallest_game.GAME
LEGAL = {"game": GAME, "picks": [{"card": "flint", "count": 3}, {"card": "red-rag"}]}
with_and_without_words = pytest.mark.parametrize("game", [True, False], ids=["words", "schemas"], indirect=True)


@pytest.fixture(autouse=True)
def game(tmp_path, request):
    """Publish the game; a test that is parametrized with False has it without words for its pages."""
    with smallest_game.known(tmp_path / "schemas", pages=getattr(request, "param", True)):
        factories.publish_documents(smallest_game.documents(), by=None, why="A small game")
        yield


def codes(**changes) -> tuple[str, list[str]]:
    verdict = verdicts.judge({**LEGAL, **changes})
    return verdict["verdict"], [finding["code"].partition("/")[2] for finding in verdict["findings"]]


@pytest.mark.sampled
def test_its_documents_fit_their_schemas() -> None:
    for document in smallest_game.documents():
        validation.validate(document)


@pytest.mark.sampled
def test_its_own_rules_are_asked() -> None:
    assert codes() == ("legal", [])
    assert codes(picks=[{"card": "flint", "count": 4}]) == ("illegal", ["banner-count", "stone-copies"])
    assert codes(picks=[{"card": "red-rag"}]) == ("illegal", ["stone-count"])
    assert codes(picks=[{"card": "red-rag"}, {"card": "basalt", "count": 3}]) == ("illegal", ["weight"])
    assert codes(picks=[*LEGAL["picks"], {"card": "obsidian"}]) == ("undetermined", [])


@pytest.mark.sampled
def test_a_game_with_new_numbers_in_its_document_is_judged_by_them() -> None:
    stricter = {**smallest_game.document(GAME), "card_counts": [{"kind": "stone", "at_least": 4}]}
    factories.publish_documents([stricter], by=None, why="Four stones, and no banner")
    assert codes(picks=[{"card": "flint", "count": 3}]) == ("illegal", ["stone-count"])
    assert codes(picks=LEGAL["picks"], release=1) == ("legal", [])


@pytest.mark.sampled
def test_a_format_that_changes_a_rule_of_the_document_is_published_and_used() -> None:
    loose = smallest_game.format_document("loose", without=[f"{GAME}/banner-count"])
    factories.publish_documents([loose], by=None, why="More")
    assert codes(picks=[{"card": "flint", "count": 3}], format="loose") == ("legal", [])


@pytest.mark.sampled
def test_its_rules_are_listed_with_their_numbers_and_cases(client) -> None:
    rules = {rule["code"]: rule for rule in client.get(f"/api/v1/rules/?game={GAME}").json()["results"]}
    assert rules[f"{GAME}/stone-copies"]["text"] == "A list has at most 3 copies of one card of the kind stone."
    assert rules[f"{GAME}/stone-copies"]["cite"]["page"] == 2
    assert rules[f"{GAME}/weight"]["examples"]["count"] == 9
    assert "A list has exactly 1 card of the kind banner." in Page(client.get(f"/rules/{GAME}/")).words
    german = Page(client.get(f"/rules/{GAME}/", headers={"Accept-Language": "de"})).words
    assert "Eine Liste hat genau 1 Karte der Art banner." in german


@pytest.mark.sampled
def test_findings_of_the_rules_of_the_document_are_translated(client) -> None:
    key = sharing_services.share_legion(
        legion=services.create_legion(
            holder=Holder(user=factories.UserFactory()),
            document={"game": GAME, "name": "Throwers", "picks": [{"card": "flint", "count": 5}]},
        )
    )
    german = Page(client.get(f"/s/{key}/", headers={"Accept-Language": "de"})).words
    assert "Die Liste hat Flint 5-mal. Höchstens 3 sind erlaubt." in german
    assert "Die Liste hat keine Karte der Art banner. Sie braucht mindestens 1." in german


@pytest.mark.sampled
def test_a_card_that_does_not_exist_is_never_legal() -> None:
    assert codes(picks=[*LEGAL["picks"], {"card": "nope"}]) == ("illegal", ["unknown-card"])


@pytest.mark.sampled
def test_the_standing_rules_hold_without_being_named() -> None:
    assert codes(collection={"flint": 1, "red-rag": 1}) == ("illegal", ["collection-limit"])
    retired = {**smallest_game.document("flint"), "retired": "It broke."}
    factories.publish_documents([retired], by=None, why="Broken")
    assert codes() == ("legal", ["retired-card"])


@pytest.mark.sampled
def test_formats_and_house_rules_are_saved() -> None:
    house = {
        "kind": "house-rule",
        "game": GAME,
        "slug": "few",
        "name": "Few",
        "official": False,
        "text": "One flint is enough.",
        "limits": [{"cards": [{"card": ["flint"]}], "per": "legion", "at_most": 1}],
        "sources": smallest_game.document("standard")["sources"],
    }
    banned = smallest_game.format_document("no-flint", bans=[{"card": ["flint"]}])
    past = smallest_game.format_document("past", until="2020-01-01")
    factories.publish_documents([banned, past, house], by=None, why="More")
    assert codes(format="no-flint") == ("illegal", ["barred"])
    assert codes(format="past", on="2026-01-01") == ("illegal", ["format-dates"])
    assert codes(house_rules=["few"]) == ("illegal", ["house-limit"])


PAGES = (
    "/",
    "/cards/",
    f"/cards/{GAME}/",
    f"/cards/{GAME}/?view=list",
    f"/cards/{GAME}/?q=flint",
    f"/cards/{GAME}/flint/",
    "/sets/",
    f"/sets/{GAME}/",
    f"/sets/{GAME}/bag/",
    f"/sets/{GAME}/bag/sheet/",
    "/rules/",
    f"/rules/{GAME}/",
    f"/rules/{GAME}/coverage/",
    f"/wanted/{GAME}/",
    "/build/",
    f"/build/{GAME}/",
    f"/collection/{GAME}/",
    f"/collection/{GAME}/boxes/",
    f"/collection/{GAME}/import/",
    f"/numbers/{GAME}/",
    f"/campaigns/{GAME}/",
    f"/campaigns/{GAME}/new/",
    f"/rules/{GAME}/?q=flint",
    "/search/?q=flint",
    "/play/",
    "/shared/",
    f"/shared/?game={GAME}",
    f"/shared/atom/{GAME}/",
    f"/import/?game={GAME}",
    "/marks/",
    "/developers/",
    "/sitemap.xml",
    f"/shields/1/{GAME}/flint.svg",
    f"/api/v1/games/{GAME}/",
    f"/api/v1/rules/?game={GAME}",
    f"/api/v1/cards/?game={GAME}",
    f"/api/v1/formats/?game={GAME}",
)


NOT_THERE = (
    f"/faces/1/{GAME}/flint.svg",
    f"/play/{GAME}/",
    f"/odds/{GAME}/",
    f"/rules/{GAME}/reference/",
    f"/rules/{GAME}/book/",
    f"/play/{GAME}/attack/",
)


@pytest.mark.sampled
@with_and_without_words
@pytest.mark.parametrize("signed_in", [False, True])
def test_its_pages_are_there(client, signed_in) -> None:
    if signed_in:
        client.force_login(factories.UserFactory())
    answers = {address: status(client, address) for address in PAGES}
    assert {address: answer for address, answer in answers.items() if answer not in (200, 302)} == {}


@pytest.mark.sampled
@with_and_without_words
def test_pages_that_it_does_not_have_are_not_found(client) -> None:
    assert {address: status(client, address) for address in NOT_THERE} == dict.fromkeys(NOT_THERE, 404)


def status(client, address):
    client.raise_request_exception = False
    response = client.get(address)
    return repr(response.exc_info) if response.status_code == 500 else response.status_code


@pytest.mark.sampled
@with_and_without_words
@pytest.mark.parametrize(
    "picks", [[], LEGAL["picks"], [{"card": "flint", "count": 9}], [*LEGAL["picks"], {"card": "nope"}]]
)
def test_its_lists_are_built_saved_shared_and_printed(client, picks) -> None:
    owner = factories.UserFactory(username="owner")
    client.force_login(owner)
    document = {"game": GAME, "picks": picks, "name": "Throwers"}
    legion = services.create_legion(holder=Holder(user=owner), document=document)
    key = sharing_services.share_legion(legion=legion)
    own = [
        f"/legions/{legion.pk}/{tail}" for tail in ("", "sheet/", "sheet.pdf", "cards-to-cut/", "history/", "copies/")
    ]
    shared = [f"/s/{key}/{tail}" for tail in ("", "embed/", "picture.png", "sheet/", "copies/", "document/")]
    answers = {address: status(client, address) for address in ["/legions/", *own, *shared]}
    assert {address: answer for address, answer in answers.items() if answer not in (200, 302)} == {}
    word = "The table is empty" if not picks else "Legal" if picks == LEGAL["picks"] else "Illegal"
    assert word in Page(client.get(f"/s/{key}/")).words


@pytest.mark.sampled
@with_and_without_words
def test_a_card_is_added_in_its_builder(client) -> None:
    page = Page(
        client.post(f"/build/{GAME}/", {"document": json.dumps(LEGAL), "do": "add", "card": "basalt"}, follow=True)
    )
    assert "Basalt" in page.words


@pytest.mark.sampled
def test_curators_see_its_cards(client) -> None:
    client.force_login(factories.UserFactory(is_staff=True, is_superuser=True))
    card = Card.objects.get(game=GAME, slug="flint")
    assert status(client, f"/admin/catalog/card/{card.pk}/change/") == 200


@pytest.mark.sampled
def test_its_lists_are_read_from_text_and_completed_over_rest(client) -> None:
    answer = client.post(
        "/api/v1/texts/read/", {"game": GAME, "text": "# Throwers\n3 Flint\nRed Rag"}, content_type="application/json"
    )
    assert answer.json()["legion"]["picks"] == LEGAL["picks"]
    bodies = {
        "verdicts": LEGAL,
        "fixes": {"legion": LEGAL},
        "candidates": {"legion": LEGAL, "at": "/picks/0"},
    }
    for address, body in bodies.items():
        assert client.post(f"/api/v1/{address}/", body, content_type="application/json").status_code == 200, address
