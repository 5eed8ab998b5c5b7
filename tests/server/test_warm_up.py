"""Warm-up requests of a server process."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.urls import reverse

from catalog import snapshots
from config import warm_up
from legions.rulebook.open_book import open_book_at
from legions.saved_lists.models import Legion
from rulesapi.rulebooks import rule_search
from tests import factories

pytestmark = pytest.mark.sampled

ROOT = Path(__file__).resolve().parents[2]

SEARCH = "/search/?q=cover"


@pytest.fixture
def statuses(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, int]]]:
    """Collect the application's statuses by address; the test's own connection stays open, as in Django's client."""
    found: list[tuple[str, int]] = []
    answer = WSGIHandler.get_response

    def noted(self: WSGIHandler, request: Any) -> Any:
        response = answer(self, request)
        found.append((request.get_full_path(), response.status_code))
        return response

    monkeypatch.setattr(WSGIHandler, "get_response", noted)
    monkeypatch.setattr(warm_up.connections, "close_all", lambda: None)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield found
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.db_facing
@pytest.mark.django_db
@pytest.mark.parametrize("insecure", [True, False])
@pytest.mark.parametrize("host", ["testserver", ".muster.example", "*"])
def test_the_home_page_and_each_builder_are_drawn_and_nothing_is_stored(
    statuses: list[tuple[str, int]], settings: Any, host: str, insecure: bool
) -> None:
    settings.ALLOWED_HOSTS = [host]
    settings.SECURE_SSL_REDIRECT = not insecure
    wraith, bite = factories.creature(slug="wraith", name="Wraith"), factories.upgrade(slug="bite", name="Bite")
    factories.publish_frame(wraith, bite)
    warm_up.warm_up(WSGIHandler())
    builder = f"{reverse('build', args=['attack-wing'])}?card=wraith"
    assert statuses == [(reverse("home"), 200), (builder, 200), (SEARCH, 200), (reverse("api-openapi"), 200)]
    assert not Session.objects.exists()
    assert not Legion.objects.exists()


@pytest.mark.django_db
def test_rulebooks_and_the_index_of_rules_are_ready_for_the_first_search(
    statuses: list[tuple[str, int]], django_assert_num_queries: Any
) -> None:
    factories.publish_frame(factories.rulebook(), factories.section(text="It takes a token."))
    warm_up.warm_up(WSGIHandler())
    snapshot = snapshots.newest()
    with django_assert_num_queries(0):
        assert len(rule_search.index_of("attack-wing", snapshot).entries) == 1
        assert open_book_at("attack-wing", snapshot)


@pytest.mark.django_db
def test_without_cards_no_builder_is_drawn(statuses: list[tuple[str, int]]) -> None:
    warm_up.warm_up(WSGIHandler())
    assert statuses == [(reverse("home"), 200), (SEARCH, 200), (reverse("api-openapi"), 200)]


def test_a_failed_warm_up_is_logged_and_does_not_stop_the_server(caplog: pytest.LogCaptureFixture) -> None:
    def refuses(_environ: Any, _start_response: Any) -> Any:
        raise RuntimeError("no database")

    with caplog.at_level(logging.WARNING, logger="config.warm_up"):
        warm_up.warm_up(refuses)
    assert "could not be rendered in advance" in caplog.text
    assert "no database" in caplog.text


BEGIN = """
import config.wsgi
import threading
from config import server, warm_up
done = []
warm_up.warm_up = lambda application: done.append("warms up")
application = server.make_application()
for thread in threading.enumerate():
    if thread.name == "warm-up":
        thread.join()
print(*done, callable(application), sep=", ")
"""


@pytest.mark.parametrize(("setting", "done"), [("1", "warms up, True"), ("0", "True")])
def test_each_process_begins_it_unless_settings_say_otherwise(tmp_path: Path, setting: str, done: str) -> None:
    secret = {"SECRET_KEY": "for tests alone " * 3, "ALLOWED_HOSTS": "localhost"}
    env = {**os.environ, **secret, "WARM_UP": setting, "VAR_DIR": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", BEGIN], capture_output=True, text=True, check=True, cwd=ROOT, env=env)
    assert ran.stdout.strip() == done
