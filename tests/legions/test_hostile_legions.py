"""Hostile names and notes of legions: shown as text on the pages of the owner and of others."""

import pytest

from legions.accounts import profile_names
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories
from tests.legions.builder_helpers import address, after, publish_cards, start
from tests.legions.page_parser import Page
from tests.legions.test_site_hostile_texts import SAMPLE, TAGS

pytestmark = [pytest.mark.django_db, pytest.mark.guard]


OWN = ("/static/", "/shields/", "/faces/")
"""Addresses of Muster's scripts and pictures: drawn shields and cards."""
PREVIEW = {"class": "preview", "id": "preview", "alt": "", "width": "252", "height": "352", "hidden": None}
"""The builder's placeholder for the card under the pointer, empty until then."""


def ours(attributes):
    return attributes == PREVIEW or (attributes.get("src") or "").startswith(OWN)


@pytest.mark.parametrize("words", SAMPLE)
def test_a_legions_texts_stay_texts_on_every_page(client, words) -> None:
    publish_cards()
    client.force_login(user := factories.UserFactory())
    profile_names.set_display_name(user=user, name=words[:60])
    legion = after(client, start(client, "add/giant"), "rename", name=words)
    legion = after(client, legion, "notes", notes=words)
    sent = {"legion": [str(legion.pk)], "folder": words[:60], "tags": words.replace(",", " ")[:60]}
    for do in ("move", "tag", "branch"):
        assert client.post("/legions/do/", {"do": do, **sent}).status_code == 303
    legion.refresh_from_db()
    variant = Legion.objects.get(family=legion.pk)
    key = sharing_services.share_legion(legion=legion)
    factories.publish(factories.creature(slug="giant", name=words, retired=words))
    services.delete_legion(legion=factories.legion(owner=user, name=words))
    stale = {"do": "notes", "notes": words, "version": 1}
    pages = {
        "the builder": client.get(address(legion)),
        "the list": client.get("/legions/"),
        "the shared page": client.get(f"/s/{key}/"),
        "a conflict": client.post(address(legion), stale),
        "a refusal": client.post(address(legion), {"do": "paste", "text": words, "version": legion.version}),
        "another game": client.post("/build/attack-wing/", {"do": words, "start": words}),
        "an unknown card": client.get("/build/attack-wing/", {"card": words}),
        "a state": client.get(f"{address(legion)}history/{legion.version}/"),
        "the history": client.get(f"{address(legion)}history/", follow=True),
        "the newest release": client.get(f"{address(legion)}release/"),
        "side by side": client.get("/legions/compare/", {"with": [str(legion.pk), str(variant.pk), f"/s/{key}/"]}),
        "a comparison of nothing": client.get("/legions/compare/", {"with": words}),
        "the list searched": client.get("/legions/", dict.fromkeys(("q", "tag", "folder", "sort", "verdict"), words)),
        "a deed": client.post("/legions/do/", {"do": "tag", "tags": words * 5, "folder": words}),
        "a search": client.get(address(legion), {"q": words, "at": words, "slot": words}),
    }
    for name, response in pages.items():
        page = Page(response)
        assert not [tag for tag, attrs in page.elements if tag in TAGS and not ours(attrs)], name
        for tag, attrs in page.elements:
            assert not any(one.startswith("on") or one in {"style", "srcdoc"} for one in attrs), (name, tag)
            for one in ("href", "src", "action"):
                assert not (attrs.get(one) or "").lower().startswith(("javascript", "data")), (name, tag)
    said = (
        "the builder",
        "the list",
        "the shared page",
        "a state",
        "the history",
        "the newest release",
        "side by side",
    )
    for name in said:
        assert words in Page(pages[name]).text, name


@pytest.mark.parametrize("words", SAMPLE)
def test_a_hostile_name_makes_a_harmless_file_name(client, words) -> None:
    publish_cards()
    legion = after(client, start(client, "add/giant"), "rename", name=words)
    response = client.get(f"{address(legion)}document/")
    name = response["Content-Disposition"].removeprefix('attachment; filename="').removesuffix('.json"')
    assert name.replace("-", "").isalnum()
    assert response.json()["name"] == words
