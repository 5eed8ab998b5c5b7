"""Exceptions of the client."""

from typing import Any, NamedTuple


class Fault(NamedTuple):
    """One fault in a request, with the JSON Pointer of its place."""

    pointer: str
    code: str
    message: str


class Refused(Exception):
    """The site refused a request. `code` never changes its meaning; `seconds` is the delay before a retry, if given."""

    def __init__(self, problem: dict[str, Any], seconds: int | None = None) -> None:
        super().__init__(f"{problem.get('title', 'Refused')}: {problem.get('detail', '')}")
        self.status = int(problem.get("status", 0))
        self.code = str(problem.get("code", ""))
        self.faults = [Fault(one["pointer"], one["code"], one["message"]) for one in problem.get("faults", ())]
        self.seconds = seconds


class Unreachable(Exception):
    """The address does not respond, or the server there is not Muster."""
