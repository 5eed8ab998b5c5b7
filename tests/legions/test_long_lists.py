"""The builder of a list with hundreds of lines: bounded rendering, and no loss of data."""

import re

import pytest

from legions.saved_lists.models import Legion
from legions.table.table_layout import MAX_EXPANDED
from legions.verdicts.findings import MAX_FINDINGS, MAX_PLACES, FindingList, FindingView
from legions.verdicts.page_anchors import PageAnchor
from legions.verdicts.points import PlacePoints
from tests.legions.builder_helpers import address, after, publish_cards, start
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db
LINES = 120


@pytest.fixture
def legion(client):
    publish_cards()
    saved = start(client, "add/giant")
    Legion.objects.filter(pk=saved.pk).update(document={**saved.document, "picks": [{"card": "giant"}] * LINES})
    return Legion.objects.get(pk=saved.pk)


def ids(page: Page, start: str) -> list[str]:
    return [
        one["id"] for tag in ("li", "button", "a", "h2") for one in page.all(tag) if one.get("id", "").startswith(start)
    ]


@pytest.mark.sampled
def test_only_so_many_lines_are_drawn_whole_and_each_can_be_reached_and_removed(client, legion) -> None:
    page = Page(client.get(address(legion)))
    assert len(ids(page, "name-")) == MAX_EXPANDED
    assert len(ids(page, "remove-")) == LINES
    assert {f"pick-{number}" for number in range(LINES)} <= set(ids(page, "pick-"))
    assert f"This list has {LINES} lines." in page.words


@pytest.mark.sampled
def test_other_lines_are_drawn_whole_when_asked_for_and_stay_so_after_a_change(client, legion) -> None:
    page = Page(client.get(f"{address(legion)}?lines=60"))
    assert ids(page, "name-") == [f"name-{number}" for number in range(50, 50 + MAX_EXPANDED)]
    response = client.post(address(legion), {"do": "remove/119", "version": legion.version, "lines": "60"})
    assert "lines=60" in response["Location"]
    assert len(Legion.objects.get(pk=legion.pk).document["picks"]) == LINES - 1


@pytest.mark.sampled
def test_past_the_end_the_last_lines_are_drawn_whole(client, legion) -> None:
    page = Page(client.get(f"{address(legion)}?lines=9999"))
    assert ids(page, "name-") == [f"name-{number}" for number in range(100, LINES)]


@pytest.mark.sampled
def test_the_ranges_of_lines_do_not_overlap(client, legion) -> None:
    for query, now in (("", "1–50"), ("?lines=119", "101–120"), ("?lines=9999", "101–120"), ("?lines=50", "51–100")):
        links = re.findall(r'<a class="chip" id="lines-[^>]*>[^<]*', client.get(f"{address(legion)}{query}").text)
        assert [link.rpartition(">")[2].strip() for link in links] == ["1–50", "51–100", "101–120"]
        assert [link.rpartition(">")[2].strip() for link in links if "aria-current" in link] == [now]


@pytest.mark.sampled
def test_the_selected_line_is_always_rendered_in_full(client, legion) -> None:
    page = Page(client.get(f"{address(legion)}?at=/picks/100"))
    assert "name-100" in ids(page, "name-")


def test_a_change_leaves_every_line_in_the_list(client, legion) -> None:
    assert len(after(client, legion, "equip/110/club").document["picks"]) == LINES


def test_a_finding_names_its_first_places_and_says_how_many_more_there_are() -> None:
    places = tuple(PageAnchor(f"pick-{number}", f"Line {number}") for number in range(LINES))
    finding = FindingView("error", "close", "Wrong.", "", "", places)
    assert finding.first_places == places[:MAX_PLACES]
    assert finding.further_places == LINES - MAX_PLACES


@pytest.mark.sampled
def test_the_page_of_a_list_of_dozens_is_as_it_was(client, legion) -> None:
    Legion.objects.filter(pk=legion.pk).update(
        document={**legion.document, "picks": [{"card": "giant"}] * MAX_EXPANDED}
    )
    page = Page(client.get(address(legion)))
    assert len(ids(page, "name-")) == MAX_EXPANDED
    assert "This list has" not in page.words
    assert not ids(page, "whole-")


def test_the_price_of_a_place_includes_exactly_the_cards_in_it() -> None:
    lines = [("/picks/1", 3), ("/picks/1/upgrades/0", 4), ("/picks/10", 5), ("/picks/11", None)]
    ledger = [{"at": at, "points": points} for at, points in lines]
    places = PlacePoints(ledger)
    expected = {"/picks/1": 7, "/picks/10": 5, "/picks/11": None, "/picks/2": 0}
    assert {at: places.points_at(at) for at in expected} == expected


def test_further_findings_have_only_their_message() -> None:
    found = FindingList({}, {}, None, None)
    found.__dict__["findings"] = [*range(MAX_FINDINGS + 3)]
    assert len(found.first_findings) == MAX_FINDINGS
    assert found.further_findings == [*range(MAX_FINDINGS, MAX_FINDINGS + 3)]
