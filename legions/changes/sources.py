"""The change of the sets from which a list takes its cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput
from legions.changes.basic import Change, Document, Titles, with_fields
from legions.site import wording
from rulesapi.engine.core.sources import OFFICIAL

SEPARATOR = "+"
"""The separator of open set slugs in the value of a button. No slug contains it."""


@dataclass(frozen=True, slots=True)
class SetSources(Change):
    """A change of the open sets whose cards are offered in addition to official ones; `names` are the names of the
    sets.
    """

    open_sets: tuple[str, ...]
    names: tuple[str, ...]

    def apply(self, document: Document) -> Document:
        return with_fields(document, sources=[OFFICIAL, *self.open_sets])

    def words(self, document: Document, title: Titles) -> str:
        if not self.names:
            return _("Only official cards are offered.")
        return _("Offered are official cards and those of {sets}.").format(sets=wording.join_and(self.names))


def parse_sources(value: str, sets: Mapping[str, Mapping[str, Any]]) -> SetSources:
    """Return the change for the value of a button. Raises InvalidInput for anything but open sets among `sets`."""
    slugs = tuple(dict.fromkeys(filter(None, value.split(SEPARATOR))))
    unknown = [slug for slug in slugs if slug not in sets or sets[slug]["official"]]
    if unknown:
        message = _("There is no open set {names} of this game. Load the page again.")
        raise InvalidInput(
            "invalid-form", [Fault("/sources", "unknown", message.format(names=wording.join_or(_quoted(unknown))))]
        )
    return SetSources(slugs, tuple(sets[slug]["name"] or slug for slug in slugs))


def _quoted(slugs: Iterable[str]) -> list[str]:
    return [f"“{slug}”" for slug in slugs]
