"""Who the tests of the catalog tell of."""

from typing import Any

import pytest

from catalog import permissions
from tests import factories


@pytest.fixture
def ann() -> Any:
    """Somebody with an account and no role."""
    return factories.UserFactory(username="ann")


@pytest.fixture
def cora() -> Any:
    """A curator of every game."""
    user = factories.UserFactory(username="cora")
    permissions.grant(user, permissions.CURATOR)
    return user
