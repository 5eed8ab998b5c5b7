"""Validators of other apps, which know more of a document than the catalog does.

An app registers its own in `AppConfig.ready`. All of them run before a document is published; a draft is saved without
them, so that it can be kept until what it needs is there.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from catalog.documents.errors import Fault

DocumentValidator = Callable[[dict[str, Any], dict[str, Any] | None], Iterable[Fault]]
"""Yields the faults of a valid document; with it comes its game's document, None while there is none."""

_VALIDATORS: list[DocumentValidator] = []


def register(validator: DocumentValidator) -> None:
    """Run this validator before a document is published."""
    if validator not in _VALIDATORS:
        _VALIDATORS.append(validator)


def validator_faults(document: dict[str, Any], game: dict[str, Any] | None) -> Iterator[Fault]:
    """Yield the faults that the registered validators find with a document."""
    for validator in _VALIDATORS:
        yield from validator(document, game)
