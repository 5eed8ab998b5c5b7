"""Drills of a whole cluster behind nginx: a killed node, a slow Redis, read-only uploads."""

import pytest

from tests.cluster import NotInstalled
from tests.cluster_drills import drills

pytestmark = [pytest.mark.drill, pytest.mark.guard]


def test_a_cluster_stays_up_when_its_parts_fail(capsys: pytest.CaptureFixture[str]) -> None:
    """The clock and the loss of the database are drills of `make long`, because they take minutes."""
    try:
        assert drills(["node", "slow-redis", "media"], seconds=4), capsys.readouterr().out
    except NotInstalled as missing:
        pytest.skip(f"NOT CHECKED: there is no {missing}")
