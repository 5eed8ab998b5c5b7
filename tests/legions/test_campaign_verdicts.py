"""Verdicts on campaigns: one per state of the record, and their effect on the form."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import Client

from catalog.api_base.throttling import RATE_LIMITS
from legions.accounts.holders import Holder
from legions.campaigns import services
from legions.campaigns.models import Campaign, CampaignEntry
from legions.campaigns.records import JudgedRecord
from rulesapi.judging import campaigns
from tests import factories
from tests.clients import logged_in
from tests.legions.campaign_helpers import HILL, address, as_guest, game_won, new_campaign
from tests.nonempty import nonempty

pytestmark = pytest.mark.django_db
FIXTURES = Path(__file__).parents[2] / "fixtures" / "attack-wing" / "adventures"


@pytest.fixture
def judgings(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The judged records, in order."""
    judged: list[Any] = []
    judge = campaigns.judge_record

    def counted(record: Any, **options: Any) -> Any:
        judged.append(record)
        return judge(record, **options)

    monkeypatch.setattr(campaigns, "judge_record", counted)
    return judged


@pytest.mark.sampled
def test_a_campaign_is_judged_once_for_each_state_of_its_record(
    campaign: Campaign, ann: Any, judgings: list[Any]
) -> None:
    services.open_link(campaign=campaign, field="share_key")
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    leader, guest, stranger = logged_in(ann), as_guest(), Client()
    pages = [
        address(campaign),
        f"{address(campaign)}record.json",
        f"/campaigns/read/{campaign.share_key}/",
        f"/campaigns/read/{campaign.share_key}/record.json",
    ]
    leader.get(address(campaign))
    judgings.clear()
    for browser in (leader, guest):
        assert browser.get(pages[0]).status_code == browser.get(pages[1]).status_code == 200
    for page in nonempty(pages[2:]):
        assert stranger.get(page).status_code == 200
    for page in (
        address(campaign, "games", HILL),
        f"/campaigns/join/{campaign.invite_key}/",
        address(campaign, "adventures"),
    ):
        assert leader.get(page).status_code in (200, 302)
    assert judgings == []
    services.enter(campaign=campaign, document=game_won("player-2", "player-1"), by="player-1")
    before = len(judgings)
    assert "Bo" in stranger.get(pages[2]).content.decode()
    assert "Bo" in leader.get(pages[0]).content.decode()
    assert len(judgings) <= before + 1
    assert JudgedRecord(Campaign.objects.get()).verdict["standings"][0]["xp"] == {"least": 1, "most": 1}


def test_a_deleted_verdict_of_a_campaign_is_computed_again(campaign: Campaign, judgings: list[Any]) -> None:
    first = JudgedRecord(campaign).verdict
    caches["derived"].clear()
    judgings.clear()
    assert JudgedRecord(campaign).verdict == first
    assert len(judgings) == 1


def test_the_record_of_another_release_is_judged_by_that(campaign: Campaign, judgings: list[Any]) -> None:
    document = factories.adventure()
    document["outcomes"][0]["earned"][0]["xp"] = 7
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    assert JudgedRecord(campaign).players["player-1"]["xp"]["most"] == 1
    factories.publish(document)
    campaign.head = {**campaign.head, "release": 2}
    assert JudgedRecord(campaign).players["player-1"]["xp"]["most"] == 7


def test_a_record_over_the_limit_is_refused_before_it_is_judged(campaign: Campaign, judgings: list[Any]) -> None:
    record = JudgedRecord(campaign).record
    joined = record["entries"][0]
    too_many = [{**joined, "id": f"e{number}"} for number in range(services.MAX_ENTRIES + 1)]
    too_long = [{**game_won(notes="n" * 2_000), "id": f"g{number}"} for number in range(300)]
    judgings.clear()
    for entries in (too_many, [joined, *too_long]):
        answer = as_guest().post("/campaigns/import/", {"text": json.dumps({**record, "entries": entries})})
        assert answer.status_code == 400
        assert "at most 500 entries and 500 kB" in answer.content.decode()
    assert judgings == []


