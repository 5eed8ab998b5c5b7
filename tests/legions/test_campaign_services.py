"""Stored campaigns: entries are only added, seats are taken and left, guests stay."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from catalog.documents.errors import InvalidInput
from legions import periodic_tasks
from legions.account_pages import data_export, deletion
from legions.accounts.holders import Holder
from legions.campaigns import services
from legions.campaigns.models import Campaign, CampaignEntry, CampaignOpinion, CampaignSeat
from legions.campaigns.records import JudgedRecord
from legions.campaigns.unsaved_results import UnsavedResult
from legions.saved_lists.models import Legion
from legions.site.errors import ActionRefused
from tests import factories
from tests.legions.campaign_helpers import (
    GUEST,
    HILL,
    game_won,
    new_campaign,
)

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.usefixtures("hill")]


def xp(campaign: Campaign) -> dict[str, int]:
    return {one["name"]: one["xp"]["least"] for one in JudgedRecord(campaign).verdict["players"]}


def ids(campaign: Campaign) -> list[str]:
    return [row.document["id"] for row in campaign.entries.all()]


# -- entries ---------------------------------------------------------------------------------------


def test_entries_count_and_are_named_by_the_verdict(campaign: Campaign) -> None:
    entry = services.enter(campaign=campaign, document=game_won(), by="player-1")
    assert xp(campaign) == {"Ann": 1, "Bo": 0}
    assert JudgedRecord(campaign).players["player-1"]["xp"]["entries"] == [entry.document["id"]]
    assert ids(campaign) == ["e1", "e2", "e3"]


def test_a_correction_leaves_what_was_written_and_counts_in_its_place(campaign: Campaign) -> None:
    first = services.enter(campaign=campaign, document=game_won(), by="player-1")
    before = first.document
    of = before["id"]
    services.correct(campaign=campaign, of=of, entry=game_won("player-2", "player-1"), why="Read wrong.", by="player-2")
    assert xp(campaign) == {"Ann": 0, "Bo": 1}
    services.correct(campaign=campaign, of=of, entry=None, why="", by="player-1")
    assert xp(campaign) == {"Ann": 0, "Bo": 0}
    first.refresh_from_db()
    assert first.document == before
    with pytest.raises(ActionRefused):
        services.correct(campaign=campaign, of="e99", entry=None, why="", by="player-1")


def test_of_two_concurrent_entries_both_are_stored_and_the_second_is_warned(campaign: Campaign) -> None:
    """Both forms were rendered when there were two entries."""
    mine, theirs = Campaign.objects.get(pk=campaign.pk), Campaign.objects.get(pk=campaign.pk)
    my_game = UnsavedResult(JudgedRecord(mine), game_won())
    their_game = UnsavedResult(JudgedRecord(theirs), game_won("player-2", "player-1"))
    first = services.enter_result(unsaved=my_game, shown=my_game.digest, by="player-1", seen=2)
    for shown in (their_game.digest, "another preview"):
        with pytest.raises(services.EnteredMeanwhile) as meanwhile:
            services.enter_result(unsaved=their_game, shown=shown, by="player-2", seen=2)
        assert meanwhile.value.entry == first
    services.enter_result(unsaved=their_game, shown=their_game.digest, by="player-2", seen=3)
    assert [row.number for row in campaign.entries.all()] == [1, 2, 3, 4]
    with pytest.raises(IntegrityError), transaction.atomic():
        CampaignEntry.objects.create(campaign=campaign, number=4, document={}, entered_at=timezone.now())


def test_a_form_that_is_sent_twice_is_one_entry(campaign: Campaign) -> None:
    first = services.enter(campaign=campaign, document=game_won(), by="player-1", once="a form")
    assert services.enter(campaign=campaign, document=game_won(), by="player-1", once="a form") == first
    campaign.refresh_from_db()
    assert campaign.entered == campaign.entries.count() == 3


def open_hill(campaign: Campaign) -> Campaign:
    """Publish the hill again with two questions about one victory, and return the campaign in that release."""
    readings = [{"reading": "yes", "text": "Yes."}, {"reading": "no", "text": "No."}]
    questions = [{"question": word, "text": f"Is it {word}?", "readings": readings} for word in ("dark", "windy")]
    hill = factories.adventure(questions=questions)
    (won,) = hill["outcomes"][0]["when"]
    hill["outcomes"][0]["when"] = [{**won, "question": word, "reading": "yes"} for word in ("dark", "windy")]
    factories.publish(hill)
    services.upgrade_release(campaign=campaign, to=2, by="player-1")
    return Campaign.objects.get(pk=campaign.pk)


def test_questions_are_settled_together_with_their_result_though_one_decides_the_other(campaign: Campaign) -> None:
    campaign, chosen = open_hill(campaign), {"dark": "yes", "windy": "no"}
    result = UnsavedResult(JudgedRecord(campaign), game_won(), chosen=chosen)
    assert [one["question"] for one in result.questions] == ["dark", "windy"]
    entry = services.enter_result(unsaved=result, shown=result.digest, by="player-1")
    campaign.refresh_from_db()
    assert {one["question"]: one["reading"] for one in campaign.head["settles"]} == chosen
    assert [row.document["type"] for row in campaign.entries.all()][-3:] == ["played", "settled", "settled"]
    assert JudgedRecord(campaign).verdict["verdict"] == "legal"
    assert entry.document["type"] == "played"


def test_a_correction_settles_the_questions_that_are_answered_with_it(campaign: Campaign) -> None:
    campaign = open_hill(campaign)
    game = services.enter(campaign=campaign, document=game_won("player-2", "player-1"), by="player-1")
    of = game.document["id"]
    result = UnsavedResult(JudgedRecord(campaign), game_won(), of, {"dark": "yes"})
    correction = services.enter_result(unsaved=result, shown=result.digest, by="player-1", why="Read wrong.")
    assert correction.document == {
        "type": "corrected",
        "id": correction.document["id"],
        "of": of,
        "entry": {**game_won(), "id": of},
        "why": "Read wrong.",
    }
    assert Campaign.objects.get().head["settles"] == [{"question": "dark", "reading": "yes"}]


def test_a_result_is_not_entered_if_its_questions_cannot_be_settled(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = open_hill(campaign)
    before = (campaign.head, ids(campaign), campaign.entered)
    monkeypatch.setattr(services, "MAX_ENTRIES", campaign.entered + 2)  # room for the game and one question
    result = UnsavedResult(JudgedRecord(campaign), game_won(), chosen={"dark": "yes", "windy": "no"})
    with pytest.raises(ActionRefused, match="The record is full"):
        services.enter_result(unsaved=result, shown=result.digest, by="player-1")
    assert (campaign.head, ids(campaign), campaign.entered) == before
    campaign.refresh_from_db()
    assert (campaign.head, ids(campaign), campaign.entered) == before


def test_a_result_is_refused_if_a_question_was_settled_since_its_preview(campaign: Campaign) -> None:
    campaign = open_hill(campaign)
    result = UnsavedResult(JudgedRecord(campaign), game_won(), chosen={"dark": "yes"})
    shown = result.digest
    services.enter(campaign=campaign, document=game_won(), by="player-2")
    services.settle_question(campaign=campaign, question="dark", reading="no", by="player-1")
    with pytest.raises(services.PreviewOutdated):
        services.enter_result(unsaved=result, shown=shown, by="player-1")
    assert not campaign.entries.filter(by="player-1", document__type="played").exists()


def test_settled_questions_count_as_entries_of_a_record(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = open_hill(campaign)
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    services.settle_question(campaign=campaign, question="dark", reading="no", by="player-1")
    campaign.refresh_from_db()
    assert campaign.entered == campaign.entries.count() == len(JudgedRecord(campaign).record["entries"]) == 5
    monkeypatch.setattr(services, "MAX_ENTRIES", campaign.entered)
    for reading in ("yes", ""):
        with pytest.raises(ActionRefused):
            services.settle_question(campaign=campaign, question="dark", reading=reading, by="player-1")
    campaign.refresh_from_db()
    assert campaign.head["settles"] == [{"question": "dark", "reading": "no"}]


def test_an_invalid_entry_is_refused_and_stores_nothing(campaign: Campaign) -> None:
    for document in ({"type": "danced"}, {"type": "played"}, game_won(seats=[]), game_won(notes="x" * 3_000)):
        with pytest.raises((InvalidInput, KeyError)):
            services.enter(campaign=campaign, document=document, by="player-1")
    campaign.refresh_from_db()
    assert campaign.entered == campaign.entries.count() == 2


def test_a_full_record_takes_no_more(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_ENTRIES", 2)
    with pytest.raises(ActionRefused, match="2 entries"):
        services.enter(campaign=campaign, document=game_won(), by="player-1")
    monkeypatch.setattr(services, "MAX_ENTRIES", 500)
    monkeypatch.setattr(services, "MAX_RECORD_BYTES", 100)
    with pytest.raises(ActionRefused, match="no more text"):
        services.enter(campaign=campaign, document=game_won(), by="player-1")


def test_after_the_end_only_a_correction_is_taken(campaign: Campaign) -> None:
    end = services.end_campaign(campaign=campaign, by="player-1")
    with pytest.raises(ActionRefused, match="ended"):
        services.enter(campaign=campaign, document=game_won(), by="player-1")
    services.correct(campaign=campaign, of=end.document["id"], entry=None, why="Too early.", by="player-1")
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    assert xp(campaign) == {"Ann": 1, "Bo": 0}


def test_only_players_of_a_game_confirm_or_dispute_it_once(campaign: Campaign) -> None:
    entry = services.enter(campaign=campaign, document=game_won(), by="player-1")
    services.give_opinion(entry=entry, player="player-2", agrees=False, why="I won.")
    services.give_opinion(entry=entry, player="player-2", agrees=True, why="left over")
    opinion = CampaignOpinion.objects.get()
    assert (opinion.agrees, opinion.why) == (True, "")
    for player in ("player-1", "player-3"):
        with pytest.raises(ActionRefused):
            services.give_opinion(entry=entry, player=player, agrees=True)
    with pytest.raises(ActionRefused):
        services.give_opinion(entry=campaign.entries.get(number=1), player="player-1", agrees=True)


# -- seats -----------------------------------------------------------------------------------------


def test_nobody_sits_twice_and_a_place_is_taken_once(campaign: Campaign) -> None:
    for place in ("", "player-1", "player-9"):
        with pytest.raises(ActionRefused):
            services.take_seat(campaign=campaign, holder=GUEST, name="Bo", place=place)
    other = Holder(guest_key="another")
    for place in ("player-1", "player-9"):
        with pytest.raises(ActionRefused):
            services.take_seat(campaign=campaign, holder=other, name="Cy", place=place)
    assert ids(campaign) == ["e1", "e2"]


def test_a_vacant_seat_is_taken_again_by_its_player_and_by_another_with_all_that_was_earned(campaign: Campaign) -> None:
    services.enter(campaign=campaign, document=game_won("player-2", "player-1"), by="player-2")
    services.vacate(campaign=campaign, player="player-2")
    phone = Holder(guest_key="the phone of Bo")
    assert services.take_seat(campaign=campaign, holder=phone, name="bo", place="player-2").player == "player-2"
    assert campaign.entries.count() == 3
    services.vacate(campaign=campaign, player="player-2")
    seat = services.take_seat(campaign=campaign, holder=phone, name="Cy", place="player-2")
    assert seat.player == "player-3"
    assert xp(campaign) == {"Ann": 0, "Bo": 0, "Cy": 1}
    with pytest.raises(ActionRefused):
        services.take_seat(campaign=campaign, holder=GUEST, name="Bo", place="player-2")


def test_a_player_who_left_returns_with_everything_earned(campaign: Campaign) -> None:
    services.enter(campaign=campaign, document=game_won("player-2", "player-1"), by="player-2")
    services.move_out(campaign=campaign, player="player-2", by="player-1")
    assert JudgedRecord(campaign).present == ["player-1"]
    assert not Campaign.objects.of(GUEST).exists()
    with pytest.raises(ActionRefused):
        services.move_out(campaign=campaign, player="player-2", by="player-1")
    services.take_seat(campaign=campaign, holder=GUEST, name="", place="player-2")
    assert JudgedRecord(campaign).present == ["player-1", "player-2"]
    assert xp(campaign) == {"Ann": 0, "Bo": 1}


@pytest.mark.parametrize("name", ["Bo", "bo", "ANN"])
def test_two_players_never_have_the_same_name(campaign: Campaign, name: str) -> None:
    with pytest.raises(ActionRefused, match=f"called {name} already"):
        services.take_seat(campaign=campaign, holder=Holder(guest_key="x"), name=name)
    services.take_seat(campaign=campaign, holder=Holder(guest_key="cy"), name="Cy")
    services.vacate(campaign=campaign, player="player-3")
    with pytest.raises(ActionRefused, match=f"called {name} already"):
        services.take_seat(campaign=campaign, holder=Holder(guest_key="x"), name=name, place="player-3")
    assert xp(campaign) == {"Ann": 0, "Bo": 0, "Cy": 0}


def test_the_numbers_of_players_and_campaigns_are_limited(
    campaign: Campaign, ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_PLAYERS", 2)
    with pytest.raises(ActionRefused, match="2 players"):
        services.take_seat(campaign=campaign, holder=Holder(guest_key="x"), name="Cy")
    monkeypatch.setattr(services, "MAX_CAMPAIGNS", 1)
    with pytest.raises(ActionRefused, match="1 campaigns"):
        new_campaign(Holder(user=ann))
    monkeypatch.setattr(services, "MAX_GUEST_CAMPAIGNS", 0)
    with pytest.raises(ActionRefused):
        new_campaign(GUEST)


# -- guests and accounts ---------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_seat_keeps_its_guest_from_being_cleared_away(campaign: Campaign) -> None:
    kept = factories.legion(guest_key=str(GUEST.guest_key))
    leader = Holder(guest_key="a guest who leads")
    led = new_campaign(leader, player="")
    theirs = factories.legion(guest_key="a guest who leads")
    factories.legion(guest_key="a passer-by")
    Legion.objects.update(updated_at=timezone.now() - timedelta(days=400))
    periodic_tasks.prune_guests()
    assert set(Legion.objects.all()) == {kept, theirs}
    Campaign.objects.update(updated_at=timezone.now() - timedelta(days=366))
    periodic_tasks.prune_guests()
    assert not Campaign.objects.filter(pk=led.pk).exists()
    assert Campaign.objects.filter(pk=campaign.pk).exists()  # an account has a seat
    assert set(Legion.objects.all()) == {kept}


def test_campaigns_and_seats_of_a_guest_move_into_an_account_and_a_seat_there_stays(
    campaign: Campaign, ann: Any
) -> None:
    guests = new_campaign(GUEST, player="Bo")
    services.take_seat(campaign=guests, holder=Holder(user=ann), name="Ann")
    services.adopt_guest_campaigns(guest_key=GUEST.guest_key, user=ann)
    guests.refresh_from_db()
    assert (guests.owner, guests.guest_key) == (ann, None)
    assert CampaignSeat.objects.filter(user=ann).count() == 2
    assert not CampaignSeat.objects.filter(guest_key__isnull=False).exists()
    services.adopt_guest_campaigns(guest_key=None, user=ann)


@pytest.mark.sampled
def test_an_account_that_goes_takes_its_name_and_leaves_the_record_and_the_lead(campaign: Campaign, ann: Any) -> None:
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    alone = new_campaign(Holder(user=ann))
    deletion.delete_account(user=ann)
    campaign.refresh_from_db()
    assert campaign.guest_key == GUEST.guest_key
    assert xp(campaign) == {"player-1": 1, "Bo": 0}
    assert not Campaign.objects.filter(pk=alone.pk).exists()


def test_the_file_of_ones_data_has_the_record_and_no_key(campaign: Campaign, ann: Any, tmp_path: Any) -> None:
    path = tmp_path / "data.json"
    with path.open("wb") as file:
        data_export.write_export(user=ann, file=file)
    text = path.read_text()
    assert '"The winter league"' in text
    assert str(campaign.invite_key) not in text


# -- files -----------------------------------------------------------------------------------------


def test_a_record_that_is_exported_is_the_same_when_it_comes_back(campaign: Campaign) -> None:
    services.enter(campaign=campaign, document=game_won(), by="player-1")
    record = JudgedRecord(campaign).record
    back = services.import_campaign(holder=GUEST, document=record)
    assert JudgedRecord(back).record == record
    assert back.plan == [HILL]
    assert not back.seats.exists()
    services.take_seat(campaign=back, holder=GUEST, name="", place="player-2")
    services.enter(campaign=back, document=game_won("player-2", "player-1"), by="player-2")
    assert ids(back) == ["e1", "e2", "e3", "e4"]


def test_an_invalid_or_too_long_record_is_not_imported(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    record = JudgedRecord(campaign).record
    wrong: list[Any] = [None, [], {}, {**record, "game": "chess"}, {**record, "entries": [{"type": "joined"}]}]
    for document in wrong:
        with pytest.raises(InvalidInput):
            services.import_campaign(holder=GUEST, document=document)
    monkeypatch.setattr(services, "MAX_ENTRIES", 1)
    with pytest.raises(InvalidInput, match="at most 1 entries"):
        services.import_campaign(holder=GUEST, document=record)
    assert Campaign.objects.count() == 1
