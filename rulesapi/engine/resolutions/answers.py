"""Answers of a question: the fields of its result and of its odds, with the sentences about them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import NoneType, UnionType
from typing import (
    Any,
    NewType,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from rulesapi.engine.values.chances import chance_document
from rulesapi.engine.values.messages import Phrase

A = TypeVar("A", bound="AnswerFields")

Place = NewType("Place", str)
"""A pointer to a part of the situation. Pages show the name of that part."""

LEFT_OUT: Any = object()
"""The value of a field that the result does not have, such as one of a later stage; as a default, it may be missing."""
Average = NewType("Average", Fraction)
"""An exact average of numbers, in the format of a chance."""
CardSlug = NewType("CardSlug", str)
"""A card by slug. Pages show its name."""
CardInPlay = NewType("CardInPlay", str)
"""A card by slug that is in effect. Pages show its name, and its text in a table."""
Difference = NewType("Difference", Fraction)
"""An exact difference of averages, in the format of a chance."""


class AnswerFields:
    """The fields of an answer: a class with the decorator `answer`, whose fields are declared with `told`.

    A field `odds`, of such a class or None, is not part of the result: the resolution has it beside its result. The
    type of a chance is Fraction.
    """

    @classmethod
    def summary(cls, values: Mapping[str, Any]) -> Iterable[Phrase]:
        """Return sentences about several fields, from their values as JSON. They follow those of the single fields."""
        return ()

    def as_document(self) -> dict[str, Any]:
        """Return the fields as JSON."""
        values = {one.name: getattr(self, one.name) for one in dataclasses.fields(self)}  # type: ignore[arg-type]
        return {name: _as_json(value) for name, value in values.items() if value is not LEFT_OUT}


def _as_json(value: Any) -> Any:
    if isinstance(value, AnswerFields):
        return value.as_document()
    if isinstance(value, Fraction):
        return chance_document(value)
    if isinstance(value, Phrase):
        return str(value)
    return [_as_json(one) for one in value] if isinstance(value, list | tuple) else value


def told(
    label: str,
    sentence: str | Mapping[Any, str] = "",
    help: str = "",
    *,
    labels: Mapping[str, str] | None = None,
    on_page: bool = True,
    entry_of: str = "",
    default: Any = dataclasses.MISSING,
) -> Any:
    """Return a field of an answer with the sentence about it, or the sentence for each value, `...` for all others.

    A sentence is a template that is filled from the fields of the answer. The first one is the answer in short. A field
    that is None or empty is not mentioned. The schema of a field follows from its type; a text has one of the values
    for which there are sentences, if there is none for all others, or one of those with `labels`, which pages show. A
    field with the default `LEFT_OUT` can be missing from the result. Pages do not show a field that is not `on_page`.
    A number may be the place of an entry of the list at a pointer, `entry_of`; pages show the name of that entry.
    """
    about = {
        "label": label,
        "sentence": sentence,
        "help": help,
        "labels": labels or {},
        "on_page": on_page,
        "entry_of": entry_of,
    }
    return dataclasses.field(default=default, metadata=about)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(told,))
def answer(cls: type[A]) -> type[A]:
    """Declare the answer of a question, a part of it, or its odds."""
    return dataclass(frozen=True, kw_only=True)(cls)


@answer
class ChanceRow(AnswerFields):
    """The base of a row of odds: a chance, and what it is the chance of, which is the first field of a subclass."""

    exact: str = told("The chance as a fraction")
    value: float = told("The chance, rounded")


@dataclass(frozen=True, slots=True)
class ToldField:
    """A declared field of an answer; `required` if the result always has it."""

    name: str
    of: Any
    label: str
    sentence: str | Mapping[Any, str]
    help: str
    labels: Mapping[str, str]
    on_page: bool
    entry_of: str
    required: bool

    @property
    def kind(self) -> Any:
        """Its type if it is not None."""
        union = get_origin(self.of) in (Union, UnionType)
        return next(one for one in get_args(self.of) if one is not NoneType) if union else self.of

    @property
    def fields_type(self) -> type[AnswerFields] | None:
        """The class of the fields in it, if it is a part of an answer or a list of such parts or None."""
        (kind,) = get_args(self.kind)[:1] or (self.kind,)
        kind = next((one for one in get_args(kind) if one is not NoneType), kind)
        return kind if isinstance(kind, type) and issubclass(kind, AnswerFields) else None


def told_fields(answer: type[AnswerFields]) -> tuple[ToldField, ...]:
    """Return the declared fields of an answer, without its odds."""
    return tuple(one for one in _all_fields(answer) if one.name != "odds")


def odds_of(answer: type[AnswerFields]) -> type[AnswerFields] | None:
    """Return the class of the odds of an answer; None if it has none."""
    return next((one.fields_type for one in _all_fields(answer) if one.name == "odds"), None)


def answer_classes(answer: type[AnswerFields]) -> Iterator[type[AnswerFields]]:
    """Yield the class of an answer, of each part of it, and of its odds."""
    yield answer
    for one in _all_fields(answer):
        if one.fields_type is not None:
            yield from answer_classes(one.fields_type)


_FIELDS: dict[type[AnswerFields], tuple[ToldField, ...]] = {}
"""The declared fields by class. Reading their types takes long."""


def _all_fields(answer: type[AnswerFields]) -> tuple[ToldField, ...]:
    if answer not in _FIELDS:
        types = get_type_hints(answer)
        _FIELDS[answer] = tuple(
            ToldField(one.name, types[one.name], required=one.default is dataclasses.MISSING, **one.metadata)
            for one in dataclasses.fields(answer)  # type: ignore[arg-type]
        )
    return _FIELDS[answer]
