"""Shelves: choosing cards, entering facts as one goes, photos, and offering the finished cards together."""

import io
import json
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from catalog import permissions
from catalog.curation import contributions
from catalog.curation.contributions import ContributionChanged, quotas
from catalog.models import Changeset, Contribution, ContributionPhoto, Release, Revision
from legions.accounts import profile_names
from legions.own_numbers.models import OwnNumbers
from legions.shelf import services
from legions.shelf.models import ShelfCard
from tests import factories, worlds
from tests.clients import logged_in
from tests.legions.page_parser import Page
from tests.throttles import allow

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.usefixtures("world")]

NEW = "dnd-miniatures-2008"
SHELF = f"/shelf/{NEW}/"
FIXTURES = settings.BASE_DIR / "fixtures" / NEW
JSON = {"Accept": "application/json"}
FULL = {
    "factions": "w",
    "cost": "27",
    "ac": "20",
    "hp": "55",
    "speed": "7",
    "attacks-1-name": "Claws",
    "attacks-1-bonus": "+11",
    "attacks-1-damage": "15",
}
UNKNOWN = dict.fromkeys(("cost", "factions", "ac", "hp", "speed", "attacks"))


def miniature(slug: str, **facts: Any) -> dict[str, Any]:
    return {
        "kind": "creature",
        "game": NEW,
        "slug": slug,
        "name": slug.replace("-", " ").capitalize(),
        "set": "giants",
        **dict.fromkeys(("number", "rarity", "alignment", "unique", "champion", "champion_rating", "size", "keywords")),
        **dict.fromkeys(("level", "flight", "defense", "warband_building", "discounts", "beta", "text")),
        **UNKNOWN,
        "sources": factories.SOURCES,
        **facts,
    }


@worlds.once_a_module
def world() -> None:
    factories.publish(
        *(json.loads((FIXTURES / name).read_text(encoding="utf-8")) for name in ("game.json", "formats/assault.json")),
        factories.card_set(game=NEW, slug="giants", name="Against the Giants"),
        miniature("moss-bear", number=33, cost=27),
        miniature("stilt-scout", number=1),
        miniature("old-oak", number=2),
    )


@pytest.fixture
def ann() -> Client:
    return logged_in(factories.UserFactory(username="ann"))


def do(client: Client, what: str, status: int = 302, **fields: Any) -> Any:
    response = client.post(SHELF, {"do": what, **fields})
    assert response.status_code == status, Page(response).words
    return response


def cells(slug: str, **texts: str) -> dict[str, str]:
    return {f"c.{slug}.{key.replace('__', '-')}": text for key, text in (FULL | texts).items()}


def write(client: Client, fields: dict[str, str]) -> Any:
    response = client.post(SHELF, fields, headers=JSON)
    assert response.status_code == 200
    return response.json()


def picture(colour: str = "brown") -> SimpleUploadedFile:
    file = io.BytesIO()
    Image.new("RGB", (60, 90), colour).save(file, "PNG")
    return SimpleUploadedFile("card.png", file.getvalue())


def photograph(client: Client, slug: str, status: int = 200) -> Any:
    response = client.post(f"{SHELF}{slug}/photo/", {"photo": picture()}, headers=JSON)
    assert response.status_code == status
    return response.json()


def fill(client: Client, *slugs: str) -> None:
    for slug in slugs:
        do(client, f"add/{slug}")
        write(client, cells(slug))


def words(client: Client, query: str = "") -> str:
    return Page(client.get(f"{SHELF}{query}")).words


# -- choosing cards ----------------------------------------------------------------------------------------------------


def test_cards_are_found_by_their_words_in_any_order_and_put_on_the_shelf(ann) -> None:
    page = Page(ann.get(f"{SHELF}?q=bear+moss"))
    assert "Moss bear" in page.words
    do(ann, "add/moss-bear")
    do(ann, "add/moss-bear")
    assert [one.slug for one in ShelfCard.objects.all()] == ["moss-bear"]
    assert "0 of 1 done" in words(ann)


def test_all_cards_of_a_set_that_lack_facts_come_in_the_order_of_their_numbers(ann) -> None:
    assert "3 cards lack deciding facts" in words(ann, "?q=giants+against")
    do(ann, "add-set/giants")
    assert [one.slug for one in ShelfCard.objects.order_by("place")] == ["stilt-scout", "old-oak", "moss-bear"]


