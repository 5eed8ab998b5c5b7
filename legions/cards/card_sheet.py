"""A card's document for pages: each fact with its text, its icons and the number of its source.

This module knows no single cards and no rules of a game: labels come from the schemas, and everything else from the
words of the game (`legions.game_words`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from catalog import documents
from catalog.documents import provenance
from catalog.documents.titles import document_title
from legions.game_words import GameWords, vocabulary, words_of_game
from legions.site import wording

# Shown elsewhere on the page: the name as heading, the text and the sentences in paragraphs of their own.
SHOWN_ELSEWHERE = frozenset({*documents.NON_FACT_KEYS, "name", "set", "also_in", "keywords", "flavour"})


HEADINGS = {
    "printed": (gettext_lazy("Read off the printed card, not checked yet:"), gettext_lazy("Seen on the printed card:")),
    "transcribed": (
        gettext_lazy("Transcribed by somebody else, not checked yet:"),
        gettext_lazy("Transcribed by somebody else, checked against that:"),
    ),
    "inferred": (gettext_lazy("Inferred:"),) * 2,
    "absent": (gettext_lazy("Taken as none, since no source names it:"),) * 2,
}
"""Headings of the facts of a reading, by basis: unchecked, and checked."""
STATES = {
    "printed": gettext_lazy("from the printed card"),
    "transcribed": gettext_lazy("transcribed"),
    "inferred": gettext_lazy("inferred"),
    "absent": gettext_lazy("taken as none"),
}
"""The reliability of a fact, by basis."""


@dataclass(frozen=True, slots=True)
class FactMark:
    """An icon and the text next to it."""

    name: str
    word: str
    ink: str = ""


@dataclass(frozen=True, slots=True)
class FactCite:
    """The source of a fact: its number, whether the fact was checked against it, and a short description of its
    reliability, empty if the source does not have one.
    """

    number: int
    checked: bool
    state: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a card. `words` is None if it is unknown."""

    key: str
    label: str
    words: str | None
    marks: tuple[FactMark, ...] = ()
    cite: FactCite | None = None
    seen: str = ""
    """The people who have seen the fact on the printed card, as text; empty if nobody has."""

    @property
    def glance(self) -> str:
        """The label of the fact among the main numbers."""
        words = self.key.replace("_", " ")
        # AC and HP are labeled as printed.
        return _(words.upper() if len(words) == 2 else words.capitalize())


@dataclass(slots=True)
class SourceReading:
    """Facts read from one source in one go: whether they were checked, their basis, and optional remarks about doubt
    and other notes.
    """

    checked: bool
    basis: str
    doubt: str
    note: str
    facts: dict[str, str] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """The heading of the facts."""
        if self.doubt:
            return _("Doubtful:")
        if self.basis in HEADINGS:
            return str(HEADINGS[self.basis][self.checked])
        return _("Checked:") if self.checked else _("Not checked yet:")

    @property
    def state(self) -> str:
        """A short description of the reliability of the facts; empty if unknown."""
        return _("doubtful") if self.doubt else str(STATES.get(self.basis, ""))

    @property
    def labels(self) -> str:
        """The labels of the facts, separated by commas."""
        return ", ".join(self.facts.values())


@dataclass(slots=True)
class CardSource:
    """A page of a book or a public web page from which facts of a card were taken."""

    number: int
    title: str
    page: int | None
    readings: dict[tuple[bool, str, str, str], SourceReading] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """The address of a public web page, else empty."""
        return self.title if self.title.startswith(("https://", "http://")) else ""

    @property
    def short(self) -> str:
        """The title; for a web page its host and the first segments of its path."""
        if not self.address:
            return self.title
        try:
            parts = urlsplit(self.address)
        except ValueError:  # not a valid URL
            return self.title
        return "/".join([parts.netloc, *parts.path.split("/")[1:3]]).rstrip("/")


