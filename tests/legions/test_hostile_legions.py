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


@pytest.mark.parametrize("hostile_text", SAMPLE)
def test_the_texts_of_a_legion_are_escaped_on_every_page(client, hostile_text) -> None:
    publish_cards()
    client.force_login(user := factories.UserFactory())
    profile_names.set_display_name(user=user, name=hostile_text[:60])
    legion = after(client, start(client, "add/giant"), "rename", name=hostile_text)
    legion = after(client, legion, "notes", notes=hostile_text)
    sent = {"legion": [str(legion.pk)], "folder": hostile_text[:60], "tags": hostile_text.replace(",", " ")[:60]}
    for do in ("move", "tag", "branch"):
        assert client.post("/legions/do/", {"do": do, **sent}).status_code == 303
    legion.refresh_from_db()
    variant = Legion.objects.get(family=legion.pk)
    key = sharing_services.share_legion(legion=legion)
    factories.publish(factories.creature(slug="giant", name=hostile_text, retired=hostile_text))
    services.delete_legion(legion=factories.legion(owner=user, name=hostile_text))
    stale = {"do": "notes", "notes": hostile_text, "version": 1}
    pages = {
        "the builder": client.get(address(legion)),
        "the list": client.get("/legions/"),
        "the shared page": client.get(f"/s/{key}/"),
        "a conflict": client.post(address(legion), stale),
        "a refusal": client.post(address(legion), {"do": "paste", "text": hostile_text, "version": legion.version}),
        "another game": client.post("/build/attack-wing/", {"do": hostile_text, "start": hostile_text}),
        "an unknown card": client.get("/build/attack-wing/", {"card": hostile_text}),
        "a state": client.get(f"{address(legion)}history/{legion.version}/"),
        "the history": client.get(f"{address(legion)}history/", follow=True),
        "the newest release": client.get(f"{address(legion)}release/"),
        "side by side": client.get("/legions/compare/", {"with": [str(legion.pk), str(variant.pk), f"/s/{key}/"]}),
        "a comparison of nothing": client.get("/legions/compare/", {"with": hostile_text}),
        "the list searched": client.get(
            "/legions/", dict.fromkeys(("q", "tag", "folder", "sort", "verdict"), hostile_text)
        ),
        "a deed": client.post("/legions/do/", {"do": "tag", "tags": hostile_text * 5, "folder": hostile_text}),
        "a search": client.get(address(legion), {"q": hostile_text, "at": hostile_text, "slot": hostile_text}),
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
        assert hostile_text in Page(pages[name]).text, name


@pytest.mark.parametrize("hostile_text", SAMPLE)
def test_a_hostile_name_makes_a_harmless_file_name(client, hostile_text) -> None:
    publish_cards()
    legion = after(client, start(client, "add/giant"), "rename", name=hostile_text)
    response = client.get(f"{address(legion)}document/")
    name = response["Content-Disposition"].removeprefix('attachment; filename="').removesuffix('.json"')
    assert name.replace("-", "").isalnum()
    assert response.json()["name"] == hostile_text