def test_the_card_that_decides_most_is_one_that_is_not_on_the_shelf(ann) -> None:
    for _number in range(3):
        do(ann, "add-next")
    assert ShelfCard.objects.count() == 3
    assert "knows the deciding facts of all other cards" in Page(ann.post(SHELF, {"do": "add-next"}, follow=True)).words


def test_a_card_that_the_catalog_lacks_is_answered(ann) -> None:
    found = words(ann, "?q=nobody")
    assert "The catalog has no card or set called “nobody”" in found
    assert "A shelf cannot hold a card that the catalog lacks" in found
    assert "does not have this card" in Page(ann.post(SHELF, {"do": "add/nobody"}, follow=True)).words
    assert not ShelfCard.objects.exists()


def test_a_removed_card_comes_back_with_its_facts_and_photo(ann) -> None:
    fill(ann, "old-oak")
    photograph(ann, "old-oak")
    do(ann, "remove/old-oak")
    assert "Taken off: Old oak" in words(ann)
    do(ann, "restore/old-oak")
    assert ShelfCard.objects.get().photo_size > 0
    assert "1 of 1 done" in words(ann)


@pytest.mark.sampled
def test_only_the_last_removed_card_is_kept_and_a_full_shelf_takes_no_more(ann, monkeypatch) -> None:
    do(ann, "add-set/giants")
    do(ann, "remove/old-oak")
    do(ann, "remove/moss-bear")
    assert set(ShelfCard.objects.values_list("slug", flat=True)) == {"stilt-scout", "moss-bear"}
    monkeypatch.setattr(services, "MAX_CARDS", 1)
    assert "yours is full" in Page(ann.post(SHELF, {"do": "restore/moss-bear"}, follow=True)).words
    assert "A shelf holds 1 cards" in Page(ann.post(SHELF, {"do": "add/old-oak"}, follow=True)).words
    assert ShelfCard.objects.filter(removed_at=None).count() == 1


# -- entering facts ----------------------------------------------------------------------------------------------------


def test_each_value_is_stored_as_an_own_number_as_it_is_sent(ann) -> None:
    do(ann, "add/old-oak")
    told = write(ann, cells("old-oak"))
    assert told["done"] == told["all"] == told["offer"] == 1
    assert told["cells"]["c.old-oak.attacks-1-bonus"]["text"] == "+11"
    assert told["cells"]["c.old-oak.factions"]["text"] == "wild"
    assert OwnNumbers.objects.get().facts["old-oak"] == {
        "factions": ["wild"],
        "cost": 27,
        "ac": 20,
        "hp": 55,
        "speed": 7,
        "attacks": [
            {
                "name": "Claws",
                "manner": None,
                "basic": None,
                "bonus": 11,
                "against": None,
                "damage": 15,
                "reach": None,
            }
        ],
    }
    write(ann, {f"c.old-oak.attacks-1-{key}": "" for key in ("bonus", "damage", "name")})
    assert "attacks" not in OwnNumbers.objects.get().facts["old-oak"]


def test_an_attack_has_its_name_before_its_numbers_and_as_long_as_it_has_them(ann) -> None:
    do(ann, "add/old-oak")
    told = write(ann, {"c.old-oak.attacks-1-bonus": "+11"})
    assert told["cells"]["c.old-oak.attacks-1-bonus"]["error"] == "First fill in: Name."
    told = write(ann, {"c.old-oak.attacks-1-name": "Claws", "c.old-oak.attacks-1-bonus": "+11"})
    assert told["cells"]["c.old-oak.attacks-1-bonus"] == {"text": "+11", "state": "own", "error": ""}
    told = write(ann, {"c.old-oak.attacks-1-name": ""})
    assert told["cells"]["c.old-oak.attacks-1-name"]["error"].startswith("The other values of the same row need it.")
    assert OwnNumbers.objects.get().facts["old-oak"]["attacks"][0]["name"] == "Claws"


def test_without_scripts_a_button_saves_all_cells_and_goes_to_the_next_card(ann) -> None:
    do(ann, "add-set/giants")
    response = do(ann, "next/stilt-scout", card="stilt-scout", **cells("stilt-scout"))
    assert response["Location"].startswith(f"{SHELF}?card=old-oak")
    assert "1 of 3 done" in words(ann)


