"""The API's permissions: `permission_matrix.txt`, with a row for each method of each address and a column for each
actor.
"""

from functools import cache
from pathlib import Path

MATRIX_FILE = Path(__file__).with_name("permission_matrix.txt")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
ELSE = "else"
"""The placeholder for all methods of an address without a row."""


@cache
def lines() -> list[list[str]]:
    """Return the words of each line of the table, without comments: the columns first."""
    written = MATRIX_FILE.read_text("utf-8").splitlines()
    return [line.split() for line in written if line and not line.startswith("#")]


def actors() -> list[str]:
    """Return the actors, in the order of the columns."""
    return lines()[0][2:]


def rows() -> dict[tuple[str, str], list[int]]:
    """Return the status for each actor by address and method, including `else`. A single status applies to all
    actors.
    """
    found = {}
    for address, method, *statuses in lines()[1:]:
        every = statuses * len(actors()) if len(statuses) == 1 else statuses
        assert len(every) == len(actors()), f"{method} {address} says {len(every)} statuses of {len(actors())}"
        assert (address, method) not in found, f"{method} {address} stands twice"
        found[address, method] = [int(status) for status in every]
    return found


@cache
def expected(actor: str) -> dict[tuple[str, str], int]:
    """Return the status for an actor by address and method, for every method.

    HEAD is answered as GET; OPTIONS without a row is answered for everybody.
    """
    known, statuses, column = rows(), [200] * len(actors()), actors().index(actor)
    found = {}
    for address in dict.fromkeys(address for address, _ in known):
        for method in METHODS:
            otherwise = statuses if method == "OPTIONS" else known[address, ELSE]
            found[address, method] = known.get((address, "GET" if method == "HEAD" else method), otherwise)[column]
    return found


def taken() -> set[tuple[str, str]]:
    """Return each address with the methods that the table allows for at least one actor."""
    return {one for one, row in rows().items() if one[1] not in {ELSE, "OPTIONS"} and not set(row) <= {401, 403, 405}}