@dataclass(slots=True)
class CardSheet:
    """The content of a card page from a document."""

    document: dict[str, Any]
    sources: list[CardSource] = field(default_factory=list)
    seen: dict[str, str] = field(default_factory=dict)
    """The people who have seen each fact on the printed card, as text, keyed by fact."""

    @property
    def game_words(self) -> GameWords:
        """The words of the card's game."""
        return words_of_game(self.document["game"])

    @property
    def title(self) -> str:
        """The name for people."""
        return document_title(self.document)

    @property
    def kind(self) -> str:
        """The title of the card's kind."""
        return vocabulary.kind_title(self.document["game"], self.document["kind"])

    @property
    def stats(self) -> list[Fact]:
        """The main numbers, for a card that has them."""
        return [fact for fact in self.facts if fact.key in self.game_words.fact_words.stats]

    @property
    def pairs(self) -> list[Fact]:
        """The facts shown as title and value instead of as main numbers."""
        return [fact for fact in self.facts if fact.key not in self.game_words.fact_words.stats]

    @property
    def facts(self) -> list[Fact]:
        """The facts without a place of their own, in the schema's order."""
        skip = SHOWN_ELSEWHERE | self.game_words.fact_words.card_words.keys()
        return [self._fact(key) for key in self.keys if key not in skip]

    @property
    def unknown_facts(self) -> list[str]:
        """Descriptions of unknown facts without duplicates, in the schema's order, which a database does not
        preserve.
        """
        order = self.keys
        pointers = sorted(
            documents.wanted_pointers(self.document), key=lambda pointer: order.index(pointer.split("/")[1])
        )
        return list(dict.fromkeys(self._unknown_fact(pointer) for pointer in pointers))

    @property
    def unknown_in_play(self) -> list[str]:
        """Descriptions of unknown facts needed only for play; empty for a card without an attack."""
        if self.document.get("dice_from") == "none":
            return []
        wanted = self.game_words.play_facts.get(self.document["kind"], ())
        told = "dice" if self.document.get("dice_from") == "primary" else ""
        return [wording.inline_noun(self.label(key)) for key in wanted if key not in self.document and key != told]

    def cite_of(self, key: str) -> FactCite | None:
        """Return the source of the fact `key`, or None."""
        for source in self.sources:
            for one in source.readings.values():
                if key in one.facts:
                    return FactCite(source.number, one.checked, one.state)
        return None

    @property
    def keys(self) -> list[str]:
        """The fields of the document in the schema's order."""
        order = vocabulary.fact_schemas(self.document["game"], self.document["kind"])
        return [key for key in order if key in self.document]

    def _fact(self, key: str) -> Fact:
        value = self.document[key]
        words, marks = fact_words(self.document["game"], key, value)
        cite = self.cite_of(key) if value is not None else None
        return Fact(key, self.label(key), words, marks, cite, self.seen.get(key, ""))

    def label(self, key: str) -> str:
        """Return the label of the fact `key` on this card."""
        if key in self.game_words.fact_words.card_words:
            return str(self.game_words.fact_words.card_words[key])
        return vocabulary.fact_title(self.document["game"], self.document["kind"], key)

    def _unknown_fact(self, pointer: str) -> str:
        key, _, rest = pointer[1:].partition("/")
        label = wording.inline_noun(self.label(key))
        if not rest:
            return label
        if key in self.game_words.fact_words.missing:
            return self.game_words.fact_words.missing[key](self.document, rest)
        return f"{label} ({rest.replace('/', ', ')})"


def card_sheet(document: dict[str, Any]) -> CardSheet:
    """Return the content of a card page for `document`, with its sources numbered by first use."""
    result = CardSheet(document)
    numbers: dict[tuple[str, int | None], CardSource] = {}
    for key in result.keys:
        untold = key in documents.NON_FACT_KEYS and f"/{key}" not in document["sources"]
        if untold or document[key] is None:
            continue
        for entry in provenance.sources_of(document, key):
            place = (entry["source"], entry.get("page"))
            source = numbers.setdefault(place, CardSource(len(numbers) + 1, *place))
            how = (entry["checked"], entry.get("basis", ""), entry.get("doubt", ""), entry.get("note", ""))
            source.readings.setdefault(how, SourceReading(*how)).facts[key] = wording.inline_noun(result.label(key))
    result.sources = list(numbers.values())
    return result


def fact_words(game: str, key: str, value: Any) -> tuple[str | None, tuple[FactMark, ...]]:
    """Return the value of a fact as text (None if unknown) and its icons."""
    game_words = words_of_game(game)
    if value is None:
        return None, ()
    if key in game_words.fact_words.spoken:
        return game_words.fact_words.spoken[key](value), ()
    if isinstance(value, bool):
        return (_("Yes") if value else _("No")), ()
    if key == "cost":
        return points_words(value), ()
    if key in game_words.fact_words.marked:
        words = value if isinstance(value, list) else [value]
        return joined_words([wording.schema_word(word) for word in words]) or empty_list_words(), _marks(
            game_words, key, words
        )
    if isinstance(value, list):
        return joined_words([wording.schema_word(str(word)) for word in value]) or empty_list_words(), ()
    return wording.schema_word(str(value)), ()


def points_words(number: int) -> str:
    """Return a number of points with its unit."""
    return ngettext("%(number)d point", "%(number)d points", number) % {"number": number}


def _marks(game_words: GameWords, key: str, values: list[str]) -> tuple[FactMark, ...]:
    ink = key in game_words.inked
    return tuple(
        FactMark(f"{game_words.fact_words.marked[key]}{word}", wording.schema_word(word), f"ink-{word}" if ink else "")
        for word in values
        if word != "none"
    )


def joined_words(values: list[str]) -> str:
    """Return words separated by commas, each once with its number: “two dragon, arcane”."""
    counted: dict[str, int] = {}
    for word in values:
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


def value_or_unknown(value: int | None) -> str:
    return _("not known") if value is None else str(value)


def empty_list_words() -> str:
    """Return the text for an empty list."""
    return _("None")


def card_summary(document: Mapping[str, Any]) -> str:
    """Return a one-line summary of a card for lists: its kind and its most important facts."""
    return words_of_game(document["game"]).summary(document)
