"""Fixtures of the API tests."""

from tests.rulesapi.conftest import api as api
from tests.rulesapi.conftest import patience as patience
