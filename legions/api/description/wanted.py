"""The chapter on wanted facts."""

from typing import Any

from catalog.api_base.query_params import SLUG
from catalog.api_base.schema_extensions import BodyDescription, MethodDescription, SchemaExtension
from legions.contributing.waiting_lists import MIN_SHOWN_COUNT
from rulesapi.openapi.examples import given
from rulesapi.openapi.parts import ADDRESS, RELEASE, an_object, ref

from ...api_urls import wanted_urls
from ...contributing.wanted_api_views import WantedFactList
from .chapter import NOT_MODIFIED

NAME = "Wanted facts"
ABOUT = (
    "What the catalog does not know yet, and can be read off a printed card. Whoever has the card tells it at the "
    "address in `page`, and curators look at it before it enters the catalog."
)
_SLUG = {"type": "string", "pattern": SLUG, "maxLength": 100}


def _schemas() -> dict[str, Any]:
    following = {"type": ["string", "null"], "description": "The address of the next page; null on the last."}
    facts = {"type": "array", "items": {"type": "string"}, "minItems": 1, "description": "Fields of the card."}
    lists = (
        f"How many kept lists have the card, counted each quarter of an hour. {MIN_SHOWN_COUNT - 1} stands for any "
        f"number from 1 to {MIN_SHOWN_COUNT - 1}, so that nobody’s list is told of."
    )
    card = {
        "game": _SLUG,
        "kind": _SLUG,
        "slug": _SLUG,
        "name": {"type": ["string", "null"]},
        "set": {**_SLUG, "type": ["string", "null"], "description": "Null: nobody knows it."},
        "facts": facts,
        "waiting": {"type": "integer", "minimum": 0, "description": lists},
        "url": {**ADDRESS, "description": "The card for programs."},
        "page": {**ADDRESS, "description": "Where people tell what the printed card says."},
    }
    results = {"type": "array", "items": ref("WantedCard")}
    return {
        "WantedCard": an_object("Card of which facts are wanted", card),
        "WantedList": an_object("Wanted facts", {"release": RELEASE, "next": following, "results": results}),
    }


def _example() -> dict[str, Any]:
    game = given()["game"]["slug"]
    card = {
        "game": game,
        "kind": "creature",
        "slug": "balagos",
        "name": "Balagos",
        "set": None,
        "facts": ["cost", "level"],
        "waiting": 12,
        "url": f"/api/v1/cards/{game}/balagos/",
        "page": f"/cards/{game}/balagos/contribute/",
    }
    return {"release": given()["release"]["number"], "next": None, "results": [card]}


def chapter() -> SchemaExtension:
    """Return the chapter."""
    listed = BodyDescription("WantedList", {"As it is answered": _example()}, ("ETag", "Muster-Release"))
    method = MethodDescription(
        "listWanted",
        "List the wanted facts",
        "Each card of which facts are wanted, by game and slug, with how many lists wait for them.",
        {200: listed, 304: NOT_MODIFIED},
        ("unknown-game", "unknown-release"),
        parameters=WantedFactList.parameters,
    )
    return SchemaExtension(NAME, ABOUT, tuple(wanted_urls), {"api-wanted": {"get": method}}, {}, _schemas())
