"""What the tests of the website that drive a browser share."""

from typing import Any

import pytest
from playwright.sync_api import Page


@pytest.fixture
def plain_page(new_context: Any) -> Page:
    """Open a page in which no script runs."""
    return new_context(java_script_enabled=False).new_page()


@pytest.fixture
def live(live_server: Any) -> str:
    """Serve the site and return its address."""
    return live_server.url
