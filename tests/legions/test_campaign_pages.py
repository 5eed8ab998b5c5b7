"""The pages of campaigns: permissions of each role, and results that are previewed before they are saved."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from legions.builder import judged_table
from legions.campaigns import services
from legions.campaigns.models import Campaign, CampaignEntry, CampaignOpinion, CampaignSeat
from legions.campaigns.records import JudgedRecord
from legions.saved_lists import ready_lists
from legions.saved_lists.models import Legion
from legions.saved_lists.ready_lists import ReadyList
from tests import factories
from tests.clients import logged_in
from tests.legions.campaign_helpers import (
    GAME,
    HILL,
    address,
    as_guest,
    do,
    game_won,
    roles,
)
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hill")]


def result(**fields: Any) -> dict[str, Any]:
    return {
        "side_player-1": "upper",
        "side_player-2": "lower",
        "end_upper": "won",
        "end_lower": "lost",
        "on": "2026-11-20",
        "version": "2",
        **fields,
    }


def shown(response: Any) -> dict[str, str]:
    """Return the hidden fields that identify the preview."""
    text = response.content.decode()
    return {name: re.findall(f'name="{name}" value="([^"]*)"', text)[0] for name in ("shown", "version")}


# -- starting


@pytest.mark.sampled
def test_a_guest_starts_a_campaign_from_the_page_of_its_game_and_settles_what_is_open(client: Client) -> None:
    page = Page(client.get(f"/campaigns/{GAME}/"))
    assert page.all("a", href=f"/campaigns/{GAME}/new/?adventure={HILL}")
    form = client.get(f"/campaigns/{GAME}/new/?adventure={HILL}")
    assert "Who has won a campaign in which two players or more have earned the most" in form.content.decode()
    said = {"name": "Winter", "player": "Ann", "plan": [HILL], "settle_tie-for-winner": "shared"}
    response = client.post(f"/campaigns/{GAME}/new/", said)
    campaign = Campaign.objects.get()
    assert response["Location"] == address(campaign)
    assert campaign.head == {"release": 1, "settles": [{"question": "tie-for-winner", "reading": "shared"}]}
    text = client.get(address(campaign)).content.decode()
    assert "All of them have won together." in text
    assert f"/campaigns/join/{campaign.invite_key}/" in text
    assert client.session.get_expiry_age() > 300 * 24 * 3600


def test_who_starts_a_campaign_plays_in_it_unless_the_name_is_taken_out(client: Client, ann: Any) -> None:
    new = f"/campaigns/{GAME}/new/?adventure={HILL}"
    for visitor, name in ((client, "Player 1"), (logged_in(ann), ann.get_username())):
        page = Page(visitor.get(new))
        assert page.all("input", name="player", value=name)
        visitor.post(new, {"player": name, "plan": [HILL]})
        assert [one["name"] for one in JudgedRecord(Campaign.objects.latest("updated_at")).players.values()] == [name]
    client.post(new, {"player": "", "plan": [HILL]})
    assert not JudgedRecord(Campaign.objects.latest("updated_at")).players


def publish_arcs() -> None:
    """Publish an official storyline of two adventures with a picture, and a storyline of another origin."""
    war = {"storyline": "the-long-war", "players": 3}
    factories.publish(
        factories.adventure(slug="first", name="First", number=1, storyline_text="It is long.", **war),
        factories.adventure(slug="second", name="Second", number=2, storyline_scene="tents", **war),
        factories.adventure(slug="third", name="Third", storyline="a-feud", official=False),
    )


@pytest.mark.sampled
def test_storylines_are_offered_as_cards_and_only_the_chosen_one_counts(
    client: Client, django_assert_num_queries: Any
) -> None:
    publish_arcs()
    new = f"/campaigns/{GAME}/new/"
    client.get(new)
    with django_assert_num_queries(4):
        page = Page(client.get(f"{new}?adventure=first"))
    assert [one["value"] for one in page.all("input", name="story") if "checked" in one] == ["story-the-long-war"]
    boxes = {one["value"]: "checked" in one for one in page.all("input", name="plan")}
    assert boxes == {"first": True, "second": False, "third": True, HILL: True}
    for words in ("It is long.", "2 adventures · 3 players"):
        assert words in page.words
    assert page.all("img", src=f"/storylines/2/{GAME}/the-long-war.svg")
    said = {"story": "story-the-long-war", "plan": ["second", "third", HILL]}
    client.post(new, said)
    campaign = Campaign.objects.get()
    assert (campaign.name, campaign.plan) == ("The long war", ["second"])
    assert not campaign.seats.exists()


@pytest.mark.sampled
def test_adventures_of_several_storylines_are_a_choice_of_their_own(client: Client) -> None:
    publish_arcs()
    new = f"/campaigns/{GAME}/new/"
    page = Page(client.get(f"{new}?adventure=third&adventure=second&adventure=nowhere"))
    assert [one["value"] for one in page.all("input", name="story") if "checked" in one] == ["chosen"]
    client.post(f"{new}?adventure=third&adventure=second", {"story": "chosen", "plan": ["second", "third"]})
    assert set(Campaign.objects.get().plan) == {"second", "third"}


def test_creating_an_own_storyline_leads_to_its_first_adventure(client: Client) -> None:
    response = client.post(f"/campaigns/{GAME}/new/", {"story": "own", "plan": [HILL]})
    assert response["Location"].endswith("/write/")
    assert (Campaign.objects.get().name, Campaign.objects.get().plan) == ("Our campaign", [])


@pytest.mark.sampled
def test_the_picture_of_a_storyline_is_of_a_release_and_cached_for_good(client: Client) -> None:
    publish_arcs()
    response = client.get(f"/storylines/2/{GAME}/the-long-war.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.content == client.get(f"/storylines/2/{GAME}/the-long-war.svg").content
    for path in (f"1/{GAME}/the-long-war", f"2/{GAME}/nowhere", f"9/{GAME}/the-long-war", "2/chess/the-long-war"):
        assert client.get(f"/storylines/{path}.svg").status_code == 404


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "data",
    [
        {},
        {"name": "Winter"},
        {"story": "story-nowhere", "plan": [HILL]},
        {"story": "others", "plan": []},
        {"name": "Winter", "plan": ["no-such-adventure"]},
        {"name": "x" * 121, "plan": [HILL]},
        {"name": "Winter", "plan": [HILL], "player": "y" * 61},
        {"name": "Winter", "plan": [HILL], "settle_tie-for-winner": "nonsense"},
    ],
)
def test_an_invalid_campaign_is_refused_at_its_field(client: Client, data: dict[str, Any]) -> None:
    response = client.post(f"/campaigns/{GAME}/new/", data)
    assert response.status_code == 400
    assert "field__error" in response.content.decode()
    assert not Campaign.objects.exists()


def test_missing_campaigns_and_games_are_not_found(client: Client) -> None:
    for path in ("/campaigns/chess/", "/campaigns/chess/new/", f"/adventures/{GAME}/nowhere/"):
        assert client.get(path).status_code == 404


def test_an_adventure_has_a_page_with_a_sketch_of_its_data(client: Client) -> None:
    start = {"from_west": 2, "from_north": 3, "width": 6, "depth": 4}
    sides = [{**side, "start": start} for side in factories.adventure()["sides"]]
    area = {"width": 36, "depth": 24, "walls": ["north"]}
    pieces = [{"number": 7, "what": "A <b>bell</b>", "from_west": 5, "from_north": 6}]
    more = {"slug": "the-bell", "sides": sides, "area": area, "pieces": pieces, "most_held": 1}
    factories.publish(factories.adventure(**more))
    text = client.get(f"/adventures/{GAME}/the-bell/").content.decode()
    assert '<svg class="map"' in text
    assert "A &lt;b&gt;bell&lt;/b&gt;" in text
    assert 'cx="50" cy="60"' in text


def test_the_sources_of_an_adventure_lead_to_sections_of_the_rulebook(client: Client) -> None:
    book = {"source": "Attack Wing rulebook", "checked": True}
    sections = [factories.section(at=at, slug=at.replace("/", "-")) for at in ("p9/hill", "p10/hill", "p10/end")]
    sources = {
        "": {**book, "page": 10, "at": "p10/hill"},
        "/outcomes": {**book, "page": 10, "at": "p10/end"},
        "/sides": {**book, "page": 9, "at": "p9/hill"},
        "/special_rules": {"source": "https://example.org/hill", "checked": False},
    }
    factories.publish(factories.adventure(sources=sources), factories.rulebook(), *sections)
    html = client.get(f"/adventures/{GAME}/{HILL}/").content.decode()
    link = '<a href="/rules/attack-wing/book/at/{}/">Attack Wing rulebook, p. {}</a>'
    shown = (link.format("p9/hill", 9), link.format("p10/hill", 10), "https://example.org/hill")
    assert f"Source: {' · '.join(shown)}</p>" in html


# -- permissions


@pytest.mark.sampled
def test_only_who_is_in_a_campaign_finds_it(campaign: Campaign, ann: Any) -> None:
    pages = [address(campaign), f"{address(campaign)}record.json", address(campaign, "games", HILL)]
    for role, browser in nonempty(roles(ann).items()):
        expected = 200 if role in ("leader", "player") else 404
        assert [browser.get(page).status_code for page in pages] == [expected] * 3, role
        assert (str(campaign.pk) in browser.get("/campaigns/").content.decode()) == (expected == 200)


def test_only_leaders_can_do_their_actions(campaign: Campaign, ann: Any) -> None:
    browsers = roles(ann)
    leading = ["open-invitation", "close-invitation", "share", "unshare", "vacate/player-2", "remove/player-2"]
    leading += ["end", "plan", "delete"]
    before = Campaign.objects.values().get()
    for role in ("player", "account", "guest", "stranger"):
        for what in leading:
            assert do(browsers[role], campaign, what, sure="1", plan=[HILL]).status_code == 404, (role, what)
    for role in ("account", "guest", "stranger"):
        for what in ("leave", "confirm/e1", "dispute/e1"):
            assert do(browsers[role], campaign, what, why="x").status_code == 404, (role, what)
    assert Campaign.objects.values().get() == before
    for what in ("", "dance", "confirm/e99", "dispute/<script>"):
        assert do(browsers["leader"], campaign, what, why="x").status_code == 404


@pytest.mark.sampled
def test_the_buttons_of_who_leads_do_what_they_say(campaign: Campaign, ann: Any) -> None:
    leader = logged_in(ann)
    key = campaign.invite_key
    do(leader, campaign, "open-invitation")
    assert leader.get(f"/campaigns/join/{key}/").status_code == 410
    do(leader, campaign, "close-invitation")
    do(leader, campaign, "share")
    campaign.refresh_from_db()
    assert (campaign.invite_key, bool(campaign.share_key)) == (None, True)
    do(leader, campaign, "vacate/player-2")
    assert as_guest().get(address(campaign)).status_code == 404
    do(leader, campaign, "remove/player-2")
    assert JudgedRecord(campaign).present == ["player-1"]
    assert do(leader, campaign, "plan").status_code == 400
    do(leader, campaign, "end")
    do(leader, campaign, "end")
    assert campaign.entries.filter(document__type="ended").count() == 1
    do(leader, campaign, "delete")
    assert Campaign.objects.exists()
    do(leader, campaign, "delete", sure="1")
    assert not Campaign.objects.exists()


@pytest.mark.parametrize(("opens", "closes"), [("open-invitation", "close-invitation"), ("share", "unshare")])
def test_an_ended_link_of_a_campaign_says_so(campaign: Campaign, ann: Any, opens: str, closes: str) -> None:
    leader, addresses = logged_in(ann), []
    for action in (opens, closes, opens):
        do(leader, campaign, action)
        campaign.refresh_from_db()
        if action == opens:
            addresses.append(link_of(campaign, opens))
    do(leader, campaign, "delete", sure="1")
    for link in addresses:
        response = Client().get(link)
        assert response.status_code == 410
        assert "a campaign was shared under it once" in response.content.decode()


def link_of(campaign: Campaign, action: str) -> str:
    """Return the link that an action of the leader opens."""
    return f"/campaigns/join/{campaign.invite_key}/" if "invit" in action else f"/campaigns/read/{campaign.share_key}/"


@pytest.mark.sampled
def test_a_player_leaves_and_what_they_earned_stays(campaign: Campaign, ann: Any) -> None:
    services.enter(campaign=campaign, document=game_won("player-2", "player-1"), by="player-1")
    player = as_guest()
    assert do(player, campaign, "leave")["Location"] == "/campaigns/"
    assert player.get(address(campaign)).status_code == 404
    assert "has left" in logged_in(ann).get(address(campaign)).content.decode()
    assert JudgedRecord(campaign).players["player-2"]["xp"]["least"] == 1


# -- seats


@pytest.mark.sampled
def test_anybody_with_the_link_joins_once(campaign: Campaign) -> None:
    browser, join = Client(), f"/campaigns/join/{campaign.invite_key}/"
    assert "Ann, Bo" in browser.get(join).content.decode()
    assert browser.post(join, {"name": ""}).status_code == 400
    assert browser.post(join, {"name": "Cy", "place": "player-1"}).status_code == 400
    assert browser.post(join, {"name": "Cy"})["Location"] == address(campaign)
    assert browser.get(join)["Location"] == address(campaign)
    assert browser.get(address(campaign)).status_code == 200
    assert CampaignSeat.objects.filter(campaign=campaign).count() == 3
    for key in ("wrong", "a" * 65, "%00", "../"):
        assert browser.get(f"/campaigns/join/{key}/").status_code == 404


@pytest.mark.sampled
def test_a_vacant_seat_is_offered_and_taken_over(campaign: Campaign) -> None:
    services.vacate(campaign=campaign, player="player-2")
    browser, join = Client(), f"/campaigns/join/{campaign.invite_key}/"
    assert "The seat of Bo" in browser.get(join).content.decode()
    browser.post(join, {"name": "Cy", "place": "player-2"})
    assert "Cy takes the place of Bo" in browser.get(address(campaign)).content.decode()


def test_a_hostile_name_is_a_name(campaign: Campaign) -> None:
    browser = Client()
    browser.post(f"/campaigns/join/{campaign.invite_key}/", {"name": "<script>alert(1)</script>"})
    text = browser.get(address(campaign)).content.decode()
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text


# -- entering a game


@pytest.mark.sampled
def test_a_result_is_previewed_before_saving_and_confirmed_by_the_other_player(campaign: Campaign, ann: Any) -> None:
    leader, player, enter = logged_in(ann), as_guest(), address(campaign, "games", HILL)
    preview = leader.post(enter, result(do="preview"))
    text = preview.content.decode()
    assert "The upper side has won." in text
    assert "<b>Ann</b>: 1 XP" in text
    assert campaign.entries.count() == 2
    assert leader.post(enter, result(do="save")).status_code == 200  # without a preview
    changed = result(**{"do": "save", **shown(preview), "end_upper": "lost", "end_lower": "won"})
    assert "The lower side has won." in leader.post(enter, changed).content.decode()
    assert campaign.entries.count() == 2
    assert leader.post(enter, result(do="save", **shown(preview)))["Location"] == address(campaign)
    assert JudgedRecord(campaign).players["player-1"]["xp"]["least"] == 1
    assert 'value="confirm/e3"' in player.get(address(campaign)).content.decode()
    assert 'value="confirm/e3"' not in leader.get(address(campaign)).content.decode()
    assert do(player, campaign, "dispute/e3", why=" ").status_code == 400
    do(player, campaign, "dispute/e3", why="It was <i>dark</i>.")
    assert "Bo disputes it: It was &lt;i&gt;dark&lt;/i&gt;." in leader.get(address(campaign)).content.decode()
    do(leader, campaign, "confirm/e3")  # the player who entered it is refused, with a reason
    assert CampaignOpinion.objects.count() == 1
    do(player, campaign, "confirm/e3")
    assert "Bo confirms it." in leader.get(address(campaign)).content.decode()


def test_a_concurrent_result_of_the_same_game_is_reported_and_nothing_is_lost(campaign: Campaign, ann: Any) -> None:
    leader, player, enter = logged_in(ann), as_guest(), address(campaign, "games", HILL)
    mine, theirs = (browser.post(enter, result(do="preview")) for browser in (leader, player))
    leader.post(enter, result(do="save", **shown(mine)))
    late = player.post(enter, result(do="save", **shown(theirs)))
    assert late.status_code == 409
    assert "Another player has just entered a game of this adventure." in late.content.decode()
    assert campaign.entries.count() == 3
    player.post(enter, result(do="save", **shown(late)))
    assert campaign.entries.count() == 4


@pytest.mark.sampled
def test_a_game_is_entered_by_who_played_it_or_leads(campaign: Campaign) -> None:
    other = Client()
    other.post(f"/campaigns/join/{campaign.invite_key}/", {"name": "Cy"})
    refused = other.post(address(campaign, "games", HILL), result(do="preview"))
    assert refused.status_code == 400
    assert "Enter games in which you played" in refused.content.decode()


@pytest.mark.sampled
@pytest.mark.parametrize(
    "data",
    [
        {"side_player-1": "middle"},
        {"side_player-1": "", "side_player-2": ""},
        {"end_upper": "vanished"},
        {"end_upper": "won", "end_lower": "won"},
        {"points_player-1": "-1"},
        {"points_player-1": "9" * 40},
        {"on": "yesterday"},
        {"notes": "x" * 2_001},
    ],
)
def test_an_invalid_result_is_refused_at_its_field(campaign: Campaign, ann: Any, data: dict[str, str]) -> None:
    response = logged_in(ann).post(address(campaign, "games", HILL), result(do="save", **data))
    assert response.status_code == 400
    assert campaign.entries.count() == 2


@pytest.mark.sampled
def test_an_entry_is_corrected_and_taken_back_by_another_entry(campaign: Campaign, ann: Any) -> None:
    entry = services.enter(campaign=campaign, document=game_won(), by="player-1")
    leader, correct = logged_in(ann), address(campaign, "entries", "e3")
    assert 'value="won" selected' in leader.get(correct).content.decode()
    said = result(do="preview", end_upper="lost", end_lower="won", why="Read wrong.")
    said |= {"do": "save", **shown(leader.post(correct, said))}
    assert leader.post(correct, said)["Location"] == address(campaign)
    assert JudgedRecord(campaign).players["player-2"]["xp"]["least"] == 1
    text = leader.get(address(campaign)).content.decode()
    assert "Correction" in text
    assert "Read wrong." in text
    entry.refresh_from_db()
    assert entry.document["report"]["sides"]["upper"] == {"end": "won"}
    leader.post(correct, {"do": "take-back", "why": "Never played."})
    assert JudgedRecord(campaign).players["player-2"]["xp"]["least"] == 0


@pytest.mark.sampled
def test_only_who_played_a_game_or_leads_corrects_it(campaign: Campaign, ann: Any) -> None:
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    other = Client()
    other.post(f"/campaigns/join/{campaign.invite_key}/", {"name": "Cy"})
    for browser in (other, Client(), as_guest("x")):
        assert browser.post(address(campaign, "entries", "e3"), {"do": "take-back"}).status_code == 404
    leader = logged_in(ann)
    for entry in ("e1", "e99", "nothing"):
        assert leader.get(address(campaign, "entries", entry)).status_code == 404
    do(leader, campaign, "end")
    assert as_guest().get(address(campaign, "entries", "e5")).status_code == 404
    assert leader.get(address(campaign, "entries", "e5")).status_code == 200
    assert leader.post(address(campaign, "entries", "e5"), {"do": "take-back"}).status_code == 302
    assert JudgedRecord(campaign).verdict["ended"] is None


@pytest.mark.sampled
def test_an_open_question_is_asked_when_it_comes_up_and_the_leader_settles_it(campaign: Campaign, ann: Any) -> None:
    leader, player = logged_in(ann), as_guest()
    assert "Who has won a campaign" not in Page(leader.get(address(campaign))).words
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    services.enter(campaign=campaign, document=game_won("player-2", "player-1"), by="player-1")
    services.end_campaign(campaign=campaign, by="player-1")
    asked = Page(leader.get(address(campaign)))
    assert "Who has won a campaign" in asked.words
    assert "Until it is settled, each reading counts." in asked.words
    assert nonempty(asked.all("button", value="settle/tie-for-winner"))
    read = Page(player.get(address(campaign)))
    assert "The leader settles it." in read.words
    assert not read.all("button", value="settle/tie-for-winner")
    do(leader, campaign, "settle/tie-for-winner", reading="shared")
    settled = Page(leader.get(address(campaign)))
    assert "All of them have won together." in settled.words
    assert "Until it is settled" not in settled.words
    campaign.refresh_from_db()
    told = campaign.entries.last()
    assert told.document | {"id": ""} == {
        "type": "settled", "id": "", "question": "tie-for-winner", "reading": "shared"
    }  # fmt: skip
    assert told.by == "player-1"
    assert "Settled: Who has won a campaign" in Page(player.get(address(campaign))).words
    do(leader, campaign, "settle/tie-for-winner")
    opened = Page(leader.get(address(campaign)))
    assert "Until it is settled" in opened.words
    assert "Left open again: Who has won a campaign" in opened.words
    assert not JudgedRecord(campaign).verdict["findings"]


@pytest.mark.guard
def test_only_the_leader_settles_questions_and_only_open_ones(campaign: Campaign, ann: Any) -> None:
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    services.enter(campaign=campaign, document=game_won("player-2", "player-1"), by="player-1")
    services.end_campaign(campaign=campaign, by="player-1")
    for client in (as_guest(), as_guest("x"), Client(), logged_in(factories.UserFactory())):
        assert do(client, campaign, "settle/tie-for-winner", reading="shared").status_code == 404
    leader = logged_in(ann)
    for question, reading in (
        ("tie-for-winner", "nonsense"),
        ("tie-for-winner", ""),
        ("tie-for-winner", "x" * 100_000),
        ("draw-uses-up", "used"),
        ("no-such", "shared"),
        ("", ""),
    ):
        do(leader, campaign, f"settle/{question}", reading=reading)
    campaign.refresh_from_db()
    assert not campaign.head.get("settles")


@pytest.mark.sampled
def test_entries_are_named_by_adventure_and_day_and_never_by_their_ids(campaign: Campaign, ann: Any) -> None:
    entry = services.enter(campaign=campaign, document=game_won(on="2026-11-20"), by="player-1")
    services.correct(campaign=campaign, of="e3", entry=entry.document, why="Again.", by="player-1")
    services.enter(campaign=campaign, document=game_won(on="2026-11-21"), by="player-1")
    services.correct(campaign=campaign, of="e5", entry=None, why="Not so.", by="player-1")
    leader = logged_in(ann)
    page = Page(leader.get(address(campaign)))
    assert "1 XP from Over the Hill, 20 November 2026" in page.words
    assert "Correction: Over the Hill 20 November 2026, entered by Ann" in page.words
    assert "Taken back: Over the Hill 21 November 2026, entered by Ann" in page.words
    for read in (page, Page(leader.get(address(campaign, "entries", "e3")))):
        assert not re.search(r"\be\d\b", read.words)


# -- reading and keeping ---------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_shared_page_has_nothing_that_is_its_players_own(campaign: Campaign, ann: Any) -> None:
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    services.open_link(campaign=campaign, field="share_key")
    stranger = Client()
    response = stranger.get(f"/campaigns/read/{campaign.share_key}/")
    text = response.content.decode()
    assert "Over the Hill" in text
    assert "In the lead: Ann." in text
    for private in (str(campaign.invite_key), str(campaign.pk), ann.username + "@", "/do/", "vacant", "<form method"):
        assert private not in re.sub(r"(?s)<header.*?</header>|<footer.*", "", text), private
    assert response["X-Robots-Tag"] == "noindex, nofollow"
    assert stranger.get(f"/campaigns/read/{campaign.share_key}/record.json").json() == JudgedRecord(campaign).record
    services.close_link(campaign=campaign, field="share_key")
    assert stranger.get(f"/campaigns/read/{campaign.share_key}/").status_code == 404
    assert stranger.get("/campaigns/read/wrong/record.json").status_code == 404


@pytest.mark.sampled
def test_a_record_goes_out_as_a_file_and_comes_in_again(campaign: Campaign, ann: Any) -> None:
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    leader = logged_in(ann)
    file = leader.get(f"{address(campaign)}record.json")
    assert file["Content-Disposition"] == 'attachment; filename="the-winter-league.json"'
    guest = Client()
    response = guest.post("/campaigns/import/", {"file": SimpleUploadedFile("record.json", file.content)})
    back = Campaign.objects.exclude(pk=campaign.pk).get()
    assert response["Location"] == address(back)
    assert guest.get(f"{address(back)}record.json").json() == file.json()
    assert "vacant" in guest.get(address(back)).content.decode()
    assert guest.post("/campaigns/import/", {"text": file.content.decode()}).status_code == 302


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("[]", ""),
        ("{", ""),
        ('{"game": "chess", "entries": []}', "chess"),
        ('{"game": "attack-wing", "entries": [{"type": "joined", "id": "e1"}]}', "/entries/0"),
        ("[" * 5_000, ""),
        ("\ud800", ""),
    ],
)
def test_an_invalid_record_is_refused_with_its_place(client: Client, text: str, message: str) -> None:
    response = client.post("/campaigns/import/", {"text": text.encode("utf-8", "replace").decode()})
    assert response.status_code == 400
    page = response.content.decode()
    assert "Nothing was saved" in page
    assert message in page or message == "not JSON"
    assert not Campaign.objects.exists()


@pytest.mark.sampled
def test_a_campaign_of_any_length_asks_the_database_as_often(
    campaign: Campaign, ann: Any, django_assert_num_queries: Any
) -> None:
    leader = logged_in(ann)
    leader.get(address(campaign))
    with django_assert_num_queries(12):
        leader.get(address(campaign))
    CampaignEntry.objects.bulk_create(
        CampaignEntry(
            campaign=campaign,
            number=number,
            document={**game_won(notes="Long " * 50), "id": f"e{number}"},
            by="player-1",
            entered_at=campaign.created_at,
        )
        for number in range(3, services.MAX_ENTRIES + 1)
    )
    with django_assert_num_queries(12):
        response = leader.get(address(campaign))
    assert len(response.content) < 100_000
    assert "?page=17#entry-e3" in response.content.decode()
    last = leader.get(f"{address(campaign)}?page=17").content.decode()
    assert 'id="entry-e3"' in last
    assert "Ann joins" in last
    for page in ("99", "x", "-1"):
        assert leader.get(f"{address(campaign)}?page={page}").status_code == 200


# -- lists ----------------------------------------------------------------------------------------


def build(client: Client, campaign: Campaign, side: str = "upper") -> Legion:
    response = do(client, campaign, "build", side=f"{HILL}/{side}")
    return Legion.objects.get(pk=response["Location"].split("/")[2])


def change(client: Client, legion: Legion, action: str, **fields: Any) -> Legion:
    response = client.post(f"/legions/{legion.pk}/", {"do": action, "version": legion.version, **fields})
    assert response.status_code == 303, response.content.decode()[:3000]
    return Legion.objects.get(pk=legion.pk)


@pytest.mark.sampled
def test_a_list_for_an_adventure_brings_what_its_player_has_and_goes_into_the_record(
    campaign: Campaign, ann: Any
) -> None:
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    factories.publish(factories.creature(slug="giant", name="Giant", cost=30, slots=["heroic"]))
    Campaign.objects.update(head={"release": 2})
    factories.publish(factories.adventure(slug="the-ford", name="The Ford"))
    Campaign.objects.update(head={"release": 3}, plan=[HILL, "the-ford"])
    leader = logged_in(ann)
    response = do(leader, campaign, "build", side="the-ford/upper")
    legion = Legion.objects.get(pk=response["Location"].split("/")[2])
    assert legion.document["campaign"]["entitlements"]["xp"] == {"least": 1, "most": 1, "entries": ["e3"]}
    page = Page(leader.get(f"/legions/{legion.pk}/"))
    assert "1 XP left 1 XP earned" in page.words
    assert page.all("a", href=f"/campaigns/{campaign.pk}/")
    legion = change(leader, change(leader, legion, "add/giant"), "buy-points", bought="1")
    assert "0 XP left 1 XP earned · 1 on points, 0 on slots" in Page(leader.get(f"/legions/{legion.pk}/")).words
    text = leader.get(address(campaign, "games", "the-ford")).content.decode()
    assert re.search(r'name="points_player-1" value="1"', text)
    enter = address(campaign, "games", "the-ford")
    said = result(version="3", **{"points_player-1": "1"})
    preview = leader.post(enter, {**said, "do": "preview"})
    leader.post(enter, {**said, "do": "save", **shown(preview)})
    seat = campaign.entries.get(number=4).document["seats"][0]
    assert (seat["points_bought"], seat["list"]["points"], seat["list"]["cards"]) == (1, 30, ["giant"])
    assert "Games won by list" in leader.get(address(campaign)).content.decode()
    again = do(leader, campaign, "build/the-ford/upper")
    legion.refresh_from_db()
    assert again["Location"] == f"/legions/{legion.pk}/"
    assert legion.document["campaign"]["entitlements"]["xp"]["used_in"] == "e4"


def earn(campaign: Campaign, xp: int, *cards: dict[str, Any]) -> None:
    """Publish a giant, `cards` and an adventure that earns experience and those cards, and enter that Ann won it."""
    giant = factories.creature(slug="giant", name="Giant", cost=30, slots=["heroic"])
    factories.publish(giant, *cards)
    earned: dict[str, Any] = {"side": "upper", "xp": xp}
    if cards:
        earned["cards"] = [card["slug"] for card in cards]
    won, lost = factories.adventure()["outcomes"]
    outcomes = [{**won, "earned": [earned]}, lost]
    factories.publish(factories.adventure(slug="the-vault", name="The Vault", outcomes=outcomes))
    newest = factories.publish(factories.adventure(slug="the-ford", name="The Ford"))
    Campaign.objects.update(head={"release": newest.number}, plan=[HILL, "the-ford"])
    campaign.refresh_from_db()
    rewards = [{"player": "player-1", "card": card["slug"]} for card in cards]
    services.enter(
        campaign=campaign, document=game_won(adventure="the-vault", rewards=rewards, on="2026-11-20"), by="player-1"
    )


@pytest.mark.sampled
def test_a_slot_is_bought_at_its_creature_and_given_back(campaign: Campaign, ann: Any) -> None:
    earn(campaign, 3)
    factories.publish(factories.upgrade(slug="club", name="Club", cost=4, slot="heroic"))
    leader = logged_in(ann)
    legion = change(leader, build(leader, campaign), "add/giant")
    assert "Another slot for 2 XP" in Page(leader.get(f"/legions/{legion.pk}/")).words
    legion = change(leader, legion, "buy-slot/0-heroic")
    page = leader.get(f"/legions/{legion.pk}/")
    assert page.content.decode().count('data-icon="heroic"') == 2
    assert "bought for 2 XP" in Page(page).words
    assert "1 XP left 3 XP earned · 0 on points, 2 on slots" in Page(page).words
    legion = change(leader, legion, "buy-points/1")
    legion = change(leader, legion, "return-slot/0")
    assert "bought_slot" not in legion.document["picks"][0]
    assert "Another slot for 2 XP" in Page(leader.get(f"/legions/{legion.pk}/")).words
    legion = change(leader, legion, "buy-points/2")
    assert "Another slot costs 2 XP" in Page(leader.get(f"/legions/{legion.pk}/")).words
    legion = change(leader, change(leader, legion, "undo"), "undo")
    assert legion.document["picks"][0]["bought_slot"] == "heroic"


@pytest.mark.guard
@pytest.mark.parametrize(
    ("what", "spent"), [("buy-points/4", 4), ("buy-points/1000", 1000), ("buy-slot/0-heroic", 5), ("buy-points/3", 3)]
)
def test_purchases_beyond_the_experience_are_refused_with_both_numbers(
    campaign: Campaign, ann: Any, what: str, spent: int
) -> None:
    earn(campaign, 3)
    leader = logged_in(ann)
    legion = change(leader, change(leader, build(leader, campaign), "add/giant"), "buy-points/3")
    refused = leader.post(f"/legions/{legion.pk}/", {"do": what, "version": legion.version})
    said = f"This takes {spent} XP in all, and you have earned 3." in Page(refused).words
    assert (refused.status_code, said) == ((303, False) if spent == 3 else (400, True))
    legion.refresh_from_db()
    assert legion.document["campaign"]["points_bought"] == 3


def test_experience_used_in_a_game_of_the_adventure_buys_nothing_in_another(campaign: Campaign, ann: Any) -> None:
    earn(campaign, 3)
    seats = [{"player": "player-1", "side": "upper", "points_bought": 1}, {"player": "player-2", "side": "lower"}]
    services.enter(campaign=campaign, document=game_won(seats=seats), by="player-1")
    leader = logged_in(ann)
    legion = build(leader, campaign)
    assert "XP left" not in Page(leader.get(f"/legions/{legion.pk}/")).words
    refused = leader.post(f"/legions/{legion.pk}/", {"do": "buy-points/1", "version": legion.version})
    assert refused.status_code == 400
    assert "Your XP were already used in a game of this adventure" in Page(refused).words


@pytest.mark.guard
def test_nobody_else_buys_anything_for_a_list(campaign: Campaign, ann: Any) -> None:
    earn(campaign, 3)
    legion = build(logged_in(ann), campaign)
    for other in (as_guest(), as_guest("x"), Client(), logged_in(factories.UserFactory())):
        said = {"do": "buy-points/1", "version": legion.version}
        assert other.post(f"/legions/{legion.pk}/", said).status_code == 404
    late = logged_in(ann).post(f"/legions/{legion.pk}/", {"do": "buy-points/1", "version": legion.version + 7})
    assert late.status_code in {400, 409}
    legion.refresh_from_db()
    assert "points_bought" not in legion.document["campaign"]


@pytest.mark.sampled
def test_a_won_artifact_says_where_it_was_won_and_where_it_fits_and_is_added_there(
    campaign: Campaign, ann: Any, django_assert_num_queries: Any
) -> None:
    club = factories.upgrade(slug="club", name="Club", cost=4, slot="heroic", keywords=["campaign-artifact"])
    earn(campaign, 3, club)
    leader = logged_in(ann)
    legion = build(leader, campaign)
    alone = Page(leader.get(f"/legions/{legion.pk}/"))
    assert "Won in The Vault. No creature on the table can carry it." in alone.words
    assert not alone.all("button", id="won-club")
    legion = change(leader, legion, "add/giant")
    leader.get(f"/legions/{legion.pk}/")
    with django_assert_num_queries(15):
        page = Page(leader.get(f"/legions/{legion.pk}/"))
    assert "Won in The Vault. Fits Giant. 4 points." in page.words
    legion = change(leader, legion, nonempty(page.all("button", id="won-club"))[0]["value"])
    assert legion.document["picks"][0]["upgrades"] == ["club"]
    assert "Won in The Vault" not in Page(leader.get(f"/legions/{legion.pk}/")).words


def test_nothing_is_bought_outside_of_a_campaign_and_nobody_builds_for_another(campaign: Campaign, ann: Any) -> None:
    factories.publish(factories.creature(slug="giant", slots=["heroic"]))
    Campaign.objects.update(head={"release": 2})
    leader = logged_in(ann)
    plain = factories.legion({"card": "giant"}, owner=ann)
    for what, fields in (("buy-points", {"bought": "1"}), ("buy-slot", {"slot": "0-heroic"})):
        said = {"do": what, "version": plain.version, **fields}
        assert leader.post(f"/legions/{plain.pk}/", said).status_code == 400
    for said in ("", "nowhere/upper", f"{HILL}/middle", HILL):
        assert do(leader, campaign, "build", side=said)["Location"] == address(campaign)
    mine, theirs = build(leader, campaign), build(as_guest(), campaign)
    assert mine != theirs
    assert theirs.guest_key
    for hostile in ("9-heroic", "x", "0-", "0-" + "y" * 100):
        response = leader.post(f"/legions/{mine.pk}/", {"do": "buy-slot", "version": mine.version, "slot": hostile})
        assert response.status_code in (400, 409), hostile


@pytest.mark.sampled
def test_a_ready_list_put_on_a_table_of_a_campaign_keeps_its_terms_and_is_offered_only_if_it_fits(
    campaign: Campaign, ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = [{**side, "points": 60} for side in factories.adventure()["sides"]]
    factories.publish(factories.creature(slug="giant", cost=30), factories.adventure(sides=sides))
    Campaign.objects.update(head={"release": 2})
    campaign.refresh_from_db()
    ready = [
        ReadyList(name, {"game": GAME, "name": name, "points": 120, "picks": [{"card": "giant"}] * number})
        for name, number in (("two-giants", 2), ("four-giants", 4))
    ]
    monkeypatch.setattr(ready_lists, "ready_lists", lambda game: tuple(ready))
    monkeypatch.setattr(judged_table, "published_lists", lambda game: ready)
    leader = logged_in(ann)
    legion = build(leader, campaign)
    page = Page(leader.get(f"/legions/{legion.pk}/"))
    assert page.all("button", id="ready-two-giants")
    assert not page.all("button", id="ready-four-giants")
    assert "Lists that were published as legal" not in page.words  # one of them would start another list
    assert "Lists that were published as legal" in Page(leader.get(f"/build/{GAME}/")).words
    agreed = {field: value for field, value in legion.document.items() if field != "picks"}
    for name, number in (("four-giants", 4), ("two-giants", 2)):
        legion = change(leader, legion, f"ready/{name}")
        assert {field: value for field, value in legion.document.items() if field != "picks"} == agreed
        assert sum(pick.get("count", 1) for pick in legion.document["picks"]) == number
        assert legion.what == f"Cards of {name} loaded. Adventure, name and limit of this list stay."
    legion = change(leader, legion, "paste", text='{"game": "attack-wing", "points": 9, "picks": [{"card": "giant"}]}')
    assert {field: value for field, value in legion.document.items() if field != "picks"} == agreed
    other = {**legion.document, "name": "The lower side", "campaign": {**agreed["campaign"], "side": "lower"}}
    legion = change(leader, legion, "paste", text=json.dumps(other))
    assert (legion.name, legion.document["campaign"]["side"]) == ("The lower side", "lower")


# -- questions in the form of a result --------------------------------------------------------------------------------


QUESTION = "who-holds-the-hill"


@pytest.fixture
def open_hill(campaign: Campaign) -> Campaign:
    """Publish the hill again with a question about its victory, and return a campaign of that release."""
    hill = factories.adventure(
        questions=[
            {
                "question": QUESTION,
                "text": "Does the upper side hold the hill if nobody is on it?",
                "readings": [
                    {"reading": "it-holds", "text": "It does."},
                    {"reading": "nobody", "text": "Nobody does."},
                ],
            }
        ]
    )
    hill["outcomes"][0]["when"][0] |= {"question": QUESTION, "reading": "it-holds"}
    factories.publish(hill)
    services.upgrade_release(campaign=campaign, to=2, by="player-1")
    campaign.refresh_from_db()
    return campaign


def test_a_question_is_answered_in_the_form_of_the_result_and_the_timeline_tells_it(open_hill, ann) -> None:
    leader, page = logged_in(ann), address(open_hill, "games", HILL)
    asked = leader.post(page, {**result(), "do": "preview"})
    assert "Does the upper side hold the hill" in Page(asked).words
    (unset,) = Page(asked).all("input", name=f"reading.{QUESTION}", value="")
    assert "checked" in unset
    answered = {**result(), f"reading.{QUESTION}": "it-holds"}
    preview = leader.post(page, {**answered, "do": "preview"})
    (chosen,) = Page(preview).all("input", name=f"reading.{QUESTION}", value="it-holds")
    assert "checked" in chosen
    assert "settles" not in Campaign.objects.get().head
    saved = leader.post(page, {**answered, **shown(preview), "do": "save"})
    assert saved.status_code == 302
    campaign = Campaign.objects.get()
    assert campaign.head["settles"] == [{"question": QUESTION, "reading": "it-holds"}]
    *_others, played, settled = (row.document for row in campaign.entries.all())
    assert (played["type"], settled["type"], settled["reading"]) == ("played", "settled", "it-holds")
    assert JudgedRecord(campaign).verdict["verdict"] == "legal"
    told = Page(leader.get(address(campaign))).words
    assert "Settled: Does the upper side hold the hill if nobody is on it?" in told
    assert "It does." in told


def test_a_result_is_saved_with_its_question_left_open(open_hill, ann) -> None:
    leader, page = logged_in(ann), address(open_hill, "games", HILL)
    left_open = {**result(), f"reading.{QUESTION}": ""}
    preview = leader.post(page, {**left_open, "do": "preview"})
    assert leader.post(page, {**left_open, **shown(preview), "do": "save"}).status_code == 302
    assert [one["question"] for one in JudgedRecord(Campaign.objects.get()).verdict["open"]] == [QUESTION]


def test_a_reading_that_was_not_previewed_is_shown_before_it_is_saved(open_hill, ann) -> None:
    leader, page = logged_in(ann), address(open_hill, "games", HILL)
    preview = leader.post(page, {**result(), "do": "preview"})
    later = {**result(), f"reading.{QUESTION}": "nobody", **shown(preview), "do": "save"}
    again = leader.post(page, later)
    assert again.status_code == 200
    assert "What follows from it has changed. Look at the preview again, then save." in Page(again).words
    assert "settles" not in Campaign.objects.get().head


@pytest.mark.guard
@pytest.mark.parametrize("reading", ["it-holds", "no-such", "x" * 100_000])
def test_players_are_told_the_readings_and_cannot_choose_one(open_hill, reading: str) -> None:
    player, page = as_guest(), address(open_hill, "games", HILL)
    sent = {**result(), f"reading.{QUESTION}": reading, "reading.no-such": "it-holds", "reading.": "nobody"}
    preview = player.post(page, {**sent, "do": "preview"})
    assert "The leader settles it on the page of the campaign." in Page(preview).words
    assert not Page(preview).all("input", name=f"reading.{QUESTION}")
    assert player.post(page, {**sent, **shown(preview), "do": "save"}).status_code == 302
    assert "settles" not in Campaign.objects.get().head


def test_a_form_sent_twice_makes_one_entry_and_settles_once(open_hill, ann) -> None:
    leader, page = logged_in(ann), address(open_hill, "games", HILL)
    answered = {**result(), f"reading.{QUESTION}": "it-holds"}
    preview = leader.post(page, {**answered, "do": "preview"})
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]*)"', preview.content.decode())[0]
    sent = {**answered, **shown(preview), "do": "save", "csrfmiddlewaretoken": token}
    before = open_hill.entries.count()
    for _time in range(2):
        assert leader.post(page, sent).status_code == 302
    assert open_hill.entries.count() == before + 2


def test_a_reading_that_is_settled_already_is_not_told_again(open_hill, ann) -> None:
    leader = logged_in(ann)
    services.enter(campaign=open_hill, document=game_won(), by="player-1")
    for _time in range(2):
        do(leader, open_hill, f"settle/{QUESTION}", reading="nobody")
    assert sum(row.document["type"] == "settled" for row in open_hill.entries.all()) == 1


def copy_of_open_hill() -> dict[str, Any]:
    """Return a copy of the hill of `open_hill`, whose question has another text and other readings."""
    readings = [{"reading": "crows", "text": "The crows do."}, {"reading": "grass", "text": "The grass does."}]
    asked = {"question": QUESTION, "text": "Who holds our barrow if nobody is on it?", "readings": readings}
    copy = factories.adventure(slug="our-barrow", name="Our Barrow", questions=[asked])
    copy["outcomes"][0]["when"][0] |= {"question": QUESTION, "reading": "crows"}
    return copy


def test_a_copy_of_an_adventure_shows_its_own_texts_of_a_question(open_hill, ann) -> None:
    services.set_adventure(campaign=open_hill, adventure=copy_of_open_hill())
    leader = logged_in(ann)
    services.enter(campaign=open_hill, document=game_won(), by="player-1")
    preview = leader.post(address(open_hill, "games", "our-barrow"), {**result(), "do": "preview"})
    assert "Who holds our barrow" in Page(preview).words
    assert "Does the upper side hold the hill" not in Page(preview).words
    services.enter(campaign=open_hill, document=game_won(adventure="our-barrow"), by="player-1")
    both = Page(leader.get(address(open_hill))).words
    for text in ("Who holds our barrow", "The crows do.", "Does the upper side hold the hill", "Nobody does."):
        assert text in both
    do(leader, open_hill, f"settle/{QUESTION}", reading="crows")
    settled = Page(leader.get(address(open_hill))).words
    assert "Settled: Who holds our barrow" in settled
    assert settled.count("The crows do.") == 2
    assert "Does the upper side hold the hill" not in settled


def test_a_settled_question_is_shown_as_the_played_adventure_asks_it(open_hill, ann) -> None:
    copy = copy_of_open_hill()
    copy["questions"][0]["readings"] = [
        {"reading": "it-holds", "text": "Ours."},
        {"reading": "nobody", "text": "None."},
    ]
    copy["outcomes"][0]["when"][0] |= {"reading": "it-holds"}
    services.set_adventure(campaign=open_hill, adventure=copy)
    services.enter(campaign=open_hill, document=game_won(adventure="our-barrow"), by="player-1")
    leader = logged_in(ann)
    do(leader, open_hill, f"settle/{QUESTION}", reading="it-holds")
    settled = Page(leader.get(address(open_hill))).words
    assert "Settled: Who holds our barrow" in settled
    assert "Ours." in settled
    assert "Does the upper side hold the hill" not in settled