def test_a_wrong_value_is_explained_at_its_field_and_nothing_is_lost(ann) -> None:
    do(ann, "add/old-oak")
    response = do(ann, "next/old-oak", 400, card="old-oak", **cells("old-oak", ac="1400", factions="xx"))
    page = Page(response)
    assert "There is no “xx”" in page.words
    assert "at most 99" in page.words
    fields = {one["name"]: one.get("value") for one in page.all("input") if one.get("name")}
    assert (fields["c.old-oak.ac"], fields["c.old-oak.hp"]) == ("1400", "55")
    assert OwnNumbers.objects.get().facts["old-oak"]["hp"] == 55


def test_a_value_that_the_catalog_knows_is_shown_with_a_link_to_report_an_error(ann) -> None:
    do(ann, "add/moss-bear")
    page = Page(ann.get(SHELF))
    assert "c.moss-bear.cost" not in {one.get("name") for one in page.all("input")}
    assert f"/cards/{NEW}/moss-bear/contribute/?wrong" in {one.get("href") for one in page.all("a")}
    told = write(ann, {"c.moss-bear.cost": "30"})
    assert "The catalog has another value" in told["cells"]["c.moss-bear.cost"]["error"]


def test_a_card_is_done_without_the_rest_if_its_owner_says_so(ann) -> None:
    do(ann, "add/old-oak")
    write(ann, {"c.old-oak.cost": "9"})
    assert "0 of 1 done" in words(ann)
    do(ann, "enough/old-oak")
    assert "1 of 1 done" in words(ann)
    do(ann, "not-enough/old-oak")
    assert "0 of 1 done" in words(ann)


def test_two_tabs_keep_each_others_values(ann) -> None:
    do(ann, "add/old-oak")
    seen = json.dumps({})
    write(ann, {"c.old-oak.cost": "9"})
    do(ann, "save", card="old-oak", seen=seen, **{"c.old-oak.cost": "", "c.old-oak.hp": "70"})
    assert OwnNumbers.objects.get().facts["old-oak"] == {"cost": 9, "hp": 70}


@pytest.mark.parametrize("text", ["\0", "\ud800", "<script>alert", "9" * 400, "[[[[", "1e9", "-", "x" * 2000])
def test_hostile_texts_in_each_field_are_refused_or_escaped(ann, text: str) -> None:
    do(ann, "add/old-oak")
    for key in (*FULL, "level", "alignment", "unique", "keywords", "attacks-1-name", "warband_building", "name", "x.y"):
        body = f"c.old-oak.{key}={text}&card=old-oak".encode("utf-8", "surrogatepass")
        for headers in (JSON, {}):
            response = ann.post(SHELF, body, content_type="application/x-www-form-urlencoded", headers=headers)
            assert response.status_code in {200, 302, 400}
            assert b"<script>alert" not in response.content or headers
    assert ann.get(SHELF).status_code == 200


@pytest.mark.parametrize(
    "what", ["add/\0", "add/", "remove/nobody", "restore/x", "next/x", "enough/x", "offer", "/", "x/y"]
)
def test_hostile_actions_change_nothing(ann, what: str) -> None:
    do(ann, what, card="\0")
    assert not ShelfCard.objects.exists()
    assert not Contribution.objects.exists()


# -- permissions -------------------------------------------------------------------------------------------------------


def test_a_guest_sees_what_a_shelf_is_and_finds_their_input_after_the_log_in(client) -> None:
    factories.UserFactory(username="ann").emailaddress_set.create(email="ann@example.test", primary=True, verified=True)
    assert "Lay your cards beside you" in words(client, "?q=moss")
    response = client.post(SHELF, {"do": "add/old-oak", **cells("old-oak")})
    assert response["Location"].startswith("/account/login/?next=")
    assert not ShelfCard.objects.exists()
    client.post(response["Location"], {"login": "ann", "password": "a long enough secret"})
    page = Page(client.get(SHELF))
    assert "Put Old oak on the shelf" in page.words
    assert not ShelfCard.objects.exists()
    do(client, "add/old-oak")
    assert ShelfCard.objects.get().slug == "old-oak"


def test_nobody_else_sees_a_shelf_or_its_photos(ann, cora, client) -> None:
    fill(ann, "old-oak")
    photograph(ann, "old-oak")
    address = f"{SHELF}old-oak/photo/"
    response = ann.get(address)
    assert response["Content-Type"] == "image/jpeg"
    assert "no-store, private" in response["Cache-Control"]
    for other in (logged_in(factories.UserFactory()), logged_in(cora)):
        assert other.get(address).status_code == 404
        assert "An empty shelf" in words(other)
    assert client.get(address).status_code == 302


