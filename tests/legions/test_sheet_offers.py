"""Sheets offered to the curators, and agreement between the sheets of two players."""

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from catalog import publishing
from catalog.curation import contributions
from catalog.curation.contributions import ContributionChanged, ContributionRefused, Origin, quotas
from catalog.models import AuditEntry, Contribution, ContributionPhoto, Release, Revision
from legions.own_numbers.models import OwnNumbers
from tests import factories, worlds
from tests.clients import logged_in
from tests.legions.page_parser import Page
from tests.throttles import used_up

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.usefixtures("world")]

AW = "attack-wing"
SHEET, OFFER = f"/sets/{AW}/test-set/sheet/", f"/sets/{AW}/test-set/sheet/offer/"
TICKED = {"offer-printed": "on"}
AGREED = "admin:catalog_contribution_agreed"


@worlds.once_a_module
def world() -> None:
    factories.publish_frame(
        factories.card_set(slug="test-set", name="Test Set"),
        factories.creature(slug="beast", name="Beast", set="test-set", cost=None, slots=None),
        factories.creature(slug="giant", name="Giant", set="test-set", cost=None, unique=None),
        factories.creature(slug="other", name="Other", cost=None),
    )


def person(name: str, **texts: str) -> Client:
    """Return a client of a new account that has filled in a sheet."""
    client = logged_in(factories.UserFactory(username=name))
    write(client, **texts)
    return client


def write(client: Client, **texts: str) -> None:
    named = {f"c.{name.replace('__', '.')}": text for name, text in texts.items()}
    assert client.post(SHEET, named, headers={"Accept": "application/json"}).status_code == 200


def offer(client: Client, status: int = 302, **fields: Any) -> Any:
    response = client.post(OFFER, {**TICKED, **fields})
    assert response.status_code == status, Page(response).words
    return response


def picture() -> SimpleUploadedFile:
    file = io.BytesIO()
    Image.new("RGB", (60, 90), "brown").save(file, "PNG")
    return SimpleUploadedFile("cards.png", file.getvalue())


def agreed(by: Any) -> list[tuple[str, str, Any]]:
    return [(one.record.slug, one.fact, one.value) for one in contributions.agreed_facts(AW, by=by)]


def accept(by: Any) -> int:
    seen = contributions.agreement_token(contributions.agreed_facts(AW, by=by, set_slug="test-set"))
    return contributions.accept_agreed(game=AW, set_slug="test-set", seen=seen, by=by)


def draft(slug: str) -> dict[str, Any] | None:
    found = Revision.objects.drafts().filter(record__slug=slug).first()
    return found.document if found else None


# -- offering ----------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_one_tick_offers_each_card_of_the_sheet_and_none_of_another_set() -> None:
    ann = person("ann", beast__cost="42", beast__slots="dd", giant__unique="n")
    OwnNumbers.objects.update(facts={**OwnNumbers.objects.get().facts, "other": {"cost": 7}})
    offer(ann, **{"offer-note": "All from my box.", "offer-thank": "on"})
    made = {one.record.slug: one for one in Contribution.objects.all()}
    assert {slug: one.facts for slug, one in made.items()} == {
        "beast": {"cost": 42, "slots": ["dragon", "dragon"]},
        "giant": {"unique": False},
    }
    assert {(one.sheet, one.source, one.thank, one.mends, one.note) for one in made.values()} == {
        ("test-set", "", True, False, "All from my box.")
    }
    assert Release.objects.newest() == 1
    offer(ann)  # the sheet is sent again
    assert Contribution.objects.count() == 2


@pytest.mark.sampled
def test_a_sheet_without_the_tick_or_without_a_number_is_not_offered() -> None:
    ann = person("ann", beast__cost="42")
    assert "Tick that they are on your printed cards" in Page(ann.post(OFFER, {})).words
    empty = logged_in(factories.UserFactory())
    assert "nothing on this sheet" in Page(offer(empty, status=400)).words
    assert not Contribution.objects.exists()


def test_a_guest_logs_in_without_losing_input(client) -> None:
    factories.UserFactory(username="ann").emailaddress_set.create(email="ann@example.test", primary=True, verified=True)
    write(client, beast__cost="42")
    response = offer(client, **{"offer-note": "From my box."})
    assert response["Location"].startswith("/account/login/?next=")
    client.post(response["Location"], {"login": "ann", "password": "a long enough secret"})
    page = Page(client.get(SHEET))
    fields = {one["name"]: one.get("value") for one in page.all("input") if one.get("name")}
    assert fields["c.beast.cost"] == "42"
    assert fields["offer-note"] == "From my box."
    assert not Contribution.objects.exists()
    offer(client)
    assert Contribution.objects.get().facts == {"cost": 42}


