"""House campaigns: available for each game with verdicts, with the fields and terms of the game."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from catalog import publishing
from legions.campaigns.models import Campaign
from legions.campaigns.records import JudgedRecord
from legions.saved_lists.models import Legion
from tests.legions.campaign_helpers import address, do
from tests.legions.form_parser import FormParser
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db

PRICED = {"dungeon-command": False, "dnd-miniatures-2003": True, "dnd-miniatures-2008": True}


@pytest.fixture
def game(request: pytest.FixtureRequest) -> str:
    """Publish a game with all documents of the catalog except adventures."""
    name: str = request.param
    files = sorted((Path("fixtures") / name).rglob("*.json"))
    publishing.publish([json.loads(file.read_text()) for file in files], by=None, why="First cards")
    return name


def fill(client: Client, path: str, page: Any, **fields: Any) -> Any:
    known = {name: found for name, found in FormParser(page).fields.items() if name != "csrfmiddlewaretoken"}
    return client.post(path, {**known, **fields})


@pytest.mark.sampled
@pytest.mark.parametrize("game", PRICED, indirect=True)
def test_a_house_campaign_is_started_written_played_and_won(game: str) -> None:
    guest = Client()
    page = Page(guest.get(f"/campaigns/{game}/"))
    assert page.all("a", href=f"/campaigns/{game}/new/")
    assert "XP" not in page.words
    form = guest.get(f"/campaigns/{game}/new/")
    assert "earn a card when playing it again" in Page(form).words
    assert "artifact" not in Page(form).words
    there = guest.post(f"/campaigns/{game}/new/", {"name": "Cellars", "player": "Ann"})["Location"]
    campaign = Campaign.objects.get()
    assert there == address(campaign, "write")
    blank = guest.get(there)
    fields = FormParser(blank).fields
    assert ("side-0-points" in fields) == PRICED[game]
    assert "in squares" in Page(blank).words
    card = min(file.stem for file in (Path("fixtures") / game / "creature").glob("*.json"))
    said = {"name": "The Cellar Door", "outcome-0-earned-first-cards": card, "do": "save"}
    assert fill(guest, there, blank, **said).status_code == 302
    enter = address(campaign, "games", "the-cellar-door")
    result = {"side_player-1": "first", "end_first": "won", "end_second": "lost", "version": "1"}
    preview = guest.post(enter, {**result, "do": "preview"})
    assert not any(name.startswith(("points_", "artifacts_")) for name in FormParser(preview).fields)
    shown = FormParser(preview).fields["shown"][0]
    assert guest.post(enter, {**result, "do": "save", "shown": shown}).status_code == 302
    judged = JudgedRecord(Campaign.objects.get())
    assert judged.players["player-1"]["xp"]["least"] == 1
    assert [one["card"] for one in judged.players["player-1"]["cards"]] == [card]
    built = do(guest, campaign, "build", side="the-cellar-door/first")["Location"]
    builder = Page(guest.get(built)).words
    assert "The Cellar Door" in builder
    assert "Earned cards you may use" in builder
    assert "XP left" not in builder
    assert Legion.objects.get().game == game
    do(guest, campaign, "end")
    assert "The winner: Ann." in Page(guest.get(address(campaign))).words


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["dungeon-command"], indirect=True)
def test_earned_cards_are_not_called_artifacts_in_other_games(game: str) -> None:
    guest = Client()
    guest.post(f"/campaigns/{game}/new/", {"name": "Cellars", "player": "Ann"})
    campaign = Campaign.objects.get()
    write = address(campaign, "write")
    card = min(file.stem for file in (Path("fixtures") / game / "creature").glob("*.json"))
    fill(guest, write, guest.get(write), **{"name": "Door", "outcome-0-earned-first-cards": card, "do": "save"})
    enter = address(campaign, "games", "door")
    result = {"side_player-1": "first", "end_first": "won", "end_second": "lost", "version": "1"}
    shown = FormParser(guest.post(enter, {**result, "do": "preview"})).fields["shown"][0]
    guest.post(enter, {**result, "do": "save", "shown": shown})
    again = Page(guest.get(enter)).words
    assert "Earned cards that Ann used" in again
    assert "Artifacts" not in again
