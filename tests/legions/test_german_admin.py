"""The German pages of the curators' admin, visited by each role: no text is left in English.

The pages for reviewing contributions are in `test_german_review`; tables, upcoming releases, pictures, people and the
audit log are in `test_german_tables`.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.contrib.admin import site
from django.contrib.admin.utils import get_fields_from_path, label_for_field
from django.core.cache import cache as kept
from django.urls import reverse
from django.utils import translation

from catalog import documents, permissions, publishing
from catalog.admin.labels import MODEL_BY_TYPE, admin_url
from catalog.admin.workflow_actions import ACTIONS
from catalog.models import Record, Revision
from tests import factories, pseudo
from tests.legions.german_walks import Walk, cards, strings, visitor
from tests.nonempty import nonempty
from tests.sampling import PAGES_OF_THE_ADMIN_IN_GERMAN

pytestmark = [pytest.mark.sampled, pytest.mark.django_db]

SAME = "slug slugs pointer json publisher curator admin second keeper null document retired"
"""Words of the documents themselves, and the names of the test users."""


@pytest.fixture
def people() -> Iterator[dict[str, Any]]:
    """A user of each role, with drafts of every stage, and German in fullwidth letters."""
    kept.clear()
    people = at_work(cards())
    lay_out(people)
    with pseudo.spoken():
        yield people
    kept.clear()


def at_work(published: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a user of each role, by name, with the documents published."""
    factories.publish_documents(published, by=None, why="First cards")
    people = {name: factories.UserFactory(username=name) for name in ("curator", "second", "publisher", "admin")}
    for name, role in (("curator", "curator"), ("second", "curator"), ("publisher", "publisher"), ("admin", "admin")):
        permissions.grant(people[name], role)
    return people


def lay_out(people: dict[str, Any]) -> None:
    """Create drafts in progress, in review, approved, sent back, overtaken and discarded; and a retired card."""
    one, two, three, four, five, six = (
        Revision.objects.newest().get(game="attack-wing", slug=slug).record
        for slug in ("wraith", "balagos", "maurghoros", "fireball", "saddle-of-the-cavalier", "stoop-from-the-louvres")
    )
    for record in (one, two, three, four, five):
        known = publishing.current_revision(record).document
        factories.save_draft({**known, "text": "Wraith"}, by=people["curator"], why="Wraith", source="Wraith")
    for record in (two, three, four):
        publishing.submit_for_review(record, by=people["curator"], expected=publishing.edit_token(record))
    publishing.approve(three, by=people["second"], expected=publishing.edit_token(three))
    publishing.return_to_author(four, by=people["second"], expected=publishing.edit_token(four), why="Wraith")
    publishing.discard_draft(five, by=people["curator"], why="Wraith", expected=publishing.edit_token(five))
    publishing.retire(six, reason="Wraith", by=None, why="Wraith")
    factories.publish_documents(
        [{**publishing.open_for_editing(three)[1].document, "text": "Balagos"}], by=None, why="Wraith"
    )


@cache
def words_of_documents() -> tuple[str, ...]:
    """Return the data of documents: their slugs, the names of facts, kinds and games, and their values."""
    return tuple(dict.fromkeys(_words_of_documents()))


def _words_of_documents() -> Iterator[str]:
    for one in cards():
        yield from one
        yield from (text for _key, text in strings(one))
        yield from (text.replace("-", " ") for _key, text in strings(one))
        yield from (key for _key, part in one.items() if isinstance(part, dict) for key in part)
    for game, kinds in documents.card_kinds().items():
        yield from (game, *kinds, *(kind.replace("-", " ") for kind in kinds))
    yield from SAME.split()
    yield "First cards"


def lists() -> Iterator[str]:
    """Yield the addresses of the lists, and of pages that belong to no document."""
    yield reverse("admin:index")
    yield reverse("admin:catalog_card_remarks")
    yield reverse("admin:catalog_draft_discarded")
    for model in ("draft", *(model._meta.model_name for model in MODEL_BY_TYPE.values())):
        yield reverse(f"admin:catalog_{model}_changelist")
    for model in (model._meta.model_name for model in MODEL_BY_TYPE.values()):
        yield reverse(f"admin:catalog_{model}_add")
    for game, kinds in documents.card_kinds().items():
        yield from (f"{reverse('admin:catalog_card_add')}?of={game}/{kind}" for kind in kinds)


def pages_of(record: Record) -> Iterator[str]:
    """Yield the addresses of a document's pages, including pages that its state does not allow."""
    yield from (admin_url(record, page) for page in ("change", "history", *ACTIONS))
    yield from (reverse("admin:catalog_draft_review", args=[one.pk]) for one in record.revisions.drafts())
    for key in ("r1", "d1"):
        yield f"{admin_url(record, 'change').removesuffix('change/')}state/{key}/"


def documents_here() -> Iterator[Record]:
    """Yield every document with recorded states, and one of each type other than cards."""
    yield from Record.objects.filter(states__isnull=False).distinct()
    yield Record.objects.get(slug="stoop-from-the-louvres")
    for shelf in MODEL_BY_TYPE:
        if shelf != "card":
            yield from Record.objects.filter(document_type=shelf)[:1]


def test_documents_and_drafts_are_in_german_for_who_keeps_them(people: dict[str, Any]) -> None:
    walk = Walk(words_of_documents())
    found = [*lists(), *(address for record in documents_here() for address in pages_of(record))]
    walk.go(visitor(people["second"]), found[::PAGES_OF_THE_ADMIN_IN_GERMAN])
    assert walk.pages > 60 // PAGES_OF_THE_ADMIN_IN_GERMAN
    if walk.left:
        pytest.fail(walk.told)


def test_columns_and_filters_of_lists_have_a_german_word_for_the_game() -> None:
    with translation.override("de"):
        words = {
            (model.__name__, name): str(label_for_field(name, model, model_admin))
            for model, model_admin in nonempty(site._registry.items())
            for name in model_admin.list_display
        }
        words |= {
            (model.__name__, path): str(get_fields_from_path(model, path)[-1].verbose_name)
            for model, model_admin in site._registry.items()
            for path in model_admin.list_filter
            if isinstance(path, str)
        }
    assert [place for place, word in words.items() if word.casefold() == "game"] == []
    assert "Spiel" in words.values()
