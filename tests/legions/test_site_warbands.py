"""Completions of warbands in the builder: both editions of D&D Miniatures."""

import json
from pathlib import Path

import pytest
from django.core.cache import cache

from legions.saved_lists.models import Legion
from rulesapi.judging import completion_jobs
from tests import factories
from tests.legions.builder_helpers import address, pk_in
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

FIXTURES = Path(__file__).parents[2] / "fixtures"
OPEN_SETS = {"dnd-miniatures-2003": "the-parliament-on-the-ice", "dnd-miniatures-2008": "the-wood-that-walks"}
each_edition = pytest.mark.parametrize("game", OPEN_SETS)


@pytest.fixture(autouse=True)
def open_sets(monkeypatch):
    """Publish the open set of each edition and one official creature of unknown cost."""
    monkeypatch.setattr(completion_jobs, "INLINE_SECONDS", 30)  # answered at once, even on a slow machine
    cache.clear()
    for game, open_set in OPEN_SETS.items():
        documents = [json.loads(file.read_text("utf-8")) for file in sorted((FIXTURES / game).rglob("*.json"))]
        creatures = [one for one in documents if one["kind"] == "creature"]
        unknown = next(one for one in creatures if one["cost"] is None)
        sets = {open_set, unknown["set"]}
        factories.publish(
            *(one for one in documents if one["kind"] in ("game", "format") or one["slug"] in sets),
            *(one for one in documents if one.get("set") == open_set),
            unknown,
        )


def start(client, game):
    """Start a list with a first creature, as an open set of its own."""
    leader = next(
        one.stem
        for one in sorted((FIXTURES / game / "creature").glob("*.json"))
        if (card := json.loads(one.read_text("utf-8")))["set"] == OPEN_SETS[game]
        and (card.get("commander") or card.get("champion"))
    )
    response = client.post(f"/build/{game}/", {"do": f"add/{leader}"})
    assert response.status_code == 303, response.content.decode()
    return Legion.objects.get(pk=pk_in(response["Location"]))


@each_edition
def test_a_first_creature_is_offered_to_be_completed_and_the_offer_is_legal(client, game):
    legion = start(client, game)
    page = Page(client.get(address(legion)))
    assert page.all("a", id="complete")
    response = client.post(address(legion), {"do": "fill", "aim": "points", "version": legion.version})
    assert response.status_code == 303, response.content.decode()
    page = Page(client.get(response["Location"].removesuffix("#offers")))
    assert "No combination gives more." in page.words
    assert "1 card is left out: “Cost” is not known." in page.words
    (steps,) = [one["value"] for one in page.all("input", name="steps")]
    accepted = client.post(address(legion), {"do": "take-up", "steps": steps, "version": legion.version})
    assert accepted.status_code == 303
    assert "Legal" in Page(client.get(address(legion))).words


@each_edition
def test_a_list_at_its_limit_is_not_offered_to_be_completed(client, game):
    legion = start(client, game)
    response = client.post(address(legion), {"do": "fill", "aim": "points", "version": legion.version})
    page = Page(client.get(response["Location"].removesuffix("#offers")))
    (steps,) = [one["value"] for one in page.all("input", name="steps")]
    client.post(address(legion), {"do": "take-up", "steps": steps, "version": legion.version})
    assert not Page(client.get(address(legion))).all("a", id="complete")
