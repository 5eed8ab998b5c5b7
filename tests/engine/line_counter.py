"""How much is done for an answer: counted, so that it comes out the same however busy the machine is."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def count_lines(ask: Callable[[], Any]) -> int:
    """Return how many lines of Python are run until `ask` is done, each round of a loop or a comprehension counting."""
    counted = 0

    def each(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal counted
        counted += 1
        return each

    before = sys.gettrace()
    sys.settrace(each)
    try:
        ask()
    finally:
        sys.settrace(before)
    return counted
