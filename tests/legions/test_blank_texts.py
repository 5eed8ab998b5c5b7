"""Invisible names, tags, folders and comments: refused with an error; old ones leave no empty place."""

import pytest
from django.test import Client

from catalog.documents import json_input
from legions.community.models import Comment
from legions.saved_lists import services
from legions.saved_lists.models import Legion, display_name_of_document
from legions.sharing import services as sharing_services
from tests import factories
from tests.legions.api_clients import LEGIONS_URL, TokenClient, token
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page

BLANK = ["\u3164", "\u2800\u2800", "\u115f \ufe0f", "\uffa0", "\U000e0020", "\u00a0\u3164"]
SEEN = ["Ada", "\u3164Ada", ".", "\U0001f3f3\ufe0f", "\u0645", "e\u0301", "", "  "]

pytestmark = [pytest.mark.django_db, pytest.mark.guard]


@pytest.fixture(autouse=True)
def world() -> None:
    publish_cards()


@pytest.fixture
def ada():
    return factories.UserFactory(username="ada")


@pytest.fixture
def client(ada):
    client = Client()
    client.force_login(ada)
    return client


@pytest.mark.parametrize(("texts", "blank"), [(BLANK, True), (SEEN, False)])
def test_blank_texts_are_recognized(texts, blank) -> None:
    assert [json_input.is_blank(text) for text in texts] == [blank] * len(texts)


@pytest.mark.parametrize("text", BLANK)
def test_no_list_is_renamed_to_nothing_that_is_seen(ada, client, text) -> None:
    legion = factories.legion({"card": "giant"}, owner=ada, name="Embers")
    response = client.post(f"/legions/{legion.pk}/", {"do": "rename", "name": text, "version": legion.version})
    assert "This name is invisible" in Page(response).words
    assert Legion.objects.get(pk=legion.pk).name == "Embers"


@pytest.mark.parametrize("text", BLANK)
def test_nor_tagged_or_put_into_a_folder_of_such_a_name(ada, client, text) -> None:
    legion = factories.legion({"card": "giant"}, owner=ada, name="Embers")
    for do, field, words in (
        ("tag", "tags", "This tag is invisible."),
        ("move", "folder", "This name is invisible."),
    ):
        response = client.post("/legions/do/", {"do": do, field: text, "legion": [str(legion.pk)]})
        said = Page(response).words
        assert words in said or "Write a tag first" in said
    stored = Legion.objects.get(pk=legion.pk)
    assert ("tags" in stored.document, stored.folder) == (False, "")


@pytest.mark.parametrize("text", BLANK)
def test_the_api_names_the_place_of_a_blank_text(ada, text) -> None:
    robot = TokenClient(token(ada))
    for body, place in (
        ({"legion": factories.legion_document({"card": "giant"}, name=text)}, "/legion/name"),
        ({"legion": factories.legion_document({"card": "giant"}, tags=["a", text])}, "/legion/tags/1"),
        ({"legion": factories.legion_document({"card": "giant"}), "folder": text}, "/folder"),
    ):
        response = robot.send("post", LEGIONS_URL, body)
        assert response.status_code in (400, 422), response.content
        assert [(one["pointer"], one["code"]) for one in response.json()["faults"]] == [(place, "blank")]


@pytest.mark.parametrize("text", BLANK)
def test_no_comment_says_nothing_that_is_seen(ada, client, text) -> None:
    legion = factories.legion({"card": "giant"}, owner=ada, name="Embers")
    sharing_services.list_in_gallery(legion=legion)
    response = client.post(f"/s/{legion.share_key}/comments/", {"do": "write", "text": text})
    assert "Write something first" in Page(response).words
    assert not Comment.objects.exists()


def test_a_list_from_before_is_called_unnamed_and_can_be_changed(ada, client) -> None:
    legion = factories.legion({"card": "giant"}, owner=ada, name="Embers")
    blank = {**legion.document, "name": "\u3164", "tags": ["\u3164"]}
    Legion.objects.filter(pk=legion.pk).update(document=blank)
    legion.revisions.update(document=blank)
    assert display_name_of_document(blank).startswith("Unnamed")
    stored = services.validate_and_pin({**blank, "notes": "Still mine."}, before=blank)
    assert (stored["name"], stored["tags"]) == ("\u3164", ["\u3164"])
