"""Collections as CSV files: written for any program, and read from many, with a report for each line.

A cell that a spreadsheet could take for a formula is written with a leading apostrophe, and read without it.
"""

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput
from catalog.tables.cells import cell_name, escape_formula
from catalog.tables.file_formats import comma_separated, csv_file
from legions.collection.counts import MAX_COPIES, Counts
from legions.collection.csv_columns import find_columns, parse_copies, row_columns
from rulesapi import text_form
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import Card
from rulesapi.text_form import ReportRow
from rulesapi.text_form.name_index import ALL_CLASSES, CardClasses, NameIndex, name_key

MAX_BYTES = 256 * 1024
MAX_LINES = 1_500
MAX_COLUMNS = 50
MAX_SUGGESTIONS = 100
"""The maximum number of misspelled names per file that are corrected: each is compared with all names."""

COLUMNS = ("what", "slug", "name", "set", "copies")
CARD_ROW, PACK_ROW = "card", "pack"
PACK_WORDS = {"pack", "box", "set", "booster"}
_SEPARATORS = ",;\t|"


def write_csv(counts: Counts, library: Library, sets: Mapping[str, str]) -> str:
    """Return a collection as CSV, packs first; `sets` are the names of the sets by slug."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for slug, number in sorted(counts.packs.items()):
        writer.writerow(map(escape_formula, (PACK_ROW, slug, sets.get(slug, slug), sets.get(slug, slug), str(number))))
    for slug, number in sorted(counts.cards.items()):
        card = library.cards.get(slug)
        of = sets.get(card.set, card.set) if card and card.set else ""
        writer.writerow(map(escape_formula, (CARD_ROW, slug, card.title if card else slug, of, str(number))))
    return text.getvalue()


@dataclass
class CollectionFile:
    """A parsed file: its counts, a report row for each line, and notes on its columns."""

    counts: Counts
    rows: list[ReportRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def clear(self) -> list[ReportRow]:
        """The rows that were read without doubt."""
        return [row for row in self.rows if row.outcome == "mapped"]

    @property
    def doubtful(self) -> list[ReportRow]:
        """The rows that were guessed, unknown or left out."""
        return [row for row in self.rows if row.outcome != "mapped"]


def read_csv(
    raw: bytes, library: Library, sets: Mapping[str, str], *, count_column: int | None = None
) -> CollectionFile:
    """Return the counts of a file; the counts of a card in several lines are added.

    `count_column` is the column of copies that the user chose. Raises InvalidInput, and UnclearCountColumn if several
    columns are possible.
    """
    if len(raw) > MAX_BYTES:
        raise _refused("too-large", _("The file has more than 256 kB. Split it."), status=413)
    decoded = csv_file(raw)
    lines = list(comma_separated(decoded.text, most_lines=MAX_LINES, most_columns=MAX_COLUMNS, sign=_sign))
    found = _Reader(library, sets).read(lines, count_column)
    found.notes[:0] = [decoded.note] if decoded.note else []
    return found


def _sign(text: str) -> str:
    """Return the separator of the cells: the one that isolates numbers in most of the first lines."""
    first = text[:10_000].splitlines()[:20] or [""]

    def numbers(sign: str) -> tuple[bool, int, int]:
        lines = sum(any(parse_copies(cell.strip('" ')) is not None for cell in line.split(sign)) for line in first)
        # Names and decimal numbers contain commas, so another sign that is in every line is the separator.
        in_all = sign != "," and all(sign in line for line in first if line.strip())
        return in_all, lines, first[0].count(sign)

    return max(_SEPARATORS, key=numbers)


class _Reader:
    """A reader that finds cards and sets by their names in a library."""

    def __init__(self, library: Library, sets: Mapping[str, str]) -> None:
        self.library = library
        self.names = (NameIndex.of(library), NameIndex.of(library, extras=True))
        self.sets = {name_key(slug): slug for slug in sets} | {name_key(name): slug for slug, name in sets.items()}
        self.guesses = MAX_SUGGESTIONS
        self.cards: Counter[str] = Counter()
        self.packs: Counter[str] = Counter()

    def read(self, lines: Sequence[tuple[int, list[str]]], count_column: int | None) -> CollectionFile:
        columns = find_columns(lines, self._is_name, count_column)
        rows = [
            self._row(line, cells, columns.places) if columns.places else self._plain_row(line, cells)
            for line, cells in lines[columns.headings :]
        ]
        if not any(row.outcome in ("mapped", "guessed") for row in rows):
            raise _refused("nothing-known", _("No line of this names a card or a box of the game."))
        return CollectionFile(Counts(dict(self.cards), dict(self.packs)), rows, columns.notes)

    def _is_name(self, text: str) -> bool:
        """Return whether a cell is exactly the name or slug of a card or box."""
        return (
            text in self.library.cards or name_key(text) in self.sets or any(names.find(text) for names in self.names)
        )

    def _row(self, line: int, cells: list[str], places: Mapping[str, int]) -> ReportRow:
        values = {name: cells[place] if place < len(cells) else "" for name, place in places.items()}
        shown = (values.get("name") or values.get("slug") or " ".join(cells))[:200]
        number = parse_copies(values.get("copies", "1"))
        if number is None:
            message = _("“%(text)s” is not a whole number from 0 to 10,000.") % {"text": values.get("copies", "")[:60]}
            return ReportRow(line, shown, "dropped", at=cell_name(places["copies"], line), message=message)
        at = cell_name(places.get("slug" if values.get("slug") else "name", 0), line)
        if values.get("what", "").casefold() in PACK_WORDS:
            return self._pack(line, shown, at, values, number)
        return self._card(line, shown, at, values, number)

    def _plain_row(self, line: int, cells: list[str]) -> ReportRow:
        """Return the row of a line without columns: a number and a name in two cells, or both in one."""
        if any(parse_copies(cell) is not None for cell in cells[:2] if cell):
            return self._row(line, cells, row_columns(cells))
        text = ", ".join(filter(None, cells))
        parsed = (text_form.parse_single_card(names, text, guess=False) for names in self.names)
        card = next((card for card in parsed if card.is_exact), None)
        if card is None and text_form.says_a_number(text) and self.guesses > 0:
            self.guesses -= 1
            card = text_form.parse_single_card(self.names[0], text)
        if card is None or not card.numbers or not (card.cards or card.slug):
            return self._row(line, cells, row_columns(cells))
        return self._counted(line, text, card)

    def _counted(self, line: int, text: str, parsed: text_form.ParsedCard) -> ReportRow:
        """Return the row of a name with numbers next to it, counted as in the text form of lists."""
        at = cell_name(0, line)
        slugs = [parsed.slug] if parsed.slug else [card.slug for card in parsed.cards]
        unread = text_form.unread_words(parsed.unread_numbers) if parsed.unread_numbers else ""
        if len(slugs) > 1 or slugs[0] not in self.library.cards or not 0 <= parsed.count <= MAX_COPIES:
            message = unread or _("Write the slug of the card and a whole number from 0 to 10,000 in two columns.")
            return ReportRow(line, text[:200], "dropped", at=at, message=message)
        if parsed.is_taken_out:
            return ReportRow(line, text[:200], "dropped", at=at, message=unread)
        self._add(self.cards, slugs[0], parsed.count)
        message = " ".join([_copies_words(parsed.count), unread, *parsed.doubts]).replace("  ", " ")
        if unread or parsed.doubts or parsed.likeness < 100:
            return ReportRow(
                line, text[:200], "guessed", card=slugs[0], at=at, likeness=parsed.likeness, message=message
            )
        return ReportRow(line, text[:200], "mapped", card=slugs[0], message=message)

    def _pack(self, line: int, shown: str, cell: str, values: Mapping[str, str], number: int) -> ReportRow:
        names = (values.get("slug", ""), values.get("name", ""), values.get("set", ""))
        slug = next((self.sets[name_key(name)] for name in names if name_key(name) in self.sets), None)
        if slug is None:
            return ReportRow(line, shown, "unknown", at=cell, message=_("No box is called so."))
        self._add(self.packs, slug, number)
        return ReportRow(line, shown, "mapped", card=slug, message=_copies_words(number))

    def _card(self, line: int, shown: str, cell: str, values: Mapping[str, str], number: int) -> ReportRow:
        known = self.library.cards.get(values.get("slug", ""))
        found = [known] if known else self._named(values.get("name") or values.get("slug", ""), values.get("set", ""))
        if len(found) == 1:
            self._add(self.cards, found[0].slug, number)
            return ReportRow(line, shown, "mapped", card=found[0].slug, message=_copies_words(number))
        if found:
            slugs = ", ".join(card.slug for card in found[:5])
            message = _("Several cards are called so. Write one of these as slug: %(slugs)s.") % {"slugs": slugs}
            return ReportRow(line, shown, "dropped", at=cell, message=message)
        if text_form.says_a_number(values.get("name", "")) and (row := self._numbered_name(line, values, number)):
            return row
        close, likeness = self._near(values.get("name") or values.get("slug", ""))
        if close is None:
            return ReportRow(line, shown, "unknown", at=cell, message=_("No card is called so."))
        self._add(self.cards, close.slug, number)
        return ReportRow(
            line, shown, "guessed", card=close.slug, at=cell, likeness=likeness, message=_copies_words(number)
        )

    def _numbered_name(self, line: int, values: Mapping[str, str], number: int) -> ReportRow | None:
        """Return the row of a cell with a number next to a name, or None if it has no exact card name."""
        text = values["name"]
        parsed = (text_form.parse_single_card(names, text, guess=False) for names in self.names)
        card = next((card for card in parsed if card.is_exact and card.numbers), None)
        if card is None:
            return None
        if "copies" not in values:
            return self._counted(line, text, card)
        slugs = [card.slug] if card.slug else [one.slug for one in card.cards]
        if len(slugs) > 1 or slugs[0] not in self.library.cards:
            return None
        self._add(self.cards, slugs[0], number)
        unread = text_form.unread_words([one.text for one in card.numbers], costs=False)
        message = f"{_copies_words(number)} {unread}"
        return ReportRow(
            line, text[:200], "guessed", card=slugs[0], at=cell_name(0, line), likeness=100, message=message
        )

    def _named(self, name: str, of: str) -> list[Card]:
        """Return the cards with a name; if several share it, only the cards of the set in the line, if it has any."""
        found = next((cards for names in self.names if (cards := names.find(name))), []) if name else []
        from_set = self.sets.get(name_key(of)) if of else None
        return [card for card in found if card.set == from_set] or found if len(found) > 1 else found

    def _near(self, name: str) -> tuple[Card | None, int]:
        if self.guesses <= 0:
            return None, 0
        self.guesses -= 1
        classes: tuple[CardClasses, ...] = (ALL_CLASSES, (Card,))
        tried = (names.guess(name, sides) for names, sides in zip(self.names, classes, strict=True))
        cards, likeness = max(tried, key=lambda guess: guess[1])
        return (cards[0], likeness) if len(cards) == 1 else (None, 0)

    @staticmethod
    def _add(counted: Counter[str], slug: str, number: int) -> None:
        counted[slug] = min(MAX_COPIES, counted[slug] + number)


def _copies_words(number: int) -> str:
    return f"× {number}"


def _refused(code: str, message: str, *, status: int = 400) -> InvalidInput:
    return InvalidInput("invalid-form", [Fault("", code, message)], status=status)