def test_a_shelf_is_of_a_game_there_is(ann) -> None:
    assert ann.get("/shelf/no-game/").status_code == 404
    assert ann.post("/shelf/no-game/", {"do": "add-next"}).status_code == 404
    assert "D&D Miniatures" in Page(ann.get("/shelf/")).words
    assert "D&D Miniatures" in Page(Client().get("/shelf/")).words


# -- photos ------------------------------------------------------------------------------------------------------------


def test_a_photo_is_encoded_again_replaced_and_deleted(ann) -> None:
    do(ann, "add/old-oak")
    first = photograph(ann, "old-oak")["photo"]
    assert bytes(ShelfCard.objects.get().photo).startswith(b"\xff\xd8")
    assert first in {one.get("src") for one in Page(ann.get(SHELF)).all("img")}
    assert photograph(ann, "old-oak")["photo"] != first
    ann.post(f"{SHELF}old-oak/photo/", {"do": "delete"})
    assert ann.get(f"{SHELF}old-oak/photo/").status_code == 404


def test_a_file_that_is_no_photo_or_none_or_for_no_card_is_refused(ann) -> None:
    do(ann, "add/old-oak")
    address = f"{SHELF}old-oak/photo/"
    bad = ann.post(address, {"photo": SimpleUploadedFile("x.png", b"no picture")}, headers=JSON)
    assert (bad.status_code, "damaged" in bad.json()["error"]) == (400, True)
    assert ann.post(address, {}, headers=JSON).json()["error"] == "Choose a photo first."
    assert "not on your shelf" in photograph(ann, "moss-bear", 400)["error"]
    assert "Choose a photo first" in Page(ann.post(address, {}, follow=True)).words


def test_photos_are_limited_in_a_day_and_in_bytes(ann, monkeypatch) -> None:
    fill(ann, "old-oak", "stilt-scout")
    photograph(ann, "old-oak")
    monkeypatch.setattr(services, "MAX_PHOTO_BYTES", 100)
    assert "photos on your shelves" in photograph(ann, "stilt-scout", 400)["error"]
    allow(monkeypatch, "shelf-photos", 1)
    response = ann.post(f"{SHELF}stilt-scout/photo/", {"photo": picture()}, headers=JSON)
    assert response.status_code == 429
    assert ShelfCard.objects.filter(photo_size__gt=0).count() == 1


# -- offering ----------------------------------------------------------------------------------------------------------


def test_one_post_offers_the_done_cards_as_one_batch_with_their_photos(ann) -> None:
    fill(ann, "old-oak", "stilt-scout")
    photograph(ann, "old-oak")
    do(ann, "add/moss-bear")
    write(ann, {"c.moss-bear.hp": "80"})
    page = Page(ann.post(SHELF, {"do": "offer", "thank": "on"}, follow=True))
    assert "2 cards are offered" in page.words
    assert "Moss bear was left out: Factions, AC, Speed, Attack, Attack bonus and Damage missing." in page.words
    made = {one.record.slug: one for one in Contribution.objects.all()}
    assert set(made) == {"old-oak", "stilt-scout"}
    assert len({one.batch for one in made.values()}) == 1
    assert {(one.source, one.thank, one.sheet, one.mends) for one in made.values()} == {("", True, "", False)}
    assert ContributionPhoto.objects.get().contribution == made["old-oak"]
    assert not ShelfCard.objects.filter(photo_size__gt=0).exists()
    assert page.words.count("offered") >= 2
    assert Release.objects.newest() == 1


def test_an_offer_is_not_repeated_and_a_changed_value_is_offered_again(ann) -> None:
    fill(ann, "old-oak")
    do(ann, "offer")
    assert "No card is done yet" in Page(ann.post(SHELF, {"do": "offer"}, follow=True)).words
    write(ann, {"c.old-oak.hp": "60"})
    do(ann, "offer")
    waiting = Contribution.objects.offered().get()
    assert (waiting.facts["hp"], waiting.facts["cost"]) == (60, 27)


