"""Documents of published cards in memory: shared by all caches, with equal parts stored once."""

import gc

import pytest

from catalog.models import Revision
from legions.cards.stock import stock
from rulesapi.judging import parsed_documents, verdicts
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

GAME = "attack-wing"


def test_pages_and_the_engine_share_the_documents_of_cards() -> None:
    factories.publish_frame(factories.creature(slug="giant"))
    shown, judged = stock(GAME).cards["giant"].document, verdicts.library(GAME).documents["giant"]
    assert shown is judged
    assert shown == Revision.objects.newest().get(slug="giant").document


def test_a_new_release_shares_the_documents_that_it_does_not_change() -> None:
    factories.publish_frame(factories.creature(slug="giant"), factories.creature(slug="beast"))
    before = verdicts.library(GAME).documents
    factories.publish(factories.creature(slug="beast", cost=99))
    after = verdicts.library(GAME).documents
    assert after["giant"] is before["giant"]
    assert (before["beast"]["cost"], after["beast"]["cost"]) == (20, 99)


def test_equal_parts_of_documents_that_are_read_together_are_stored_once() -> None:
    factories.publish_frame(factories.creature(slug="giant"), factories.creature(slug="beast"))
    found = parsed_documents.read_documents(Revision.objects.newest().of_type("card", GAME))
    giant, beast = found.values()
    for fact in ("class", "sources", "weapons", "actions"):
        assert giant[fact] is beast[fact], fact


def test_a_document_in_memory_is_not_parsed_again(django_assert_num_queries) -> None:
    factories.publish_frame(factories.creature(slug="giant"), factories.creature(slug="beast"))
    cards = Revision.objects.newest().of_type("card", GAME)
    with django_assert_num_queries(2):
        read = parsed_documents.read_documents(cards)
        second = list(read)[1]
        assert parsed_documents.read_documents(cards, [second])[second] is read[second]


def test_a_document_that_no_cache_has_leaves_the_memory() -> None:
    factories.publish_frame(factories.creature(slug="giant"))
    read = parsed_documents.read_documents(Revision.objects.newest().of_type("card", GAME))
    (key,) = read
    assert key in parsed_documents._documents
    read.clear()
    gc.collect()
    assert key not in parsed_documents._documents
