"""Three-valued logic: a result is known exactly if it is equal for all values of the unknown."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product

import pytest

from rulesapi.engine.values.truth import Truth, all3, all3_with_needs, any3, needs, not3

ROWS = [row for length in range(4) for row in product((True, False, None), repeat=length)]


def outcomes(row: Iterable[Truth]) -> Iterator[tuple[bool, ...]]:
    """Return every way to fill in the unknown values of a row."""
    return product(*[(True, False) if value is None else (value,) for value in row])


def certain(of: Callable[[tuple[bool, ...]], bool], row: tuple[Truth, ...]) -> Truth:
    """Return the common result of all values; `None` if the results differ."""
    found = {of(outcome) for outcome in outcomes(row)}
    return found.pop() if len(found) == 1 else None


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_several_truths_together_are_what_holds_however_the_unknown_turns_out(row: tuple[Truth, ...]) -> None:
    assert all3(row) is certain(all, row)
    assert any3(row) is certain(any, row)
    assert any3(row) is not3(all3(map(not3, row)))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_deciding_facts_are_named_only_while_undecided(row: tuple[Truth, ...]) -> None:
    facts = [f"/{number}" for number in range(len(row))]
    unknown = needs(dict(zip(facts, row, strict=True)))
    truth, needed = all3_with_needs(zip(facts, row, strict=True))
    assert unknown == [fact for fact, value in zip(facts, row, strict=True) if value is None]
    assert (truth, [*needed]) == (all3(row), unknown if all3(row) is None else [])


def test_a_fact_that_is_nothing_is_known() -> None:
    assert needs({"/cost": 0, "/keywords": frozenset(), "/name": "", "/unique": False, "/level": None}) == ["/level"]