def test_a_photo_is_asked_for_only_where_it_is_not_lost_at_a_log_in(client) -> None:
    def names_of(page: Page) -> set[str | None]:
        return {one.get("name") for one in page.all("input")}

    write(client, beast__cost="42")
    guests, members = Page(client.get(SHEET)), Page(logged_in(factories.UserFactory()).get(SHEET))
    assert "offer-photo" not in names_of(guests)
    assert "a photo is chosen after the log-in" in guests.words
    assert "offer-photo" in names_of(members)
    card = f"/cards/{AW}/beast/contribute/"
    assert "from-photo" not in names_of(Page(client.get(card)))
    assert "from-photo" in names_of(Page(logged_in(factories.UserFactory()).get(card)))


@pytest.mark.sampled
def test_new_values_replace_pending_offers() -> None:
    ann = person("ann", beast__cost="42", giant__cost="7")
    offer(ann)
    write(ann, beast__cost="43")
    offer(ann)
    waiting = {one.record.slug: one.facts for one in Contribution.objects.offered()}
    assert waiting == {"beast": {"cost": 43}, "giant": {"cost": 7}}


@pytest.mark.sampled
def test_decided_or_known_facts_are_left_out_and_reported(cora) -> None:
    ann = person("ann", beast__cost="42", giant__cost="7")
    offer(ann)
    one = Contribution.objects.get(record__slug="beast")
    contributions.decide(number=one.pk, seen=one.version, by=cora, decline=["cost"], why="It is 41.")
    words = Page(ann.post(OFFER, TICKED, follow=True)).words
    assert "1 card is offered." in words
    assert "1 card was left out" in words


@pytest.mark.sampled
def test_a_photo_is_for_the_whole_sheet_and_goes_with_its_last_offer(cora) -> None:
    ann = person("ann", beast__cost="42", giant__cost="7")
    offer(ann, **{"offer-photo": picture()})
    first, second = Contribution.objects.order_by("pk")
    assert contributions.photo_of(first) == contributions.photo_of(second) == ContributionPhoto.objects.get()
    contributions.decide(number=first.pk, seen=first.version, by=cora, accept=list(first.facts))
    assert ContributionPhoto.objects.get().contribution == second
    contributions.withdraw(contribution=second)
    assert not ContributionPhoto.objects.exists()


def test_a_file_that_is_no_picture_keeps_the_sheet_from_being_offered() -> None:
    ann = person("ann", beast__cost="42")
    offer(ann, status=400, **{"offer-photo": SimpleUploadedFile("cards.png", b"no picture")})
    assert not Contribution.objects.exists()


@pytest.mark.sampled
def test_a_sheet_counts_as_one_offer_and_all_sheets_have_a_limit(monkeypatch) -> None:
    monkeypatch.setattr(quotas, "QUOTAS", (quotas.Quota(0, 1, 1, 1),))
    ann = person("ann", beast__cost="42", giant__cost="7")
    offer(ann)
    assert Contribution.objects.count() == 2
    write(ann, beast__cost="43")
    assert "offers waiting" in Page(offer(ann, status=400)).words
    monkeypatch.setattr(quotas, "QUOTAS", (quotas.Quota(0, 9, 9, 9),))
    monkeypatch.setattr(quotas, "CARDS_OF_A_SHEET", 0)
    assert "enough sheets since yesterday" in Page(offer(ann, status=400)).words


def test_sheets_are_offered_no_oftener_than_the_limit_allows() -> None:
    ann = person("ann", beast__cost="42")
    used_up("contributions")
    offer(ann, status=429)
    assert not Contribution.objects.exists()


def test_a_sheet_is_offered_only_by_post_and_for_an_existing_set() -> None:
    ann = person("ann", beast__cost="42")
    assert ann.get(OFFER).status_code == 405
    assert ann.post(f"/sets/{AW}/nothing/sheet/offer/", TICKED).status_code == 404


# -- agreement of two players ------------------------------------------------------------------------------------------


def test_agreed_is_what_two_accounts_offer_alike_and_nobody_otherwise(cora) -> None:
    offer(person("ann", beast__cost="42", beast__slots="dd", giant__cost="7"))
    assert agreed(cora) == []
    offer(person("ben", beast__cost="42", beast__slots="d", giant__cost="7", giant__unique="n"))
    assert agreed(cora) == [("beast", "cost", 42), ("giant", "cost", 7)]
    offer(person("cleo", giant__cost="8", giant__unique="n"))
    assert agreed(cora) == [("beast", "cost", 42), ("giant", "unique", False)]


