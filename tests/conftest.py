"""What every test may use."""

import os

import pytest
from hypothesis import HealthCheck, settings
from pytest_socket import disable_socket, socket_allow_hosts

# One fixed profile in CI and by default; `HYPOTHESIS_PROFILE=long` searches further.
settings.register_profile("default", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", max_examples=5_000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """No test reaches past this machine; the database and the browser are on it."""
    if item.get_closest_marker("browser"):
        return
    disable_socket(allow_unix_socket=True)
    socket_allow_hosts(["127.0.0.1", "localhost", "::1"], allow_unix_socket=True)
