"""Shared custom adventures: their pages for others, copies of them, and the start of campaigns of any game."""

from typing import Any

import pytest
from django.test import Client

from legions.account_pages import deletion
from legions.accounts.holders import Holder
from legions.campaigns import services, shared_adventures
from legions.campaigns.models import Campaign, SharedAdventure
from legions.community import moderation
from legions.site.errors import ActionRefused
from tests import factories
from tests.clients import logged_in
from tests.legions.builder_helpers import without_csrf_tokens
from tests.legions.campaign_helpers import GAME, address, as_guest, new_campaign, roles
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hill")]

FORD = "the-ford"


@pytest.fixture
def ford(campaign: Campaign) -> dict[str, Any]:
    """The campaign's custom adventure."""
    document = factories.adventure(slug=FORD, name="The <b>Ford</b>")
    services.set_adventure(campaign=campaign, adventure=document)
    return document


@pytest.fixture
def shared(campaign: Campaign, ann: Any, ford: dict[str, Any]) -> SharedAdventure:
    return shared_adventures.share_adventure(campaign=campaign, user=ann, document=ford)


def share(client: Client, campaign: Campaign, do: str = "share", slug: str = FORD) -> Any:
    return client.post(address(campaign, "adventures", slug, "share"), {"do": do})


# -- publishing


@pytest.mark.sampled
def test_a_leader_publishes_an_adventure_by_a_link_and_ends_it(campaign: Campaign, ann: Any, ford: Any) -> None:
    leader, own = logged_in(ann), address(campaign, "adventures", FORD)
    assert "Publish by a link" in Page(leader.get(own)).words
    assert share(leader, campaign)["Location"] == own
    one = SharedAdventure.objects.get()
    assert one.address in leader.get(own).content.decode()
    stranger = Client()
    response = stranger.get(one.address)
    # Short names may occur by chance in the letters of a token or of the page's own key.
    text = without_csrf_tokens(response).replace(one.share_key, "")
    assert "The &lt;b&gt;Ford&lt;/b&gt;" in text
    for private in ("The winter league", "Ann", "Bo", ann.username, str(campaign.pk), str(campaign.invite_key)):
        assert private not in text, private
    assert response["X-Robots-Tag"] == "noindex, nofollow"
    assert one.address in leader.get("/campaigns/").content.decode()
    share(leader, campaign, "end")
    assert stranger.get(one.address).status_code == 410
    share(leader, campaign)
    assert stranger.get(SharedAdventure.objects.get().address).status_code == 200
    assert stranger.get(one.address).status_code == 410


@pytest.mark.sampled
def test_a_published_adventure_does_not_change_until_published_again(
    campaign: Campaign, ann: Any, ford: Any, shared: SharedAdventure
) -> None:
    services.set_adventure(campaign=campaign, adventure={**ford, "text": "Now it rains."})
    leader = logged_in(ann)
    assert "Now it rains." not in Client().get(shared.address).content.decode()
    assert "Publish it as it is now" in Page(leader.get(address(campaign, "adventures", FORD))).words
    share(leader, campaign)
    assert "Now it rains." in Client().get(shared.address).content.decode()
    campaign.delete()
    assert Client().get(shared.address).status_code == 200
    leader.post("/campaigns/end-link/", {"adventure": str(shared.pk)})
    assert Client().get(shared.address).status_code == 410


def test_an_ended_adventure_is_kept_only_for_a_pending_report(
    campaign: Campaign, ann: Any, ford: Any, shared: SharedAdventure
) -> None:
    shared_adventures.end_share(shared=shared)
    assert not SharedAdventure.objects.exists()
    again = shared_adventures.share_adventure(campaign=campaign, user=ann, document=ford)
    target = moderation.ReportTarget("adventure", again)
    moderation.create_report(by=factories.UserFactory(), target=target, reason="rude")
    shared_adventures.end_share(shared=again)
    assert SharedAdventure.objects.get().share_key is None


def test_a_report_stores_the_visible_text_of_an_adventure_up_to_a_length(
    campaign: Campaign, ann: Any, ford: Any
) -> None:
    rude = {"language": "de", "text": "Ein böses Wort.", "outcomes": [{"paragraph": "1", "text": "Noch eines."}]}
    document = {**ford, "translations": [rude], "special_rules": ["long " * 3000]}
    shared = shared_adventures.share_adventure(campaign=campaign, user=ann, document=document)
    target = moderation.ReportTarget("adventure", shared)
    assert "Ein böses Wort." in target.text
    assert "Noch eines." in target.text
    assert len(target.text) > 10_000
    report = moderation.create_report(by=factories.UserFactory(), target=target, reason="rude")
    assert len(report.said) == 10_000


def test_a_copy_that_the_cards_of_the_campaign_do_not_allow_is_refused(shared: SharedAdventure) -> None:
    bea = factories.UserFactory(username="bea")
    mine = new_campaign(Holder(user=bea), name="The spring league")
    sides = [{**shared.document["sides"][0], "required_cards": ["nobody-has-it"]}, *shared.document["sides"][1:]]
    SharedAdventure.objects.update(document={**shared.document, "sides": sides})
    answer = logged_in(bea).post(f"{shared.address}use/", {"campaign": str(mine.pk)}, follow=True)
    assert "nobody-has-it" in Page(answer).words
    assert not Campaign.objects.get(pk=mine.pk).head.get("adventures")


