"""Whether the process lives, and whether it can serve."""

import pytest
from django.db import OperationalError
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from rulesapi import snapshots
from rulesapi.views import health


def test_to_live_needs_no_database(client: Client) -> None:
    response = client.get("/livez")  # without the mark for a database, asking for one would fail this test
    assert (response.status_code, response.content) == (200, b"alive\n")
    assert response["Cache-Control"] == "no-store"


@pytest.fixture
def asked_anew() -> object:
    """Forget that the migrations were found applied, before the test and after it."""
    health._check_migrations.cache_clear()
    yield
    health._check_migrations.cache_clear()


@pytest.mark.django_db
@pytest.mark.db_facing
def test_ready_when_database_migrations_and_cache_are_in_order(client: Client, asked_anew: object) -> None:
    assert client.get("/readyz").status_code == 200
    assert client.head("/readyz").status_code == 200


@pytest.mark.django_db
def test_migrations_are_looked_at_once(client: Client, asked_anew: object, django_assert_num_queries: object) -> None:
    client.get("/readyz")
    with django_assert_num_queries(1):
        client.get("/readyz")


def database_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("no route to db.internal")

    monkeypatch.setattr(snapshots, "newest", away)


def migrations_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: ["catalog.0099"])


@pytest.mark.django_db
@pytest.mark.parametrize("trouble", [database_away, migrations_missing])
def test_not_ready_says_so_and_nothing_else(
    client: Client, asked_anew: object, monkeypatch: pytest.MonkeyPatch, trouble: object
) -> None:
    trouble(monkeypatch)
    response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"not ready\n")


@pytest.mark.django_db
def test_not_ready_without_a_cache(client: Client, asked_anew: object, settings: object) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    assert client.get("/readyz").status_code == 503


@pytest.mark.django_db
def test_ready_again_once_migrations_are_applied(
    client: Client, asked_anew: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        migrations_missing(patched)
        assert client.get("/readyz").status_code == 503
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_health_is_only_asked_about(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
