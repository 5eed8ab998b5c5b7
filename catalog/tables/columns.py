"""Columns of a table of one kind, and matching the headings of a file to them."""

import builtins
import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.translation import get_language, gettext, gettext_noop, override

from catalog import documents
from catalog.documents.schema_properties import Construct, Property, document_properties

SOURCE, PAGE, HOLDS, UNSOURCED = "source", "source page", "sources hold", "reason without source"
"""Columns other than facts: the source of a row's changes, the statement that former sources cover them, or the reason
for facts without a source.
"""
FAULTS = gettext_noop("Faults of this row")
"""The heading of the column with the faults of each row that was left behind. It is ignored in any language."""
MIN_SIMILARITY = 0.87
"""The minimum similarity of a heading and a column, from 0 to 1, for a match."""
_FIRST = ("slug", "name")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its key, its English title, and the property with its values (None if it is not a fact)."""

    key: str
    title: str
    property: Property | None

    @builtins.property
    def called(self) -> str:
        """The title in the active language."""
        return gettext(self.title)


@cache
def columns_of(game: str, kind: str) -> tuple[Column, ...]:
    """Return the columns of a table of one kind, slug and name first. Raises InvalidInput for an unknown kind."""
    path = documents.schema_path({"game": game, "kind": kind})
    found = [
        Column(one.key, one.title, one)
        for one in document_properties(path)
        if one.construct is not Construct.CONSTANT and one.key != "game"
    ]
    found.sort(key=lambda column: _FIRST.index(column.key) if column.key in _FIRST else len(_FIRST))
    return (
        *found,
        Column(SOURCE, gettext_noop("Source"), None),
        Column(PAGE, gettext_noop("Page of the source"), None),
        Column(HOLDS, gettext_noop("Sources hold"), None),
        Column(UNSOURCED, gettext_noop("Why without a source"), None),
    )


def is_faults_heading(heading: str) -> bool:
    """Return whether a column has the faults of rows that were left behind by another import."""
    if not heading:
        return False
    for language in dict(settings.LANGUAGES):
        with override(language):
            if _alike(heading) == _alike(gettext(FAULTS)):
                return True
    return False


def guess_columns(header: Sequence[str], columns: Iterable[Column]) -> list[str]:
    """Return the key of the column for each heading, `""` without a match; each column is matched once.

    A heading matches a key, or a title in English or another language of the site. A column of faults has no match.
    """
    known = list(columns)
    called = {alike: column.key for column in known for alike in (_alike(column.title), _alike(column.key))}
    for language in (get_language(), *dict(settings.LANGUAGES)):
        with override(language):
            for column in known:
                called.setdefault(_alike(column.called), column.key)
    found: list[str] = [called.get(_alike(heading), "") for heading in header]
    for place, heading in enumerate(header):
        if not found[place] and not is_faults_heading(heading):
            free = [alike for alike, key in called.items() if key not in found]
            close = difflib.get_close_matches(_alike(heading)[:100], free, n=1, cutoff=MIN_SIMILARITY)
            found[place] = called[close[0]] if close else ""
    return [key if key not in found[:place] else "" for place, key in enumerate(found)]


def _alike(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()
