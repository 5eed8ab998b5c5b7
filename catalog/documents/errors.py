"""Faults in documents from outside, in one format for all entry points.

Messages for people are in the active language. The API and the commands use English.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.formats import number_format


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a document.

    `pointer` is a JSON Pointer (RFC 6901) to the place, `""` for the whole document. `code` is stable, for programs.
    `message` describes the fault and its remedy for people. If the place is a text with a grammar of its own, `offset`
    and `length` select characters, counted from 0. `nearest` are known words similar to an unknown one, the most
    similar first.
    """

    pointer: str
    code: str
    message: str
    offset: int | None = None
    length: int | None = None
    nearest: tuple[str, ...] = ()

    def under(self, pointer: str) -> "Fault":
        """Return the fault for a document that contains the current one at `pointer`."""
        return replace(self, pointer=pointer + self.pointer)


class InvalidInput(Exception):
    """A document that cannot be accepted, with all its faults.

    `code` is the kind of error, `status` the HTTP status of the API's response (400, 413 or 415).
    """

    def __init__(self, code: str, faults: Iterable[Fault], *, status: int = 400) -> None:
        self.code = code
        self.status = status
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.pointer or 'document'}: {fault.message}" for fault in self.faults))


def json_pointer(*parts: str | int) -> str:
    """Return the JSON Pointer with these parts, escaped."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def format_number(number: int) -> str:
    """Return a number in the format of the active language: 10,000 in English."""
    return number_format(number, force_grouping=True)
