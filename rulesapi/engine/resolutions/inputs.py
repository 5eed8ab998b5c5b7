"""Inputs of a question, as attributes of the parts of its situation.

A course reads attributes, whose types mypy checks.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import (
    Any,
    ClassVar,
    Generic,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
    overload,
)

from rulesapi.engine.resolutions.input_kinds import (
    Beyond,
    Deal,
    Dice,
    Fact,
    Flag,
    Grid,
    Measured,
    Number,
    NumberOr,
    Numbers,
    OneCard,
    OneOf,
    PlayedAdventure,
    Section,
    SetWith,
    SeveralOf,
    Slugs,
    Text,
    Texts,
)
from rulesapi.engine.resolutions.model import (
    Course,
    Missing,
    TableFacts,
)
from rulesapi.engine.resolutions.reading import peek_entries
from rulesapi.engine.values.chances import D20
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Document

T = TypeVar("T")
P = TypeVar("P", bound="Part")


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

    An entry whose number `idle` is 0 has no effect: it is skipped, and so reported as unused.

    Pages begin with `opens` empty ones. They ask for the next entry of a `log`, and keep the others as lines. With
    `or_number` it may be only the number of the parts, up to that number; nothing else is known about them then.
    Parts `in_lines` are entered as lists of players, or in lines with a name and, behind it, this fact. If its parts
    have such lists, `fields` names the only inputs of them that pages have fields for, with those of the parts in each.
    """

    part: type[Part]
    most: int
    least: int = 0
    shows: tuple[str, ...] | None = None
    log: bool = False
    opens: int = 1
    or_number: int = 0
    idle: str = ""
    fields: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    in_lines: str = ""

    def is_idle(self, entry: Document) -> bool:
        """Return whether an entry has no effect."""
        return bool(self.idle) and entry.get(self.idle) == 0


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
    one with a `section` is shown there. A choice or a measured range as a `menu` is one control instead of buttons.
    `shown_if` names another input of its part, and the value with which this one is shown, or a frozenset of such
    values; the name alone if any value will do. `plural` is the label of a list. An input `of_card` is a fact of the
    card of its part with values of its own. One with `or_null` may be null, which says that it is unknown. A `kept`
    input is entered once for a table, not in the form. A part without a name is called by its label, or as `called`; if
    that is empty, like the part that it is in. `fact` names the fact of the card that `printed` reads, if it is another
    name. For dice, `counted` is their number, or the field of the answer that has it. It is `entered_as` another name
    than its attribute if parts have an attribute of that name.
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

    @property
    def title(self) -> str:
        """Its label, or its name in words."""
        words = self.name.replace("_", " ")
        return self.label or words[:1].upper() + words[1:]

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
            return tuple(self._entries(part, kind, said))
        return said if self.converted is None else self.converted(said)

    def _entries(self, part: Part, kind: SeveralParts, entered: int | Sequence[Document]) -> Iterator[Part]:
        """Yield the entries of a list that have an effect; those that are only counted have its place."""
        if isinstance(entered, int):
            yield from (kind.part({}, part.place(self), part.table, phrase(self.label)) for _ in range(entered))
            return
        for number, one in enumerate(peek_entries(entered)):
            if not kind.is_idle(one):
                name = phrase("{what} {number}", what=phrase(self.label), number=number + 1)
                yield kind.part(entered[number], f"{part.place(self)}/{number}", part.table, name)


def number(
    label: str, most: int, *, least: int = 0, step: int = 1, unit: str = "", **options: Unpack[Options]
) -> Input[int | None]:
    """Return a number that is asked for where it decides."""
    return Input(Number(least, most, step, unit), label, **options)


def place(label: str, most: int, **options: Unpack[Options]) -> Input[int | None]:
    """Return a place from 0 to `most`, asked for where it decides. Pages count from 1 on."""
    return Input(Number(0, most, ordinal=True), label, **options)


def entry_of(entries: str, label: str, most: int, **options: Unpack[Options]) -> Input[int | None]:
    """Return the place of an entry, from 0 to `most`, in a list of the same part, asked for where it decides."""
    return Input(Number(0, most, entries=entries, ordinal=True), label, **options)


