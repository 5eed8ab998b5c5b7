"""Declared questions of play: one typed declaration of the inputs and the answer of a question.

The inputs are the attributes of a class, and so are the fields of the answer. A course reads attributes, whose
types mypy checks. Schemas, form, page and documentation are derived, so nothing about an input is stated twice.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Generic,
    NewType,
    TypedDict,
    TypeVar,
    Union,
    Unpack,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

from rulesapi.engine.resolutions.model import (
    Answer,
    Course,
    Missing,
    PlayRule,
    PlayRuleset,
    Question,
    TableFacts,
    without_asking,
)
from rulesapi.engine.values.chances import D20, chance_document
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Document

T = TypeVar("T")
P = TypeVar("P", bound="Part")
S = TypeVar("S", bound="Situation")
A = TypeVar("A", bound="AnswerFields")

Place = NewType("Place", str)
"""A pointer to a part of the situation. Pages show the name of that part."""


# Kinds of inputs ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `least` to `most`, in multiples of `step`; `unit` is shown behind it.

    It may be the place of an entry among the `entries` of the part's card, a list of objects with names, from 1 on.
    """

    least: int
    most: int
    step: int = 1
    unit: str = ""
    entries: str = ""


@dataclass(frozen=True, slots=True)
class NumberOr(Number):
    """A whole number or a word, with the label of the word."""

    words: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several words, with their labels."""

    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SeveralOf:
    """Several words, with the labels of all possible ones: each at most once, or up to `most` that may repeat."""

    words: Mapping[str, str]
    most: int = 0


@dataclass(frozen=True, slots=True)
class Text:
    """A text of players, with its maximum and minimum length, and its pattern if it has one.

    Pages offer the names of the cards of the kinds in `offers`.
    """

    most: int
    least: int = 1
    pattern: str = ""
    offers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Texts:
    """Up to `most` texts of players, each with a maximum length, which pages ask for in one line or in several."""

    most: int
    longest: int
    in_one_line: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """The name of a deal, from which a secret seed is made.

    Pages generate it if the input `of` is entered and nobody shuffles by hand.
    """

    of: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """Up to `entries` whole numbers from `least` to `most`, in order."""

    most: int
    entries: int
    least: int = 0


@dataclass(frozen=True, slots=True)
class Slugs:
    """Up to `most` cards by slug."""

    most: int


@dataclass(frozen=True, slots=True)
class OneCard:
    """A card of a kind by slug."""

    kind: str


@dataclass(frozen=True, slots=True)
class SetWith:
    """A set with cards of a kind by slug. Pages offer all such sets, and `other` for no set."""

    kind: str
    other: str


class Beyond(Enum):
    """The value of a measured range that is longer than the ruler."""

    OUT_OF_RANGE = "out of range"


@dataclass(frozen=True, slots=True)
class Measured:
    """A range on a ruler with sections from 1 to `longest`, or null, which is `OUT_OF_RANGE`; up to `most` is read."""

    longest: int
    most: int = 99
    least: int = 0


@dataclass(frozen=True, slots=True)
class Dice:
    """The faces of up to `most` rolled dice, in order; `faces` are their labels."""

    faces: Mapping[str, str]
    most: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Up to `most` places of a grid, each to the right of and behind an `origin`, at most `reach` from it.

    Pages `ask` for them, and show the places up to `shown`: ahead of the origin, behind it, and to each side.
    """

    origin: str
    ask: str
    reach: int
    most: int
    shown: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class PlayedAdventure:
    """The adventure that is played, with the rules of it that players have settled; `or_flag` if true is enough."""

    or_flag: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the card of its part. Its values are those of the schema of that card."""


@dataclass(frozen=True, slots=True)
class Section:
    """A group of fields on a page, with its title; a `folded` one is opened by a tap."""

    title: str
    folded: bool = False


@dataclass(frozen=True, slots=True)
class OnePart:
    """A part with inputs of its own. `fits` returns whether a card of one's own list is worth offering.

    `shows` names the inputs that pages show; the others are asked for where they decide. None means all of them.
    `sections` has those that are shown in a group apart, by name.
    """

    part: type[Part]
    fits: Callable[[Any, Document], bool] | None = None
    shows: tuple[str, ...] | None = None
    sections: Mapping[str, Section] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeveralParts:
    """A list of `least` to `most` parts that are alike. `shows` is as in `OnePart`.

    Pages begin with `opens` empty ones. They ask for the next entry of a `log`, and keep the others as lines. With
    `or_number` it may be only the number of the parts, up to that number; nothing else is known about them then.
    """

    part: type[Part]
    most: int
    least: int = 0
    shows: tuple[str, ...] | None = None
    log: bool = False
    opens: int = 1
    or_number: int = 0


Kind = (
    Number
    | Flag
    | OneOf
    | SeveralOf
    | Text
    | Texts
    | Numbers
    | Deal
    | Slugs
    | OneCard
    | SetWith
    | Measured
    | Dice
    | Grid
    | PlayedAdventure
    | Fact
    | OnePart
    | SeveralParts
)


# Inputs ---------------------------------------------------------------------------------------------------------------


class Options(TypedDict, total=False):
    """Options of every input; see `Input`."""

    help: str
    omitted: str
    plural: str
    asked: str
    folded: bool
    section: Section
    menu: bool
    shown_if: tuple[str, Any] | str
    of_card: bool
    or_null: bool
    kept: bool
    called: str
    fact: str
    counted: str | int
    entered_as: str


class Input(Generic[T]):
    """An input of a situation, as an attribute of its part.

    An omitted input has the value that `printed` returns for the card of its part, or else its `default`, which
    `omitted` describes. Without a default it is None, and a course asks for it where it decides; `asked` is its phrase
    in "Not known: ...", with `{who}` for its part. `read` converts a JSON value. A `folded` input is rarely needed;
    one with a `section` is shown there. A choice as a `menu` is one control instead of a row of buttons. `shown_if`
    names another input of its part, and the value with which this one is shown, or a frozenset of such values; the
    name alone if any value will do. `plural` is the label of a list. An input `of_card` is a fact of the card of its
    part with values of its own. One with `or_null` may be null, which says that it is unknown. A `kept` input is
    entered once for a table, not in the form. A part without a name is called by its label, or as `called`; if that is
    empty, like the part that it is in. `fact` names the fact of the card that `printed` reads, if it is another name.
    For dice, `counted` is their number, or the field of the answer that has it. It is `entered_as` another name than
    its attribute if parts have an attribute of that name.
    """

    name: str

    def __init__(
        self,
        kind: Kind,
        label: str,
        *,
        default: Any = None,
        read: Callable[[Any], Any] | None = None,
        printed: Callable[[Document], Any] | None = None,
        **options: Unpack[Options],
    ) -> None:
        self.kind, self.label, self.default = kind, label, default
        self.converted, self.printed = read, printed
        self.omitted = options.get("omitted", "")
        self.help = options.get("help", "")
        self.plural = options.get("plural", label)
        self.asked = options.get("asked", "")
        self.folded = options.get("folded", False)
        self.section = options.get("section")
        self.menu = options.get("menu", False)
        self.shown_if = options.get("shown_if")
        self.of_card = isinstance(kind, Fact) or options.get("of_card", False)
        self.or_null = options.get("or_null", False)
        self.kept = options.get("kept", False)
        self.fact = options.get("fact", "")
        self.called = options.get("called", label)
        self.counted = options.get("counted", "")
        self.entered_as = options.get("entered_as", "")

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.entered_as or name

    @overload
    def __get__(self, part: None, owner: type) -> Input[T]: ...
    @overload
    def __get__(self, part: Part, owner: type) -> T: ...
    def __get__(self, part: Part | None, owner: type) -> Input[T] | T:
        return self if part is None else cast("T", self._value(part))

    def goes_with(self, part: type[Part], entered: Callable[[str], Any]) -> bool:
        """Return whether its condition `shown_if` holds; `entered` returns the value of another input of its part."""
        if self.shown_if is None:
            return True
        if isinstance(self.shown_if, str):
            return entered(self.shown_if) is not None
        other, wanted = self.shown_if
        value = entered(other)
        value = part.inputs[other].default if value is None else value
        return bool(value in wanted if isinstance(wanted, frozenset) else value == wanted)

    def _value(self, part: Part) -> Any:
        said, kind = part.said.get(self.name), self.kind
        if isinstance(kind, OnePart):
            called = phrase(self.called) if self.called else part.label
            return kind.part({} if said is None else said, f"{part.at}/{self.name}", part.table, called)
        if said is None and isinstance(kind, Measured) and self.name in part.said:
            return Beyond.OUT_OF_RANGE
        if said is None and part.card:
            said = part.card.get(self.name) if self.of_card else self.printed and self.printed(part.card)
        if said is None:
            return self.default
        if isinstance(kind, SeveralParts):
            return tuple(self._entries(part, kind.part, said))
        return said if self.converted is None else self.converted(said)

    def _entries(self, part: Part, kind: type[Part], entered: int | Sequence[Document]) -> Iterator[Part]:
        """Yield the entries of a list; those that are only counted have its place."""
        if isinstance(entered, int):
            yield from (kind({}, part.place(self), part.table, phrase(self.label)) for _ in range(entered))
            return
        for number, one in enumerate(entered):
            name = phrase("{what} {number}", what=phrase(self.label), number=number + 1)
            yield kind(one, f"{part.place(self)}/{number}", part.table, name)


def number(
    label: str, most: int, *, least: int = 0, step: int = 1, unit: str = "", **options: Unpack[Options]
) -> Input[int | None]:
    """Return a number that is asked for where it decides."""
    return Input(Number(least, most, step, unit), label, **options)


def number_of_card(label: str, most: int, *, least: int = 0, **options: Unpack[Options]) -> Input[int | None]:
    """Return a number of the part's card that may be entered beyond what its schema allows."""
    return Input(Number(least, most), label, **({"folded": True, "of_card": True} | options))


