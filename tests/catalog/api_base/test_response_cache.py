"""The response cache of a process."""

import pytest

from catalog.api_base.response_cache import CachedResponse, ResponseCache, digest_etag


def answer(size: int) -> CachedResponse:
    return CachedResponse(b"x" * size, "mark")


def test_an_answer_is_made_once() -> None:
    cache, made = ResponseCache("test", 10_000), []
    for _ in range(3):
        cache.get("key", lambda: made.append(1) or answer(10))
    assert made == [1]


def test_the_least_recently_requested_response_is_dropped_first() -> None:
    cache = ResponseCache("test", 3 * 1024 + 300)
    for key in "abc":
        cache.get(key, lambda: answer(100))
    cache.get("a", lambda: answer(100))
    cache.get("d", lambda: answer(100))
    made: list[str] = []
    for key in "acdb":
        cache.get(key, lambda key=key: made.append(key) or answer(100))
    assert made == ["b"]


def test_the_cached_bytes_are_bounded() -> None:
    cache = ResponseCache("test", 50_000)
    for key in range(500):
        cache.get(key, lambda key=key: answer(key * 10))
        assert cache.bytes <= 50_000


def test_a_response_larger_than_the_cache_is_returned_and_not_cached() -> None:
    cache = ResponseCache("test", 1_000)
    assert cache.get("key", lambda: answer(5_000)).body
    assert cache.bytes == 0


def test_a_failure_is_not_cached() -> None:
    cache = ResponseCache("test", 10_000)

    def fail() -> CachedResponse:
        raise LookupError

    with pytest.raises(LookupError):
        cache.get("key", fail)
    assert cache.get("key", lambda: answer(1)).body == b"x"


def test_another_body_has_another_mark() -> None:
    assert digest_etag(b"a") == digest_etag(b"a") != digest_etag(b"b")
