"""Characters that are not allowed in names, at every place that accepts a name."""

from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from catalog import publishing
from catalog.admin.pictures import CreditForm
from catalog.documents import json_input, names
from catalog.documents.errors import InvalidInput
from catalog.publishing import planning
from legions.account_pages.adapter import AccountAdapter
from legions.account_pages.forms import PasskeyNameMixin
from legions.accounts import profile_names
from legions.accounts.holders import Holder
from legions.accounts.models import Profile
from legions.api_tokens.forms import TokenForm
from legions.campaigns import services as campaign_services
from legions.campaigns.models import Campaign
from legions.campaigns.records import JudgedRecord
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from tests import factories
from tests.clients import logged_in
from tests.legions.api_clients import TokenClient, legion_url, token
from tests.legions.campaign_helpers import GAME, GUEST, HILL, new_campaign, publish_hill
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.guard]

TURNED = "a\u202eb"
REFUSED = [chr(code) for code in (0x202E, 0x202A, 0x2066, 0x2069, 0x200E, 0x200F, 0x061C, 0x07, 0x1B, 0x7F, 0x85)]


@pytest.fixture
def user() -> Any:
    publish_hill(factories.creature(slug="wraith"))
    return factories.UserFactory(username="ada")


@pytest.fixture
def legion(user: Any) -> Legion:
    return factories.legion({"card": "wraith"}, owner=user, name="Embers", tags=["kept"])


def says_why(response: HttpResponse) -> bool:
    return "U+202E" in Page(response).words


# -- the characters --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("character", REFUSED)
def test_a_name_with_a_forbidden_character_is_refused_and_the_character_named(character: str) -> None:
    message = names.refusal(f"An{character}na")
    assert f"U+{ord(character):04X}" in message
    with pytest.raises(ValidationError, match="U\\+"):
        names.validate(f"{character}")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Ann",
        "Café",
        "d'Artagnan – 2",
        "שלום",
        "مرحبا",
        "किताब",
        "👨\u200d👩\u200d👧",
        "می\u200cخواهم",
        "a\tb\nc",
        "\ufeffx",
    ],
)
def test_names_in_every_script_are_names(name: str) -> None:
    assert names.refusal(name) == ""


@given(text=st.text(max_size=40))
def test_a_name_that_is_taken_has_no_direction_mark_once_it_is_tidied(text: str) -> None:
    if not names.refusal(text):
        assert names.refusal(json_input.tidy(text)) == ""


def test_existing_documents_with_such_names_are_not_changed() -> None:
    before = {"name": TURNED, "tags": [TURNED]}
    assert names.faults({"name": TURNED, "tags": ["new", TURNED]}, before) == []
    found = names.faults({"sides": [{"name": f"x{TURNED}"}], "tags": [TURNED, f"y{TURNED}"], "text": TURNED}, before)
    assert [fault.pointer for fault in found] == ["/sides/0/name", "/tags/1"]


# -- pages -----------------------------------------------------------------------------------------------------------


def test_a_display_name_and_the_name_of_an_account_are_refused(user: Any) -> None:
    client = logged_in(user)
    response = client.post("/legions/name/", {"name": TURNED})
    assert response.status_code == 400
    assert says_why(response)
    assert not Profile.objects.filter(user=user, name__contains="b").exists()
    page = client.post("/account/page/", {"name": TURNED, "handle": "ada-page", "shown": "on"})
    assert page.status_code in {400, 404}
    with pytest.raises(ValidationError, match=r"U\+202E"):
        AccountAdapter().clean_username("ad\u202eam")


def test_existing_accounts_keep_such_names(user: Any) -> None:
    profile_names.set_display_name(user=user, name=TURNED)
    assert logged_in(user).get("/legions/").status_code == 200
    assert profile_names.display_name(user) == TURNED


def test_a_token_a_passkey_and_an_author_are_not_called_so(user: Any) -> None:
    form = TokenForm(user, {"name": TURNED, "scope": "read", "days": "30"})
    assert "U+202E" in str(form.errors["name"])
    credit = CreditForm({"author": TURNED, "alt": "A giant"})
    assert "U+202E" in str(credit.errors["author"])
    assert "alt" not in credit.errors

    class Named(PasskeyNameMixin, forms.Form):
        """A renamed passkey."""

        name = forms.CharField()

    named = Named({"name": TURNED})
    assert "U+202E" in str(named.errors["name"])


