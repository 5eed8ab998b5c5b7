"""Answers kept in the process."""

import pytest

from catalog.api_base.response_cache import CachedResponse, ResponseCache, digest_etag


def answer(size: int) -> CachedResponse:
    return CachedResponse(b"x" * size, "mark")


def test_an_answer_is_made_once() -> None:
    kept, made = ResponseCache(10_000), []
    for _ in range(3):
        kept.get("key", lambda: made.append(1) or answer(10))
    assert made == [1]


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    kept = ResponseCache(3 * 1024 + 300)
    for key in "abc":
        kept.get(key, lambda: answer(100))
    kept.get("a", lambda: answer(100))
    kept.get("d", lambda: answer(100))
    made: list[str] = []
    for key in "acdb":
        kept.get(key, lambda key=key: made.append(key) or answer(100))
    assert made == ["b"]


def test_the_bytes_kept_have_a_bound() -> None:
    kept = ResponseCache(50_000)
    for key in range(500):
        kept.get(key, lambda key=key: answer(key * 10))
        assert kept.bytes <= 50_000


def test_an_answer_larger_than_everything_is_given_and_not_kept() -> None:
    kept = ResponseCache(1_000)
    assert kept.get("key", lambda: answer(5_000)).body
    assert kept.bytes == 0


def test_a_failure_is_not_kept() -> None:
    kept = ResponseCache(10_000)

    def fail() -> CachedResponse:
        raise LookupError

    with pytest.raises(LookupError):
        kept.get("key", fail)
    assert kept.get("key", lambda: answer(1)).body == b"x"


def test_another_body_has_another_mark() -> None:
    assert digest_etag(b"a") == digest_etag(b"a") != digest_etag(b"b")
