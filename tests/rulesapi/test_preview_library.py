"""The library of a game as a planned publication would leave it."""

from typing import Any

import pytest

from catalog.publishing import planning
from rulesapi.judging import preview_library
from tests import factories

pytestmark = pytest.mark.django_db


def test_a_preview_has_the_planned_documents_among_the_published_ones() -> None:
    factories.publish_frame(factories.creature(slug="ogre", name="Ogre"), factories.creature(slug="orc", name="Orc"))
    plan = planning.plan([factories.creature(slug="ogre", name="Ogre Brute")])
    library = preview_library.preview_library("attack-wing", plan)
    assert {slug: card.name for slug, card in library.cards.items()} == {"ogre": "Ogre Brute", "orc": "Orc"}
    assert "standard" in library.formats


def test_a_preview_reads_no_documents_that_lists_are_not_judged_with(monkeypatch: pytest.MonkeyPatch) -> None:
    factories.publish_frame(
        factories.rulebook(), factories.section(), factories.reference(), factories.ruling(), factories.creature()
    )
    plan = planning.plan([])
    read: list[str] = []

    def noted(document: dict[str, Any]) -> Any:
        read.append(document["kind"])
        return planning.identity(document)

    monkeypatch.setattr(preview_library, "identity", noted)
    preview_library.preview_library("attack-wing", plan)
    assert {"game", "format", "ruling", "creature"} <= {*read}
    assert not {"rulebook", "section", "reference"} & {*read}
