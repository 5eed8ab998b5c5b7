"""Texts of users on every page: shown as text, never as markup."""

from copy import deepcopy

import pytest
from django.contrib import admin
from django.db import models
from django.test import Client
from django.urls import NoReverseMatch, reverse

from catalog import permissions
from tests import worlds
from tests.browser.page_addresses import NO_PAGE, addresses, own_states, public_states
from tests.browser.populated_site import PopulatedSite
from tests.clients import confirmed
from tests.legions.hostile_texts import SHORT, WITHIN, hostile_house, left, texts, texts_in
from tests.legions.page_parser import Page, is_harmless
from tests.legions.test_site_hostile_texts import CORPUS
from tests.nonempty import nonempty
from tests.sampling import PAGES_OF_HOSTILE_TEXTS

pytestmark = [pytest.mark.sampled, pytest.mark.django_db]

HOSTILE = (*CORPUS, SHORT)
NO_PAGES = set(" ".join(NO_PAGE.values()).split())


@worlds.once_a_module
def furnished() -> PopulatedSite:
    return hostile_house(CORPUS)


@pytest.fixture
def house(furnished: PopulatedSite) -> PopulatedSite:
    return deepcopy(furnished)


def wrong(client: Client, address: str, showing: set[str]) -> list[str]:
    """Visit a page and return its address if it contains anything that its templates do not intend.

    A page that shows a hostile text is added to `showing`.
    """
    response = client.get(address)
    if response.status_code != 200 or not response["Content-Type"].startswith("text/html"):
        return [f"{address}: {response.status_code}"] if response.status_code >= 500 else []
    page = Page(response)
    if any(words in page.text for words in HOSTILE):
        showing.add(address)
    return [] if is_harmless(page) else [address]


def desks() -> list[str]:
    """Return the lists of the admin, and the page of the first row of each."""
    found = []
    for model in admin.site._registry:
        names = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        found.append(reverse(f"{names}_changelist"))
        row = model._default_manager.first()
        for name in ("change", "history", "delete"):
            try:
                found += [reverse(f"{names}_{name}", args=[row.pk])] if row else []
            except NoReverseMatch:
                continue
    return found


def test_every_user_text_is_replaced_by_a_hostile_one_or_has_a_reason(house: PopulatedSite) -> None:
    columns = texts()
    assert left() <= columns.keys()
    written = {name: field for name, field in columns.items() if name not in left()}
    assert {name for name, field in written.items() if isinstance(field, models.JSONField)} == WITHIN.keys()
    for name, field in nonempty(written.items()):
        rows = field.model._default_manager.values_list(field.name, flat=True)
        said = [text for row in rows for text in texts_in(row)]
        assert any(words in text for text in said for words in HOSTILE), f"nobody has written {name} in this house"


def test_no_page_takes_a_text_for_markup(house: PopulatedSite) -> None:
    named = [address for name, address in addresses(house) if name not in NO_PAGES]
    keeper, moderator = confirmed(house.keeper), confirmed(house.moderator)
    permissions.grant(house.newcomer, permissions.ADMIN)
    house.newcomer.is_staff = house.newcomer.is_superuser = True
    house.newcomer.save()
    found, showing = [], set()
    for client, pages in (
        (Client(), [*named, *public_states()]),
        (keeper, [*named, *own_states(house)]),
        (moderator, [*named, "/legions/"]),
        (confirmed(house.newcomer), desks()),
    ):
        found += [one for address in pages[::PAGES_OF_HOSTILE_TEXTS] for one in wrong(client, address, showing)]
    assert found == []
    assert len(showing) > 100 // PAGES_OF_HOSTILE_TEXTS, "too few pages show a hostile text for this to say much"
