"""Examples of kept legions, made of the documents that all examples of the API are made of."""

from typing import Any

from rulesapi.openapi.examples import given

ID = "3f0c1f5a-9f0b-4c53-9b1e-6f4a2d7c8e10"
KEY = "Yq3xN0f2w7cVb1kRz8mT4sLpJ6hGdE9a"
URL = f"/api/v1/legions/{ID}/"
THEN, NOW = "2026-11-21T18:02:11.402113Z", "2026-11-22T09:30:00.120044Z"


def legion() -> dict[str, Any]:
    """Return the document of a legion as it is kept."""
    return {**given()["legal"], "name": "Bones and embers", "tags": ["league"], "release": given()["release"]["number"]}


def kept(**facts: Any) -> dict[str, Any]:
    """Return a kept legion."""
    return {
        "id": ID,
        "url": URL,
        "version": 2,
        "legion": legion(),
        "folder": "Autumn league",
        "archived": False,
        "what": "Changed by League table.",
        "created_at": THEN,
        "updated_at": NOW,
        "deleted_at": None,
        **facts,
    }


def line() -> dict[str, Any]:
    """Return a kept legion in a list."""
    named = {"game": legion()["game"], "name": legion()["name"], "tags": legion()["tags"]}
    return {**{name: value for name, value in kept().items() if name not in ("legion", "what")}, **named}


def state_line() -> dict[str, Any]:
    """Return a state in a history."""
    return {"number": 2, "url": f"{URL}states/2/", "what": "Changed by League table.", "saved_at": NOW}


def link(**facts: Any) -> dict[str, Any]:
    """Return how a legion is shared."""
    addresses = {"key": KEY, "page": f"/s/{KEY}/", "url": f"/api/v1/legions/shared/{KEY}/"}
    return {**addresses, "public": False, "shows_collection": False, "public_barred": False, **facts}


def page(result: Any) -> dict[str, Any]:
    """Return a page of a list."""
    return {"next": None, "results": [result]}