@pytest.mark.sampled
def test_each_role_publishes_and_ends_what_it_may(campaign: Campaign, ann: Any, ford: Any) -> None:
    for role, browser in nonempty(roles(ann).items()):
        expected = 302 if role == "leader" else 404
        assert share(browser, campaign).status_code == expected, role
        assert share(browser, campaign, slug="nothing").status_code == 404, role
    one = SharedAdventure.objects.get()
    for role, browser in nonempty(roles(ann).items()):
        if role != "leader":
            assert share(browser, campaign, "end").status_code == 404, role
            browser.post("/campaigns/end-link/", {"adventure": str(one.pk)})
    assert SharedAdventure.objects.shown().count() == 1
    guests = new_campaign(Holder(guest_key="alone"), plan=[])
    services.set_adventure(campaign=guests, adventure=ford)
    guest = as_guest("alone")
    share(guest, guests)
    assert "You need an account" in Page(guest.get(address(guests, "adventures", FORD))).words
    assert SharedAdventure.objects.count() == 1


@pytest.mark.sampled
def test_an_account_has_so_many_links_and_no_more(
    campaign: Campaign, ann: Any, ford: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_adventures, "MAX_SHARED", 1)
    shared_adventures.share_adventure(campaign=campaign, user=ann, document=ford)
    shared_adventures.share_adventure(campaign=campaign, user=ann, document=ford)
    with pytest.raises(ActionRefused, match="most there is room for"):
        shared_adventures.share_adventure(campaign=campaign, user=ann, document={**ford, "slug": "another"})
    with pytest.raises(ActionRefused, match="Somebody else"):
        shared_adventures.share_adventure(campaign=campaign, user=factories.UserFactory(), document=ford)


@pytest.mark.sampled
def test_an_adventure_hidden_by_a_moderator_is_not_published_again(
    campaign: Campaign, ann: Any, ford: Any, shared: SharedAdventure
) -> None:
    SharedAdventure.objects.update(barred=True)
    leader = logged_in(ann)
    assert Client().get(shared.address).status_code == 404
    share(leader, campaign, "end")
    share(leader, campaign)
    assert "A moderator has hidden it" in Page(leader.get(address(campaign, "adventures", FORD))).words
    assert not SharedAdventure.objects.shown().exists()


def test_the_links_of_who_deletes_their_account_are_ended(ann: Any, shared: SharedAdventure) -> None:
    deletion.delete_account(user=ann)
    assert Client().get(shared.address).status_code == 410


@pytest.mark.one_variant
@pytest.mark.parametrize("key", ["wrong", "a" * 65, "%00", "..", "é"])
def test_a_key_that_is_none_leads_nowhere(key: str) -> None:
    for more in ("", "report/"):
        assert Client().get(f"/adventures/shared/{key}/{more}").status_code == 404
    assert Client().post(f"/adventures/shared/{key}/use/").status_code == 404


# -- using a shared adventure


@pytest.mark.sampled
def test_anybody_with_the_link_copies_the_adventure_into_their_campaign(
    campaign: Campaign, shared: SharedAdventure
) -> None:
    bea = factories.UserFactory(username="bea")
    mine = new_campaign(Holder(user=bea), name="The spring league")
    other = services.start_campaign(holder=Holder(user=bea), game=GAME, name="Other", plan=[])
    browser, use = logged_in(bea), f"{shared.address}use/"
    page = browser.get(shared.address).content.decode()
    assert "The spring league" in page
    assert "The winter league" not in page
    for _again in range(2):  # sending the form twice copies it once
        there = browser.post(use, {"campaign": str(mine.pk)})["Location"]
        assert there == address(mine, "adventures", FORD)
        assert browser.get(there).status_code == 200
    changed = {**Campaign.objects.get(pk=mine.pk).head["adventures"][0], "text": "Now it rains."}
    services.set_adventure(campaign=mine, adventure=changed)
    assert browser.post(use, {"campaign": str(mine.pk)})["Location"] == address(mine, "adventures", f"{FORD}-2")
    assert [one["name"] for one in Campaign.objects.get(pk=mine.pk).head["adventures"]] == ["The <b>Ford</b>"] * 2
    assert not Campaign.objects.get(pk=other.pk).head.get("adventures")
    for hostile in (str(campaign.pk), "", "x", "é"):
        assert browser.post(use, {"campaign": hostile}).status_code == 404
    assert Client().post(use, {"campaign": str(mine.pk)}).status_code == 404


@pytest.mark.sampled
def test_a_campaign_starts_with_a_published_adventure(shared: SharedAdventure) -> None:
    guest, start = Client(), f"/campaigns/{GAME}/new/?shared={shared.share_key}"
    assert f"?shared={shared.share_key}" in guest.get(shared.address).content.decode()
    assert "It brings: The <b>Ford</b>" in Page(guest.get(start)).words
    there = guest.post(start, {"name": "Spring"})["Location"]
    started = Campaign.objects.get(name="Spring")
    assert there == address(started)
    assert started.plan == [FORD]
    assert guest.post(f"/campaigns/{GAME}/new/?shared=nonsense", {"name": "Spring"}).status_code == 400


@pytest.mark.sampled
def test_a_campaign_starts_with_an_adventure_that_is_written_next() -> None:
    guest = Client()
    there = guest.post(f"/campaigns/{GAME}/new/", {"name": "Spring", "story": "own"})["Location"]
    assert there == address(Campaign.objects.get(), "write")
    assert guest.get(there).status_code == 200


@pytest.mark.sampled
def test_the_queries_of_a_published_adventure_do_not_grow_with_campaigns(
    ann: Any, shared: SharedAdventure, django_assert_num_queries: Any
) -> None:
    leader = logged_in(ann)
    leader.get(shared.address)
    for _ in range(5):
        new_campaign(Holder(user=ann))
    with django_assert_num_queries(5):
        leader.get(shared.address)
