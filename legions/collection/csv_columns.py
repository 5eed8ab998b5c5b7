"""The columns of a collection file, found by their headings and contents."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput
from catalog.tables.cells import column_name
from catalog.tables.words import COUNT_WORDS, NAME_WORDS, NUMBER_WORDS, OTHER_WORDS, heading_words
from legions.collection.counts import MAX_COPIES

COLUMN_ALIASES = {
    "what": {"what", "kind", "type"},
    "slug": {"slug", "card", "id"},
    "name": {"name", "title", "card name"},
    "set": {"set", "set name", "expansion"},
}
"""Headings used by other programs, in full. The column of copies is found by the words in its heading."""
NO_COLUMN = -1
"""The choice of no column for the number of copies: each line is one copy."""
MAX_SAMPLES = 3
MAX_TITLE_LINES = 5
"""The maximum number of lines above the headings, such as a title."""
_COPIES = re.compile(r"(?:[x×]\s*)?(?P<digits>\d{1,6})(?:[.,]0{1,2})?\s*[x×]?\Z", re.IGNORECASE)
MIN_RUN = 3
"""The minimum length of a column of numbers without a clear heading that may be a line numbering."""
_KNOWN_WORDS = (
    COUNT_WORDS | NAME_WORDS | NUMBER_WORDS | {word for aliases in COLUMN_ALIASES.values() for word in aliases}
)

Lines = Sequence[tuple[int, list[str]]]


class UnclearCountColumn(InvalidInput):
    """The refusal of a file with several possible columns of copies, or with one that may be a line `numbering`.

    `choices` has the index of each column, with its label and first cells.
    """

    def __init__(self, choices: list[tuple[int, str, str]], *, numbering: bool = False) -> None:
        self.choices = choices
        message = (
            _("The numbers of {columns} run on: they may number the lines, or say how many you have. Choose below.")
            if numbering
            else _("Several columns could say how many copies you have: {columns}. Choose one of them below.")
        )
        labels = ", ".join(label for _place, label, _samples in choices)
        super().__init__("invalid-form", [Fault("", "unclear-count", message.format(columns=labels))])


@dataclass
class FoundColumns:
    """The columns of a file by name, the number of heading lines, and notes for the user.

    Without `places` each line is read on its own.
    """

    places: dict[str, int] = field(default_factory=dict)
    headings: int = 0
    notes: list[str] = field(default_factory=list)


def parse_copies(text: str) -> int | None:
    """Return the number of copies in a cell, or None."""
    found = _COPIES.match(text.strip())
    if found is None:
        return None
    copies = int(found["digits"])
    return copies if copies <= MAX_COPIES else None


def find_columns(lines: Lines, is_name: Callable[[str], bool], chosen: int | None) -> FoundColumns:
    """Return the columns of a file. `chosen` is the column of copies that the user chose, or None.

    Raises UnclearCountColumn if there are several candidates.
    """
    return _Columns(lines, is_name).find(chosen)


class _Columns:
    def __init__(self, lines: Lines, is_name: Callable[[str], bool]) -> None:
        self.is_name = is_name
        above = self._lines_above_headings(lines)
        first = lines[above][1]
        self.width = max(len(cells) for _line, cells in lines)
        named = self._places_of_aliases(first)
        self.headed = bool(named) or self._looks_like_headings(first, lines[above + 1 :])
        self.headings = above + 1 if self.headed else 0
        self.header = first if self.headed else []
        self.rows = [cells for _line, cells in lines[self.headings :]]
        self.columns = [
            [cells[place] for cells in self.rows if place < len(cells) and cells[place]] for place in range(self.width)
        ]
        self.whole = {place for place, cells in enumerate(self.columns) if cells and all(map(_is_copies, cells))}
        self.places = named
        self.notes: list[str] = []
        if self.headed and above:
            message = _("The lines above the headings were not read: {lines}.")
            shown = (" ".join(filter(None, cells))[:60] for _line, cells in lines[:above])
            self.notes.append(message.format(lines=", ".join(f"“{text}”" for text in shown)))
        if self.headed and not any(self._words(place) & _KNOWN_WORDS for place in range(self.width)):
            message = _("The first line was read as headings: {headings}.")
            self.notes.append(message.format(headings=", ".join(f"“{cell[:60]}”" for cell in first if cell)))

    def find(self, chosen: int | None) -> FoundColumns:
        self._find_name()
        if not self.headed and ("name" not in self.places or (self.width < 3 and not self._numbers_may_run_on())):
            return FoundColumns()
        self._find_copies(chosen)
        self._note_unread()
        return FoundColumns(self.places, self.headings, self.notes)

    def _lines_above_headings(self, lines: Lines) -> int:
        """Return the number of lines above the headings, if these lines have no numbers or card names, otherwise 0."""
        for above, (_line, cells) in enumerate(lines[: MAX_TITLE_LINES + 1]):
            words = [set(heading_words(cell)) for cell in cells if cell]
            kinds = (NAME_WORDS, COUNT_WORDS | NUMBER_WORDS | OTHER_WORDS)
            if len(words) > 1 and all(any(kind & one for one in words) for kind in kinds) and above + 1 < len(lines):
                return above
            if any(_is_copies(cell) or self.is_name(cell) for cell in cells if cell):
                break
        return 0

    def _places_of_aliases(self, cells: Sequence[str]) -> dict[str, int]:
        """Return the columns whose headings are known aliases; empty for a line without a name or slug column."""
        places: dict[str, int] = {}
        for place, cell in enumerate(cells):
            for name, aliases in COLUMN_ALIASES.items():
                if cell.casefold() in aliases:
                    places.setdefault(name, place)
        return places if "name" in places or "slug" in places else {}

    def _looks_like_headings(self, cells: Sequence[str], below: Lines) -> bool:
        """Return whether a line is a heading: it has no number or card name, and its words or the cells below fit a
        heading.
        """
        if not below or any(_is_copies(cell) or self.is_name(cell) for cell in cells):
            return False
        words = {word for cell in cells for word in heading_words(cell)}
        if words & NAME_WORDS and len(cells) == 1:
            return True
        if words & (COUNT_WORDS | NUMBER_WORDS) and words & NAME_WORDS:
            return True
        return any(
            all(_is_copies(row[place]) for _line, row in below if place < len(row) and row[place])
            and any(place < len(row) and row[place] for _line, row in below)
            for place in range(len(cells))
        )

    def _find_name(self) -> None:
        if "name" in self.places or "slug" in self.places:
            return
        texts = [place for place in range(self.width) if place not in self.whole and self.columns[place]]
        hits = {place: sum(map(self.is_name, self.columns[place])) for place in texts}
        by_words = [place for place in texts if self._words(place) & NAME_WORDS]
        best = max(by_words or texts, key=lambda place: hits[place], default=None)
        if best is not None and (hits[best] or best in by_words):
            self.places["name"] = best

    def _find_copies(self, chosen: int | None) -> None:
        if chosen is not None:
            if 0 <= chosen < self.width:
                self.places["copies"] = chosen
            return
        free = [place for place in range(self.width) if place not in self.places.values() and self.columns[place]]
        likely = self._likely_copies([place for place in free if not self._counts_other_things(place)])
        others = [place for place in free if place in self.whole and self._words(place) & COUNT_WORDS]
        numbering = len(likely) == 1 and self._may_number_lines(likely[0])
        if len(likely) > 1 or numbering or (others and not likely):
            choices = [(place, self._label(place), self._samples(place)) for place in likely or others]
            raise UnclearCountColumn(choices, numbering=numbering)
        if likely:
            self.places["copies"] = likely[0]
            if self.headed and not self._words(likely[0]) & (COUNT_WORDS | NUMBER_WORDS):
                message = _("Column {column} was read as the number of copies, because it holds whole numbers.")
                self.notes.append(message.format(column=self._label(likely[0])))
        else:
            self.notes.append(
                _("No column says how many copies there are. Each line was counted as one copy, if it names no number.")
            )

    def _numbers_may_run_on(self) -> bool:
        return any(map(self._may_number_lines, self.whole))

    def _may_number_lines(self, place: int) -> bool:
        """Return whether a column without a clear heading has consecutive numbers."""
        numbers = [parse_copies(cell) for cell in self.columns[place]]
        if self._words(place) & COUNT_WORDS or len(numbers) < MIN_RUN or None in numbers:
            return False
        return all(after == (before or 0) + 1 for before, after in pairwise(numbers))

    def _likely_copies(self, free: Sequence[int]) -> list[int]:
        """Return the candidates for the column of copies: by words for counts, by words for numbers, or by contents."""
        by_word = [place for place in free if self._words(place) & COUNT_WORDS]
        numbers = [place for place in free if place in self.whole]
        by_number = [place for place in numbers if self._words(place) & NUMBER_WORDS]
        return [place for place in by_word if place in self.whole] or by_word or by_number or numbers

    def _counts_other_things(self, place: int) -> bool:
        """Return whether a heading is about other numbers, such as a cost or a collector's number."""
        words = self._words(place)
        return bool(words & OTHER_WORDS) or bool(words & NUMBER_WORDS and words & NAME_WORDS - NUMBER_WORDS)

    def _note_unread(self) -> None:
        unread = [place for place in range(self.width) if place not in self.places.values() and self.columns[place]]
        if unread:
            message = _("Columns that were not read: {columns}.")
            self.notes.append(message.format(columns=", ".join(map(self._label, unread))))

    def _words(self, place: int) -> set[str]:
        return set(heading_words(self.header[place])) if place < len(self.header) else set()

    def _label(self, place: int) -> str:
        heading = self.header[place][:60] if place < len(self.header) else ""
        return f"“{heading}” ({column_name(place)})" if heading else column_name(place)

    def _samples(self, place: int) -> str:
        return ", ".join(cell[:20] for cell in self.columns[place][:MAX_SAMPLES])


def row_columns(cells: Sequence[str]) -> Mapping[str, int]:
    """Return the columns of a line in a file without headings: a number and a name, in either order."""
    if len(cells) < 2:
        return {"name": 0}
    return {"copies": 0, "name": 1} if _is_copies(cells[0]) else {"name": 0, "copies": 1}


def _is_copies(cell: str) -> bool:
    return parse_copies(cell) is not None
