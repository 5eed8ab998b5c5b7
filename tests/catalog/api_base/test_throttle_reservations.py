"""Throttling by reservations: few cache writes, never more requests than allowed, and rarely fewer."""

from contextlib import suppress
from typing import Any

import hypothesis
import pytest
from django.core.cache import cache
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from catalog.api_base import throttle_reservations, throttling
from catalog.api_base.throttling import RATE_LIMITS, RateLimitExceeded
from tests.throttles import freeze_clock

pytestmark = pytest.mark.guard


NOW = 1_000_020.0
"""A time at which a part of a one-minute window begins."""


@pytest.fixture(autouse=True)
def counted(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_LIMITS = True
    freeze_clock(monkeypatch, NOW)


def ask(times: int, name: str = "reading", cost: int = 1) -> int:
    """Make this many requests; return the number of allowed requests."""
    answered = 0
    for _ in range(times):
        with suppress(RateLimitExceeded):
            throttling.throttle(name, "somebody", cost)
            answered += 1
    return answered


def additions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of amounts added in the cache from now on."""
    added: list[int] = []
    usual = cache.tally

    def tally(key: str, earlier: Any, delta: int, timeout: int) -> tuple[int, int]:
        added.append(delta)
        counted: tuple[int, int] = usual(key, earlier, delta, timeout)
        return counted

    monkeypatch.setattr(cache, "tally", tally, raising=False)
    return added


def test_a_frequent_client_is_rarely_written(monkeypatch: pytest.MonkeyPatch) -> None:
    added = additions(monkeypatch)
    ask(300)
    assert len(added) <= 20
    assert max(added) <= throttle_reservations.MAX_RESERVATION + 1
    assert sum(added) - 300 <= throttle_reservations.MAX_RESERVATION


def test_a_rare_client_is_counted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    added = additions(monkeypatch)
    for part in range(20):
        freeze_clock(monkeypatch, NOW + 10 * part)
        ask(1)
    assert added == [1] * 20


@pytest.mark.parametrize("name", sorted(set(RATE_LIMITS) - {"reading", "judging"}))
def test_everything_but_reads_and_verdicts_is_counted_one_by_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    added = additions(monkeypatch)
    ask(30, name)
    assert set(added) <= {1, -1}


@pytest.mark.parametrize("cost", [1, 7])
def test_one_process_allows_exactly_the_quota(cost: int) -> None:
    assert ask(700, cost=cost) == 600 // cost


def test_each_answer_says_what_is_left() -> None:
    assert [throttling.throttle("reading", "somebody").left for _ in range(600)] == list(reversed(range(600)))


def test_unused_reservations_are_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    ask(100)
    freeze_clock(monkeypatch, NOW + 10)
    assert throttling.throttle("reading", "somebody").left == 499
    freeze_clock(monkeypatch, NOW + 20)
    assert ask(600) == 499


def test_a_request_is_covered_by_a_reservation_or_not_counted() -> None:
    ask(590)
    ask(1, cost=8)
    assert ask(10) == 2
    with pytest.raises(RateLimitExceeded) as refused:
        throttling.throttle("reading", "somebody", 5)
    assert refused.value.allowance.left == 0


def test_the_number_of_remembered_clients_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle_reservations, "MAX_CALLERS", 10)
    for number in range(100):
        throttling.throttle("reading", f"caller {number}")
    assert len(throttle_reservations.RESERVATIONS) <= 10


@given(st.lists(st.tuples(st.integers(0, 2), st.floats(0, 12), st.integers(1, 60), st.integers(1, 3)), max_size=15))
@hypothesis.settings(max_examples=30)
def test_several_processes_allow_at_most_the_quota_and_refuse_only_what_others_have_in_a_lot(
    asked: list[tuple[int, float, int, int]],
) -> None:
    cache.clear()
    of_process: list[dict[Any, throttle_reservations.Reservation]] = [{}, {}, {}]
    now, answered = NOW, []
    with pytest.MonkeyPatch.context() as patch:
        for process, wait, times, cost in asked:
            now += wait
            freeze_clock(patch, now)
            patch.setattr(throttle_reservations, "RESERVATIONS", of_process[process])
            for _ in range(times):
                try:
                    throttling.throttle("judging", "somebody", cost)
                    answered.append((now, cost))
                except RateLimitExceeded as refused:
                    counted = sum(cost for when, cost in answered if when >= now - 70)
                    assert counted + cost + 2 * throttle_reservations.MAX_RESERVATION > refused.allowance.policy.quota
    for begin in {when for when, _ in answered}:
        assert sum(cost for when, cost in answered if begin <= when < begin + 60) <= RATE_LIMITS["judging"].quota
