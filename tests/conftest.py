"""Fixtures for all tests, and Chromium for the browser tests."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from _pytest import runner
from hypothesis import HealthCheck, settings
from playwright.sync_api import Playwright

from config.request_queue import with_large_frame
from tests.contention import shared as shared
from tests.sampling import EXAMPLES, WHOLE, sampled

# Servers started by tests answer only a few requests: warming up would take longer than the requests.
os.environ.setdefault("WARM_UP", "0")

# `make test` tries the same examples on each run, so that a commit that passes here passes elsewhere; `make long`
# searches for new ones.
settings.register_profile(
    "sample", max_examples=EXAMPLES, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("whole", max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("whole" if WHOLE else "sample")


SAMPLE_SIZE = pytest.StashKey[tuple[int, int]]()
"""The number of tests in the sample, and of all tests."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect garbage rarely: there is little, and scanning thousands of tests and all modules takes long.

    Collection is off while the tests are read.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.set_threshold(10_000, 10, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run each test in a segment of the interpreter's stack, as `config/request_queue.py` runs requests."""
    return _run_in_large_frame(item, nextitem)


@with_large_frame
def _run_in_large_frame(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    return runner.pytest_runtest_protocol(item, nextitem)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option to run a sample of the suite; tests named on the command line always run."""
    parser.addoption("--sample", action="store_true", help="leave out what tests/sampling.py says, by the seed")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select the sample, and put the slowest tests first, so that no process is left alone with one at the end."""
    if config.getoption("sample") and not WHOLE:
        taken = sampled(items, int(config.getoption("randomly_seed", 0)))
        config.stash[SAMPLE_SIZE] = (len(taken), len(items))
        if hasattr(config, "workeroutput"):
            config.workeroutput["sample size"] = config.stash[SAMPLE_SIZE]
        config.hook.pytest_deselected(items=[item for item in items if item not in taken])
        items[:] = [item for item in items if item in taken]
    items.sort(key=lambda item: item.get_closest_marker("begun_first") is None)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Read the size of the sample from a process of pytest-xdist: all processes have an equal sample."""
    if size := getattr(node, "workeroutput", {}).get("sample size"):
        node.config.stash[SAMPLE_SIZE] = size


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Report how many of the tests were in the sample."""
    if size := config.stash.get(SAMPLE_SIZE, None):
        terminalreporter.write_line("The sample ran {:,} of {:,} tests.".format(*size))


@pytest.fixture(scope="session", autouse=True)
def templates_without_signals(django_test_environment: None) -> None:
    """Render templates as in production.

    The test client copies the context of each template, form widgets included, for `response.context`. No test reads
    that, and it makes a page of the admin an eighth slower.
    """
    from django.template import Template
    from django.test.utils import _TestState

    Template._render = _TestState.saved_data.template_render


@pytest.fixture(scope="session", autouse=True)
def tables_are_made_once(django_test_environment: None) -> Iterator[None]:
    """Copy the tables of a test database if an earlier run has created them."""
    from tests.table_template import copied_tables

    with copied_tables():
        yield


@pytest.fixture(scope="session", autouse=True)
def own_cache(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give each worker its own cache, file or Redis database: a test that clears the cache clears all of it."""
    from django.conf import settings as django_settings
    from django.core.cache import caches

    number = int(worker_id.removeprefix("gw")) if worker_id != "master" else 0
    cache = django_settings.CACHES["default"]
    if "Redis" not in cache["BACKEND"]:
        cache["LOCATION"] = str(tmp_path_factory.mktemp("cache") / "cache.sqlite3")
    elif number:  # derived data shares this cache: the two are one setting
        server, _, database = cache["LOCATION"].rpartition("/")
        cache["LOCATION"] = f"{server}/{int(database) + number}"
    caches["default"].close()
    del caches["default"]


@pytest.fixture(scope="session", autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give each worker its own `VAR_DIR`, which holds the machine's slots: no worker waits for another."""
    from django.conf import settings as django_settings

    django_settings.VAR_DIR = tmp_path_factory.mktemp("var")


@pytest.fixture(autouse=True)
def nobody_has_asked_before(own_cache: None) -> None:
    """Reset the request counts before each test: all tests share one address, and would use up its quotas."""
    from django.core.cache import caches

    from catalog.api_base.throttle_reservations import RESERVATIONS

    for cache in caches.all():
        cache.clear()
    RESERVATIONS.clear()


@pytest.fixture(autouse=True)
def everything_is_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset failed writes before each test: `/readyz` counts them for a minute."""
    from catalog.database import errors
    from operations import readiness

    monkeypatch.setattr(errors, "_failed_at", None)
    monkeypatch.setattr(readiness, "_last_reported", readiness.Readiness(True))


@pytest.fixture(autouse=True)
def speak_english() -> Iterator[None]:
    """Start each test in English, regardless of the language of the previous test's last page."""
    from django.utils import translation

    yield
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def audit_log_is_emptied() -> Iterator[None]:
    """Allow the audit log, which no statement may empty, to be emptied after a test that commits."""
    from importlib import import_module

    from django.db import transaction
    from django.db.backends.base.operations import BaseDatabaseOperations

    migration = import_module("catalog.migrations.0001_squashed_0031_imported_documents")
    usual = BaseDatabaseOperations.execute_sql_flush

    def flush(self: Any, statements: list[str]) -> None:
        vendor = self.connection.vendor
        with transaction.atomic(using=self.connection.alias), self.connection.cursor() as cursor:
            for sql in migration.LET_GO[vendor]:
                cursor.execute(sql)
            usual(self, statements)
            for sql in migration.KEPT[vendor]:
                cursor.execute(sql)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", flush)
        yield


@pytest.fixture(scope="session", autouse=True)
def few_rows_are_deleted() -> Iterator[None]:
    """Empty PostgreSQL's tables with DELETE after a test that commits.

    TRUNCATE gives each table and index a new file, and waits until all are on disk: seconds for the few rows that a
    test leaves.
    """
    from django.db.backends.postgresql.operations import DatabaseOperations

    usual = DatabaseOperations.sql_flush

    def delete(self: Any, style: Any, tables: list[str], *, reset_sequences: bool = False, **options: Any) -> list[str]:
        if reset_sequences:
            return list(usual(self, style, tables, reset_sequences=True, **options))
        return [f"DELETE FROM {self.quote_name(table)}" for table in tables]  # noqa: S608, each is a table of Django's

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", delete)
        yield


# -- the browser: pytest-playwright's fixtures, with the system's Chromium -----------------------------------------


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Use the installed Chromium: tests download nothing. `$CHROMIUM` names another one.

    The headless shell, if available, draws no windows and menus of its own and needs half the time.
    """
    installed = which("chromium-headless-shell") or "/usr/bin/chromium"
    return {
        "executable_path": os.environ.get("CHROMIUM", installed),
        "args": ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
    }


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    """Open every page in one language and one time zone."""
    return {"locale": "en-GB", "timezone_id": "UTC"}


@pytest.fixture(scope="session")
def playwright(playwright: Playwright) -> Iterator[Playwright]:
    """Allow tests to query the database while they drive a browser.

    Playwright's synchronous API keeps an event loop running in the thread of the tests, which Django takes for
    asynchronous code and refuses. Nothing here is asynchronous: that thread waits for each response.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield playwright


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest,
    django_db_modify_db_settings: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Keep SQLite in a file for browser tests.

    In memory it has a single connection, which concurrent requests of a browser would share, transactions included.
    """
    from django.conf import settings as django_settings

    database = django_settings.DATABASES["default"]
    if "sqlite3" in database["ENGINE"] and any(item.get_closest_marker("browser") for item in request.session.items):
        database["TEST"]["NAME"] = str(Path(tmp_path_factory.mktemp("database")) / "muster.sqlite3")
