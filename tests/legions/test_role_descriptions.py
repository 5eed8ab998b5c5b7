"""Descriptions of the owner's roles on the account page."""

from typing import Any

import pytest
from django.urls import reverse

from tests import factories
from tests.catalog import admin_world
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.guard]

DESCRIPTIONS = {
    "contributor": [
        "Contributor: Curators review what you enter. You can make 60 offers a day, with up to 300 waiting."
    ],
    "curator": ["Curator: You curate the cards of: Attack Wing."],
    "publisher": ["Publisher: You make releases of what curators have approved."],
    "curator and publisher": ["Curator: You curate", "Publisher: You make releases"],
    "moderator": ["Moderator: You decide on reports."],
    "admin": ["Admin: You look after every game"],
}


def words(user: Any, page: str) -> str:
    return Page(admin_world.visitor(user).get(reverse(page))).words


@pytest.mark.parametrize("role", DESCRIPTIONS)
def test_the_page_of_an_account_names_the_roles_and_what_they_bring(role: str) -> None:
    factories.publish_frame()
    text = words(admin_world.person(role), "account")
    assert [one for one in DESCRIPTIONS[role] if one not in text] == []
    assert ("To the curators’ desk" in text) == (role != "contributor")


def test_without_a_role_no_role_is_described() -> None:
    assert "Your roles" not in words(admin_world.person("player"), "account")


def test_the_page_of_contributions_tells_contributors_that_they_are_some() -> None:
    assert DESCRIPTIONS["contributor"][0] in words(admin_world.person("contributor"), "contributions")
    assert "Contributor" not in words(admin_world.person("player"), "contributions")
