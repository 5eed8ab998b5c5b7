"""Fixtures of the API tests."""

from pathlib import Path

import pytest
from django.core.cache import cache
from pytest_django import Settings

from rulesapi.judging import completion_jobs
from tests.rulesapi.api_client import ApiClient


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> None:
    """Let the solver answer inline even on a busy machine, and sign with a fixed key."""
    monkeypatch.setattr(completion_jobs, "INLINE_SECONDS", 60.0)
    settings.VAR_DIR = tmp_path
    settings.SIGNING_KEY = "A" * 43
    cache.clear()


@pytest.fixture
def api() -> ApiClient:
    """A client without an account that validates its responses."""
    return ApiClient()