@pytest.mark.sampled
def test_guests_and_what_the_curator_offered_count_for_nobody(client, cora) -> None:
    write(client, beast__cost="42")
    offer(person("ann", beast__cost="42"))
    assert agreed(cora) == []
    mine = logged_in(cora)
    write(mine, beast__cost="42")
    offer(mine)
    assert agreed(cora) == []
    assert agreed(factories.UserFactory()) == [("beast", "cost", 42)]


@pytest.mark.sampled
def test_offers_from_books_and_against_the_catalog_are_not_agreed(cora) -> None:
    for name in ("ann", "ben"):
        by = factories.UserFactory(username=name)
        contributions.submit(by=by, game=AW, slug="beast", facts={"cost": 42}, origin=Origin(source="A page"))
        contributions.submit(by=by, game=AW, slug="giant", facts={"level": 9}, mends=True, origin=Origin(printed=True))
    assert agreed(cora) == []


def test_an_account_that_is_closed_and_an_offer_taken_back_count_no_more(cora) -> None:
    offer(person("ann", beast__cost="42"))
    offer(person("ben", beast__cost="42"))
    assert len(agreed(cora)) == 1
    ben = Contribution.objects.get(by__username="ben")
    contributions.withdraw(contribution=ben)
    assert agreed(cora) == []


@pytest.mark.sampled
def test_one_press_takes_what_is_agreed_on_into_the_drafts_with_its_source_and_into_no_release(cora) -> None:
    offer(person("ann", beast__cost="42", beast__slots="dd", giant__cost="7"))
    offer(person("ben", beast__cost="42", giant__cost="7"))
    assert accept(cora) == 2
    assert draft("beast")["cost"] == 42
    assert draft("beast")["slots"] is None
    assert draft("beast")["sources"]["/cost"] == {
        "source": "Two players’ cards",
        "checked": False,
        "basis": "printed",
    }
    assert draft("giant")["cost"] == 7
    assert Release.objects.newest() == 1
    states = dict(Contribution.objects.values_list("by__username", "state").filter(record__slug="beast"))
    assert states == {"ann": "offered", "ben": "accepted"}  # of Ann's, the slots still wait
    assert AuditEntry.objects.filter(what="contribution decided").count() == 4
    with pytest.raises(ContributionRefused, match="nothing agreed on"):
        accept(cora)


@pytest.mark.sampled
def test_values_changed_since_they_were_shown_are_not_accepted(cora) -> None:
    offer(person("ann", beast__cost="42"))
    offer(person("ben", beast__cost="42"))
    seen = contributions.agreement_token(contributions.agreed_facts(AW, by=cora, set_slug="test-set"))
    offer(person("cleo", beast__cost="42"))
    with pytest.raises(ContributionChanged):
        contributions.accept_agreed(game=AW, set_slug="test-set", seen=seen, by=cora)
    assert draft("beast") is None


@pytest.mark.sampled
def test_accepting_agreed_facts_keeps_the_other_changes_of_the_draft(cora) -> None:
    document = publishing.current_revision(Revision.objects.newest().get(record__slug="beast").record).document
    publishing.save_draft({**document, "slots": ["monster"]}, by=cora, why="Seen", sources_hold=["/slots"])
    offer(person("ann", beast__cost="42"))
    offer(person("ben", beast__cost="42"))
    assert accept(cora) == 1
    assert (draft("beast")["slots"], draft("beast")["cost"]) == (["monster"], 42)


# -- the admin ---------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_desk_lists_sets_with_what_is_agreed_on_and_accepts_one_with_one_press(cora) -> None:
    offer(person("ann", beast__cost="42"))
    offer(person("ben", beast__cost="42"))
    desk = logged_in(cora)
    assert "Facts agreed by two: 1" in Page(desk.get("/admin/")).words
    listed = Page(desk.get(reverse("admin:catalog_contribution_agreements"))).words
    assert "Test Set" in listed
    address = reverse(AGREED, args=[AW, "test-set"])
    page = Page(desk.get(address))
    assert "Beast cost 42 ann, ben" in page.words
    one = Contribution.objects.get(by__username="ann")
    assert "agreed by two" in Page(desk.get(reverse("admin:catalog_contribution_review", args=[one.pk]))).words
    assert desk.post(address, {"seen": "0"}).status_code == 400
    (seen,) = [field["value"] for field in page.all("input", name="seen")]
    assert desk.post(address, {"seen": seen}).status_code == 302
    assert draft("beast")["cost"] == 42
    assert "Nothing is agreed on yet" in Page(desk.get(address)).words


def test_only_curators_of_the_game_see_what_is_agreed_on() -> None:
    for address in (reverse("admin:catalog_contribution_agreements"), reverse(AGREED, args=[AW, "test-set"])):
        assert logged_in(factories.UserFactory()).get(address).status_code in {302, 403}
        assert Client().get(address).status_code == 302
