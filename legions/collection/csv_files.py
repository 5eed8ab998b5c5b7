"""A collection as a spreadsheet: CSV written for any program, and CSV read from many, told line by line.

A cell that a spreadsheet would take for a formula is written with an apostrophe before it, and read without.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput
from catalog.tables.cells import cell_name, escape_formula
from catalog.tables.file_formats import comma_separated
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.model import Card
from rulesapi.text_form import ReportRow
from rulesapi.text_form.name_index import ALL_CLASSES, CardClasses, NameIndex, name_key

from .counts import MAX_COPIES, Counts

MAX_BYTES = 256 * 1024
MAX_LINES = 1_500
MAX_COLUMNS = 50
MAX_SUGGESTIONS = 100
"""Names of one file that are looked for among those that are alike: each is compared with all."""

COLUMNS = ("what", "slug", "name", "set", "copies")
CARD_ROW, PACK_ROW = "card", "pack"
COLUMN_ALIASES = {
    "what": {"what", "kind", "type"},
    "slug": {"slug", "card", "id"},
    "name": {"name", "title", "card name"},
    "set": {"set", "set name", "expansion"},
    "copies": {"copies", "count", "quantity", "qty", "owned", "number"},
}
"""What the columns are called in files of other programs."""
PACK_WORDS = {"pack", "box", "set", "booster"}
_SIGNS = ",;\t"


def write_csv(counts: Counts, library: Library, sets: Mapping[str, str]) -> str:
    """Return what somebody has as CSV, packs first; `sets` are the names of the sets by slug."""
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
    """A file as it was understood: what it counts, and what became of each line."""

    counts: Counts
    rows: list[ReportRow] = field(default_factory=list)

    @property
    def clear(self) -> list[ReportRow]:
        """The lines that were understood as they stand."""
        return [row for row in self.rows if row.outcome == "mapped"]

    @property
    def doubtful(self) -> list[ReportRow]:
        """The lines that were guessed, are not known, or were left out."""
        return [row for row in self.rows if row.outcome != "mapped"]


def read_csv(raw: bytes, library: Library, sets: Mapping[str, str]) -> CollectionFile:
    """Read what a file counts; a card that stands in several lines has all of them. Raises InvalidInput."""
    return _Reader(library, sets).read(list(_lines(raw)))


def _lines(raw: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that have anything in them, with their numbers."""
    if len(raw) > MAX_BYTES:
        raise _refused("too-large", _("The file has more than 256 kB. Split it."), status=413)
    yield from comma_separated(raw, most_lines=MAX_LINES, most_columns=MAX_COLUMNS, sign=_sign)


def _sign(text: str) -> str:
    """Return what stands between the cells: what leaves a number alone in most of the first lines."""
    first = text[:10_000].splitlines()[:20] or [""]

    def numbers(sign: str) -> tuple[int, int]:
        lines = sum(any(_copies(cell.strip('" ')) is not None for cell in line.split(sign)) for line in first)
        return lines, first[0].count(sign)

    return max(_SIGNS, key=numbers)


