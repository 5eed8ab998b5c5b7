"""Drills of a whole cluster behind nginx: a killed node, a slow Redis, read-only uploads."""

import pytest

from tests.cluster import NotInstalled
from tests.cluster_drills import drills

pytestmark = [pytest.mark.drill, pytest.mark.guard]


def test_a_cluster_stays_up_when_its_parts_fail(capsys: pytest.CaptureFixture[str]) -> None:
    """The other drills are those of `make long`, because each takes a minute or more: the clock, the loss of the
    database, and tables, releases and completions, whose lost work a worker takes up after some 40 s.
    """
    try:
        assert drills(["node", "slow-redis", "media"], seconds=4), capsys.readouterr().out
    except NotInstalled as missing:
        pytest.skip(f"NOT CHECKED: there is no {missing}")
