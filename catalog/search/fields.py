"""The searchable fields of a game's cards: all facts of its schemas, by key, title and the game's own words.

All fields are derived from the schemas. A fact that is added to a schema is searchable at once.
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

IDENTITY = frozenset({"kind", "game", "slug", "set", "also_in", "formerly", "retired", "sources"})
"""Keys of a card that are not searchable text: its identity and history."""


class FieldType(StrEnum):
    """The type of a field's values."""

    CHOICE = "word"
    NUMBER = "number"
    FLAG = "yes or no"
    TEXT = "text"


WORD = "query"
"""The message context of words inside a sentence: names of fields and kinds of card."""


@dataclass(frozen=True, slots=True)
class FactPath:
    """A fact of the documents: its key, and whether it is a list."""

    key: str
    many: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A searchable field.

    It covers one fact, or several: those of which a card has one (a creature has a level, a spell a minimum level), or
    a list and the fact with its known part. `label` is
    its name in sentences. `values` are the words of a closed list, keyed by their folded form; empty if any word is
    allowed. `abbreviations` maps folded abbreviations to words.
    """

    name: str
    label: str
    sort: FieldType
    facts: tuple[FactPath, ...]
    values: Mapping[str, str] = field(default_factory=dict)
    abbreviations: Mapping[str, str] = field(default_factory=dict)

    @property
    def countable(self) -> bool:
        """True if cards can be counted by its values. Texts have too many."""
        return self.sort is not FieldType.TEXT


@dataclass(frozen=True)
class QueryLanguage:
    """The searchable fields of the cards of one game, or of all games.

    `fields` is keyed by main name, in the order of the schemas, `by_name` by every accepted name. `kinds` are the kinds
    of card with their titles.
    """

    game: str | None
    fields: Mapping[str, Field]
    by_name: Mapping[str, Field]
    kinds: Mapping[str, str]
    examples: tuple[str, ...] = ()

    def field(self, name: str) -> Field | None:
        """Return the field with this name, None if there is none."""
        return self.by_name.get(_plain(name))

    @property
    def flags(self) -> dict[str, Field]:
        """The yes/no fields, keyed by their word after `is:`."""
        return {name: one for name, one in self.fields.items() if one.sort is FieldType.FLAG}


@cache
def query_language(game: str | None) -> QueryLanguage:
    """Return the query language of `game`, or for None of all games. For an unknown game it has no fields."""
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
    """Return the additional vocabulary of a game, empty for a game without a module of its own."""
    name = game.replace("-", "_")
    if name not in games.MODULES:
        return GameVocabulary()
    vocabulary: GameVocabulary = importlib.import_module(f"{games.__name__}.{name}").VOCABULARY
    return vocabulary


def is_text(prop: Property) -> bool:
    """Return whether a fact is searched as text: a text, or a value with several parts."""
    lists = set(LISTS) - {Construct.CHOICES, Construct.SEQUENCE, Construct.WORDS}
    return prop.construct in {Construct.TEXT, Construct.OBJECT, Construct.CLAUSE, *lists}


def _field(key: str, alike: list[Property], labels: Mapping[str, str], cut: Mapping[str, str]) -> Field:
    first = alike[0]
    values = {fold(word): word for one in alike if _listed(one) for word in one.choices}
    sort = _sort(first)
    many = first.construct in (Construct.CHOICES, Construct.SEQUENCE, Construct.WORDS)
    label = labels.get(key, first.title.lower())
    return Field(key, label, sort, (FactPath(key, many),), values if sort is FieldType.CHOICE else {}, cut)


def _listed(prop: Property) -> bool:
    return prop.construct in (Construct.ENUM, Construct.CHOICES, Construct.SEQUENCE)


def _sort(prop: Property) -> FieldType:
    if is_text(prop):
        return FieldType.TEXT
    return {Construct.INTEGER: FieldType.NUMBER, Construct.BOOLEAN: FieldType.FLAG}.get(
        prop.construct, FieldType.CHOICE
    )


def _names(vocabularies: Iterable[GameVocabulary], own: Mapping[str, Field]) -> dict[str, tuple[str, ...]]:
    """Return the keys of facts for each of the games' own names. If games differ, all their facts are included."""
    names: dict[str, tuple[str, ...]] = {}
    for one in vocabularies:
        for name, keys in one.names.items():
            names[name] = tuple(dict.fromkeys((*names.get(name, ()), *keys)))
    several = len(list(vocabularies)) > 1
    return {
        name: (*keys, name) if several and name in own and name not in keys else keys for name, keys in names.items()
    }


def _joined_properties(
    names: Mapping[str, tuple[str, ...]], labels: Mapping[str, str], own: Mapping[str, Field]
) -> dict[str, Field]:
    """Return the fields that cover several facts, keyed by their first name. The first fact determines their type."""
    first: dict[tuple[str, ...], str] = {}
    for name, keys in names.items():
        if len(keys) > 1:
            first.setdefault(keys, name)
    found = {}
    for keys, name in first.items():
        parts = [own[key] for key in keys]
        facts = tuple(fact for part in parts for fact in part.facts)
        values = {plain: word for part in parts for plain, word in part.values.items()}
        cut = {short: word for part in parts for short, word in part.abbreviations.items()}
        found[name] = Field(name, labels.get(name, parts[0].label), parts[0].sort, facts, values, cut)
    return found


def _by_name(
    fields: Mapping[str, Field],
    keys_by_name: Mapping[str, tuple[str, ...]],
    properties_by_key: Mapping[str, list[Property]],
) -> dict[str, Field]:
    """Return the fields by all names, in order of priority: the games' words, keys, titles, singular forms of keys."""
    by_keys = {tuple(fact.key for fact in one.facts): one for one in fields.values()}
    names = {_plain(name): by_keys[keys] for name, keys in keys_by_name.items()}
    for key in properties_by_key:
        names.setdefault(_plain(key), fields[key])
    for key, alike in properties_by_key.items():
        for fact in alike:
            names.setdefault(_plain(documents.slugify(fact.title)), fields[key])
    for key in properties_by_key:
        if key.endswith("s") and not key.endswith(("ss", "ies")):
            names.setdefault(_plain(key.removesuffix("s")), fields[key])
    return names


def _plain(name: str) -> str:
    return name.lower().replace("-", "_")
