"""Visitors with a browser each, before the real application with the real cards."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import time
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Page, expect

from catalog import exchange, publishing
from catalog.models import Release

from .table import Table
from .watch import Watch

PATIENCE = 15_000
"""How many milliseconds a test waits for what must come; only a failing test waits so long."""

LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def cards() -> list[dict[str, Any]]:
    """Read the cards that Muster ships, once."""
    return exchange.read(exchange.find([Path(settings.BASE_DIR) / "fixtures"])).documents


@pytest.fixture
def release(transactional_db: None, cards: list[dict[str, Any]]) -> Release:
    """Publish the cards that Muster ships. What is counted elsewhere than in the database begins anew as well."""
    cache.clear()
    return publishing.publish(cards, by=None, why="First cards")


@pytest.fixture
def watch(live_server: Any) -> Watch:
    """Return the watch that is set over every visitor's browser."""
    return Watch(live_server.url)


@pytest.fixture
def open_browser(
    transactional_db: None, live_server: Any, new_context: Any, watch: Watch
) -> Iterator[Callable[..., Page]]:
    """Return what opens a page as somebody who was never here, whatever is published, with options for a context.

    When the test is over, nothing that is watched for may have happened to any visitor.
    """

    contexts = []

    def visitor(**options: Any) -> Page:
        context = new_context(**{"base_url": live_server.url, "viewport": LAPTOP, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        watch.set_over(context)
        return context.new_page()

    yield visitor
    watch.look_around()
    for context in contexts:  # before the server is, so that nothing asks it any more
        context.close()
    assert watch.complaints == []


@pytest.fixture
def visit(release: Release, open_browser: Callable[..., Page]) -> Callable[..., Page]:
    """Return what opens a page as somebody who was never here, with Playwright's options for a context."""
    return open_browser


@pytest.fixture
def visit_as(open_browser: Callable[..., Page], live_server: Any) -> Callable[..., Page]:
    """Return what opens a page as somebody, who has just said the password; colours change at once in it."""

    def enter(user: AbstractBaseUser | None = None) -> Page:
        page = open_browser(reduced_motion="reduce")
        if user:
            client = Client()
            client.force_login(user)
            session = client.session
            # Just now, however long the walk takes.
            session["account_authentication_methods"] = [{"method": "password", "at": time() + 86_400}]
            session.save()
            known = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
            page.context.add_cookies([known])
        return page

    return enter


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    """Open a page as a visitor with a laptop."""
    return visit()


@pytest.fixture
def table(page: Page) -> Table:
    """Lay out an empty table before that visitor."""
    return Table(page).open()


@pytest.fixture
def phone(visit: Callable[..., Page]) -> Page:
    """Open a page as a visitor with a phone."""
    return visit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
