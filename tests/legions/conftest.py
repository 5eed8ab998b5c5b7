"""Shared fixtures of the website's tests: a logged-in user, and pages in a real browser."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Page

from catalog import permissions
from legions.campaigns.models import Campaign
from tests import factories
from tests.legions.campaign_helpers import publish_hill, table_of_two


@pytest.fixture
def plain_page(new_context: Any) -> Page:
    """Open a page with JavaScript disabled."""
    return new_context(java_script_enabled=False).new_page()


@pytest.fixture
def live(live_server: Any) -> str:
    """Serve the site and return its address."""
    return live_server.url


@pytest.fixture
def no_tries_yet() -> None:
    """Clear the failed log-in attempts, so that no limit stops a test."""
    cache.clear()


@pytest.fixture
def ada() -> Any:
    """A user with a confirmed address."""
    user = factories.UserFactory(username="ada")
    user.emailaddress_set.create(email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def at_home(ada: Any) -> Client:
    """A client that has just logged in with Ada's password."""
    browser = Client()
    browser.post("/account/login/", {"login": "ada", "password": "a long enough secret"})
    return browser


@pytest.fixture
def hill() -> None:
    """Publish an adventure, and reset the counts."""
    publish_hill()
    cache.clear()


@pytest.fixture
def ann() -> Any:
    return factories.UserFactory(username="ann")


@pytest.fixture
def cora() -> Any:
    """A curator of every game."""
    return factories.user_with(permissions.CURATOR, username="cora")


@pytest.fixture
def campaign(hill: None, ann: Any) -> Campaign:
    """A campaign that Ann leads, and Bo, a guest, plays in."""
    return table_of_two(ann)
