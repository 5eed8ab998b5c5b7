"""A card's document as a page shows it: each fact with its words, its marks and the number of its source.

Nothing here knows a card by name or a rule of a game; what a fact is called is what the schema calls it, and what more
there is to say of it the room of its game says (`legions.games`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from catalog import documents, sourced
from legions import speech
from legions.games import Room, room_of

from . import vocabulary

# What stands elsewhere on the page: the name above, the text and the card words in paragraphs of their own.
ELSEWHERE = frozenset({*documents.NO_FACTS, "name", "set", "keywords"})


@dataclass(frozen=True, slots=True)
class Mark:
    """A drawn mark and the word beside it."""

    name: str
    word: str
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Cite:
    """Where a fact is from: the number of its source, and whether it was held against it."""

    number: int
    checked: bool


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a card. `words` is None when it is not known."""

    key: str
    label: str
    words: str | None
    marks: tuple[Mark, ...] = ()
    cite: Cite | None = None

    @property
    def glance(self) -> str:
        """What it is called among the numbers read at one glance."""
        words = self.key.replace("_", " ")
        # AC and HP are said as they are printed.
        return _(words.upper() if len(words) == 2 else words.capitalize())


@dataclass(slots=True)
class Reading:
    """Some facts read from one source in one go: whether they were checked, and what a reader should know."""

    checked: bool
    note: str
    facts: dict[str, str] = field(default_factory=dict)

    @property
    def labels(self) -> str:
        """What the facts are called, in a row."""
        return ", ".join(self.facts.values())


@dataclass(slots=True)
class Source:
    """A page of a book or the public that facts of a card are from."""

    number: int
    title: str
    page: int | None
    readings: dict[tuple[bool, str], Reading] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """The source's own address when it is a public page, else empty."""
        return self.title if self.title.startswith(("https://", "http://")) else ""

    @property
    def short(self) -> str:
        """The title; of a public page its host and the first steps of its path."""
        if not self.address:
            return self.title
        try:
            parts = urlsplit(self.address)
        except ValueError:  # what is no address by any reading
            return self.title
        return "/".join([parts.netloc, *parts.path.split("/")[1:3]]).rstrip("/")


@dataclass(slots=True)
class CardSheet:
    """What a card page shows of a document."""

    document: dict[str, Any]
    sources: list[Source] = field(default_factory=list)

    @property
    def room(self) -> Room:
        """How the pages speak of its game."""
        return room_of(self.document["game"])

    @property
    def title(self) -> str:
        """The name for people."""
        return title(self.document)

    @property
    def kind(self) -> str:
        """What a card of this kind is called."""
        return vocabulary.kind_title(self.document["game"], self.document["kind"])

    @property
    def stats(self) -> list[Fact]:
        """The numbers read at one glance, for a card that has them."""
        return [fact for fact in self.facts if fact.key in self.room.stats]

    @property
    def pairs(self) -> list[Fact]:
        """Every other fact."""
        return [fact for fact in self.facts if fact.key not in self.room.stats]

    @property
    def facts(self) -> list[Fact]:
        """Every fact but those with a place of their own, in the schema's order."""
        skip = ELSEWHERE | self.room.card_words.keys()
        return [self._fact(key) for key in self.keys if key not in skip]

    @property
    def wanted(self) -> list[str]:
        """What is not known yet, in words, each once, in the schema's order: a database may keep keys in another."""
        order = self.keys
        pointers = sorted(documents.wanted(self.document), key=lambda pointer: order.index(pointer.split("/")[1]))
        return list(dict.fromkeys(self._wanted(pointer) for pointer in pointers))

    def cite_of(self, key: str) -> Cite | None:
        """Return where the fact `key` is from, None when nothing is said of it."""
        for source in self.sources:
            for one in source.readings.values():
                if key in one.facts:
                    return Cite(source.number, one.checked)
        return None

    @property
    def keys(self) -> list[str]:
        """The fields of the document in the schema's order."""
        order = vocabulary.facts(self.document["game"], self.document["kind"])
        return [key for key in order if key in self.document]

    def _fact(self, key: str) -> Fact:
        value = self.document[key]
        words, marks = spoken(self.document["game"], key, value)
        return Fact(key, self.label(key), words, marks, self.cite_of(key) if value is not None else None)

    def label(self, key: str) -> str:
        """Return what the fact `key` is called on this card."""
        if key in self.room.card_words:
            return str(self.room.card_words[key])
        return vocabulary.title(self.document["game"], self.document["kind"], key)

    def _wanted(self, pointer: str) -> str:
        key, _, rest = pointer[1:].partition("/")
        label = speech.inside(self.label(key))
        if not rest:
            return label
        if key in self.room.missing:
            return self.room.missing[key](self.document, rest)
        return f"{label} ({rest.replace('/', ', ')})"


