"""What the tests of the API share."""

from pathlib import Path

import pytest
from django.core.cache import cache
from pytest_django import Settings

from rulesapi.judging import completion_jobs
from tests.rulesapi.api_client import ApiClient


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> None:
    """Let the solver answer at once what it answers at all, however busy the machine is, and sign with zeros."""
    monkeypatch.setattr(completion_jobs, "INLINE_SECONDS", 60.0)
    settings.VAR_DIR = tmp_path
    settings.SIGNING_KEY = "A" * 43
    cache.clear()


@pytest.fixture
def api() -> ApiClient:
    """A client without an account; its answers are held against the description."""
    return ApiClient()
