"""Validation of campaign records beyond their schema."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from catalog import documents
from catalog.documents.errors import Fault, json_pointer


def own_adventure_faults(record: dict[str, Any]) -> Iterator[Fault]:
    """Yield the faults of the own adventures in a valid record."""
    for number, adventure in enumerate(record.get("adventures", ())):
        at = json_pointer("adventures", number)
        if adventure["game"] != record["game"]:
            yield Fault(f"{at}/game", "not-allowed", _("An own adventure is of the game of its record."))
        yield from (fault.under(at) for fault in documents.faults_in(adventure))
