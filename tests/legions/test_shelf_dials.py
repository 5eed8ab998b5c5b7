"""Dials on shelves: a grid of maneuvers is entered as one fact, and offered when its owner says that it is complete."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from catalog.models import Contribution
from legions.own_numbers.models import OwnNumbers
from tests import factories, worlds
from tests.clients import logged_in
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.usefixtures("world")]

GAME = "attack-wing"
SHELF = f"/shelf/{GAME}/"
FIXTURES = settings.BASE_DIR / "fixtures" / GAME
JSON = {"Accept": "application/json"}
TROOP = "human-toll-troop-maneuvers"
WYVERN = "reed-wyvern-maneuvers"
KNOWN = "drowned-troop-maneuvers"
EMPTY: dict[str, Any] = {"dials": None, "maneuvers": None}


def card(slug: str, **facts: Any) -> dict[str, Any]:
    return json.loads((FIXTURES / "maneuver-card" / f"{slug}.json").read_text(encoding="utf-8")) | facts


def printed(slug: str) -> list[dict[str, Any]]:
    return list(card(slug)["maneuvers"])


@worlds.once_a_module
def world() -> None:
    factories.publish_frame(
        factories.card_set(game=GAME, slug="the-nine-bells-of-tollwater", name="The Nine Bells"),
        card(TROOP, **EMPTY),
        card(WYVERN, **EMPTY),
        card(KNOWN),
    )


@pytest.fixture
def ann() -> Client:
    return logged_in(factories.UserFactory(username="ann"))


def cells(slug: str, maneuvers: list[dict[str, Any]]) -> dict[str, str]:
    return {name(slug, **one): one["colour"] for one in maneuvers}


def name(slug: str, *, dial: str, bearing: str, side: str, speed: int, **_more: Any) -> str:
    return f"c.{slug}.maneuvers-{dial}-{bearing}-{side}-{speed}-1-colour"


def do(client: Client, what: str, status: int = 302, **fields: str) -> Any:
    response = client.post(SHELF, {"do": what, **fields})
    assert response.status_code == status, Page(response).words
    return response


def told(client: Client, fields: dict[str, str]) -> Any:
    response = client.post(SHELF, fields, headers=JSON)
    assert response.status_code == 200
    return response.json()


def own(slug: str) -> dict[str, Any]:
    return dict(OwnNumbers.objects.get().facts.get(slug, {}))


def in_order(maneuvers: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(one, sort_keys=True) for one in maneuvers)


@pytest.mark.parametrize(("slug", "dials"), [(TROOP, ["ground"]), (WYVERN, ["ground", "flight"])])
def test_without_scripts_a_dial_is_stored_and_offered_as_it_is_printed(ann, slug: str, dials: list[str]) -> None:
    do(ann, f"add/{slug}")
    do(ann, "save", **cells(slug, printed(slug)))
    assert in_order(own(slug)["maneuvers"]) == in_order(printed(slug))
    assert own(slug)["dials"] == dials
    do(ann, f"rows-complete/{slug}")
    do(ann, "offer")
    offered = Contribution.objects.get().facts
    assert in_order(offered["maneuvers"]) == in_order(printed(slug))
    assert offered["dials"] == dials


def test_a_dial_that_is_not_said_to_be_complete_is_not_offered(ann) -> None:
    do(ann, f"add/{TROOP}")
    result = told(ann, cells(TROOP, printed(TROOP)[:3]))
    assert (result["done"], result["offer"]) == (0, 0)
    do(ann, f"enough/{TROOP}")
    assert "No card is done yet" in Page(ann.post(SHELF, {"do": "offer"}, follow=True)).words
    assert not Contribution.objects.exists()
    do(ann, f"add/{WYVERN}")
    do(ann, f"rows-complete/{WYVERN}", **cells(WYVERN, printed(WYVERN)))
    page = ann.post(SHELF, {"do": "offer"}, follow=True)
    assert "The dial of Human Toll Troop Maneuvers was left out: you have not said that it" in Page(page).words
    assert Contribution.objects.get().record.slug == WYVERN
    assert len(own(TROOP)["maneuvers"]) == 3
    do(ann, f"rows-complete/{TROOP}")
    assert "You said that the dial is complete." in Page(ann.get(SHELF)).words
    do(ann, f"rows-incomplete/{TROOP}")
    assert told(ann, cells(TROOP, printed(TROOP)[:3]))["offer"] == 0


def test_an_empty_dial_is_never_complete(ann) -> None:
    do(ann, f"add/{TROOP}")
    page = ann.post(SHELF, {"do": f"rows-complete/{TROOP}"}, follow=True)
    assert "Enter the maneuvers first." in Page(page).words
    first, second = printed(TROOP)[:2]
    do(ann, f"rows-complete/{TROOP}", **cells(TROOP, [first]))
    told(ann, {name(TROOP, **first): ""})
    assert own(TROOP) == {}
    assert told(ann, cells(TROOP, [second]))["offer"] == 0


def test_a_cell_is_changed_emptied_and_shown_again(ann) -> None:
    do(ann, f"add/{WYVERN}")
    one = {"dial": "flight", "bearing": "turnabout", "side": "none", "speed": 2}
    field = name(WYVERN, **one)
    assert told(ann, {field: "red"})["cells"][field] == {"text": "red", "state": "own", "error": ""}
    assert told(ann, {field: "white"})["cells"][f"c.{WYVERN}.dials"]["text"] == "flight"
    told(ann, {field: "red"})
    page = ann.get(SHELF).content.decode()
    assert 'aria-label="wingover 2, in the air"' in page
    assert '<option value="red" selected>' in page
    assert '<details class="shelf__rows" open>' in page
    told(ann, {field: "green"})
    assert own(WYVERN) == {"maneuvers": [one | {"colour": "green"}], "dials": ["flight"]}
    told(ann, {field: ""})
    assert own(WYVERN) == {}
    assert '<details class="shelf__rows">' in ann.get(SHELF).content.decode()


def test_dials_that_were_entered_otherwise_are_kept(ann) -> None:
    do(ann, f"add/{TROOP}")
    told(ann, {f"c.{TROOP}.dials": "ground, flight"})
    told(ann, cells(TROOP, printed(TROOP)[:1]))
    assert own(TROOP)["dials"] == ["ground", "flight"]


def test_maneuvers_that_the_catalog_knows_are_drawn_and_cannot_be_entered(ann) -> None:
    do(ann, f"add/{KNOWN}")
    page = ann.get(SHELF).content.decode()
    assert 'class="face"' in page
    assert "<select" not in page
    field = name(KNOWN, dial="flight", bearing="bank", side="left", speed=5)
    assert "The catalog knows this." in told(ann, {field: "red"})["cells"][field]["error"]
    assert not OwnNumbers.objects.exists()


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("maneuvers-ground-loop-none-1-1-colour", "red"),
        ("maneuvers-ground-bank-none-1-1-colour", "red"),
        ("maneuvers-ground-straight-none-7-1-colour", "red"),
        ("maneuvers-None-straight-none-1-1-colour", "red"),
        ("maneuvers-ground-straight-none-1-1-speed", "3"),
        ("maneuvers", "[]"),
        ("maneuvers-ground-straight-none-1-1-colour", "purple"),
        ("maneuvers-ground-straight-none-1-1-colour", "-"),
        ("maneuvers-ground-straight-none-1-1-colour", "\0"),
        ("maneuvers-ground-straight-none-1-1-colour", "<script>" + "x" * 2000),
    ],
)
def test_unknown_cells_and_colors_are_refused(ann, field: str, text: str) -> None:
    do(ann, f"add/{TROOP}")
    field = f"c.{TROOP}.{field}"
    assert told(ann, {field: text})["cells"][field]["error"]
    assert b"<script>x" not in ann.post(SHELF, {"do": "save", field: text}).content
    assert not OwnNumbers.objects.filter(facts__has_key=TROOP).exists()


def test_more_maneuvers_than_a_card_can_have_are_refused_together(ann) -> None:
    do(ann, f"add/{TROOP}")
    fields = dict.fromkeys((one["name"] for one in Page(ann.get(SHELF)).all("select")), "white")
    assert len(fields) == 86
    result = told(ann, fields)
    assert all(result["cells"][one]["error"] for one in fields)
    assert not OwnNumbers.objects.filter(facts__has_key=TROOP).exists()
