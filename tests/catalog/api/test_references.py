"""References over the API: a document type with a list, a document, changes and files, like any other."""

from typing import Any

import pytest

from tests import factories


@pytest.mark.sampled
@pytest.mark.django_db
def test_references_are_listed_by_game_and_read_singly(api: Any) -> None:
    factories.publish_frame(factories.reference())
    listed = api.get("/api/v1/references/", {"game": "attack-wing"}).json()["results"]
    assert listed == [api.get("/api/v1/references/attack-wing/dodge/").json()]
    assert api.get("/api/v1/references/", {"game": "chess"}).json()["code"] == "unknown-game"
    assert api.get("/api/v1/references/attack-wing/dodges/").status_code == 404
    assert "reference" in {file["kind"] for file in api.get("/api/v1/bulk/").json()["files"]}