def number_or_word(
    label: str, choices: Mapping[str, str], most: int, printed: Callable[[Document], Any], **options: Unpack[Options]
) -> Input[int | str | None]:
    """Return a number, or a word instead of one, that follows from facts of the part's card."""
    return Input(NumberOr(0, most, words=choices), label, printed=printed, **({"folded": True} | options))


def number_or(
    default: int,
    omitted: str,
    /,
    label: str,
    most: int,
    *,
    least: int = 0,
    step: int = 1,
    unit: str = "",
    **options: Unpack[Options],
) -> Input[int]:
    """Return a number with a default, which `omitted` describes."""
    return Input(Number(least, most, step, unit), label, default=default, **({"omitted": omitted} | options))


def flag(label: str, **options: Unpack[Options]) -> Input[bool | None]:
    """Return a flag that is asked for where it decides."""
    return Input(Flag(), label, **options)


def flag_of_card(
    label: str, printed: Callable[[Document], bool | None], **options: Unpack[Options]
) -> Input[bool | None]:
    """Return a flag that follows from facts of the part's card, asked for where it decides."""
    return Input(Flag(), label, printed=printed, **({"folded": True} | options))


def tick(label: str, **options: Unpack[Options]) -> Input[bool]:
    """Return a flag that is false if omitted."""
    return Input(Flag(), label, default=False, **({"omitted": "no"} | options))


