"""What can be asked of the cards of a game: every fact of its schemas, by its key, its title and the game's own words.

Nothing is listed here by hand. A fact that is added to a schema can be asked for at once.
"""

import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from catalog import documents
from catalog.documents.schema_properties import LISTS, Construct, Property, document_properties
from catalog.documents.text_folding import fold
from catalog.search import games
from catalog.search.vocabulary import GameVocabulary

IDENTITY = frozenset({"kind", "game", "slug", "set", "formerly", "retired", "sources"})
"""Keys of a card that are no text to search: which card it is, and what became of it."""


class FieldType(StrEnum):
    """How a fact can be asked for."""

    CHOICE = "word"
    NUMBER = "number"
    FLAG = "yes or no"
    TEXT = "text"


WORD = "query"
"""The context of messages that are a word inside a sentence: what a field or what kinds of card are called there."""


@dataclass(frozen=True, slots=True)
class FactPath:
    """One fact of the documents: its key, and whether it is a list."""

    key: str
    many: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """Something that can be asked for by a name.

    It stands for one fact, or for several of which a card has one (a creature has a level, a spell a lowest level).
    `label` is what sentences call it. `values` are the words of a closed list by the form in which they are
    compared; none where any word may stand there. `abbreviations` are what its words are cut to, in that form.
    """

    name: str
    label: str
    sort: FieldType
    facts: tuple[FactPath, ...]
    values: Mapping[str, str] = field(default_factory=dict)
    abbreviations: Mapping[str, str] = field(default_factory=dict)

    @property
    def countable(self) -> bool:
        """Whether cards can be counted by its values: a text has too many of them."""
        return self.sort is not FieldType.TEXT


@dataclass(frozen=True)
class QueryLanguage:
    """What can be asked of the cards of one game, or of all.

    `fields` are by their own names in the order of the schemas, `by_name` by every name they answer to. `kinds` are the
    kinds of card with what one and several of them are called.
    """

    game: str | None
    fields: Mapping[str, Field]
    by_name: Mapping[str, Field]
    kinds: Mapping[str, str]
    examples: tuple[str, ...] = ()

    def field(self, name: str) -> Field | None:
        """Return the field of that name, None when there is none."""
        return self.by_name.get(_plain(name))

    @property
    def flags(self) -> dict[str, Field]:
        """The facts that are yes or no, by what stands after `is:`."""
        return {name: one for name, one in self.fields.items() if one.sort is FieldType.FLAG}


@cache
def query_language(game: str | None) -> QueryLanguage:
    """Return what can be asked of the cards of `game`, with None of all games; of an unknown game nothing but words."""
    known = [game] if game is not None else list(documents.card_kinds())
    kinds = [(one, kind) for one in known for kind in documents.card_kinds().get(one, ())]
    found: dict[str, list[Property]] = {}
    for one, kind in kinds:
        for fact in document_properties(f"{one}/{kind}.schema.json"):
            if fact.key not in IDENTITY:
                found.setdefault(fact.key, []).append(fact)
    words = [vocabulary_of(one) for one in known]
    labels = {name: label for one in words for name, label in one.labels.items()}
    cut = {key: cuts for one in words for key, cuts in one.abbreviations.items()}
    own = {key: _field(key, alike, labels, cut.get(key, {})) for key, alike in found.items()}
    names = _names(words, own)
    fields = {**own, **_joined_properties(names, labels, own)}
    return QueryLanguage(
        game=game,
        fields=fields,
        by_name=_by_name(fields, names, found),
        kinds={kind: documents.load_schemas()[f"{one}/{kind}.schema.json"]["title"] for one, kind in kinds},
        examples=tuple(example for one in words for example in one.examples),
    )


@cache
def vocabulary_of(game: str) -> GameVocabulary:
    """Return what a game says beside its schemas: nothing where it has no module of its own."""
    name = game.replace("-", "_")
    if name not in games.MODULES:
        return GameVocabulary()
    vocabulary: GameVocabulary = importlib.import_module(f"{games.__name__}.{name}").WORDS
    return vocabulary


def is_text(one: Property) -> bool:
    """Return whether a fact is searched by what stands in it: a text, or something that is made of several facts."""
    lists = set(LISTS) - {Construct.CHOICES, Construct.SEQUENCE, Construct.WORDS}
    return one.construct in {Construct.TEXT, Construct.OBJECT, Construct.CLAUSE, *lists}


def _field(key: str, alike: list[Property], labels: Mapping[str, str], cut: Mapping[str, str]) -> Field:
    first = alike[0]
    values = {fold(word): word for one in alike if _listed(one) for word in one.choices}
    sort = _sort(first)
    many = first.construct in (Construct.CHOICES, Construct.SEQUENCE, Construct.WORDS)
    label = labels.get(key, first.title.lower())
    return Field(key, label, sort, (FactPath(key, many),), values if sort is FieldType.CHOICE else {}, cut)


def _listed(one: Property) -> bool:
    return one.construct in (Construct.ENUM, Construct.CHOICES, Construct.SEQUENCE)


def _sort(one: Property) -> FieldType:
    if is_text(one):
        return FieldType.TEXT
    return {Construct.INTEGER: FieldType.NUMBER, Construct.BOOLEAN: FieldType.FLAG}.get(one.construct, FieldType.CHOICE)


def _names(words: Iterable[GameVocabulary], own: Mapping[str, Field]) -> dict[str, tuple[str, ...]]:
    """Return the facts that the games' own names stand for; where games differ, what any of them says."""
    names: dict[str, tuple[str, ...]] = {}
    for one in words:
        for name, keys in one.names.items():
            names[name] = tuple(dict.fromkeys((*names.get(name, ()), *keys)))
    several = len(list(words)) > 1
    return {
        name: (*keys, name) if several and name in own and name not in keys else keys for name, keys in names.items()
    }


def _joined_properties(
    names: Mapping[str, tuple[str, ...]], labels: Mapping[str, str], own: Mapping[str, Field]
) -> dict[str, Field]:
    """Return the fields that stand for several facts, by the first name of each; the first fact says their sort."""
    first: dict[tuple[str, ...], str] = {}
    for name, keys in names.items():
        if len(keys) > 1:
            first.setdefault(keys, name)
    found = {}
    for keys, name in first.items():
        parts = [own[key] for key in keys]
        facts = tuple(fact for part in parts for fact in part.facts)
        values = {plain: word for part in parts for plain, word in part.values.items()}
        found[name] = Field(name, labels.get(name, parts[0].label), parts[0].sort, facts, values)
    return found


def _by_name(
    fields: Mapping[str, Field], keys_by_name: Mapping[str, tuple[str, ...]], found: Mapping[str, list[Property]]
) -> dict[str, Field]:
    """Return the fields by every name: the game's words first, then keys, then titles, then keys said of one thing."""
    by_keys = {tuple(fact.key for fact in one.facts): one for one in fields.values()}
    names = {_plain(name): by_keys[keys] for name, keys in keys_by_name.items()}
    for key in found:
        names.setdefault(_plain(key), fields[key])
    for key, alike in found.items():
        for fact in alike:
            names.setdefault(_plain(documents.slugify(fact.title)), fields[key])
    for key in found:
        if key.endswith("s") and not key.endswith(("ss", "ies")):
            names.setdefault(_plain(key.removesuffix("s")), fields[key])
    return names


def _plain(name: str) -> str:
    return name.lower().replace("-", "_")
