"""Database filters give the results of plain Python over the documents, for any query on both databases."""

import random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis.extra.django import TestCase

from catalog import publishing
from catalog.models import DocumentType, Revision
from catalog.search import filters, syntax
from catalog.search.card_texts import search_texts
from catalog.search.compiler import QueryContext, compile_query
from catalog.search.conditions import CardSelection, Condition, InSelection, Negation
from catalog.search.fields import query_language
from rulesapi.judging.query_matching import matches
from tests import factories
from tests.catalog.search_queries import meaningful

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

GAME = "attack-wing"
AROUND = QueryContext(
    sets=lambda: {"first": {"name": "First", "official": True}, "ours": {"name": "Ours", "official": False}}
)


def some_cards(number: int) -> list[dict[str, Any]]:
    """Return cards of several kinds with known and unknown facts; equal at each call except for slugs."""
    dice = random.Random(7)
    cards: list[dict[str, Any]] = []
    for _ in range(number):
        shared = {
            "name": dice.choice(["Écho", "Red Dragon", "100% x%_y", "Blackguard’s Mail", None]),
            "set": dice.choice(["first", "ours", None]),
            "text": dice.choice([None, "A red giant.", 'Says "dragon": \\ twice.']),
            **dice.choice([{}, {}, {"retired": "Withdrawn"}]),
        }
        carried = {
            **shared,
            "unique": dice.choice([True, False, None]),
            "cost": dice.choice([0, 1, 3, 18, None]),
            "energy": dice.choice([[], ["fire"], ["cold", "fire"], None]),
            "keywords": dice.choice([[], ["giant"], ["red-dragon"], None]),
        }
        cards.append(
            dice.choice(
                [
                    factories.creature(
                        **carried,
                        level=dice.choice([1, 3, 5, None]),
                        alignment=dice.choice(["good", "evil", None]),
                        slots=dice.choice([[], ["dragon", "dragon"], ["arcane"], None]),
                        weapons=dice.choice(
                            [[], None, [{"name": None, "melee": True, "arc": None, "range": 1}]],
                        ),
                    ),
                    factories.spell(**carried, minimum_level=dice.choice([1, 5, None])),
                    factories.upgrade(**carried, slot=dice.choice(["any", "dragon", None])),
                    {
                        "kind": "damage-card",
                        "game": GAME,
                        "slug": factories.upgrade()["slug"],
                        "copies": dice.choice([1, 3, None]),
                        "flips": dice.choice([True, False, None]),
                        "sources": factories.SOURCES,
                        **shared,
                    },
                ]
            )
        )
    return cards


def found(condition: Condition) -> set[str]:
    cards = Revision.objects.newest().of_type(DocumentType.CARD, GAME).filter(filters.to_q(condition))
    return set(cards.values_list("slug", flat=True))


class Answers(TestCase):
    """Database and documents give equal answers to any query, without guessing."""

    cards: list[dict[str, Any]]

    @classmethod
    def setUpTestData(cls) -> None:
        cls.cards = some_cards(80)
        sets = [factories.card_set(slug=slug, official=slug == "first") for slug in ("first", "ours")]
        factories.publish_frame(*sets, *cls.cards)

    def by_documents(self, condition: Condition, holds: bool = True) -> set[str]:
        return {card["slug"] for card in self.cards if matches(condition, card) is holds}

    @pytest.mark.sampled
    @given(meaningful(GAME))
    def test_the_database_answers_as_the_documents_do(self, term: syntax.Term) -> None:
        text = syntax.write(term)
        if len(text) > syntax.MAX_QUERY_LENGTH:
            return
        understood = compile_query(text, query_language(GAME), AROUND)
        assert not understood.faults, (text, understood.faults)
        assert found(understood.condition) == self.by_documents(understood.condition), text
        opposite = Negation(understood.condition)
        assert found(opposite) == self.by_documents(understood.condition, holds=False), text

    @pytest.mark.sampled
    @given(meaningful(GAME))
    def test_one_question_is_enough(self, term: syntax.Term) -> None:
        condition = compile_query(syntax.write(term), query_language(GAME), AROUND).condition
        with CaptureQueriesContext(
            connection,
        ) as queries:
            found(condition)
        assert len(queries) <= 1  # none if no card can match

    @pytest.mark.sampled
    def test_cards_picked_out_are_found_and_those_that_may_be_are_not_guessed(self) -> None:
        sure, perhaps, *rest = sorted(card["slug"] for card in self.cards)
        for cards in (
            CardSelection("fit", frozenset({sure}), frozenset({perhaps})),
            CardSelection("fit", frozenset({sure})),
            CardSelection("fit", frozenset(), frozenset({perhaps})),
            CardSelection("fit", frozenset()),
        ):
            assert found(InSelection(cards)) == cards.yes
            assert found(Negation(InSelection(cards))) == {sure, perhaps, *rest} - cards.yes - cards.maybe


def test_texts_are_folded_on_every_write_of_a_document() -> None:
    card = factories.creature(name="Évocateur")
    factories.publish_frame(card)
    published = Revision.objects.newest().get(slug=card["slug"])
    assert published.folded == search_texts(card)
    draft = factories.save_draft({**card, "name": "Étrange"}, by=None, why="Renamed")
    assert draft.folded["name"] == "etrange"
    publishing.publish_draft(draft.record, by=None, why="Renamed")
    assert Revision.objects.newest().get(slug=card["slug"]).folded["name"] == "etrange"
    assert Revision.objects.get(slug=card["slug"], until__isnull=False).folded["name"] == "evocateur"


@pytest.mark.one_variant
@pytest.mark.parametrize("text", ["%", "_", "a%b", "\\", "'; DROP TABLE x; --", "(a+)+$", "؟ж", 'say "so"'])
def test_wildcards_of_databases_are_searched_literally(text: str) -> None:
    factories.publish_frame(factories.creature(name="Plain"), factories.creature(name=f"Odd {text}", slug="odd"))
    understood = compile_query(syntax.quoted(text), query_language(GAME))
    assert found(understood.condition) == {"odd"}