def test_a_batch_counts_as_one_offer_and_batches_and_their_photos_have_limits(ann, monkeypatch) -> None:
    def refused(*quota: Any) -> str:
        monkeypatch.setattr(quotas, "QUOTAS", (quotas.Quota(*quota),))
        return Page(ann.post(SHELF, {"do": "offer"}, follow=True)).words

    fill(ann, "old-oak", "stilt-scout")
    photograph(ann, "old-oak")
    assert "At most 0 photos from your shelves" in refused(0, 9, 9, 9, 9, 0)
    monkeypatch.setattr(quotas, "MAX_BATCH_PHOTO_BYTES", 10)
    assert "photos that wait for the curators" in refused(0, 9, 9, 9, 9, 9)
    monkeypatch.setattr(quotas, "MAX_BATCH_PHOTO_BYTES", 10_000_000)
    assert "2 cards are offered" in refused(0, 2, 2, 0, 2, 1)
    fill(ann, "moss-bear")
    assert "1 shelves waiting" in refused(0, 2, 2, 0, 1, 1)
    assert "1 offers since yesterday" in refused(0, 1, 9, 9, 9, 9)
    monkeypatch.setattr(quotas, "CARDS_OF_A_SHEET", 0)
    assert "enough sheets since yesterday" in refused(0, 9, 9, 9, 9, 9)


def test_two_accounts_that_offer_the_same_agree_and_another_value_ends_it(ann) -> None:
    fill(ann, "old-oak")
    do(ann, "offer")
    ben = logged_in(factories.UserFactory(username="ben"))
    fill(ben, "old-oak")
    assert "two agree" not in words(ben)  # nobody learns others' values before offering their own
    do(ben, "offer")
    assert "two agree" in words(ben)
    assert "two agree" in words(ann)
    cleo = logged_in(factories.UserFactory())
    do(cleo, "add/old-oak")
    write(
        cleo, cells("old-oak", **dict.fromkeys(["cost", "ac", "hp", "speed", "factions"], ""), attacks__1__damage="5")
    )
    do(cleo, "enough/old-oak")
    do(cleo, "offer")
    assert "Another player’s card says something else: Attacks. Look at yours again." in words(ann)
    assert "another value" in words(ann) and "two agree" not in words(ann)


def test_a_photo_is_with_the_curators_once_its_card_is_offered(ann) -> None:
    fill(ann, "old-oak", "stilt-scout")
    photograph(ann, "old-oak")
    do(ann, "offer")
    page = Page(ann.get(f"{SHELF}?card=old-oak"))
    assert "Your photo is with the curators." in page.words and not page.all("input", type="file")
    page = Page(ann.get(f"{SHELF}?card=stilt-scout"))
    assert "Offered without a photo." in page.words and not page.all("input", type="file")
    write(ann, {"c.old-oak.hp": "60"})
    page = Page(ann.get(f"{SHELF}?card=old-oak"))
    assert page.all("input", type="file"), "what is changed is a new offer"


@pytest.mark.sampled
def test_a_curators_question_and_decision_are_shown_on_the_shelf(ann, cora) -> None:
    fill(ann, "old-oak", "stilt-scout")
    do(ann, "offer")
    oak, scout = Contribution.objects.order_by("record__slug")
    contributions.ask_contributor(number=oak.pk, seen=oak.version, by=cora, question="Which set?")
    contributions.decide(number=scout.pk, seen=scout.version, by=cora, accept=list(scout.facts))
    page = Page(ann.get(f"{SHELF}?card=old-oak"))
    assert "A curator asks you something" in page.words
    assert "accepted" in page.words


# -- the curator -------------------------------------------------------------------------------------------------------


def accepted_by(cora: Any, **more: Any) -> Changeset:
    offers = list(Contribution.objects.order_by("pk"))
    values = {"seen": contributions.batch_token(contributions.batch_contributions(offers[0].batch)), **more}
    chosen = values.pop("chosen", [one.pk for one in offers])
    return contributions.accept_batch(batch=offers[0].batch, by=cora, chosen=chosen, **values)


