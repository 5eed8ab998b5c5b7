"""The published revisions that publications are compared with: read when they are needed, and consistent."""

from typing import Any

import pytest

from catalog import publishing
from catalog.models import Revision
from catalog.publishing.published_revisions import PublishedRevisions
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

GAME = "attack-wing"
GIANT, BEAST = (GAME, "card", "giant"), (GAME, "card", "beast")


@pytest.fixture
def published() -> PublishedRevisions:
    factories.publish_frame(
        factories.creature(slug="giant", formerly=["ettin"]), factories.creature(slug="beast"), factories.card_set()
    )
    return PublishedRevisions({GAME})


def test_identities_are_known_before_any_revision_is_read(
    published: PublishedRevisions, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert GIANT in published
        assert (GAME, "card", "ettin") not in published
        assert {document_type for _game, document_type, _slug in published} == {"card", "format", "game", "set"}
    assert PublishedRevisions({"chess"}).get(GIANT) is None


def test_wanted_revisions_are_read_together_and_once(
    published: PublishedRevisions, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        published.read([GIANT, BEAST, (GAME, "card", "nobody")])
        assert published[GIANT].document["slug"] == "giant"
        assert published[BEAST].text
        published.read([BEAST])
    with pytest.raises(KeyError):
        published[GAME, "card", "nobody"]


def test_all_revisions_are_read_with_one_query(published: PublishedRevisions, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert {key: publishing.identity(one.document) for key, one in published.items()} == {
            key: key for key in published
        }
        assert len(list(published.values())) == len(published) == 5


def test_a_revision_that_was_replaced_meanwhile_is_still_found(
    published: PublishedRevisions, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.publish(factories.creature(slug="beast", cost=99))
    monkeypatch.setattr("catalog.publishing.published_revisions._MAX_READ_BY_ID", 1)
    published.read(published)
    assert published[BEAST].document["cost"] == 20


def test_former_slugs_are_those_of_documents_in_force(published: PublishedRevisions) -> None:
    assert published.former_slugs == {GIANT: ["ettin"]}
    assert Revision.objects.newest().get(slug="giant").document["formerly"] == ["ettin"]