def places(label: str, most: int, entries: int, **options: Unpack[Options]) -> Input[tuple[int, ...] | None]:
    """Return up to `entries` places from 0 to `most`, asked for where they decide. Pages count from 1 on."""
    return Input(Numbers(most, entries, ordinal=True), label, read=tuple, **options)


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


def repeated(
    label: str, choices: Mapping[str, str], most: int, *, twice: Iterable[str] = (), **options: Unpack[Options]
) -> Input[tuple[str, ...]]:
    """Return up to `most` words that may repeat; none if omitted. Pages offer those in `twice` a second time."""
    kind = SeveralOf(choices, most, tuple(twice))
    return Input(kind, label, default=(), read=tuple, **({"omitted": "none"} | options))


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


def fact(read: Callable[[Any], T], label: str = "", **options: Unpack[Options]) -> Input[T | None]:
    """Return a fact of the part's card, asked for where it decides; `read` converts its JSON value.

    A value entered by players overrides that of the card. Its label is that of the schema of its card, which may be
    left out if it is the name of the fact in words.
    """
    return Input(Fact(), label, read=read, **({"folded": True} | options))


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
    in_lines: Input[Any] | None = None,
    fields: Mapping[Input[Any], Iterable[Input[Any]]] | None = None,
    **options: Unpack[Options],
) -> Input[tuple[P, ...] | None]:
    """Return a list of parts that is asked for where it decides."""
    names = {one.name: tuple(of.name for of in inputs) for one, inputs in (fields or {}).items()}
    with_fact = in_lines.name if in_lines else ""
    kind = SeveralParts(part, most, least, _names(shows), opens=opens, fields=names, in_lines=with_fact)
    return Input(kind, label, **options)


def optional_parts(
    part: type[P],
    label: str,
    most: int,
    *,
    shows: Iterable[Input[Any]] | None = None,
    or_number: int = 0,
    idle: Input[int | None] | None = None,
    **options: Unpack[Options],
) -> Input[tuple[P, ...]]:
    """Return a list of parts that is empty if omitted; up to `or_number` of them may be given as a number.

    An entry whose number `idle` is 0 has no effect.
    """
    kind = SeveralParts(part, most, shows=_names(shows), or_number=or_number, idle=idle.name if idle else "")
    return Input(kind, label, default=(), **({"omitted": "none"} | options))


def log_of(part: type[P], label: str, most: int, **options: Unpack[Options]) -> Input[tuple[P, ...]]:
    """Return a list of events that is entered one event after another; empty if omitted."""
    return Input(SeveralParts(part, most, log=True), label, default=(), **({"omitted": "none"} | options))


def _names(inputs: Iterable[Input[Any]] | None) -> tuple[str, ...] | None:
    return None if inputs is None else tuple(one.name for one in inputs)


class Part:
    """A part of a situation, with inputs as attributes. A subclass of `kind` can be named by a card of that kind.

    A subclass with `kinds` can be named by cards of several kinds; one that is `named` has a name without a card, for
    which pages offer the names of the cards of the kinds in `offers`.
    `said` is what players entered about it, `at` its pointer, `label` what it is called without a name.
    """

    inputs: ClassVar[Mapping[str, Input[Any]]] = {}
    kind: ClassVar[str] = ""
    kinds: ClassVar[tuple[str, ...]] = ()
    named: ClassVar[bool] = False
    offers: ClassVar[tuple[str, ...]] = ()

    def __init__(self, entered: Document, pointer: str, table: TableFacts, label: Phrase) -> None:
        self.said, self.at, self.table, self.label = entered, pointer, table, label

    def __init_subclass__(
        cls, kind: str = "", kinds: tuple[str, ...] = (), *, named: bool = False, offers: tuple[str, ...] = ()
    ) -> None:
        cls.kind = kind or (kinds[0] if kinds else cls.kind)
        cls.kinds = kinds or ((kind,) if kind else cls.kinds)
        cls.named = named or bool(cls.kind) or cls.named
        cls.offers = offers or cls.offers
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