def test_a_curator_accepts_a_shelf_as_one_changeset_for_review(ann, cora) -> None:
    fill(ann, "old-oak", "stilt-scout")
    photograph(ann, "old-oak")
    do(ann, "offer")
    desk = logged_in(cora)
    assert "Shelves to decide about: 1" in Page(desk.get("/admin/")).words
    batch = Contribution.objects.first().batch
    assert "2 cards wait" in Page(desk.get(reverse("admin:catalog_contribution_shelves"))).words
    address = reverse("admin:catalog_contribution_shelf", args=[batch])
    page = Page(desk.get(address))
    oak = Contribution.objects.get(record__slug="old-oak")
    photo = reverse("admin:catalog_contribution_photo", args=[oak.pk])
    assert photo in {one.get("src") for one in page.all("img")}
    assert desk.get(photo)["Content-Type"] == "image/jpeg"
    (seen,) = [one["value"] for one in page.all("input", name="seen")]
    chosen = [one["value"] for one in page.all("input", name="cards")]
    response = desk.post(address, {"seen": seen, "cards": chosen})
    changeset = Changeset.objects.get(origin="offers")
    assert response["Location"] == reverse("admin:catalog_changeset_change", args=[changeset.pk])
    assert changeset.title == "2 cards from a player’s shelf"
    assert {row.document["slug"] for row in changeset.rows.drafts()} == {"old-oak", "stilt-scout"}
    draft = Revision.objects.drafts().get(record__slug="old-oak").document
    assert (draft["hp"], draft["sources"]["/hp"]) == (
        55,
        {"source": "The printed card", "checked": False, "basis": "printed"},
    )
    assert not ContributionPhoto.objects.exists()
    assert Release.objects.newest() == 1


@pytest.mark.sampled
def test_the_changeset_has_the_shown_name_only_of_somebody_who_wished_it(ann, cora) -> None:
    profile_names.set_display_name(
        user=factories.UserFactory._meta.model.objects.get(username="ann"), name="Ann of Oak"
    )
    fill(ann, "old-oak")
    do(ann, "offer", thank="on")
    desk = logged_in(cora)
    address = reverse("admin:catalog_contribution_shelf", args=[Contribution.objects.get().batch])
    page = Page(desk.get(address))
    (seen,) = [one["value"] for one in page.all("input", name="seen")]
    desk.post(address, {"seen": seen, "cards": [Contribution.objects.get().pk]})
    assert Changeset.objects.get(origin="offers").title == "1 card from the shelf of Ann of Oak"


def test_a_shelf_that_changed_and_ones_own_are_not_accepted_and_some_cards_can_be_left(ann, cora) -> None:
    fill(ann, "old-oak", "stilt-scout")
    do(ann, "offer")
    first, second = Contribution.objects.order_by("pk")
    with pytest.raises(ContributionChanged):
        accepted_by(cora, seen="0")
    accepted_by(cora, chosen=[first.pk])
    assert {one.state for one in Contribution.objects.filter(pk=second.pk)} == {"offered"}
    desk = logged_in(cora)
    address = reverse("admin:catalog_contribution_shelf", args=[second.batch])
    assert desk.post(address, {"seen": "0", "cards": [second.pk]}).status_code == 400
    assert desk.post(address, {"cards": "x" * 99}).status_code == 400
    mine = logged_in(cora)
    fill(mine, "moss-bear")
    do(mine, "offer")
    batch = Contribution.objects.get(by=cora).batch
    page = Page(mine.get(reverse("admin:catalog_contribution_shelf", args=[batch])))
    assert "This is your own offer" in page.words
    token = contributions.batch_token(contributions.batch_contributions(batch))
    refused = mine.post(
        reverse("admin:catalog_contribution_shelf", args=[batch]),
        {"seen": token, "cards": [Contribution.objects.get(by=cora).pk]},
    )
    assert refused.status_code == 400
    assert Changeset.objects.filter(origin="offers").count() == 1


def test_only_curators_of_the_game_see_offers_of_shelves(ann) -> None:
    fill(ann, "old-oak")
    do(ann, "offer")
    batch = Contribution.objects.get().batch
    shelves, shelf = (
        reverse("admin:catalog_contribution_shelves"),
        reverse("admin:catalog_contribution_shelf", args=[batch]),
    )
    for address in (shelves, shelf):
        assert ann.get(address).status_code in {302, 403}
        assert Client().get(address).status_code == 302
    elsewhere = factories.user_with(permissions.CURATOR)
    elsewhere.curated_games.create(game="attack-wing")
    assert logged_in(elsewhere).get(shelf).status_code == 403


# -- queries -----------------------------------------------------------------------------------------------------------


def test_the_queries_of_a_shelf_do_not_grow_with_its_cards(ann, django_assert_num_queries) -> None:
    fill(ann, "old-oak")
    words(ann)
    with django_assert_num_queries(11):
        ann.get(SHELF)
    fill(ann, "moss-bear", "stilt-scout")
    with django_assert_num_queries(11):
        ann.get(SHELF)
