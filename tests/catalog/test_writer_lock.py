"""The error for curators when others write for too long. On SQLite the database itself waits."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client

from catalog import permissions, publishing
from catalog.models import Release
from catalog.publishing import releases
from tests import factories
from tests.forms import controls, query

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.db_facing,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="the lock is PostgreSQL's"),
]


@pytest.fixture
def somebody_writing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hold the lock of writers in another connection, with a short timeout for others."""
    monkeypatch.setattr(releases, "WRITING_TIMEOUT", "50ms")
    other = connection.copy()
    other.settings_dict["OPTIONS"].pop("pool", None)
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [releases.WRITING_LOCK])
    yield
    other.close()


def test_a_writer_that_waits_too_long_raises_busy(somebody_writing: None) -> None:
    with pytest.raises(publishing.Busy):
        factories.publish(factories.creature())
    assert not Release.objects.exists()


def test_a_curator_who_waits_too_long_gets_a_503_with_the_reason(client: Client, somebody_writing: None) -> None:
    user = factories.user_with(permissions.CURATOR, username="curator")
    client.force_login(user)
    page = "/admin/catalog/card/add/?of=attack-wing/creature"
    data = query(controls(client.get(page).content.decode()).sent)
    data |= {"name": "Mire Ox", "why": "Printed", "_save": "x"}
    answer = client.post(page, data.urlencode(), content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "Nothing was saved" in answer.content.decode()