def test_a_list_its_folder_and_its_tags_are_not_called_so_on_pages(user: Any, legion: Legion) -> None:
    client = logged_in(user)
    for path, data in (
        (f"/legions/{legion.pk}/rename/", {"name": TURNED, "version": legion.version}),
        (f"/legions/{legion.pk}/", {"do": "rename", "name": TURNED, "version": legion.version}),
        ("/legions/do/", {"do": "move", "legion": [str(legion.pk)], "folder": TURNED}),
        ("/legions/do/", {"do": "tag", "legion": [str(legion.pk)], "tags": f"fine, {TURNED}"}),
    ):
        response = client.post(path, data)
        assert response.status_code == 400, path
        assert says_why(response), path
    now = Legion.objects.get()
    assert (now.name, now.folder, list(now.tags)) == ("Embers", "", ["kept"])


def test_a_campaign_its_players_and_its_adventures_are_not_called_so(client: Client, user: Any) -> None:
    for said in ({"name": TURNED, "player": "Ann"}, {"name": "Winter", "player": TURNED}):
        response = client.post(f"/campaigns/{GAME}/new/", {**said, "plan": [HILL]})
        assert response.status_code == 400
        assert says_why(response)
    assert not Campaign.objects.exists()
    campaign = new_campaign(Holder(user=user))
    adventure = factories.adventure(slug="ours", name=TURNED)
    with pytest.raises(InvalidInput, match=r"U\+202E"):
        campaign_services.set_adventure(campaign=campaign, adventure=adventure)
    record = JudgedRecord(campaign).record
    for named in ({**record, "name": TURNED}, {**record, "entries": [{**record["entries"][0], "name": TURNED}]}):
        with pytest.raises(InvalidInput, match=r"U\+202E"):
            campaign_services.import_campaign(holder=GUEST, document=named)
    response = logged_in(user).post(f"/campaigns/{campaign.pk}/do/", {"do": "rename", "name": TURNED})
    assert response.status_code == 400
    assert Campaign.objects.get().name == "The winter league"


# -- API clients and curators ----------------------------------------------------------------------------------------


def test_the_api_names_the_place_of_the_name(user: Any, legion: Legion) -> None:
    robot = TokenClient(token(user))
    document = {"game": GAME, "picks": [{"card": "wraith"}]}
    bodies: list[tuple[dict[str, Any], str]] = [
        ({"legion": {**document, "name": TURNED}}, "/legion/name"),
        ({"legion": {**document, "tags": ["a", TURNED]}}, "/legion/tags/1"),
        ({"legion": document, "folder": TURNED}, "/folder"),
    ]
    for body, pointer in nonempty(bodies):
        made = robot.send("post", "/api/v1/legions/", body)
        put = robot.send("put", legion_url(legion), body, If_Match="*")
        for response in (made, put):
            assert response.status_code == 400
            (fault,) = response.json()["faults"]
            assert (fault["pointer"], fault["code"]) == (pointer, "name-characters")
            assert "U+202E" in fault["message"]
    assert Legion.objects.count() == 1


def test_a_list_that_is_called_so_already_can_be_changed(user: Any, legion: Legion) -> None:
    Legion.objects.filter(pk=legion.pk).update(document={**legion.document, "name": TURNED, "tags": [TURNED]})
    legion.refresh_from_db()
    settled = services.validate_and_pin({**legion.document, "notes": "More"}, before=legion.document)
    assert settled["notes"] == "More"


def test_no_document_of_the_catalog_is_called_so(user: Any) -> None:
    card = factories.creature(slug="turned", name=TURNED)
    with pytest.raises(InvalidInput, match=r"U\+202E"):
        publishing.save_draft(card, by=user, why="New")
    (found,) = planning.check_documents([card]).faults
    assert (found[0], found[1].pointer) == (0, "/name")
    assert planning.check_documents([factories.creature(name="Cafe\u0301\u200b")]).faults == []
