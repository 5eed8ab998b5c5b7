"""Adventures over the API: a document type with a list, a document, changes and files, like any other."""

from typing import Any

import pytest

from tests import factories


@pytest.mark.django_db
def test_adventures_are_listed_by_game_read_singly_and_among_the_changes(api: Any) -> None:
    factories.publish_frame(factories.adventure())
    listed = api.get("/api/v1/adventures/", {"game": "attack-wing"}).json()["results"]
    assert listed == [api.get("/api/v1/adventures/attack-wing/over-the-hill/").json()]
    assert api.get("/api/v1/adventures/", {"game": "chess"}).json()["code"] == "unknown-game"
    assert api.get("/api/v1/adventures/attack-wing/over-the-hil/").status_code == 404
    assert "over-the-hill" not in [one["slug"] for one in api.get("/api/v1/cards/").json()["results"]]
    changes = api.get("/api/v1/changes/").json()["results"]
    assert ("adventure", "over-the-hill") in [(one["kind"], one["slug"]) for one in changes]
    files = api.get("/api/v1/bulk/").json()["files"]
    assert "adventure" in {file["kind"] for file in files}
