"""What other apps hold against a document before it is published, where they know more of it than the catalog does.

An app registers a `Check` when it is made ready; publishing asks all of them and knows none by name. A draft is not
asked about, so that it can be kept until what it needs is there.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from catalog.documents.errors import Fault

DocumentValidator = Callable[[dict[str, Any], dict[str, Any] | None], Iterable[Fault]]
"""Yields the faults of a valid document; with it comes its game's document, None while there is none."""

_VALIDATORS: list[DocumentValidator] = []


def register(check: DocumentValidator) -> None:
    """Ask this check, too, from now on."""
    _VALIDATORS.append(check)


def validator_faults(document: dict[str, Any], game: dict[str, Any] | None) -> Iterator[Fault]:
    """Yield every fault that a check finds with a document."""
    for check in _VALIDATORS:
        yield from check(document, game)
