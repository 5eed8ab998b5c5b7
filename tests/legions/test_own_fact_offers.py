"""Offers of own numbers from the builder: permissions, duplicates, and withdrawal."""

from typing import Any

import pytest
from django.test import Client

from catalog.models import Contribution
from legions.accounts.holders import Holder
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories
from tests.clients import logged_in
from tests.legions.builder_helpers import address, after, publish_cards, start
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db

PASSWORD = "a long and quiet word"
FACTS = {"beast": {"cost": 38}}


@pytest.fixture(autouse=True)
def table() -> None:
    publish_cards()


@pytest.fixture
def ann() -> Any:
    user = factories.UserFactory(username="ann")
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def legion(ann: Any) -> Legion:
    document = {"game": "attack-wing", "picks": [{"card": "beast"}], "facts": FACTS}
    return services.create_legion(holder=Holder(user=ann), document=document)


def send(client: Client, legion: Legion, do: str = "offer", card: str = "beast", **more: str) -> Any:
    return client.post(f"{address(legion)}offer/", {"do": do, "card": card, "printed": "1", **more})


@pytest.mark.sampled
def test_one_click_offers_and_another_takes_it_back(ann: Any, legion: Legion) -> None:
    client = logged_in(ann)
    page = Page(client.get(address(legion)))
    assert page.all("button", id="offer-beast")
    answer = send(client, legion, note="From the box")
    assert (answer.status_code, answer["Location"]) == (302, f"{address(legion)}#own-numbers")
    made = Contribution.objects.get()
    assert (made.by, made.facts, made.note, made.state) == (ann, {"cost": 38}, "From the box", "offered")
    page = Page(client.get(address(legion)))
    assert "Offered to the curators." in page.words
    assert not page.all("button", id="offer-beast")
    send(client, legion)
    assert Contribution.objects.count() == 1
    send(client, legion, "withdraw")
    assert Contribution.objects.get().state == "withdrawn"
    assert Page(client.get(address(legion))).all("button", id="offer-beast")


def test_numbers_without_the_tick_that_they_are_printed_are_not_offered(ann: Any, legion: Legion) -> None:
    client = logged_in(ann)
    assert "required" in Page(client.get(address(legion))).all("input", id="printed-beast")[0]
    answer = client.post(f"{address(legion)}offer/", {"do": "offer", "card": "beast"})
    assert answer.status_code == 400
    assert "No source is named for this." in Page(answer).words
    assert not Contribution.objects.exists()


@pytest.mark.sampled
def test_a_changed_number_is_offered_again(ann: Any, legion: Legion) -> None:
    client = logged_in(ann)
    send(client, legion)
    legion = after(client, legion, "say", card="beast", fact="cost", value="40")
    assert Page(client.get(address(legion))).all("button", id="offer-beast")
    send(client, legion)
    assert [one.facts for one in Contribution.objects.offered()] == [{"cost": 40}]


@pytest.mark.sampled
def test_a_guest_is_asked_to_sign_in_and_comes_back_to_the_legion(client: Client, ann: Any) -> None:
    legion = after(client, start(client, "add/beast"), "say", card="beast", fact="cost", value="38")
    answer = send(client, legion, note="A second <b>printing</b>")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/login/?next=/legions/")
    assert not Contribution.objects.exists()
    page = client.get(answer["Location"])
    assert "to offer your numbers to the curators" in page.content.decode()
    back = client.post(answer["Location"], {"login": "ann", "password": PASSWORD})
    assert back["Location"] == f"{address(legion)}#own-numbers"
    legion.refresh_from_db()
    assert legion.owner == ann
    note = Page(client.get(address(legion))).all("input", id="note-beast")[0]["value"]
    assert note == "A second <b>printing</b>"
    assert send(client, legion, note=note).status_code == 302
    made = Contribution.objects.get()
    assert (made.by, made.note) == (ann, note)
    send(client, legion, "withdraw")
    assert "value" not in Page(client.get(address(legion))).all("input", id="note-beast")[0]


def test_nobody_offers_from_another_persons_legion_or_takes_their_offer_back(ann: Any, legion: Legion) -> None:
    send(logged_in(ann), legion)
    other = logged_in(factories.UserFactory())
    assert send(other, legion).status_code == 404
    assert send(other, legion, "withdraw").status_code == 404
    one = Contribution.objects.get()
    assert other.post(f"/account/offers/{one.pk}/").status_code == 404
    assert Client().post(f"/account/offers/{one.pk}/").status_code == 404
    one.refresh_from_db()
    assert one.state == "offered"


@pytest.mark.sampled
def test_the_account_page_links_to_pending_offers_that_can_be_withdrawn(ann: Any, legion: Legion) -> None:
    client = logged_in(ann)
    assert "waits for the curators" not in Page(client.get("/account/")).words
    send(client, legion)
    page = Page(client.get("/account/"))
    assert "1 offer waits for the curators" in page.words
    assert page.all("a", href="/account/contributions/")
    overview = Page(client.get("/account/contributions/")).words
    assert "Beast" in overview
    assert "38 points waits" in overview
    one = Contribution.objects.get()
    assert client.get(f"/account/offers/{one.pk}/").status_code == 405
    assert client.post(f"/account/offers/{one.pk}/")["Location"] == "/account/contributions/"
    one.refresh_from_db()
    assert one.state == "withdrawn"
    assert client.post(f"/account/offers/{one.pk}/").status_code == 404
    assert client.post(f"/account/offers/{2**70}/").status_code == 404


@pytest.mark.sampled
def test_numbers_that_cannot_be_offered_are_explained(ann: Any, legion: Legion) -> None:
    client = logged_in(ann)
    for card in ("giant", "", "\0", "nobody"):
        answer = send(client, legion, card=card)
        assert answer.status_code == 409
        assert "is entered for this card" in answer.content.decode()
    assert send(client, legion, "mend").status_code == 400
    assert send(client, legion, "withdraw", card="\0").status_code == 302
    assert client.get(f"{address(legion)}offer/").status_code == 405
    factories.publish(factories.creature(slug="beast", name="Beast", cost=41))
    answer = send(client, legion)
    assert answer.status_code == 409
    assert "The catalog has other values" in answer.content.decode()
    assert not Contribution.objects.exists()
    services.delete_legion(legion=legion)
    assert send(client, legion).status_code == 302
    assert not Contribution.objects.exists()


@pytest.mark.sampled
def test_known_facts_and_unknown_cards_are_not_offered(ann: Any) -> None:
    facts = {"giant": {"cost": 1}, "nobody": {"cost": 2}}
    document = {"game": "attack-wing", "picks": [{"card": "giant"}], "facts": facts}
    legion = services.create_legion(holder=Holder(user=ann), document=document)
    assert "Offer to the curators" not in Page(logged_in(ann).get(address(legion))).words


@pytest.mark.sampled
def test_a_shared_page_offers_nothing(ann: Any, legion: Legion) -> None:
    send(logged_in(ann), legion)
    page = Page(Client().get(f"/s/{sharing_services.share_legion(legion=legion)}/"))
    assert "curators" not in page.words
