"""Search fields: they take as many characters as a query may have, and queries of texts are read in one way."""

import pytest
from django.test import Client

from legions.site.search_queries import MAX_LENGTHS, Searched, read_query
from tests import factories
from tests.legions.page_parser import Page, publish_world

TEXTS = MAX_LENGTHS["texts"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "searched"),
    [
        ("/", {"site-q": "texts"}),
        ("/games/attack-wing/", {"site-q": "texts", "id_q": "cards"}),
        ("/cards/attack-wing/", {"site-q": "texts", "id_q": "cards"}),
        ("/build/attack-wing/?slot=creature", {"site-q": "texts", "candidate-list-q": "cards"}),
        ("/wanted/attack-wing/", {"site-q": "texts", "id_q": "texts"}),
        ("/shared/", {"site-q": "texts", "id_q": "texts", "id_card": "texts"}),
        ("/legions/", {"site-q": "texts", "id_q": "lists"}),
    ],
)
def test_a_search_field_takes_as_many_characters_as_its_query_may_have(
    client: Client, address: str, searched: dict[str, Searched]
) -> None:
    publish_world()
    user = factories.UserFactory()
    client.force_login(user)
    factories.legion(owner=user)
    fields = Page(client.get(address)).all("input", type="search")
    assert {one["id"]: int(one["maxlength"]) for one in fields} == {
        field: MAX_LENGTHS[kind] for field, kind in searched.items()
    }


@pytest.mark.parametrize(
    ("typed", "query"),
    [
        ("  two   words\n", "two words"),
        ("a\0b", "a b"),
        ("re\u0301sume\u0301", "résumé"),
        ("zero\u200bwidth", "zerowidth"),
        ("x" * (TEXTS + 1), "x" * TEXTS),
        ("x" * (TEXTS - 1) + " y", "x" * (TEXTS - 1)),
        ("\0 ", ""),
    ],
)
def test_a_query_is_read_without_surplus_space_and_cut_to_its_maximum_length(typed: str, query: str) -> None:
    assert read_query(typed) == query
