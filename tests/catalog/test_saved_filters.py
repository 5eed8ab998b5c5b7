"""Saved filters of the lists in the admin: saving, sharing, deleting, and parameters that lists no longer have."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.http import QueryDict
from django.urls import reverse

from catalog import permissions
from catalog.admin import saved_filters
from catalog.models import SavedFilter
from tests import factories
from tests.clients import logged_in
from tests.factories import user_with

pytestmark = pytest.mark.django_db

LISTS = ("card", "cardset", "draft", "changeset", "contribution", "auditentry")
QUERIES = {
    "card": "game=attack-wing&q=wolf&state=review",
    "cardset": "game=attack-wing",
    "draft": "game=attack-wing&stage__exact=review&waits=others",
    "changeset": "author=you&origin__exact=table&state=review",
    "contribution": "record__game=attack-wing&state__exact=offered",
    "auditentry": "about=attack-wing%2Fcard%2Fwolf&first=2026-01-01&what=draft+saved",
}
"""A query of each list with its own filters, in the order in which it is kept."""


def listed(model: str) -> str:
    return reverse(f"admin:catalog_{model}_changelist")


def save(user: Any, query: str, name: str = "Mine", model: str = "card", **fields: Any) -> list[str]:
    """Save a filter; return the messages of the answer."""
    client = logged_in(user)
    client.get(reverse("admin:index"))  # which shows the messages of the former page
    answer = client.post(reverse(f"admin:catalog_{model}_savefilter"), {"name": name, "query": query, **fields})
    assert answer.status_code == 302
    assert answer["Location"].startswith(listed(model))
    return [str(message) for message in get_messages(answer.wsgi_request)]


@pytest.fixture
def ada() -> Any:
    return user_with(permissions.ADMIN)


@pytest.mark.parametrize("model", LISTS)
def test_each_list_keeps_its_filters_and_its_search(model: str, ada: Any) -> None:
    factories.publish_frame()
    query = QUERIES[model]
    assert save(ada, f"{query}&p=3&e=1&all=&unknown=x", model=model) == ["The filter “Mine” is saved."]
    assert SavedFilter.objects.get().query == query
    page = logged_in(ada).get(f"{listed(model)}?{query}").content.decode()
    assert page.count('name="q"') == 1 and page.count('role="search"') == 1
    assert f'<a href="?{query.replace("&", "&amp;")}" aria-current="true">Mine</a>' in page
    assert 'aria-current="true">Mine' not in logged_in(ada).get(listed(model)).content.decode()
    assert logged_in(ada).get(f"{listed(model)}?{query}").status_code == 200


def test_a_list_without_filters_offers_nothing_to_save(wanda: Any) -> None:
    assert "Save this filter" not in logged_in(wanda).get(listed("card")).content.decode()
    assert "Save this filter" in logged_in(wanda).get(f"{listed('card')}?q=wolf").content.decode()
    for query in ("p=2", "unknown=x", "q="):
        assert save(wanda, query) == ["Choose a filter or search for something first."]
    assert not SavedFilter.objects.exists()


def test_a_filter_of_the_same_name_is_replaced(wanda: Any, ben: Any) -> None:
    save(wanda, "q=wolf")
    save(wanda, "q=bear", shared="on")
    save(ben, "q=wolf")
    save(wanda, "q=wolf", model="draft")
    assert list(SavedFilter.objects.filter(listing="catalog_card").values_list("by", "query", "shared")) == [
        (wanda.pk, "q=bear", True),
        (ben.pk, "q=wolf", False),
    ]


def test_others_see_shared_filters_and_only_their_author_and_admins_delete_them(wanda: Any, ben: Any, ada: Any) -> None:
    save(wanda, "q=wolf", "Secret")
    save(wanda, "q=bear", "Bears", shared="on")
    secret, bears = SavedFilter.objects.order_by("pk")
    page = logged_in(ben).get(listed("card")).content.decode()
    assert "Bears" in page and "Secret" not in page and "_deletefilter" not in page
    for one, user, status in ((secret, ben, 404), (secret, ada, 404), (bears, ben, 403), (bears, ada, 302)):
        address = reverse("admin:catalog_card_deletefilter", args=[one.pk])
        assert logged_in(user).post(address).status_code == status, (one, user)
    assert logged_in(wanda).post(reverse("admin:catalog_card_deletefilter", args=[secret.pk])).status_code == 302
    assert not SavedFilter.objects.exists()
    assert logged_in(wanda).post(reverse("admin:catalog_card_deletefilter", args=[2**63])).status_code in (404,)


def test_a_filter_is_deleted_on_its_own_list_only(wanda: Any) -> None:
    save(wanda, "q=wolf")
    key = SavedFilter.objects.get().pk
    assert logged_in(wanda).post(reverse("admin:catalog_draft_deletefilter", args=[key])).status_code == 404
    for name in ("savefilter", "deletefilter"):
        args = [key] if name == "deletefilter" else []
        assert logged_in(wanda).get(reverse(f"admin:catalog_card_{name}", args=args)).status_code == 405


def test_a_parameter_that_was_renamed_is_left_out_and_named(wanda: Any) -> None:
    factories.publish_frame(factories.creature(slug="wolf"))
    SavedFilter.objects.create(by=wanda, listing="catalog_card", name="Old", query="q=wolf&shelf=card&was__x=1")
    page = logged_in(wanda).get(listed("card")).content.decode()
    assert '<a href="?q=wolf">Old</a>' in page
    assert "without a condition that this list no longer has: shelf, was__x" in " ".join(page.split())
    assert logged_in(wanda).get(f"{listed('card')}?q=wolf").status_code == 200


def test_a_person_has_at_most_fifty(wanda: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_filters, "MAX_SAVED", 2)
    for number in range(2):
        save(wanda, "q=wolf", f"Filter {number}")
    assert save(wanda, "q=wolf", "One more", "draft") == ["You have 2 saved filters. Delete one of them first."]
    assert save(wanda, "q=bear", "Filter 1") == ["The filter “Filter 1” is saved."]
    assert SavedFilter.objects.count() == 2


@pytest.mark.guard
@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("", "q=wolf"),
        ("   ", "q=wolf"),
        ("x" * 61, "q=wolf"),
        ("two\nlines", "q=wolf"),
        ("\u202e\u200b", "q=wolf"),
        ("\x00", "q=wolf"),
        ("Mine", ""),
        ("Mine", "x" * 1_001),
        ("Mine", "%ff%fe=1&=&&&"),
        ("Mine", "__proto__=1&pk=1&by__password__startswith=a"),
    ],
)
def test_hostile_input_is_refused_with_a_message(wanda: Any, name: str, query: str) -> None:
    assert len(save(wanda, query, name)) >= 1
    assert not SavedFilter.objects.exists()


@pytest.mark.guard
def test_names_are_shown_as_text(wanda: Any) -> None:
    save(wanda, "q=<script>alert(1)</script>", "<script>alert(2)</script>")
    page = logged_in(wanda).get(f"{listed('card')}?q=x").content.decode()
    assert "<script>alert" not in page and "&lt;script&gt;alert(2)" in page


@pytest.mark.guard
def test_who_does_not_see_a_list_neither_saves_nor_deletes_its_filters() -> None:
    curator, player, publisher = (
        user_with(permissions.CURATOR),
        factories.UserFactory(),
        user_with(permissions.PUBLISHER),
    )
    saved = SavedFilter.objects.create(
        by=curator, listing="catalog_auditentry", name="Old", query="q=wolf", shared=True
    )
    for user, model in ((curator, "auditentry"), (player, "card"), (publisher, "contribution")):
        save_address = reverse(f"admin:catalog_{model}_savefilter")
        delete_address = reverse(f"admin:catalog_{model}_deletefilter", args=[saved.pk])
        for address in (save_address, delete_address):
            assert logged_in(user).post(address, {"name": "A", "query": "q=1"}).status_code in (302, 403)
    assert list(SavedFilter.objects.all()) == [saved]


def test_the_query_is_asked_once_for_all_filters(wanda: Any, django_assert_num_queries: Any) -> None:
    request: Any = type("Request", (), {"user": wanda})
    from django.contrib import admin

    from catalog.models import Card

    model_admin = admin.site.get_model_admin(Card)
    for count in (1, 20):
        SavedFilter.objects.all().delete()
        SavedFilter.objects.bulk_create(
            SavedFilter(by=wanda, listing="catalog_card", name=str(number), query="q=1", shared=True)
            for number in range(count)
        )
        permissions.roles_of(wanda)
        with django_assert_num_queries(1):
            assert len(saved_filters.offered_filters(model_admin, request, "q=1")) == count


def test_the_order_of_parameters_does_not_matter() -> None:
    known = {"q", "game"}
    assert saved_filters.kept_query(QueryDict("game=a&q=b&x=1"), known) == "game=a&q=b"
    assert saved_filters.kept_query(QueryDict("q=b&game=a&game="), known) == "game=a&q=b"
