"""Lists that players bring into campaigns: from a list at the table to a list for a side of an adventure."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from legions.accounts.holders import Holder
from legions.campaigns import services
from legions.campaigns.models import Campaign, CampaignList
from legions.own_numbers import services as own_numbers
from legions.saved_lists import services as saved_lists
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories
from tests.clients import logged_in
from tests.legions.campaign_helpers import GAME, GUEST, HILL, address, as_guest, do
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("giants")]

START = reverse("campaign-start", args=[GAME])
PICKS = ({"card": "giant", "upgrades": ["club"]}, {"card": "wisp", "count": 2})


@pytest.fixture
def giants(hill: None) -> None:
    """Publish creatures, and the hill with a card that its upper side requires."""
    upper, lower = factories.adventure()["sides"]
    factories.publish(
        factories.creature(slug="giant", name="Giant", cost=30, slots=["heroic"]),
        factories.creature(slug="wisp", name="Wisp", cost=None),
        factories.creature(slug="ogre", name="Ogre", cost=9),
        factories.upgrade(slug="club", name="Club", cost=4, slot="heroic"),
        factories.adventure(sides=[{**upper, "required_cards": ["ogre"]}, lower]),
    )


@pytest.fixture
def campaign(ann: Any) -> Campaign:
    """A campaign in which Ann plays, and Bo, a guest."""
    found = services.start_campaign(
        holder=Holder(user=ann), game=GAME, name="The winter league", plan=[HILL], player="Ann"
    )
    services.take_seat(campaign=found, holder=GUEST, name="Bo")
    return found


@pytest.fixture
def legion(ann: Any) -> Legion:
    """A list of Ann."""
    return factories.legion(*PICKS, owner=ann, name="Big and bright")


def built(response: Any) -> Legion:
    """Return the list that a button has built."""
    assert response["Location"].startswith("/legions/"), response["Location"]
    return Legion.objects.get(pk=response["Location"].split("/")[2])


@pytest.mark.sampled
def test_a_campaign_is_started_with_a_list_that_begins_the_list_for_a_side(ann: Any, legion: Legion) -> None:
    client = logged_in(ann)
    (start,) = Page(client.get(f"/legions/{legion.pk}/play/")).all("a", href=f"{START}?list={legion.pk}")
    page = Page(client.get(start["href"]))
    assert "“Big and bright” comes along: Giant, 2 × Wisp" in page.words
    assert len([image for image in page.all("img") if "/faces/" in image["src"]]) == 3
    started = client.post(start["href"], {"story": "others", "plan": [HILL], "player": "Ann"})
    campaign = Campaign.objects.get()
    assert started["Location"] == f"{address(campaign)}?list={legion.pk}"
    page = Page(client.get(started["Location"]))
    assert "“Big and bright” comes along: Giant, 2 × Wisp" in page.words
    assert str(legion.pk) in [one["value"] for one in page.all("option") if "selected" in one]
    new = built(do(client, campaign, "build", side=f"{HILL}/upper", list=str(legion.pk)))
    assert new.document["picks"] == [*PICKS, {"card": "ogre"}]
    assert new.document["campaign"]["adventure"] == HILL
    assert (new.name, new.what) == ("Over the Hill: The upper side", "Copied from Big and bright.")
    row = CampaignList.objects.get()
    assert (row.legion, row.player, row.side) == (new, "player-1", "upper")
    before = legion.document
    legion.refresh_from_db()
    assert legion.document == before and "campaign" not in before
    assert client.get(f"/legions/{new.pk}/").status_code == 200


def test_a_button_pressed_twice_builds_one_list_and_another_list_builds_another(
    campaign: Campaign, ann: Any, legion: Legion
) -> None:
    client, build = logged_in(ann), {"action": "build", "side": f"{HILL}/lower"}
    first, second = (built(do(client, campaign, **build, list=str(legion.pk))) for _ in range(2))
    assert first == second
    other = factories.legion({"card": "ogre"}, owner=ann)
    third = built(do(client, campaign, **build, list=str(other.pk)))
    assert third != first and third.document["picks"] == [{"card": "ogre"}]
    assert built(do(client, campaign, **build)) == third, "without a list the newest is opened"
    assert CampaignList.objects.count() == 2


def test_a_card_that_the_adventure_requires_is_not_added_twice(campaign: Campaign, ann: Any) -> None:
    legion = factories.legion({"card": "ogre"}, {"card": "giant"}, owner=ann)
    new = built(do(logged_in(ann), campaign, "build", side=f"{HILL}/upper", list=str(legion.pk)))
    assert new.document["picks"] == [{"card": "ogre"}, {"card": "giant"}]


def test_purchases_and_limits_of_the_list_stay_behind_and_its_own_numbers_come(campaign: Campaign, ann: Any) -> None:
    picks = [{"card": "giant", "bought_slot": "heroic"}, {"card": "wisp"}]
    facts = {"wisp": {"cost": 7}}
    legion = factories.legion(*picks, owner=ann, points=20, facts=facts, notes="Mine.", tags=["old"], collection={})
    new = built(do(logged_in(ann), campaign, "build", side=f"{HILL}/lower", list=str(legion.pk)))
    assert new.document["picks"] == [{"card": "giant"}, {"card": "wisp"}]
    assert new.document["facts"] == facts
    assert not {"points", "notes", "tags", "collection"} & new.document.keys()


def test_a_guest_brings_a_shared_list_with_the_numbers_that_it_is_judged_with(campaign: Campaign, ann: Any) -> None:
    legion = factories.legion(*PICKS, owner=ann, name="Big and bright")
    own_numbers.set_facts(holder=Holder(user=ann), game=GAME, facts={"wisp": {"cost": 7}}, what="Entered.")
    sharing_services.share_legion(legion=legion)
    legion.refresh_from_db()
    key, guest = f"/s/{legion.share_key}/", as_guest()
    (link,) = [
        one["href"] for one in Page(guest.get(f"{key}play/")).all("a") if one["href"].startswith(address(campaign))
    ]
    assert parse_qs(urlsplit(link).query) == {"list": [key]}
    page = Page(guest.get(link))
    assert "“Big and bright” comes along" in page.words
    assert key in [one["value"] for one in page.all("option") if "selected" in one]
    new = built(do(guest, campaign, "build", side=f"{HILL}/lower", list=key))
    assert (new.guest_key, new.origin, new.document["picks"]) == (GUEST.guest_key, legion, [*PICKS])
    assert new.document["facts"] == {"wisp": {"cost": 7}}


def test_who_brings_a_list_needs_a_name_for_their_seat(ann: Any, legion: Legion) -> None:
    client = logged_in(ann)
    said = {"story": "others", "plan": [HILL], "player": ""}
    refused = client.post(f"{START}?list={legion.pk}", said)
    assert refused.status_code == 400
    assert "Enter your name: your list is for your seat in the campaign." in Page(refused).words
    assert not Campaign.objects.exists()
    assert client.post(START, said).status_code == 302


@pytest.mark.guard
def test_nobody_brings_a_list_that_they_may_not_read(campaign: Campaign, ann: Any, legion: Legion) -> None:
    hidden = factories.legion({"card": "giant"}, owner=factories.UserFactory(), name="Hidden")
    deleted = factories.legion({"card": "giant"}, owner=ann, name="Hidden")
    saved_lists.delete_legion(legion=deleted)
    empty = factories.legion(owner=ann, name="Hidden")
    client = logged_in(ann)
    for key in (str(hidden.pk), str(deleted.pk), str(empty.pk), "/s/no-such-key/", "x", "\x00", "9" * 5_000):
        for page in (START, address(campaign)):
            response = client.get(page, {"list": key})
            assert response.status_code == 200
            assert "comes along" not in Page(response).words and "Hidden" not in response.content.decode()
    for key in (str(hidden.pk), str(deleted.pk), "/s/no-such-key/", "x", "\x00", "9" * 5_000):
        assert do(client, campaign, "build", side=f"{HILL}/upper", list=key)["Location"] == address(campaign)
    for stranger in (Client(), logged_in(factories.UserFactory())):
        assert do(stranger, campaign, "build", side=f"{HILL}/upper", list=str(legion.pk)).status_code == 404
    assert not CampaignList.objects.exists()


def test_the_seat_offers_the_lists_of_the_game_and_an_ended_campaign_none(
    campaign: Campaign, ann: Any, legion: Legion
) -> None:
    client = logged_in(ann)
    offered = [one["value"] for one in nonempty(Page(client.get(address(campaign))).all("option"))]
    assert offered == [f"{HILL}/upper", f"{HILL}/lower", "", str(legion.pk)]
    assert not Page(as_guest().get(address(campaign))).all("select", name="list")
    services.end_campaign(campaign=campaign, by="player-1")
    page = Page(client.get(f"{address(campaign)}?list={legion.pk}"))
    assert not page.all("select") and "comes along" not in page.words


def test_a_list_may_have_cards_that_the_release_of_the_campaign_lacks(campaign: Campaign, ann: Any) -> None:
    factories.publish(factories.creature(slug="newcomer", name="Newcomer", cost=5))
    legion = factories.legion({"card": "newcomer"}, {"card": "giant"}, owner=ann)
    new = built(do(logged_in(ann), campaign, "build", side=f"{HILL}/lower", list=str(legion.pk)))
    assert new.document["release"] == campaign.head["release"] < legion.document["release"]
    assert [pick["card"] for pick in new.document["picks"]] == ["newcomer", "giant"]
    assert logged_in(ann).get(f"/legions/{new.pk}/").status_code == 200
