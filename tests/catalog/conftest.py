"""Users of the catalog tests."""

from typing import Any

import pytest

from catalog import permissions
from tests import factories


@pytest.fixture
def ann() -> Any:
    """A user without a role."""
    return factories.UserFactory(username="ann")


@pytest.fixture
def cora() -> Any:
    """A curator of every game."""
    user = factories.UserFactory(username="cora")
    permissions.grant(user, permissions.CURATOR)
    return user
