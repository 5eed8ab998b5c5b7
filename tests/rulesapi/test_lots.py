"""Whoever asks often is counted in lots: seldom written, never allowed more, and hardly ever less."""

from contextlib import suppress
from typing import Any

import hypothesis
import pytest
from django.core.cache import cache
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from rulesapi import limits, lots
from rulesapi.limits import POLICIES, TooMany
from tests.throttles import at

NOW = 1_000_020.0
"""A moment in which a part of a window of a minute begins."""


@pytest.fixture(autouse=True)
def counted(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_LIMITS = True
    at(monkeypatch, NOW)


def ask(times: int, name: str = "reading", cost: int = 1) -> int:
    """Ask so often; return how often that was answered."""
    answered = 0
    for _ in range(times):
        with suppress(TooMany):
            limits.spend(name, "somebody", cost)
            answered += 1
    return answered


def additions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return what is added in the cache from now on."""
    added: list[int] = []
    usual = cache.tally

    def tally(key: str, earlier: Any, delta: int, timeout: int) -> tuple[int, int]:
        added.append(delta)
        counted: tuple[int, int] = usual(key, earlier, delta, timeout)
        return counted

    monkeypatch.setattr(cache, "tally", tally, raising=False)
    return added


def test_who_asks_often_is_seldom_written(monkeypatch: pytest.MonkeyPatch) -> None:
    added = additions(monkeypatch)
    ask(300)
    assert len(added) <= 20
    assert max(added) <= lots.LARGEST + 1
    assert sum(added) - 300 <= lots.LARGEST


def test_who_asks_seldom_is_counted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    added = additions(monkeypatch)
    for part in range(20):
        at(monkeypatch, NOW + 10 * part)
        ask(1)
    assert added == [1] * 20


@pytest.mark.parametrize("name", sorted(set(POLICIES) - {"reading", "judging"}))
def test_everything_but_reads_and_verdicts_is_counted_one_by_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    added = additions(monkeypatch)
    ask(30, name)
    assert set(added) <= {1, -1}


@pytest.mark.parametrize("cost", [1, 7])
def test_one_process_allows_exactly_the_quota(cost: int) -> None:
    assert ask(700, cost=cost) == 600 // cost


def test_each_answer_says_what_is_left() -> None:
    assert [limits.spend("reading", "somebody").left for _ in range(600)] == list(reversed(range(600)))


def test_what_was_not_spent_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    ask(100)
    at(monkeypatch, NOW + 10)
    assert limits.spend("reading", "somebody").left == 499
    at(monkeypatch, NOW + 20)
    assert ask(600) == 499


def test_what_is_in_a_lot_is_enough_or_counts_nothing() -> None:
    ask(590)
    ask(1, cost=8)
    assert ask(10) == 2
    with pytest.raises(TooMany) as refused:
        limits.spend("reading", "somebody", 5)
    assert refused.value.spent.left == 0


def test_so_many_callers_are_remembered_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lots, "MOST_CALLERS", 10)
    for number in range(100):
        limits.spend("reading", f"caller {number}")
    assert len(lots.LOTS) <= 10


@given(st.lists(st.tuples(st.integers(0, 2), st.floats(0, 12), st.integers(1, 60), st.integers(1, 3)), max_size=15))
@hypothesis.settings(max_examples=30)
def test_several_processes_allow_at_most_the_quota_and_refuse_only_what_others_have_in_a_lot(
    asked: list[tuple[int, float, int, int]],
) -> None:
    cache.clear()
    of_process: list[dict[Any, lots.Lot]] = [{}, {}, {}]
    now, answered = NOW, []
    with pytest.MonkeyPatch.context() as patch:
        for process, wait, times, cost in asked:
            now += wait
            at(patch, now)
            patch.setattr(lots, "LOTS", of_process[process])
            for _ in range(times):
                try:
                    limits.spend("judging", "somebody", cost)
                    answered.append((now, cost))
                except TooMany as refused:
                    counted = sum(cost for when, cost in answered if when >= now - 70)
                    assert counted + cost + 2 * lots.LARGEST > refused.spent.policy.quota
    for begin in {when for when, _ in answered}:
        assert sum(cost for when, cost in answered if begin <= when < begin + 60) <= POLICIES["judging"].quota
