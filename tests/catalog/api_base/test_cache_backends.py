"""Throttling while Redis is away: each process counts for itself, and no limit is switched off."""

import logging

import pytest
from django.core.cache import caches
from django.test import Client
from redis.exceptions import ConnectionError as AwayError
from redis.exceptions import TimeoutError as SlowError

from catalog.api_base import cache_backends
from catalog.api_base.cache_backends import RETRY_SECONDS_AFTER_FAILURE, FallbackRedisCache

OPERATIONS = (
    "tally",
    "add",
    "get",
    "set",
    "touch",
    "delete",
    "has_key",
    "incr",
    "get_many",
    "set_many",
    "delete_many",
    "clear",
)

ARGUMENTS = {"clear": [], "tally": ["key", [], 1, 10]}


class Server:
    """A stand-in for Redis that records its calls and may not answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.trouble: Exception | None = None
        self.now = 1000.0
        for name in OPERATIONS:
            monkeypatch.setattr(cache_backends._Redis, name, self._operation(name))
        monkeypatch.setattr(cache_backends.time, "monotonic", lambda: self.now)

    def _operation(self, name: str) -> object:
        def fail(_: object, *args: object, **kwargs: object) -> str:
            self.asked.append(name)
            if self.trouble:
                raise self.trouble
            return f"{name} of the server"

        return fail


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    return Server(monkeypatch)


@pytest.fixture
def cache(request: pytest.FixtureRequest) -> FallbackRedisCache:
    cache = FallbackRedisCache(f"redis://nowhere.invalid/{request.node.name}", {"OPTIONS": {}})
    cache._fallback.clear()
    return cache


def test_the_server_is_what_is_asked(server: Server, cache: FallbackRedisCache) -> None:
    for name in OPERATIONS:
        assert getattr(cache, name)(*ARGUMENTS.get(name, ["key"])) == f"{name} of the server"
    assert server.asked == list(OPERATIONS)
    assert not cache.is_away


@pytest.mark.parametrize("trouble", [AwayError("refused"), SlowError("too slow")])
def test_without_it_the_process_keeps_what_it_is_given(
    server: Server, cache: FallbackRedisCache, trouble: Exception
) -> None:
    server.trouble = trouble
    assert cache.tally("counted", ["before", "none"], 3, 10) == (3, 0)
    cache.set("before", 4)
    assert cache.tally("counted", ["before", "none"], -1, 10) == (2, 4)
    assert cache.add("tries", 1)
    assert not cache.add("tries", 1)
    assert cache.incr("tries") == 2
    cache.set_many({"a": 1, "b": 2})
    assert cache.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    assert cache.has_key("a")
    assert cache.touch("a", 10)
    cache.delete_many(["a", "b"])
    cache.delete("tries")
    assert cache.get("tries") is None
    assert cache.is_away
    cache.set("c", 3)
    cache.clear()
    assert cache.get("c") is None


def test_a_cache_that_does_not_answer_is_skipped_for_a_while_and_retried(
    server: Server, cache: FallbackRedisCache, caplog: pytest.LogCaptureFixture
) -> None:
    server.trouble = AwayError("refused")
    with caplog.at_level(logging.ERROR):
        for _ in range(5):
            cache.get("key")
    assert server.asked == ["get"]
    assert len(caplog.records) == 1
    server.trouble = None
    server.now += RETRY_SECONDS_AFTER_FAILURE - 0.1
    assert cache.get("key") is None
    server.now += 0.1
    assert cache.get("key") == "get of the server"
    assert not cache.is_away


@pytest.mark.sampled
@pytest.mark.django_db
def test_the_site_works_without_its_cache_and_reports_it(
    server: Server, client: Client, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "catalog.api_base.cache_backends.FallbackRedisCache",
            "LOCATION": "redis://nowhere.invalid/site",
        }
    }
    server.trouble = AwayError("refused")
    ready = client.get("/readyz")
    assert (ready.status_code, ready.content[:16]) == (200, b"ready, degraded:")
    assert b"cache" in ready.content
    for _ in range(10):
        client.post("/account/login/", {"login": "ada", "password": "not the password"})
    answer = client.post("/account/login/", {"login": "ada", "password": "not the password"})
    assert "Wait five minutes" in answer.content.decode()
    caches["default"]._fallback.clear()