def one_of(label: str, choices: Mapping[str, str], **options: Unpack[Options]) -> Input[str | None]:
    """Return a choice of one word that is asked for where it decides."""
    return Input(OneOf(choices), label, **options)


def one_of_or(
    default: str, omitted: str, /, label: str, choices: Mapping[str, str], **options: Unpack[Options]
) -> Input[str]:
    """Return a choice of one word with a default, which `omitted` describes."""
    return Input(OneOf(choices), label, default=default, **({"omitted": omitted} | options))


def several_of(label: str, choices: Mapping[str, str], **options: Unpack[Options]) -> Input[tuple[str, ...]]:
    """Return a choice of several words; none if omitted."""
    return Input(SeveralOf(choices), label, default=(), read=tuple, **({"omitted": "none"} | options))


def words_of_card(
    label: str,
    choices: Mapping[str, str],
    most: int,
    printed: Callable[[Document], Any] | None = None,
    **options: Unpack[Options],
) -> Input[tuple[str, ...] | None]:
    """Return several words of the part's card, or that follow from it, asked for where they decide."""
    of_card = {"folded": True, "of_card": printed is None} | options
    return Input(SeveralOf(choices, most), label, read=tuple, printed=printed, **of_card)


def repeated(label: str, choices: Mapping[str, str], most: int, **options: Unpack[Options]) -> Input[tuple[str, ...]]:
    """Return up to `most` words that may repeat; none if omitted."""
    return Input(SeveralOf(choices, most), label, default=(), read=tuple, **({"omitted": "none"} | options))


