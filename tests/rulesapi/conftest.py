"""What the tests of the API share."""

import pytest

from tests.rulesapi.contract import ApiClient


@pytest.fixture
def api() -> ApiClient:
    """A client without an account; its answers are held against the description."""
    return ApiClient()
