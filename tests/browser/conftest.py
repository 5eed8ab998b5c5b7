"""Fixtures for visitors with a browser each, on the real application with the real cards."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from time import time
from typing import Any, TypeVar

import pytest
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection
from django.test import Client
from playwright.sync_api import Page, expect

from catalog import import_export, publishing
from catalog.models import Release
from tests.browser.builder_driver import BuilderDriver
from tests.browser.error_watch import ErrorWatch
from tests.browser.populated_site import PopulatedSite, populate
from tests.browser.sampling import Sample

T = TypeVar("T")

TIMEOUT_MS = 15_000
"""Milliseconds that a test waits for an expected element; only a failing test waits that long."""

LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

expect.set_options(timeout=TIMEOUT_MS)


class Snapshots:
    """SQLite databases saved after an expensive step, so that it runs once in a test run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: dict[str, Any] = {}

    def after(self, name: str, make: Callable[[], T]) -> T:
        """Return the result of `make`, with the database in the state after it."""
        if connection.vendor != "sqlite":
            return make()
        if name in self.made:
            _copy(self.folder / name, connection.settings_dict["NAME"])
            ContentType.objects.clear_cache()
        else:
            self.made[name] = make()
            _copy(connection.settings_dict["NAME"], self.folder / name)
        return deepcopy(self.made[name])


@pytest.fixture(scope="session")
def snapshots(tmp_path_factory: pytest.TempPathFactory) -> Snapshots:
    """Store databases for the tests of this run."""
    return Snapshots(tmp_path_factory.mktemp("snapshots"))


@pytest.fixture(scope="session")
def cards() -> list[dict[str, Any]]:
    """Return the shipped cards, read once."""
    return import_export.read(import_export.find([Path(settings.BASE_DIR) / "fixtures"])).documents


@pytest.fixture
def release(transactional_db: None, cards: list[dict[str, Any]], snapshots: Snapshots) -> Release:
    """Publish the shipped cards. Counters outside the database are reset as well."""
    cache.clear()
    return snapshots.after("published", lambda: publishing.publish(cards, by=None, why="First cards"))


@pytest.fixture
def house(transactional_db: None, cards: list[dict[str, Any]], snapshots: Snapshots) -> PopulatedSite:
    """Publish the cards and populate the site."""

    def make() -> PopulatedSite:
        snapshots.after("published", lambda: publishing.publish(cards, by=None, why="First cards"))
        return populate(cards)

    cache.clear()
    return snapshots.after("furnished", make)


@pytest.fixture
def sample(request: pytest.FixtureRequest) -> Sample:
    """Return the sample of pages by the seed of the run."""
    return Sample(int(request.config.getoption("randomly_seed", 0)))


def _copy(source: Path | str, target: Path | str) -> None:
    """Copy an SQLite database over another."""
    with (
        closing(sqlite3.connect(source)) as read,
        closing(sqlite3.connect(target, timeout=TIMEOUT_MS / 1000)) as written,
    ):
        read.backup(written)


@pytest.fixture(autouse=True)
def published_first(request: pytest.FixtureRequest) -> None:
    """Publish the cards, if a test uses them, before all its other fixtures: publishing discards earlier data."""
    if "release" in request.fixturenames:
        request.getfixturevalue("release")


@pytest.fixture
def watch(live_server: Any) -> ErrorWatch:
    """Return the error watch over every visitor's browser."""
    return ErrorWatch(live_server.url)


@pytest.fixture
def open_browser(
    transactional_db: None, live_server: Any, new_context: Any, watch: ErrorWatch
) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page as a new visitor, with Playwright's options for a context.

    When the test is over, no visitor's browser may have reported an error.
    """

    contexts = []

    def visitor(**options: Any) -> Page:
        context = new_context(**{"base_url": live_server.url, "viewport": LAPTOP, **options})
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        watch.set_over(context)
        return context.new_page()

    yield visitor
    watch.look_around()
    for context in contexts:  # before the server stops, so that nothing sends it requests
        context.close()
    assert watch.complaints == []


@pytest.fixture
def visit(release: Release, open_browser: Callable[..., Page]) -> Callable[..., Page]:
    """Return a function that opens a page as a new visitor once the cards are published, with Playwright's options for
    a context.
    """
    return open_browser


@pytest.fixture
def client_as() -> Callable[..., Client]:
    """Return a function that creates a client of a user with a recent log-in, or of a guest."""

    def enter(user: AbstractBaseUser | None = None) -> Client:
        client = Client()
        if user:
            client.force_login(user)
            session = client.session
            # In the future, so that it stays recent during the whole walk.
            session["account_authentication_methods"] = [{"method": "password", "at": time() + 86_400}]
            session.save()
        return client

    return enter


@pytest.fixture
def visit_as(
    open_browser: Callable[..., Page], client_as: Callable[..., Client], live_server: Any
) -> Callable[..., Page]:
    """Return a function that opens a page as a user with a recent log-in, and without animations."""

    def enter(user: AbstractBaseUser | None = None, **options: Any) -> Page:
        page = open_browser(reduced_motion="reduce", **options)
        if user:
            known = {"name": "sessionid", "value": client_as(user).cookies["sessionid"].value, "url": live_server.url}
            page.context.add_cookies([known])
        return page

    return enter


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    """Open a page as a visitor with a laptop."""
    return visit()


@pytest.fixture
def table(page: Page) -> BuilderDriver:
    """Open an empty table on that page."""
    return BuilderDriver(page).open()


@pytest.fixture
def phone(visit: Callable[..., Page]) -> Page:
    """Open a page as a visitor with a phone."""
    return visit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