def sheet(document: dict[str, Any]) -> CardSheet:
    """Return what a page shows of `document`, with its sources numbered in the order they are first used."""
    result = CardSheet(document)
    numbers: dict[tuple[str, int | None], Source] = {}
    for key in result.keys:
        untold = key in documents.NO_FACTS and f"/{key}" not in document["sources"]
        if untold or document[key] is None:
            continue
        for entry in sourced.sources_of(document, key):
            place = (entry["source"], entry.get("page"))
            source = numbers.setdefault(place, Source(len(numbers) + 1, *place))
            how = (entry["checked"], entry.get("note", ""))
            source.readings.setdefault(how, Reading(*how)).facts[key] = speech.inside(result.label(key))
    result.sources = list(numbers.values())
    return result


def title(document: Mapping[str, Any]) -> str:
    """Return the name for people: the printed name, else the class, else the slug."""
    return document.get("name") or document.get("class") or document["slug"]


def spoken(game: str, key: str, value: Any) -> tuple[str | None, tuple[Mark, ...]]:
    """Return a fact's value in words (None when not known) and the marks that go with them."""
    room = room_of(game)
    if value is None:
        return None, ()
    if key in room.spoken:
        return room.spoken[key](value), ()
    if isinstance(value, bool):
        return (_("Yes") if value else _("No")), ()
    if key == "cost":
        return points(value), ()
    if key in room.marked:
        words = value if isinstance(value, list) else [value]
        return listed([speech.value(word) for word in words]) or none(), _marks(room, key, words)
    if isinstance(value, list):
        return listed([speech.value(str(word)) for word in value]) or none(), ()
    return speech.value(str(value)), ()


def points(number: int) -> str:
    """Return a number of points with its unit."""
    return ngettext("%(number)d point", "%(number)d points", number) % {"number": number}


def _marks(room: Room, key: str, words: list[str]) -> tuple[Mark, ...]:
    ink = key in room.inked
    return tuple(
        Mark(f"{room.marked[key]}{word}", speech.value(word), f"ink-{word}" if ink else "")
        for word in words
        if word != "none"
    )


def listed(words: list[str]) -> str:
    """Return words in a row, each once with how often it stands there: “two dragon, arcane”."""
    counted: dict[str, int] = {}
    for word in words:
        counted[word] = counted.get(word, 0) + 1
    parts = [word if count == 1 else f"{_COUNTS.get(count, count)} {word}" for word, count in counted.items()]
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


_COUNTS = {
    2: gettext_lazy("two"),
    3: gettext_lazy("three"),
    4: gettext_lazy("four"),
    5: gettext_lazy("five"),
    6: gettext_lazy("six"),
}


def or_unknown(value: int | None) -> str:
    return _("not known") if value is None else str(value)


def none() -> str:
    """Return what is said of a list with nothing in it."""
    return _("None")


def summary(document: Mapping[str, Any]) -> str:
    """Return one line about a card for lists: what it is and what matters first."""
    said = room_of(document["game"]).summary
    return said(document) if said else vocabulary.kind_title(document["game"], document["kind"])
