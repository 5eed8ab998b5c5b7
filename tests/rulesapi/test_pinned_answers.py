"""Responses about an early release, compared with those recorded at commit c31f923.

Documents must be equal except for added fields. Verdicts may be corrected: each correction is in `CORRECTED` and in the
changelog.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from catalog import publishing
from catalog.documents.differences import ABSENT, differences
from catalog.models import Record
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

EARLY = json.loads((Path(__file__).parent / "early_release.json").read_text("utf-8"))
CORRECTED = {
    # Unknown discounts removed everything from the known part of a cost (docs/decisions/verdicts.md).
    "unseen discounts": {"/points/known": (0, 28)},
}


@pytest.fixture(autouse=True)
def releases() -> None:
    """Publish the early release, and then a release that changes, renames and retires some of its documents."""
    factories.publish(*EARLY["documents"], why="Early")
    by_slug = {document["slug"]: document for document in EARLY["documents"]}
    changes = {
        "deathjump-spider": {"cost": 99},
        "kobold-archer": {"slug": "kobold-bowman", "formerly": ["kobold-archer"]},
        "assault": {"points": 500},
        "dnd-miniatures-2008": {"name": "Another name"},
        "the-wood-that-walks": {"text": "Another text."},
    }
    factories.publish(*({**by_slug[slug], **facts} for slug, facts in changes.items()))
    publishing.retire(Record.objects.get(slug="amity-of-the-hearth"), reason="Gone", by=None, why="Gone")


def changed(former: dict[str, Any], now: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Return the changed values of a response by pointer; added fields do not count."""
    found = differences(former, without_added(former, now))
    return {one.pointer: (one.before, one.after) for one in found if one.before is not ABSENT}


def without_added(former: Any, now: Any) -> Any:
    """Return a value without the fields that objects inside of it did not have before."""
    if isinstance(former, dict) and isinstance(now, dict):
        return {key: without_added(former[key], value) for key, value in now.items() if key in former}
    if isinstance(former, list) and isinstance(now, list) and len(former) == len(now):
        return [without_added(*pair) for pair in zip(former, now, strict=True)]
    return now


@pytest.mark.one_variant
@pytest.mark.parametrize("asked", [one for one in EARLY["answers"] if "get" in one], ids=lambda answer: answer["get"])
def test_documents_of_an_early_release_are_answered_as_they_were(api: Any, asked: dict[str, Any]) -> None:
    assert changed(asked["answer"], api.get(asked["get"]).json()) == {}


VERDICTS = {"all known": 0, "unseen discounts": 1, "over the limit": 2}


@pytest.mark.parametrize("name", VERDICTS)
def test_verdicts_by_an_early_release_change_only_where_the_changelog_says_so(api: Any, name: str) -> None:
    asked = [one for one in EARLY["answers"] if "post" in one][VERDICTS[name]]
    now = api.post(asked["post"], asked["body"], content_type="application/json").json()
    assert changed(asked["answer"], now) == CORRECTED.get(name, {})


def test_a_newer_release_is_answered_otherwise(api: Any) -> None:
    """Without a release the newest one is used; otherwise the tests above would prove nothing."""
    asked = next(one for one in EARLY["answers"] if "deathjump-spider" in one.get("get", ""))
    now = api.get(asked["get"].partition("?")[0]).json()
    assert changed(asked["answer"], now)["/cost"] == (11, 99)