class _Reader:
    """Reads lines by the names that a library's cards and sets answer to."""

    def __init__(self, library: Library, sets: Mapping[str, str]) -> None:
        self.library = library
        self.names = (NameIndex.of(library), NameIndex.of(library, extras=True))
        self.sets = {name_key(slug): slug for slug in sets} | {name_key(name): slug for slug, name in sets.items()}
        self.guesses = MAX_SUGGESTIONS
        self.cards: Counter[str] = Counter()
        self.packs: Counter[str] = Counter()

    def read(self, lines: Sequence[tuple[int, list[str]]]) -> CollectionFile:
        """Return what the lines count."""
        places = _header(lines[0][1])
        rows = [self._row(line, cells, places or _guessed(cells)) for line, cells in lines[1 if places else 0 :]]
        if not any(row.outcome in ("mapped", "guessed") for row in rows):
            raise _refused("nothing-known", _("No line of this names a card or a box of the game."))
        return CollectionFile(Counts(dict(self.cards), dict(self.packs)), rows)

    def _row(self, line: int, cells: list[str], places: Mapping[str, int]) -> ReportRow:
        values = {name: cells[place] for name, place in places.items() if place < len(cells)}
        shown = (values.get("name") or values.get("slug") or " ".join(cells))[:200]
        number = _copies(values.get("copies", "1") or "")
        if number is None:
            message = _("“%(text)s” is no whole number from 0 to 10,000.") % {"text": values.get("copies", "")[:60]}
            return ReportRow(line, shown, "dropped", at=cell_name(places["copies"], line), message=message)
        at = cell_name(places.get("slug" if values.get("slug") else "name", 0), line)
        if values.get("what", "").casefold() in PACK_WORDS:
            return self._pack(line, shown, at, values, number)
        return self._card(line, shown, at, values, number)

    def _pack(self, line: int, shown: str, at: str, values: Mapping[str, str], number: int) -> ReportRow:
        names = (values.get("slug", ""), values.get("name", ""), values.get("set", ""))
        slug = next((self.sets[name_key(name)] for name in names if name_key(name) in self.sets), None)
        if slug is None:
            return ReportRow(line, shown, "unknown", at=at, message=_("No box is called so."))
        self._add(self.packs, slug, number)
        return ReportRow(line, shown, "mapped", card=slug, message=_copies_words(number))

    def _card(self, line: int, shown: str, at: str, values: Mapping[str, str], number: int) -> ReportRow:
        known = self.library.cards.get(values.get("slug", ""))
        found = [known] if known else self._named(values.get("name") or values.get("slug", ""), values.get("set", ""))
        if len(found) == 1:
            self._add(self.cards, found[0].slug, number)
            return ReportRow(line, shown, "mapped", card=found[0].slug, message=_copies_words(number))
        if found:
            slugs = ", ".join(card.slug for card in found[:5])
            message = _("Several cards are called so. Write one of these as slug: %(slugs)s.") % {"slugs": slugs}
            return ReportRow(line, shown, "dropped", at=at, message=message)
        close, likeness = self._near(values.get("name") or values.get("slug", ""))
        if close is None:
            return ReportRow(line, shown, "unknown", at=at, message=_("No card is called so."))
        self._add(self.cards, close.slug, number)
        return ReportRow(
            line, shown, "guessed", card=close.slug, at=at, likeness=likeness, message=_copies_words(number)
        )

    def _named(self, name: str, of: str) -> list[Card]:
        """Every card of a name; of several those of the set that the line names."""
        found = next((cards for names in self.names if (cards := names.find(name))), []) if name else []
        from_set = self.sets.get(name_key(of)) if of else None
        return [card for card in found if card.set == from_set] or found if len(found) > 1 else found

    def _near(self, name: str) -> tuple[Card | None, int]:
        if self.guesses <= 0:
            return None, 0
        self.guesses -= 1
        classes: tuple[CardClasses, ...] = (ALL_CLASSES, (Card,))
        tried = (names.guess(name, sides) for names, sides in zip(self.names, classes, strict=True))
        cards, likeness = max(tried, key=lambda one: one[1])
        return (cards[0], likeness) if len(cards) == 1 else (None, 0)

    @staticmethod
    def _add(counted: Counter[str], slug: str, number: int) -> None:
        counted[slug] = min(MAX_COPIES, counted[slug] + number)


def _header(cells: Sequence[str]) -> dict[str, int]:
    """Return where which column stands; nothing for a line that is no header, or has neither names nor slugs."""
    places: dict[str, int] = {}
    for place, cell in enumerate(cells):
        for name, called in COLUMN_ALIASES.items():
            if cell.casefold() in called:
                places.setdefault(name, place)
    return places if "name" in places or "slug" in places else {}


def _guessed(cells: Sequence[str]) -> dict[str, int]:
    """Return where which column stands in a line of a file without a header: a number and a name, in either order."""
    if len(cells) < 2:
        return {"name": 0}
    return {"copies": 0, "name": 1} if _copies(cells[0]) is not None else {"name": 0, "copies": 1}


def _copies(text: str) -> int | None:
    digits = text.strip().removesuffix("x").removesuffix(".0").strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 7):
        return None
    return int(digits) if int(digits) <= MAX_COPIES else None


def _copies_words(number: int) -> str:
    return f"× {number}"


def _refused(code: str, message: str, *, status: int = 400) -> InvalidInput:
    return InvalidInput("invalid-form", [Fault("", code, message)], status=status)
