"""Database timeouts: no wait is endless, and requests wait for less time than background work."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection, connections, transaction
from django.test import Client

from catalog.database import errors, timeouts
from catalog.database.errors import Failure
from legions.saved_lists.models import Legion
from operations import readiness
from tests import factories
from tests.forwarding import Forwarder

ON_POSTGRESQL = pytest.mark.skipif(
    settings.DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql", reason="limits of PostgreSQL"
)


# -- limits of requests and work ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["/srv/muster/manage.py", "migrate"], timeouts.WORK),
        (["manage.py", "db_worker", "--interval", "2"], timeouts.WORK),
        (["manage.py", "backup", "file"], timeouts.WORK),
        (["manage.py", "serve"], timeouts.REQUESTS),
        (["manage.py", "runserver"], timeouts.REQUESTS),
        (["manage.py"], timeouts.REQUESTS),
        (["/srv/muster/.venv/lib/granian/__main__.py", "config.server:make_application"], timeouts.REQUESTS),
        (["/usr/bin/granian", "config.wsgi:application"], timeouts.REQUESTS),
        (["-c"], timeouts.REQUESTS),
    ],
)
def test_commands_work_and_everything_else_is_taken_for_a_server(
    arguments: list[str], expected: timeouts.Timeouts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(__import__("sys").modules, "config.wsgi", raising=False)
    assert timeouts.for_process(arguments) == expected
    assert timeouts.for_process(arguments, "work") == timeouts.WORK
    assert timeouts.for_process(arguments, "requests") == timeouts.REQUESTS


def test_a_request_never_waits_for_longer_than_work() -> None:
    assert all(here <= there for here, there in zip(timeouts.REQUESTS, timeouts.WORK, strict=True))
    for one in (timeouts.REQUESTS, timeouts.WORK):
        assert one.lock < one.statement < one.reply  # so that the more specific limit is the one reported
        assert one.turn < one.statement


def test_options_in_the_url_of_a_database_take_precedence() -> None:
    options = timeouts.postgresql_options(timeouts.REQUESTS, most=2, url_options="-c lock_timeout=1s")["options"]
    assert options.startswith("-c lock_timeout=3s ")
    assert options.endswith(" -c lock_timeout=1s")


def test_sqlite_waits_for_a_writer_for_the_configured_time() -> None:
    assert timeouts.sqlite_options(timeouts.REQUESTS)["timeout"] == timeouts.REQUESTS.busy


@ON_POSTGRESQL
@pytest.mark.django_db
@pytest.mark.db_facing
def test_the_server_keeps_the_limits_of_requests() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('lock_timeout'), current_setting('statement_timeout'),"
            " current_setting('idle_in_transaction_session_timeout')"
        )
        assert cursor.fetchone() == ("3s", "10s", "1min")
    asked = connection.connection.info.get_parameters()
    assert (asked["connect_timeout"], asked["tcp_user_timeout"], asked["keepalives_idle"]) == ("2", "5000", "5")


# -- locked rows ------------------------------------------------------------------------------------------------------


@contextmanager
def legion_held(pk: Any) -> Iterator[None]:
    """Lock the row of a list in another connection."""
    other = connection.copy()
    other.settings_dict = {**other.settings_dict, "OPTIONS": dict(other.settings_dict["OPTIONS"])}
    other.settings_dict["OPTIONS"].pop("pool", None)
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT 1 FROM legions_legion WHERE id = %s FOR UPDATE", [pk])
        yield
    finally:
        other.rollback()
        other.close()


@pytest.fixture
def legion(transactional_db: None) -> Legion:
    factories.publish_frame(factories.creature(slug="beast"))
    return factories.legion({"card": "beast"}, owner=factories.UserFactory(username="ann"), name="Bones")


@ON_POSTGRESQL
@pytest.mark.db_facing
def test_a_row_that_is_held_gives_an_honest_503_and_frees_the_thread(
    legion: Legion, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.force_login(legion.owner)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
    with legion_held(legion.pk):
        response = client.post(f"/legions/{legion.pk}/rename/", {"name": "Ashes", "version": legion.version})
    assert response.status_code == 503
    assert response["Retry-After"] == "5"
    assert "Nothing was saved" in response.content.decode()
    assert "(55P03)" in caplog.text
    with connection.cursor() as cursor:
        cursor.execute("RESET lock_timeout")
    legion.refresh_from_db()
    assert legion.document["name"] == "Bones"


@ON_POSTGRESQL
@pytest.mark.db_facing
def test_a_statement_that_takes_too_long_is_ended(transactional_db: None) -> None:
    with pytest.raises(OperationalError) as raised, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '50ms'")
        cursor.execute("SELECT pg_sleep(60)")
    assert errors.classify(raised.value) == Failure.BUSY


# -- a frozen server or lossy network --------------------------------------------------------------------------------


@pytest.fixture
def forwarder() -> Iterator[Forwarder]:
    parameters = connection.settings_dict
    server = Forwarder(parameters["HOST"], int(parameters["PORT"] or 5432))
    yield server
    server.close()


@contextmanager
def through(server: Forwarder, reply: float, wait: float) -> Iterator[Any]:
    """Yield a connection to the test database through a server that may freeze, with a pool of its own."""
    options = timeouts.postgresql_options(timeouts.REQUESTS._replace(reply=reply), most=2)
    options["pool"]["timeout"] = wait
    one = connection.copy(alias="frozen")
    one.settings_dict = {**connection.settings_dict, "HOST": "127.0.0.1", "PORT": server.port, "OPTIONS": options}
    try:
        yield one
    finally:
        one.close()
        one.close_pool()


@ON_POSTGRESQL
@pytest.mark.db_facing
def test_a_hanging_server_is_given_up_and_the_next_request_fails_at_once(
    transactional_db: None, forwarder: Forwarder
) -> None:
    with through(forwarder, 0.3, wait=0.5) as there, there.cursor() as cursor:
        cursor.execute("SELECT 1")
        with forwarder.hanging():
            with pytest.raises(OperationalError, match=r"has not answered within 0\.3 seconds") as raised:
                cursor.execute("SELECT 2")
            assert errors.classify(raised.value) == Failure.AWAY
            there.close()
            with pytest.raises(OperationalError), there.cursor():
                pass  # the pool has no connection to give


def test_of_two_limits_of_answers_the_one_that_is_over_first_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    from catalog.database import postgresql

    monkeypatch.setattr(postgresql, "monotonic", lambda: 100.0)
    with postgresql.response_deadline(1.5):
        with postgresql.response_deadline(postgresql.LIVENESS_TIMEOUT_SECONDS):
            assert postgresql._until.get() == 101.0
        with postgresql.response_deadline(20):  # like a probe that has already checked one connection
            assert postgresql._until.get() == 101.5
        assert postgresql._until.get() == 101.5
    assert postgresql._until.get() is None


@ON_POSTGRESQL
@pytest.mark.db_facing
def test_a_connection_that_broke_in_the_pool_is_not_handed_out(transactional_db: None, forwarder: Forwarder) -> None:
    with through(forwarder, 30, wait=30) as there:
        with there.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (number,) = cursor.fetchone()
        there.close()  # back into the pool
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [number])
        with there.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            assert cursor.fetchone()[0] != number


@ON_POSTGRESQL
@pytest.mark.db_facing
def test_the_probe_gives_up_a_server_that_hangs_before_a_request_would(
    transactional_db: None, forwarder: Forwarder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "DATABASE_TIMEOUT_SECONDS", 0.5)
    with through(forwarder, 60, wait=0.5) as there:
        with there.cursor() as cursor:
            cursor.execute("SELECT 1")
        usual = connections["default"]
        there.alias, connections["default"] = "default", there  # the pool is selected by the alias
        try:
            with forwarder.hanging():
                assert readiness.check_readiness() == readiness.Readiness(False)
        finally:
            there.alias, connections["default"] = "frozen", usual
        assert there.connection.closed
