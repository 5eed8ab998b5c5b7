"""Texts in the cells of a set sheet: read as facts, and written from them.

`-` means none: an empty list, no, or a rating of 0. Choices have keys, and several of them can be written in a row. An
empty cell has no value.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.schema_properties import Construct, Property
from catalog.documents.validation import SchemaValidators, faults_by_validators
from catalog.tables import cells
from catalog.tables.cells import InvalidCell
from legions.game_words.sheet_columns import (
    LEADS,
    SheetColumn,
    choice_keys,
    column_property,
    is_list,
    member_of,
    property_of,
)
from legions.own_numbers.row_parts import part_value, with_part

NONE = "-"
_NONE_WORDS = {NONE, "–", "none", "keine", "keiner", "kein"}
_YES, _NO = {"y", "yes", "j", "ja", "true", "1"}, {"n", "no", "nein", "false", "0", *_NONE_WORDS}
_WHOLE = re.compile(r"[+−-]?\d{1,15}", re.ASCII)
_COUNTED = re.compile(r"(\d{1,2})\s*[x×]?\s*([a-z].*)", re.ASCII)
_MAX_CELL_LENGTH = 1_000
"""The maximum length of a cell in characters."""

Facts = dict[str, Any]


def read_cell(game: str, kind: str, column: SheetColumn, text: str) -> Facts:
    """Return the facts in a nonempty cell. Raises InvalidCell.

    Values are checked against the schema when they are stored, not here.
    """
    text = text.strip()
    if len(text) > _MAX_CELL_LENGTH:
        raise InvalidCell(_("That is too long for a cell. Write it on the page of the card."))
    if column.ratings:
        return _ratings(column, text.casefold())
    if column.says_none_alone:
        return dict.fromkeys(column.facts, _none_alone(text))
    return {column.key: _value(property_of(game, kind, column.key), text)}


def read_part(
    game: str, kind: str, column: SheetColumn, text: str, standing: Sequence[Mapping[str, Any]] | None
) -> Facts:
    """Return the fact of a column with a part, after setting the part to a text in the `standing` rows.

    The value is checked against the schema, because other parts of the fact may be stored with it. Raises InvalidCell.
    """
    assert column.part is not None
    members, text = property_of(game, kind, column.fact).members, text.strip()
    if not text or text == "?":
        return {column.fact: with_part(standing or (), column.part, None, members)}
    if text.casefold() in _NONE_WORDS:
        if column.part.at or column.part.where:
            raise InvalidCell(_("Leave it empty if the card has none."))
        return {column.fact: []}
    if len(text) > _MAX_CELL_LENGTH:
        raise InvalidCell(_("That is too long for a cell. Write it on the page of the card."))
    value = _value(member_of(game, kind, column.fact, column.part.key), text)
    if faults := faults_by_validators(_member_validators(game, kind, column.fact, column.part.key), value, most=1):
        raise InvalidCell(faults[0].message)
    return {column.fact: with_part(standing or (), column.part, value, members)}


@cache
def _member_validators(game: str, kind: str, fact: str, key: str) -> SchemaValidators:
    return SchemaValidators(member_of(game, kind, fact, key).schema)


def write_cell(game: str, kind: str, column: SheetColumn, facts: Mapping[str, Any]) -> str:
    """Return the text of a cell that `read_cell` reads as these facts; empty if any fact is missing."""
    values = [facts.get(fact) for fact in column.facts]
    if any(value is None for value in values):
        return ""
    if column.part is not None:
        value = part_value(values[0], column.part)
        if value is None:
            return NONE if values[0] == [] and not (column.part.at or column.part.where) else ""
        return _text(column_property(game, kind, column), value)
    if column.ratings:
        found = {letter: facts[fact] for letter, fact in column.ratings.items() if facts[fact]}
        return " ".join(f"{letter}{number}" for letter, number in found.items()) or NONE
    if column.says_none_alone:
        return NONE if not any(values) else _("printed")
    return _text(property_of(game, kind, column.key), values[0])


def key_help(game: str, kind: str, column: SheetColumn) -> str:
    """Return a help text for the entries of a column."""
    if column.ratings:
        if len(column.ratings) == 1:
            return _("A number; - for none.")
        words = ", ".join(f"{letter}5: {fact.replace('_', ' ')} 5" for letter, fact in column.ratings.items())
        return _("{words}; - for none.").format(words=words)
    if column.says_none_alone:
        return _("- if the card has none of these.")
    one = column_property(game, kind, column)
    if plain := _plain_help(one):
        return plain
    if one.construct is Construct.OBJECT:
        return _("Numbers in a row: {words}.").format(words=", ".join(_(member.title) for member in one.members))
    if one.construct is Construct.CLAUSES:
        return _("- for none; else words with commas between them.")
    if one.construct not in (Construct.ENUM, Construct.CHOICES, Construct.SEQUENCE):
        return _("- for none.") if is_list(one) else ""
    keys = ", ".join(f"{key} {choice}" for choice, key in choice_keys(tuple(one.choices)).items())
    if one.construct is Construct.ENUM:
        return f"{keys}; {_('- for none.')}" if "none" in one.choices else f"{keys}."
    return f"{keys}; {_('several in a row; - for none.')}"


def _plain_help(prop: Property) -> str:
    """Return the help text for a number or a yes or no; empty for other values."""
    if prop.construct is Construct.INTEGER:
        return _("A number.")
    if _holds_numbers(prop):
        return _("Numbers in a row: {words}.").format(words="10/5")
    return _("y or n.") if prop.construct is Construct.BOOLEAN else ""


# -- reading -----------------------------------------------------------------------------------------------------------


def _ratings(column: SheetColumn, text: str) -> Facts:
    numbers = dict.fromkeys(column.ratings.values(), 0)
    if text not in _NONE_WORDS:
        for letter, digits in _rating_parts(column, text):
            numbers[column.ratings[letter]] = _as_number(digits)
    return {**numbers, **{LEADS[fact]: number > 0 for fact, number in numbers.items() if fact in LEADS}}


def _rating_parts(column: SheetColumn, text: str) -> Iterable[tuple[str, str]]:
    """Return the letters and numbers of a rating. Raises InvalidCell."""
    if len(column.ratings) == 1 and _WHOLE.fullmatch(text):
        return [(next(iter(column.ratings)), text)]
    parts = re.findall(r"([a-z]*)\s*(\d{1,6})[\s,;]*", text)
    whole = re.fullmatch(r"(?>[a-z]*\s*\d{1,6}(?!\d)[\s,;]*)+", text, re.ASCII)
    if not whole or any(letter[:1] not in column.ratings for letter, _digits in parts):
        letters = ", ".join(f"{letter}5" for letter in column.ratings)
        raise InvalidCell(_("Write a letter and a number ({letters}), or - for none.").format(letters=letters))
    return [(letter[0], digits) for letter, digits in parts]


def _value(prop: Property, text: str) -> Any:
    return _READERS.get(prop.construct, _as_in_tables)(prop, text)


def _as_in_tables(prop: Property, text: str) -> Any:
    if is_list(prop) and text.casefold() in _NONE_WORDS:
        return []
    return cells.read(text, prop)


def _rows(prop: Property, text: str) -> Any:
    return cells.read(text, prop) if text.startswith("[") else _none_alone(text)


def _none_alone(text: str) -> list[Any]:
    if text.casefold() not in _NONE_WORDS:
        raise InvalidCell(_("Enter - if the card has none. Otherwise enter its details on the page of the card."))
    return []


def _integer(_one: Property, text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise InvalidCell(_("Write a whole number."))
    return _as_number(text)


def _as_number(text: str) -> int:
    """Return a text that matches `_WHOLE` as a number."""
    return int(text.replace("−", "-"))


def _words(prop: Property, text: str) -> Any:
    if not _holds_numbers(prop):
        return _as_in_tables(prop, text)
    found = [piece for piece in re.split(r"[\s,;/]+", text) if piece]
    if not all(map(_WHOLE.fullmatch, found)):
        raise InvalidCell(_("Write whole numbers with / between them."))
    return [_as_number(piece) for piece in found]


def _holds_numbers(prop: Property) -> bool:
    return prop.construct is Construct.WORDS and prop.items.get("type") == "integer"


def _boolean(_one: Property, text: str) -> bool:
    word = text.casefold()
    if word not in _YES | _NO:
        raise InvalidCell(_("Write y or n."))
    return word in _YES


def _enum(prop: Property, text: str) -> str:
    if text.casefold() in _NONE_WORDS and "none" in prop.choices:
        return "none"
    return _choice(prop, text)


def _choices(prop: Property, text: str) -> list[str]:
    if text.casefold() in _NONE_WORDS | {"0"}:
        return []
    text = re.sub(r"(\d)\s*[x×]?\s+(?=[A-Za-z])", r"\1", text)  # so that a number and its word are not split
    pieces = re.split(r"[,;]+", text) if re.search(r"[,;]", text) else re.split(r"\s+", text)
    found: list[str] = []
    for piece in filter(None, map(str.strip, pieces)):
        found += _several(prop, piece)
    return found


def _several(prop: Property, piece: str) -> list[str]:
    """Return the choices in a part of a cell: one, one several times, or several keys in a row."""
    if counted := _COUNTED.fullmatch(piece.casefold()):
        return _several(prop, counted[2]) * int(counted[1])
    keys = {key: choice for choice, key in choice_keys(tuple(prop.choices)).items()}
    word = piece.casefold()
    if word in keys:
        return [keys[word]]
    if not _matching(prop, word) and " " in word:
        return [choice for part in word.split() for choice in _several(prop, part)]
    if not _matching(prop, word) and all(letter in keys for letter in word):
        return [keys[letter] for letter in word]
    return [_choice(prop, piece)]


def _choice(prop: Property, text: str) -> str:
    word = re.sub(r"[\s_-]+", "-", text.strip().casefold())
    keys = choice_keys(tuple(prop.choices))
    if by_key := [choice for choice, key in keys.items() if key == word]:
        return by_key[0]
    found = _matching(prop, word)
    if len(found) == 1:
        return found[0]
    words = ", ".join(found or [choice for choice in prop.choices if choice != "none"])
    if found:
        raise InvalidCell(_("Several words begin so: {words}. Write more of it.").format(words=words))
    raise InvalidCell(_("There is no “{text}”. There are: {words}.").format(text=text[:60], words=words))


def _matching(prop: Property, word: str) -> list[str]:
    for whole in (word, word.removesuffix("s")):  # "2 dragons" is two of the icon dragon
        if whole in prop.choices:
            return [whole]
    return [choice for choice in prop.choices if choice.startswith(word)]


def _numbers(prop: Property, text: str) -> dict[str, int]:
    members = prop.members
    found = re.split(r"[\s,;/]+", text)
    if len(found) != len(members) or not all(map(_WHOLE.fullmatch, found)):
        words = ", ".join(_(member.title) for member in members)
        message = _("Write {number} numbers in a row: {words}.")
        raise InvalidCell(message.format(number=len(members), words=words))
    return {member.key: _as_number(number) for member, number in zip(members, found, strict=True)}


def _clauses(prop: Property, text: str) -> list[dict[str, Any]]:
    if text.casefold() in _NONE_WORDS:
        return []
    if text.startswith("["):
        found: list[dict[str, Any]] = cells.read(text, prop)
        return found
    return [_clause(prop, piece.strip()) for piece in text.split(",") if piece.strip()]


def _clause(prop: Property, piece: str) -> dict[str, Any]:
    """Return a condition: `good`, `fire/cold`, `level 5`, `troop`, `not evil`, or a keyword. Raises InvalidCell."""
    members = {member.key: member for member in prop.members}
    if piece.casefold().startswith("not ") and "not" in members:
        return {"not": _plain_clause({member.key: member for member in members["not"].members}, piece[4:].strip())}
    return _plain_clause(members, piece)


def _plain_clause(members: Mapping[str, Property], piece: str) -> dict[str, Any]:
    words = [word.strip().casefold() for word in piece.split("/")]
    if number := re.fullmatch(r"(?:l|lv|lvl|level|cost)?\s*(\d{1,4})\+?", words[0]):
        key = next((key for key, member in members.items() if member.construct is Construct.INTEGER), "")
        if key and len(words) == 1:
            return {key: int(number[1])}
    if len(words) == 1 and words[0] in members and members[words[0]].construct is Construct.BOOLEAN:
        return {words[0]: True}
    for key, member in members.items():
        if (
            member.construct is Construct.CHOICES
            and key != "has_slot"
            and all(word in member.choices for word in words)
        ):
            return {key: words}
    slugs = [re.sub(r"[^a-z0-9]+", "-", word).strip("-") for word in words]
    if "keyword" not in members or not all(slugs):
        raise InvalidCell(_("This is not a condition. Enter it on the page of the card."))
    return {"keyword": slugs}


_READERS: dict[Construct, Callable[[Property, str], Any]] = {
    Construct.INTEGER: _integer,
    Construct.WORDS: _words,
    Construct.BOOLEAN: _boolean,
    Construct.ENUM: _enum,
    Construct.CHOICES: _choices,
    Construct.SEQUENCE: _choices,
    Construct.OBJECT: _numbers,
    Construct.CLAUSES: _clauses,
    Construct.ROWS: _rows,
}


# -- writing -----------------------------------------------------------------------------------------------------------


def _text(prop: Property, value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value == "none" or value == []:
        return NONE
    if isinstance(value, int):
        return f"{value:+d}" if prop.schema.get("minimum", 0) < 0 else str(value)
    if prop.construct in (Construct.CHOICES, Construct.SEQUENCE):
        return _counted_words(value)
    if _holds_numbers(prop):
        return "/".join(map(str, value))
    if prop.construct is Construct.OBJECT:
        numbers = [value.get(member.key) for member in prop.members]
        return " ".join("?" if number is None else str(number) for number in numbers)
    if prop.construct is Construct.CLAUSES:
        texts = [_clause_text(clause) for clause in value]
        return (
            ", ".join(texts) if all(texts) and _clauses(prop, ", ".join(texts)) == value else cells.write(value, prop)
        )
    return cells.write(value, prop)


def _clause_text(clause: Mapping[str, Any]) -> str:
    ((key, value),) = clause.items()
    if key == "not":
        return f"not {_clause_text(value)}"
    if isinstance(value, bool):
        return key if value else ""
    if isinstance(value, int):
        return f"level {value}"
    return "/".join(value)


def _counted_words(value: list[str]) -> str:
    """Return words with their counts, or one by one if words that repeat are not next to each other."""
    counts: dict[str, int] = {}
    in_order = [value[0]]
    for word in value:
        in_order += [word] if word != in_order[-1] else []
    if len(set(in_order)) < len(in_order):
        return ", ".join(value)
    for word in value:
        counts[word] = counts.get(word, 0) + 1
    return ", ".join(word if number == 1 else f"{number} {word}" for word, number in counts.items())