def grid(label: str, kind: Grid, **options: Unpack[Options]) -> Input[tuple[tuple[int, int], ...] | None]:
    """Return places of a grid, each to the right of and behind its origin, asked for where they decide."""
    return Input(kind, label, read=_pairs, **options)


def _pairs(entered: Iterable[Iterable[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((right, back) for right, back in entered)


def played_adventure() -> Input[Document | None]:
    """Return the adventure that is played; none if omitted."""
    return Input(PlayedAdventure(), "Adventure", omitted="none is played")


def adventure_or_flag() -> Input[Document | bool]:
    """Return the adventure that is played, or whether one is; false if omitted."""
    return Input(PlayedAdventure(or_flag=True), "Adventure", default=False, omitted="none")


def text(
    label: str,
    most: int = 120,
    *,
    least: int = 1,
    pattern: str = "",
    offers: tuple[str, ...] = (),
    **options: Unpack[Options],
) -> Input[str | None]:
    """Return a text of players."""
    return Input(Text(most, least, pattern, offers), label, **options)


def texts(
    label: str, most: int, longest: int = 120, *, in_one_line: bool = False, **options: Unpack[Options]
) -> Input[tuple[str, ...]]:
    """Return several texts of players; none if omitted."""
    kind = Texts(most, longest, in_one_line)
    return Input(kind, label, default=(), read=tuple, **({"omitted": "none"} | options))


def deal_of(label: str, of: str, **options: Unpack[Options]) -> Input[str | None]:
    """Return the name of a deal of the cards of a set; `of` is the name of the input with that set."""
    return Input(Deal(of), label, **options)


def set_with(label: str, kind: str, other: str, **options: Unpack[Options]) -> Input[str | None]:
    """Return a set with cards of a kind by slug; `other` is the label of no set."""
    return Input(SetWith(kind, other), label, **options)


def asked_slugs(label: str, most: int, **options: Unpack[Options]) -> Input[tuple[str, ...] | None]:
    """Return several cards by slug that are asked for where they decide."""
    return Input(Slugs(most), label, read=tuple, **options)


def numbers(
    label: str, most: int, entries: int, *, least: int = 0, **options: Unpack[Options]
) -> Input[tuple[int, ...] | None]:
    """Return up to `entries` numbers from `least` to `most`, asked for where they decide."""
    return Input(Numbers(most, entries, least), label, read=tuple, **options)


def slugs(label: str, most: int, **options: Unpack[Options]) -> Input[tuple[str, ...]]:
    """Return several cards by slug; none if omitted."""
    return Input(Slugs(most), label, default=(), read=tuple, **({"omitted": "none"} | options))


def one_card(label: str, kind: str, **options: Unpack[Options]) -> Input[str | None]:
    """Return a card of a kind by slug."""
    return Input(OneCard(kind), label, **options)


def measured(label: str, longest: int, **options: Unpack[Options]) -> Input[int | Beyond | None]:
    """Return a measured range, which may be out of range; None if it is not measured yet."""
    return Input(Measured(longest), label, **({"omitted": "not measured yet"} | options))


def dice(label: str, faces: Mapping[str, str], most: int, **options: Unpack[Options]) -> Input[tuple[str, ...] | None]:
    """Return the faces of rolled dice; None if they are not rolled yet."""
    return Input(Dice(faces, most), label, read=tuple, **({"omitted": "not rolled yet"} | options))


def rolled_die(label: str, sides: int = D20, **options: Unpack[Options]) -> Input[int | None]:
    """Return the number on a rolled die with faces from 1 on; None if it is not rolled yet."""
    return Input(Number(1, sides), label, **({"omitted": "not rolled yet"} | options))


def fact(read: Callable[[Any], T], **options: Unpack[Options]) -> Input[T | None]:
    """Return a fact of the part's card, asked for where it decides; `read` converts its JSON value.

    A value entered by players overrides that of the card.
    """
    return Input(Fact(), "", read=read, **({"folded": True} | options))


def one_part(
    part: type[P],
    label: str,
    *,
    fits: Callable[[Any, Document], bool] | None = None,
    shows: Iterable[Input[Any]] | None = None,
    sections: Mapping[Section, Iterable[Input[Any]]] | None = None,
    **options: Unpack[Options],
) -> Input[P]:
    """Return a part; if omitted, nothing is known about it. Inputs in `sections` are shown, too."""
    apart = {one.name: section for section, inputs in (sections or {}).items() for one in inputs}
    names = _names(shows)
    return Input(OnePart(part, fits, None if names is None else (*names, *apart), apart), label, **options)


def several_parts(
    part: type[P],
    label: str,
    most: int,
    *,
    least: int = 0,
    shows: Iterable[Input[Any]] | None = None,
    opens: int = 1,
    **options: Unpack[Options],
) -> Input[tuple[P, ...] | None]:
    """Return a list of parts that is asked for where it decides."""
    return Input(SeveralParts(part, most, least, _names(shows), opens=opens), label, **options)


def optional_parts(
    part: type[P],
    label: str,
    most: int,
    *,
    shows: Iterable[Input[Any]] | None = None,
    or_number: int = 0,
    **options: Unpack[Options],
) -> Input[tuple[P, ...]]:
    """Return a list of parts that is empty if omitted; up to `or_number` of them may be given as a number."""
    kind = SeveralParts(part, most, shows=_names(shows), or_number=or_number)
    return Input(kind, label, default=(), **({"omitted": "none"} | options))


def log_of(part: type[P], label: str, most: int, **options: Unpack[Options]) -> Input[tuple[P, ...]]:
    """Return a list of events that is entered one event after another; empty if omitted."""
    return Input(SeveralParts(part, most, log=True), label, default=(), **({"omitted": "none"} | options))


def _names(inputs: Iterable[Input[Any]] | None) -> tuple[str, ...] | None:
    return None if inputs is None else tuple(one.name for one in inputs)


# Parts of a situation -------------------------------------------------------------------------------------------------


class Part:
    """A part of a situation, with inputs as attributes. A subclass of `kind` can be named by a card of that kind.

    A subclass with `kinds` can be named by cards of several kinds; one that is `named` has a name without a card.
    `said` is what players entered about it, `at` its pointer, `label` what it is called without a name.
    """

    inputs: ClassVar[Mapping[str, Input[Any]]] = {}
    kind: ClassVar[str] = ""
    kinds: ClassVar[tuple[str, ...]] = ()
    named: ClassVar[bool] = False

    def __init__(self, entered: Document, pointer: str, table: TableFacts, label: Phrase) -> None:
        self.said, self.at, self.table, self.label = entered, pointer, table, label

    def __init_subclass__(cls, kind: str = "", kinds: tuple[str, ...] = (), *, named: bool = False) -> None:
        cls.kind = kind or (kinds[0] if kinds else cls.kind)
        cls.kinds = kinds or ((kind,) if kind else cls.kinds)
        cls.named = named or bool(cls.kind) or cls.named
        inherited = [vars(base).get("inputs", {}) for base in reversed(cls.__mro__[1:])]
        own = {one.name: one for one in vars(cls).values() if isinstance(one, Input)}
        others = {name: one for inputs in inherited for name, one in inputs.items() if name not in own}
        cls.inputs = others | own

    @property
    def card(self) -> Document:
        """The document of its card; empty without one."""
        return self.table.cards.get(self.said.get("card", ""), {}) if self.kind else {}

    @property
    def name(self) -> str:
        """Its name, that of its card, or its label."""
        entered = self.said.get("name") or self.card.get("name")
        return str(entered) if entered else self.label

    @property
    def slug(self) -> str:
        """The slug of its card; empty without one."""
        return str(self.card.get("slug", ""))

    def place(self, field: Input[Any] | None = None) -> str:
        """Return the pointer to the part, or to one of its inputs."""
        return self.at if field is None else f"{self.at}/{field.name}"

    def sets(self, field: Input[T], value: T) -> tuple[tuple[str, Any], ...]:
        """Return that a step sets an input to a value (see `Step`)."""
        return ((self.place(field), [*value] if isinstance(value, tuple) else value),)

    def missing(self, field: Input[Any], rule: str) -> Missing:
        """Return that an input is unknown which a rule needs."""
        name = field.fact if field.fact and self.card else field.name
        return Missing(self.slug, f"/{name}", self.at, rule)

    def has(self, field: Input[Any]) -> bool:
        """Return whether anything is entered for an input."""
        return field.name in self.said

    def need(self, field: Input[T | None], rule: str) -> Course[T | None]:
        """Return an input that a rule needs: None, yielded as missing, if it is not known."""
        value = field.__get__(self, type(self))
        if value is None:
            yield self.missing(field, rule)
        return value


class Situation(Part):
    """The inputs of a question."""


# Answers --------------------------------------------------------------------------------------------------------------


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
    default: Any = dataclasses.MISSING,
) -> Any:
    """Return a field of an answer with the sentence about it, or the sentence for each value, `...` for all others.

    A sentence is a template that is filled from the fields of the answer. The first one is the answer in short. A field
    that is None or empty is not mentioned. The schema of a field follows from its type; a text has one of the values
    for which there are sentences, or one of those with `labels`, which pages show. A field with the default `LEFT_OUT`
    can be missing from the result. Pages do not show a field that is not `on_page`.
    """
    about = {"label": label, "sentence": sentence, "help": help, "labels": labels or {}, "on_page": on_page}
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


def _all_fields(answer: type[AnswerFields]) -> Iterator[ToldField]:
    types = get_type_hints(answer)
    for one in dataclasses.fields(answer):  # type: ignore[arg-type]
        yield ToldField(one.name, types[one.name], required=one.default is dataclasses.MISSING, **one.metadata)


# Questions ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeclaredQuestion(Question):
    """A question with the classes of its situation and of its answer."""

    situation: type[Situation] = Situation
    answer: type[AnswerFields] = AnswerFields

    def part_at(self, pointer: str) -> type[Part] | None:
        """Return the class of the part at a pointer into its situation; None for another input."""
        part: type[Part] | None = self.situation
        for word in pointer.split("/")[1:]:
            if not word.isdecimal():
                kind = part.inputs[word].kind if part else None
                part = kind.part if isinstance(kind, OnePart | SeveralParts) else None
        return part

    def parts(self) -> dict[str, type[Part]]:
        """Return the classes of the parts of its situation, by class name."""
        found: dict[str, type[Part]] = {}
        waiting: list[type[Part]] = [self.situation]
        while waiting:
            for part in parts_in(waiting.pop()):
                if part.__name__ not in found:
                    found[part.__name__] = part
                    waiting.append(part)
        return found


def parts_in(part: type[Part]) -> Iterator[type[Part]]:
    """Yield the class of each part directly in another one."""
    for one in part.inputs.values():
        if isinstance(one.kind, OnePart | SeveralParts):
            yield one.kind.part


def declared(
    name: str,
    title: str,
    text: str,
    situation: type[S],
    answer: type[A],
    course: Callable[[S], Course[A]],
    *,
    counted: str = "",
    endings: Mapping[str, str] | None = None,
    seeded: bool = False,
) -> DeclaredQuestion:
    """Return the question that a course answers, from the declaration of its situation and of its answer.

    `counted`, `endings` and `seeded` are those of `Question`.
    """

    def run(document: Document, table: TableFacts) -> Course[Answer]:
        found = yield from _asking_while_open(course(situation(document, "", table, phrase(title))))
        result = found.as_document()
        odds = result.pop("odds", None)
        return Answer(result, odds)

    def kinds_at(pointer: str) -> tuple[str, ...]:
        part: type[Part] = situation
        for word in pointer.split("/")[1:]:
            one = part.inputs.get(word)
            if one and isinstance(one.kind, OneCard):
                return (one.kind.kind,)
            if one and isinstance(one.kind, PlayedAdventure):
                return ()
            part = one.kind.part if one and isinstance(one.kind, OnePart | SeveralParts) else part
        return part.kinds or ("",)

    return DeclaredQuestion(
        name, title, text, run, seeded, counted, endings or {}, kinds_at, situation=situation, answer=answer
    )


def declared_ruleset(game: str, rules: Iterable[PlayRule], questions: Sequence[DeclaredQuestion]) -> PlayRuleset:
    """Return the ruleset of a game whose questions are all declared."""
    return PlayRuleset.of(game, rules, questions, lambda _pointer: (), asked=asked_phrases(questions))


def asked_phrases(questions: Iterable[DeclaredQuestion]) -> dict[str, str]:
    """Return the phrase for each input that can be unknown, by name, with the part that it is in if several have it.

    See `PlayRuleset.asked`.
    """
    found: dict[str, str] = {}
    for path, part, one in (row for question in questions for row in _inputs_in(question.situation, ())):
        words = one.label[:1].lower() + one.label[1:] if one.label else one.name.replace("_", " ")
        asked = one.asked or (f"the {words} of {{who}}" if part.kind else words)
        for name in filter(None, (one.name, one.fact)):
            for known_as in ("/".join((*path, name)), f"{path[-1] if path else ''}/{name}", name):
                found.setdefault(known_as, asked)
    return found


def _inputs_in(part: type[Part], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], type[Part], Input[Any]]]:
    """Yield each input of a part and of the parts in it that can be unknown, with the names of the parts it is in.

    A part is unknown as a whole only if it has a phrase.
    """
    for name, one in part.inputs.items():
        if isinstance(one.kind, OnePart | SeveralParts):
            yield from _inputs_in(one.kind.part, (*path, name))
        if one.asked or (one.default is None and not isinstance(one.kind, OnePart | PlayedAdventure)):
            yield path, part, one


def _asking_while_open(course: Course[A]) -> Course[A]:
    """Ask for the unknown facts of a course unless it finds something forbidden: they could not allow it."""
    asked: list[Missing] = []
    found = yield from without_asking(course, asked)
    yield from (replace(one, unless_forbidden=True) for one in asked)
    return found