@pytest.mark.sampled
def test_a_campaign_with_a_link_is_not_read_more_often_than_may_be(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.open_link(campaign=campaign, field="share_key")
    monkeypatch.setitem(RATE_LIMITS, "shared-campaigns", RATE_LIMITS["shared-campaigns"]._replace(quota=3))
    cache.clear()
    page = f"/campaigns/read/{campaign.share_key}/"
    assert [Client().get(one).status_code for one in (page, f"{page}record.json", page)] == [200] * 3
    refused = Client().get(page)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0


def test_imports_of_records_are_rate_limited(hill: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATE_LIMITS, "campaign-imports", RATE_LIMITS["campaign-imports"]._replace(quota=2))
    cache.clear()
    answers = [Client().post("/campaigns/import/", {"text": "[]"}).status_code for _ in range(3)]
    assert answers == [400, 400, 429]


# -- the ambush ------------------------------------------------------------------------------------------------------

LEFT_TOO_EARLY = [
    ({"eshaedra": "left"}, ("eshaedra",), {"galadaeros": "2"}),
    ({"balagos": "north", "eshaedra": "left"}, ("balagos", "eshaedra"), {"eshaedra": "1", "galadaeros": "1"}),
    (
        {"eshaedra": "left", "galadaeros": "defeated", "balagos": "south"},
        ("eshaedra", "galadaeros", "balagos"),
        {"balagos": "2"},
    ),
    (
        {"balagos": "south", "galadaeros": "defeated", "eshaedra": "left"},
        ("balagos", "galadaeros", "eshaedra"),
        {"eshaedra": "2"},
    ),
]


@pytest.mark.sampled
@pytest.mark.parametrize(("ends", "order", "earned"), LEFT_TOO_EARLY)
def test_leaving_the_ambush_too_early_is_a_defeat_in_the_preview_and_the_saved_game(
    ends: dict[str, str], order: tuple[str, ...], earned: dict[str, str], ann: Any, hill: None
) -> None:
    campaign = new_campaign(Holder(user=ann))
    ambush = json.loads((FIXTURES / "ambush-in-the-valley.json").read_text("utf-8"))
    services.set_adventure(campaign=campaign, adventure=ambush)
    for number in (2, 3):
        services.take_seat(campaign=campaign, holder=Holder(guest_key=f"guest {number}"), name=f"P{number}")
    seats = dict(zip(("balagos", "eshaedra", "galadaeros"), ("player-1", "player-2", "player-3"), strict=True))
    said: dict[str, Any] = {"version": "3"}
    for side, player in seats.items():
        end = ends.get(side, "present")
        said[f"side_{player}"] = side
        said[f"end_{side}"] = end if end in ("left", "present", "defeated") else "left"
        if end in ("north", "south"):
            said[f"exit_{side}"] = end
        if side in order:
            said[f"place_{side}"] = str(order.index(side) + 1)
    page = address(campaign, "games", "ambush-in-the-valley")
    preview = logged_in(ann).post(page, said)
    assert preview.status_code == 200
    names = {"player-1": "Ann", "player-2": "P2", "player-3": "P3"}
    told = dict(re.findall(r"<b>([^<]*)</b>: (\d+) XP", preview.content.decode()))
    assert told == {names[seats[side]]: xp for side, xp in earned.items()}
    shown = dict(re.findall(r'name="(shown|version)" value="([^"]*)"', preview.content.decode()))
    saved = logged_in(ann).post(page, {**said, **shown, "do": "save"})
    assert saved.status_code == 302
    entry = CampaignEntry.objects.order_by("number").last()
    assert entry is not None
    assert entry.document["report"]["order"] == list(order)
    verdict = JudgedRecord(Campaign.objects.get()).verdict
    xp = {one["player"]: str(one["xp"]["most"]) for one in verdict["players"] if one["xp"]["most"]}
    assert xp == {seats[side]: points for side, points in earned.items()}
    assert verdict["verdict"] == "legal"


@pytest.mark.sampled
def test_a_remark_is_shown_at_its_game(campaign: Campaign, ann: Any) -> None:
    for _ in range(2):
        services.enter(campaign=campaign, document=game_won(), by="player-1")
    text = logged_in(ann).get(address(campaign)).content.decode()
    assert "It is not earned a second time." in text
    german = logged_in(ann).get(address(campaign), headers={"accept-language": "de"}).content.decode()
    assert "Ein zweites Mal gibt es das nicht." in german
