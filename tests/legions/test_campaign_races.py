"""Concurrent players of one campaign: nothing is lost, nothing is saved twice."""

from functools import partial
from typing import Any

import pytest
from django.core.cache import cache

from legions.accounts.holders import Holder
from legions.campaigns import services
from legions.campaigns.models import Campaign, CampaignEntry, CampaignSeat
from legions.campaigns.records import JudgedRecord
from legions.campaigns.unsaved_results import UnsavedResult
from legions.site.errors import ActionRefused
from tests import factories
from tests.contention import at_once, shared  # noqa: F401
from tests.legions.campaign_helpers import game_won, new_campaign, publish_hill

pytestmark = [pytest.mark.db_facing, pytest.mark.usefixtures("shared")]

PLAYERS = 4


@pytest.fixture
def campaign() -> Campaign:
    cache.clear()
    publish_hill()
    return new_campaign(Holder(guest_key="ann"))


def fresh(campaign: Campaign) -> Campaign:
    """Return the campaign as another request would load it."""
    return Campaign.objects.get(pk=campaign.pk)


@pytest.mark.sampled
def test_concurrent_entries_of_players_are_all_stored_in_one_order(campaign: Campaign) -> None:
    """Players join at once, each as a new guest, and then each enters a game; one sends the form twice."""
    keys = [f"guest {number}" for number in range(PLAYERS)]

    def sit(key: str) -> Any:
        return services.take_seat(campaign=fresh(campaign), holder=Holder(guest_key=key), name=key)

    def write(number: int, once: str) -> Any:
        player = f"player-{number}"
        document = game_won(player, "player-1", notes=f"By {player}.")
        return services.enter(campaign=fresh(campaign), document=document, by=player, once=once)

    assert not [one for one in at_once(*(partial(sit, key) for key in keys)) if isinstance(one, Exception)]
    words = [f"player-{number}" for number in range(1, PLAYERS + 2)]
    assert sorted(CampaignSeat.objects.values_list("player", flat=True)) == words
    jobs = [partial(write, number, f"form {number}") for number in range(2, PLAYERS + 2)]
    found = at_once(*jobs, partial(write, 2, "form 2"))
    assert not [one for one in found if isinstance(one, Exception)]
    rows = list(CampaignEntry.objects.all())
    assert [row.number for row in rows] == list(range(1, 2 * PLAYERS + 2))
    assert len({row.document["id"] for row in rows}) == len(rows)
    notes = {row.document["notes"] for row in rows if "notes" in row.document}
    assert notes == {f"By player-{number}." for number in range(2, PLAYERS + 2)}
    assert fresh(campaign).entered == len(rows)


@pytest.mark.sampled
def test_a_vacant_seat_goes_to_one_of_those_who_want_it_at_once(campaign: Campaign) -> None:
    services.vacate(campaign=campaign, player="player-1")

    def sit(key: str) -> Any:
        return services.take_seat(campaign=fresh(campaign), holder=Holder(guest_key=key), name="", place="player-1")

    found = at_once(*(partial(sit, f"guest {number}") for number in range(PLAYERS)))
    assert sum(isinstance(one, CampaignSeat) for one in found) == 1
    assert sum(isinstance(one, ActionRefused) for one in found) == PLAYERS - 1
    assert CampaignSeat.objects.count() == 1


@pytest.mark.sampled
def test_a_result_that_is_sent_several_times_at_once_is_entered_and_settles_once(campaign: Campaign) -> None:
    readings = [{"reading": "it-holds", "text": "It does."}, {"reading": "nobody", "text": "Nobody does."}]
    hill = factories.adventure(questions=[{"question": "who", "text": "Does it hold the hill?", "readings": readings}])
    hill["outcomes"][0]["when"][0] |= {"question": "who", "reading": "it-holds"}
    factories.publish(hill)
    services.upgrade_release(campaign=campaign, to=2, by="player-1")
    services.take_seat(campaign=campaign, holder=Holder(guest_key="bo"), name="Bo")
    judged = JudgedRecord(fresh(campaign))
    shown = UnsavedResult(judged, game_won(), chosen={"who": "it-holds"}).digest
    before = len(judged.rows)

    def save() -> Any:
        result = UnsavedResult(JudgedRecord(fresh(campaign)), game_won(), chosen={"who": "it-holds"})
        return services.enter_result(unsaved=result, shown=shown, by="player-1", seen=before, once="a form")

    found = at_once(*[save] * PLAYERS)
    assert not [one for one in found if isinstance(one, Exception)]
    assert len({entry.pk for entry in found}) == 1
    assert [row.document["type"] for row in CampaignEntry.objects.all()[before:]] == ["played", "settled"]
    assert fresh(campaign).entered == before + 2
