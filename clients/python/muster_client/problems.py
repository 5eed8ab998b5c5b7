"""What is raised when an answer is none."""

from typing import Any, NamedTuple


class Fault(NamedTuple):
    """One thing that is wrong in what was sent, with the JSON Pointer of its place."""

    pointer: str
    code: str
    message: str


class Refused(Exception):
    """The site refused a question. `code` never changes its meaning; `seconds` is when to ask again, if it says so."""

    def __init__(self, problem: dict[str, Any], seconds: int | None = None) -> None:
        super().__init__(f"{problem.get('title', 'Refused')}: {problem.get('detail', '')}")
        self.status = int(problem.get("status", 0))
        self.code = str(problem.get("code", ""))
        self.faults = [Fault(one["pointer"], one["code"], one["message"]) for one in problem.get("faults", ())]
        self.seconds = seconds


class Unreachable(Exception):
    """Nothing answered at the address, or something that is no Muster."""
