"""Chromium for the tests that drive a browser. Nothing is downloaded for a test: the system's own is driven."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start the browser once for all tests. Its loop runs in the thread in which the tests ask the database."""
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Open a page of a browser that knows nothing of earlier tests."""
    context = chromium.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def plain_page(chromium: Browser) -> Iterator[Page]:
    """Open a page in which no script runs."""
    context = chromium.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.fixture
def live(live_server: Any) -> str:
    """Serve the site and return its address."""
    return live_server.url
