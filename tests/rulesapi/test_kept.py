"""Answers kept in the process."""

import pytest

from rulesapi.kept import Answer, Kept, mark


def answer(size: int) -> Answer:
    return Answer(b"x" * size, "mark")


def test_an_answer_is_made_once() -> None:
    kept, made = Kept(10_000), []
    for _ in range(3):
        kept.get("key", lambda: made.append(1) or answer(10))
    assert made == [1]


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    kept = Kept(3 * 1024 + 300)
    for key in "abc":
        kept.get(key, lambda: answer(100))
    kept.get("a", lambda: answer(100))
    kept.get("d", lambda: answer(100))
    made: list[str] = []
    for key in "acdb":
        kept.get(key, lambda key=key: made.append(key) or answer(100))
    assert made == ["b"]


def test_the_bytes_kept_have_a_bound() -> None:
    kept = Kept(50_000)
    for key in range(500):
        kept.get(key, lambda key=key: answer(key * 10))
        assert kept.bytes <= 50_000


def test_an_answer_larger_than_everything_is_given_and_not_kept() -> None:
    kept = Kept(1_000)
    assert kept.get("key", lambda: answer(5_000)).body
    assert kept.bytes == 0


def test_a_failure_is_not_kept() -> None:
    kept = Kept(10_000)

    def fail() -> Answer:
        raise LookupError

    with pytest.raises(LookupError):
        kept.get("key", fail)
    assert kept.get("key", lambda: answer(1)).body == b"x"


def test_another_body_has_another_mark() -> None:
    assert mark(b"a") == mark(b"a") != mark(b"b")
