"""A campaign's name and release: changed by the leader, after a preview of the consequences."""

from typing import Any

import pytest
from django.test import Client

from legions.campaigns import services
from legions.campaigns.models import Campaign
from legions.campaigns.records import JudgedRecord
from legions.site.errors import ActionRefused
from tests import factories
from tests.clients import logged_in
from tests.legions.campaign_helpers import address, do, game_won, roles
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hill")]


def richer_hill(**more: Any) -> dict[str, Any]:
    """Return the hill with two more points for the upper side."""
    document = factories.adventure(**more)
    document["outcomes"][0]["earned"] = [{"side": "upper", "xp": 3}]
    return document


@pytest.mark.sampled
def test_a_leader_previews_a_newer_release_and_moves_to_it(campaign: Campaign, ann: Any) -> None:
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    leader, page = logged_in(ann), address(campaign, "release")
    assert leader.get(page).status_code == 404
    assert "See what would change" not in Page(leader.get(address(campaign))).words
    factories.publish(richer_hill(rounds=4), factories.adventure(slug="new-one", name="The New One"))
    assert "Release 2 of the cards is out." in Page(leader.get(address(campaign))).words
    words = Page(leader.get(page)).words
    assert "Over the Hill: the rounds and the outcomes changed" in words
    assert "Ann: 1 XP → 3 XP" in words
    assert "The New One" in words
    assert JudgedRecord(Campaign.objects.get()).players["player-1"]["xp"]["least"] == 1
    assert leader.post(page, {"to": "2"})["Location"] == address(campaign)
    moved = Campaign.objects.get()
    assert moved.head["release"] == 2
    assert JudgedRecord(moved).players["player-1"]["xp"]["least"] == 3
    assert moved.entries.last().document == {"type": "upgraded", "id": "e4", "from": 1, "to": 2}
    assert "Cards of release 2 instead of 1" in Page(leader.get(address(campaign))).words
    assert leader.get(page).status_code == 404
    assert not JudgedRecord(moved).verdict["findings"]


@pytest.mark.sampled
def test_a_release_that_changes_nothing_of_it_says_so(campaign: Campaign, ann: Any) -> None:
    factories.publish(factories.creature(slug="giant"))
    assert "Nothing changes of its adventures" in Page(logged_in(ann).get(address(campaign, "release"))).words


@pytest.mark.sampled
def test_an_adventure_that_is_gone_is_named(campaign: Campaign, ann: Any) -> None:
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    factories.publish(factories.adventure(retired="Nobody plays it."))
    assert "Over the Hill: no longer there" in Page(logged_in(ann).get(address(campaign, "release"))).words


@pytest.mark.sampled
@pytest.mark.parametrize("to", ["", "1", "3", "x", "²", "9" * 40])
def test_a_campaign_moves_only_where_it_was_shown(campaign: Campaign, ann: Any, to: str) -> None:
    factories.publish(richer_hill())
    response = logged_in(ann).post(address(campaign, "release"), {"to": to})
    assert response.status_code == 409
    assert "Look again at what changes." in Page(response).words
    assert Campaign.objects.get().head["release"] == 1


@pytest.mark.sampled
def test_a_campaign_that_has_ended_stays_with_its_release(campaign: Campaign, ann: Any) -> None:
    services.end_campaign(campaign=campaign, by="player-1")
    factories.publish(richer_hill())
    with pytest.raises(ActionRefused):
        services.upgrade_release(campaign=campaign, to=2, by="player-1")
    assert logged_in(ann).get(address(campaign, "release")).status_code == 404
    assert Campaign.objects.get().head["release"] == 1


@pytest.mark.sampled
def test_only_who_leads_moves_and_renames(campaign: Campaign, ann: Any) -> None:
    factories.publish(richer_hill())
    for role, browser in nonempty(roles(ann).items()):
        if role != "leader":
            assert browser.get(address(campaign, "release")).status_code == 404, role
            assert browser.post(address(campaign, "release"), {"to": "2"}).status_code == 404, role
            assert do(browser, campaign, "rename", name="Mine").status_code == 404, role
    assert Campaign.objects.get().head["release"] == 1
    assert Campaign.objects.get().name == "The winter league"


@pytest.mark.sampled
def test_a_campaign_is_renamed(campaign: Campaign, ann: Any) -> None:
    leader = logged_in(ann)
    do(leader, campaign, "rename", name="  The <i>spring</i> league ")
    assert Campaign.objects.get().name == "The <i>spring</i> league"
    assert "The &lt;i&gt;spring&lt;/i&gt; league" in leader.get(address(campaign)).content.decode()
    for name in ("", "\u200b", "x" * 121):
        assert do(leader, campaign, "rename", name=name).status_code == 400
    assert Client().get(address(campaign)).status_code == 404


@pytest.mark.sampled
def test_the_queries_of_the_preview_do_not_grow_with_the_games(
    campaign: Campaign, ann: Any, django_assert_num_queries: Any
) -> None:
    factories.publish(richer_hill())
    leader = logged_in(ann)
    leader.get(address(campaign, "release"))
    for _ in range(4):
        services.enter(campaign=campaign, document=game_won(), by="player-1")
    with django_assert_num_queries(12):
        leader.get(address(campaign, "release"))
