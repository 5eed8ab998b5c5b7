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
    return factories.user_with(permissions.CURATOR, username="cora")


@pytest.fixture
def wanda() -> Any:
    """A curator of every game who may publish: the author of changesets."""
    return _publishing_curator()


@pytest.fixture
def ben() -> Any:
    """Another curator of every game who may publish: the reviewer of changesets."""
    return _publishing_curator()


def _publishing_curator() -> Any:
    return factories.user_with(permissions.CURATOR, permissions.PUBLISHER)
