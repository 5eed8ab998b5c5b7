"""What is wrong with a document that came from outside: one shape for every entrance.

What is said to people is said in the language that is spoken just then: the API and the commands speak English.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.formats import number_format


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a document.

    `pointer` is a JSON Pointer (RFC 6901) to the place, `""` for the whole; `code` is stable, for programs; `message`
    says to a person what is wrong and what to do. Where the place is a text with a grammar of its own, `offset` and
    `length` say which of its characters are meant, counted from 0. `nearest` are words that are known there and spelled
    almost like the one that is not, the closest first.
    """

    pointer: str
    code: str
    message: str
    offset: int | None = None
    length: int | None = None
    nearest: tuple[str, ...] = ()

    def under(self, pointer: str) -> "Fault":
        """Return the same fault with its place in a document in which the other stands at `pointer`."""
        return replace(self, pointer=pointer + self.pointer)


class InvalidInput(Exception):
    """A document that cannot be read as what it should be, with every fault found.

    `code` names the sort of refusal, `status` is the HTTP status an API answers with (400, 413 or 415).
    """

    def __init__(self, code: str, faults: Iterable[Fault], *, status: int = 400) -> None:
        self.code = code
        self.status = status
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.pointer or 'document'}: {fault.message}" for fault in self.faults))


def json_pointer(*parts: str | int) -> str:
    """Return the JSON Pointer made of `parts`, escaped."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def format_number(number: int) -> str:
    """Return a number as it is written in the language that is spoken: 10,000 in English."""
    return number_format(number, force_grouping=True)
