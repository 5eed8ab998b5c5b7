"""Sections of rulebooks: their addresses, and what a section must say."""

import re
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault

TEXT_SOURCES = ("text", "covered_by", "ruling")
"""The fields of which a section has at most one: its own text, or where the text is."""


def section_slug(address: str) -> str:
    """Return the slug of the section at an address: `604-4-b` for `604.4.b`, `p15-combat-phase` for another book."""
    return re.sub(r"[./]", "-", address)


def section_faults(section: dict[str, Any]) -> Iterator[Fault]:
    """Yield the faults of a section: another slug than its address has, several texts, or a link to itself."""
    if section["slug"] != (expected := section_slug(section["at"])):
        message = _("The slug of a section follows from its address. Write {slug}.").format(slug=expected)
        yield Fault("/slug", "not-allowed", message)
    given = [key for key in TEXT_SOURCES if key in section]
    if len(given) > 1:
        message = _("The section has both “{first}” and “{second}”. Its text has one place: remove one of them.")
        yield Fault(f"/{given[1]}", "not-allowed", message.format(first=given[0], second=given[1]))
    for key in ("parent", "covered_by"):
        if section.get(key) == section["at"]:
            yield Fault(f"/{key}", "own-slug", _("A section does not lead to itself. Name another address."))
    if section["at"] in section.get("see", ()):
        yield Fault("/see", "own-slug", _("A section does not lead to itself. Name another address."))
