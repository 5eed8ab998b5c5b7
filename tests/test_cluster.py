"""Drills of a whole cluster behind nginx: a killed node, a slow Redis, a clock that jumps, read-only uploads, a lost
database.
"""

import pytest

from tests.cluster import NotInstalled
from tests.cluster_drills import DRILLS, drills

pytestmark = [pytest.mark.drill, pytest.mark.guard]


def test_a_cluster_stays_up_when_its_parts_fail(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        assert drills(list(DRILLS), seconds=4), capsys.readouterr().out
    except NotInstalled as missing:
        pytest.skip(f"NOT CHECKED: there is no {missing}")
