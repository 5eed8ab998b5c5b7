"""References in the catalog: the rulebook's texts about actions, tokens and similar topics as documents."""

from typing import Any

import pytest

from catalog import documents
from catalog.documents.errors import InvalidInput
from catalog.import_export import path_of
from catalog.models import Card, Reference
from catalog.publishing.planning import references_of
from tests import factories
from tests.nonempty import nonempty

pytestmark = pytest.mark.django_db


def test_a_reference_is_a_document_of_every_game_and_no_card() -> None:
    reference = factories.reference(see=["charge"])
    assert documents.faults_in(reference) == []
    assert documents.document_type(reference) == "reference"
    assert all("reference" not in kinds for kinds in nonempty(documents.card_kinds().values()))
    assert path_of(reference).as_posix() == "attack-wing/references/dodge.json"
    assert list(references_of(reference)) == [("/see/0", "reference", "charge")]


@pytest.mark.parametrize(
    "facts",
    [{"see": ["nowhere"]}, {"rules": ["attack-wing/no-such-rule"]}, {"rules": ["dungeon-command/wrong-game"]}],
)
def test_one_that_names_what_is_not_there_is_not_published(facts: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        factories.publish_frame(factories.reference(**facts))
    assert not Reference.objects.exists()


def test_rules_of_play_and_of_lists_can_be_named() -> None:
    rules = ["attack-wing/dodge-token", "attack-wing/point-limit"]
    factories.publish_frame(factories.reference(rules=rules))
    assert Reference.objects.get().slug == "dodge"
    assert not Card.objects.filter(slug="dodge").exists()
