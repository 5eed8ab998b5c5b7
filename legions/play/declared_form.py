"""The form of a declared question: its fields, groups, situation and answer in words follow from the declaration."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext as _

from legions.cards.card_sheet import fact_words, joined_words
from legions.cards.stock import stock
from legions.game_words import vocabulary
from legions.play.declared_answer import Names, cards_in_play, charts, sentences, tables
from legions.play.declared_fields import (
    BY_HAND,
    DRAWN,
    NONE,
    NULL,
    DealField,
    FirstChoice,
    FormField,
    as_words,
    field_of,
    new_deal,
    who_shuffles,
    yes_or_no,
)
from legions.play.event_log import LOG, EventLog, log_field
from legions.play.forms import (
    EVENT,
    MAX_NAME_LENGTH,
    Entry,
    Group,
    NamedCard,
    Result,
    ResultTable,
    SituationForm,
    TypedFact,
    choice,
    labelled_words,
    number,
    tick,
    ticks,
    value_words,
)
from legions.play.grid_fields import as_pairs, grid_field
from legions.play.question_context import Table
from rulesapi.engine.resolutions.answers import odds_of
from rulesapi.engine.resolutions.declared import Question
from rulesapi.engine.resolutions.input_kinds import (
    Deal,
    Fact,
    Grid,
    Number,
    OneCard,
    Section,
    SetWith,
)
from rulesapi.engine.resolutions.inputs import Input, OnePart, Part, SeveralParts, Situation
from rulesapi.engine.resolutions.model import TableFacts
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.names import slug_as_words
from rulesapi.translation import translated

T = TypeVar("T")

MAX_ROWS = 8
"""Maximum entries of a list on a page; a situation may have more."""
MAX_PARTS = 60
"""Maximum parts of a situation on a page, with those in other parts."""
NEXT = "next"
"""The end of the start of the names of the fields for the next event of a log."""


@dataclass(frozen=True, slots=True)
class Row:
    """A part of the situation on the form: its class, the start of its fields' names, its label, its kind of input.

    A row that is `open` is an empty one at the end of a list. `given` is what a list of players says about the part.
    """

    part: type[Part]
    path: str = ""
    label: str = ""
    kind: OnePart | SeveralParts | None = None
    open: bool = False
    given: Mapping[str, Any] | None = None

    def path_of(self, declared: Input[Any]) -> str:
        """Return the name of the field of an input, or the start of such names."""
        return _joined(self.path, declared.name)

    def shows(self, declared: Input[Any]) -> bool:
        """Return whether pages show an input of the part before it decides."""
        return self.kind is None or self.kind.shows is None or declared.name in self.kind.shows

    def section_of(self, declared: Input[Any]) -> Section | None:
        """Return the section that an input is shown in; None if it is shown with the others of its part.

        Inputs that are not shown before they decide are in the first section of their part afterwards.
        """
        of_part = self.kind.sections if isinstance(self.kind, OnePart) else {}
        hidden_in = None if self.shows(declared) else next(iter(of_part.values()), None)
        return of_part.get(declared.name) or declared.section or hidden_in


@dataclass(slots=True)
class _Layout:
    """The names of fields by where they are shown: at first, in groups and sections, or as rarely needed.

    `entries` are those of lists in sections. A layout `in_group` has no sections.
    """

    shown: list[str] = dataclasses.field(default_factory=list)
    groups: list[Group] = dataclasses.field(default_factory=list)
    rare: list[str] = dataclasses.field(default_factory=list)
    sections: dict[Section, list[str]] = dataclasses.field(default_factory=dict)
    entries: dict[Section, list[Entry]] = dataclasses.field(default_factory=dict)
    in_group: bool = False

    def names_for(self, section: Section | None, *, folded: bool) -> list[str]:
        """Return the list for a field of a section, or for a rarely needed one."""
        if section is not None and not self.in_group:
            return self.sections.setdefault(section, [])
        return self.rare if folded else self.shown

    def add_list(self, group: Group, section: Section | None) -> None:
        """Add the group of a list, to a section if it is shown there."""
        if section is None or self.in_group:
            self.groups.append(group)
        else:
            self.sections.setdefault(section, []).extend(group.names)
            self.entries.setdefault(section, []).extend(group.entries)


class DeclaredForm(SituationForm):
    """The form of a declared question of a game. `form_of` makes a class for each question."""

    question: ClassVar[Question]
    game: ClassVar[str]
    rolls = False
    """True if the answer can depend on the table's dice or icons."""
    logs = False
    """True if the first group describes the next event, which a button appends to the log."""
    chart_template = ""
    """The template of a chart below the first group, from which a field can be chosen; it gets the form."""
    former_names: ClassVar[Mapping[str, str]] = {}
    """Former names of fields in addresses, which stay valid, with those of today."""
    max_rows: ClassVar[int] = MAX_ROWS
    max_parts: ClassVar[int] = MAX_PARTS

    def __init__(self, data: Any, table: Table) -> None:
        super().__init__(self.todays(data), table)
        self._inputs: dict[str, tuple[Input[Any], FormField]] = {}
        self._made_of: dict[str, Any] | None = None
        self._made_once: dict[str, Any] = {}
        self._rows = {row.path: row for row in islice(self._rows_of(Row(self.question.situation)), self.max_parts)}
        self.fields |= {path: _name_field(row) for path, row in self._rows.items() if self._has_name(row)}
        for row in self._rows.values():
            for one in self._inputs_of(row):
                self._add(row, one, row.path_of(one))

    def _has_name(self, row: Row) -> bool:
        """Return whether a part is named in a field."""
        return row.part.named

    def _inputs_of(self, row: Row) -> Iterable[Input[Any]]:
        """Return the inputs of a part that may have fields."""
        return row.part.inputs.values()

    def _is_entered(self, row: Row, declared: Input[Any]) -> bool:
        """Return whether an input is entered in the form."""
        return not declared.kept

    def _add(self, row: Row, declared: Input[Any], name: str) -> None:
        """Add the field of an input; for a list that is asked for, a field that says that it is empty."""
        if not self._is_entered(row, declared):
            return
        if _is_log(declared):
            self.fields[LOG] = log_field()
        if isinstance(declared.kind, Deal):
            self.fields[DRAWN] = who_shuffles()
        if (made := self._made(row, declared)) is not None:
            self._inputs[name] = declared, made
            self.fields[name] = made.field
        elif isinstance(declared.kind, SeveralParts) and declared.default is None and not declared.kind.least:
            entries = labelled(row, translated(declared.plural))
            self.fields[_joined(name, NONE)] = tick(_("%(entries)s: none") % {"entries": entries})

    @classmethod
    def todays(cls, data: Any) -> Any:
        """Return form data with the fields that addresses have today."""
        pairs = (
            [(name, value) for name, values in data.lists() for value in values] if isinstance(data, QueryDict) else ()
        )
        changed = [cls.todays_field(*pair) for pair in pairs]
        if changed == [*pairs]:
            return data
        renamed = QueryDict(mutable=True)
        for name, value in changed:
            renamed.appendlist(name, value)
        return renamed

    @classmethod
    def todays_field(cls, name: str, value: str) -> tuple[str, str]:
        """Return the name and the value that a field has today."""
        return cls.former_names.get(name, name), value

    @classmethod
    def asks_about(cls, kind: str) -> bool:
        """Return whether the question can be about a card of this kind."""
        one = cls.question.situation.inputs.get(cls.of_creature)
        return one is not None and isinstance(one.kind, OnePart) and one.kind.part.kind == kind

    # Fields -----------------------------------------------------------------------------------------------------------

    def _rows_of(self, row: Row) -> Iterator[Row]:
        """Yield a part and the parts in it; a list has a row more than it has entries, or as many as it opens with."""
        yield row
        for one in self._inputs_of(row):
            for inner in self._rows_in(row, one):
                yield from self._rows_of(inner)

    def _rows_in(self, row: Row, declared: Input[Any]) -> Iterator[Row]:
        """Yield the row of a part, or each row of a list; nothing for another input."""
        path, label, kind = row.path_of(declared), labelled(row, translated(declared.label)), declared.kind
        if not self._is_entered(row, declared):
            return
        if isinstance(kind, OnePart):
            yield Row(kind.part, path, label, kind)
        elif isinstance(kind, SeveralParts) and kind.log:
            yield Row(kind.part, _joined(path, NEXT), "", kind)
        elif isinstance(kind, SeveralParts):
            filled = self._filled(path)
            if not filled and not row.shows(declared) and declared.default is not None:
                return
            for place in range(min(max(filled + 1, kind.opens), kind.most, self.max_rows)):
                yield Row(kind.part, f"{path}_{place}", f"{label} {place + 1}", kind, open=place >= filled)

    def _filled(self, path: str) -> int:
        """Return the number of entries of a list in the unvalidated data."""
        places = [key.removeprefix(f"{path}_").partition("_")[0] for key, value in (self.data or {}).items() if value]
        return max((int(place) + 1 for place in places if place.isdecimal() and int(place) < self.max_rows), default=0)

    def _made(self, row: Row, declared: Input[Any]) -> FormField | None:
        """Return the field of an input; None for a part, which has fields of its own, and where there is no choice."""
        label = labelled(row, self._label_of(row, declared))
        if isinstance(declared.kind, Fact):
            return self._of_fact(row.part.kind, declared.name, label)
        if isinstance(declared.kind, Number) and declared.kind.ordinal and declared.kind.entries:
            return self._of_entry_here(_joined(row.path, declared.kind.entries), label)
        if isinstance(declared.kind, Number) and declared.kind.entries:
            return self._of_entry(row, declared.kind.entries, label)
        if isinstance(declared.kind, OneCard):
            kinds = (declared.kind.kind,)
            field = NamedCard(label, kinds, of_catalog=True)
            return FormField(field, lambda text: self.card_named(text, kinds))
        if isinstance(declared.kind, SetWith):
            choices = {**self._sets(declared.kind.kind), NONE: translated(declared.kind.other)}
            return FormField(FirstChoice(label, choices), lambda slug: None if slug == NONE else slug)
        if isinstance(declared.kind, Grid):
            chosen = self.data.getlist(row.path_of(declared)) if isinstance(self.data, QueryDict) else []
            return FormField(grid_field(declared.kind, translated(declared.kind.ask), chosen), as_pairs)
        return field_of(declared, label)

    def _label_of(self, row: Row, declared: Input[Any]) -> str:
        """Return the label of an input; that of a fact is the one that its card has."""
        if isinstance(declared.kind, Fact):
            return vocabulary.fact_title(self.game, row.part.kind, declared.name)
        return translated(declared.label)

    def _sets(self, kind: str) -> dict[str, str]:
        """Return the names of the sets with cards of a kind by slug."""
        slugs = {one["set"] for one in self.table.cards.values() if one["kind"] == kind and one.get("set")}
        sets = stock(self.game).sets if slugs else {}
        return {slug: str(one["name"] or slug) for slug, one in sorted(sets.items()) if slug in slugs}

    def _of_fact(self, kind: str, fact: str, label: str) -> FormField:
        """Return the field of a fact by the schema of its card. Raises TypeError for a schema without a field."""
        schema = vocabulary.fact_schemas(self.game, kind)[fact]
        types = schema.get("type", ())
        if "integer" in types:
            return FormField(number(label, schema.get("maximum", 99), least=schema.get("minimum", 0)))
        if "boolean" in types:
            return yes_or_no(label)
        words = vocabulary.fact_values(self.game, fact)
        if "enum" in schema:
            return FormField(choice(label, {word: fact_words(self.game, fact, word)[0] for word in words}))
        if "array" in types and words:
            return FormField(ticks(label, {word: fact_words(self.game, fact, [word])[0] for word in words}))
        if "string" in types:
            return FormField(forms.CharField(label=label, required=False, max_length=schema.get("maxLength", 120)))
        if "array" not in types:
            raise TypeError(f"There is no field for {fact} of {kind}.")
        spelled = {word: slug_as_words(word) for word in self._decisive_words()} | {NONE: _("none of these")}
        of_clauses = schema["items"].get("$ref", "").endswith("/clause")
        return FormField(ticks(label, spelled), _as_clauses if of_clauses else as_words)

    def _of_entry(self, row: Row, entries: str, label: str) -> FormField | None:
        """Return the field of a place in a list that is entered or on a card; None for fewer than two entries."""
        path, data = _joined(row.path, entries), self.data or {}
        slug = self.table.match(data.get(row.path, ""), (row.part.kind,)).slug
        names = [data.get(f"{path}_{place}", "") for place in range(self._filled(path))]
        names = names or [str(one["name"]) for one in (self.table.cards[slug].get(entries) or ())] if slug else names
        choices = {str(place): name or str(place) for place, name in enumerate(names, 1)}
        return FormField(choice(label, choices), int) if len(choices) > 1 else None

    def _of_entry_here(self, path: str, label: str) -> FormField:
        """Return the field of an entry of a list of the same part, among those that are filled in or needed."""
        rows = [row for place in range(self.max_rows) if (row := self._rows.get(f"{path}_{place}"))]
        opens = rows[0].kind.opens if rows and isinstance(rows[0].kind, SeveralParts) else 0
        named = [row for place, row in enumerate(rows) if not row.open or place < opens]
        choices = {row.path.rpartition("_")[2]: (self.data or {}).get(row.path) or row.label for row in named}
        return FormField(choice(label, choices), lambda place: self._place_of(path, place))

    def _place_of(self, path: str, place: str) -> int | None:
        """Return the place of an entry in the situation, which has no empty ones; None for an empty one."""
        entries = self._entries(path)
        return entries.index(f"{path}_{place}") if f"{path}_{place}" in entries else None

    def _decisive_words(self) -> list[str]:
        """Return the words that cards of each kind in the question use: others decide nothing."""
        used: dict[str, set[str]] = {}
        for part in filter(lambda part: part.kind, self.question.parts().values()):
            facts = [name for name in part.inputs if self._is_word_list(part.kind, name)]
            cards = [card for card in self.table.cards.values() if card["kind"] == part.kind]
            used.setdefault(part.kind, set()).update(_words_of([card.get(fact) for card in cards for fact in facts]))
        return sorted(set.intersection(*used.values())) if used else []

    def _is_word_list(self, kind: str, fact: str) -> bool:
        schema = vocabulary.fact_schemas(self.game, kind).get(fact, {}) if kind else {}
        return "array" in schema.get("type", ()) and not vocabulary.fact_values(self.game, fact)

    # Groups -----------------------------------------------------------------------------------------------------------

    def shown_groups(self) -> tuple[Group, ...]:
        """Return what is asked first, sections, lists and rare parts, then what is rarely needed of all others."""
        return self._groups

    @cached_property
    def _groups(self) -> tuple[Group, ...]:
        layout = _Layout()
        self._arrange(self._rows[""], layout)
        first, rare = Group(_("At the table"), tuple(layout.shown)), tuple(layout.rare)
        sections = [
            Group(
                translated(section.title),
                tuple(names),
                section.folded,
                key=f"section-{number}",
                entries=tuple(layout.entries.get(section, ())),
            )
            for number, (section, names) in enumerate(layout.sections.items())
        ]
        more = [Group(_("Facts of the cards, and more"), rare, folded=True, key="rare")] if rare else []
        return (*self._group_of_log(), first, *sections, *layout.groups, *more)

    def _group_of_log(self) -> Iterator[Group]:
        """Yield the group of the next event of the log, if the question has a log."""
        if self.log is not None:
            names = list[str]()
            self._arrange(self._rows[self.log.start], _Layout(names, rare=names, in_group=True))
            plural = self.question.situation.inputs[self.log.name].plural
            yield Group(translated(plural), (*names, LOG))

    def _arrange(self, row: Row, layout: _Layout) -> None:
        """Add the fields of a part to a layout: to those that are shown, to groups, or to those that are rare."""
        if row.part.named:
            layout.shown.append(row.path)
        for one in row.part.inputs.values():
            path = row.path_of(one)
            has_row = not isinstance(one.kind, OnePart) or path in self._rows
            if _is_log(one) or not has_row or not self._is_shown(row, one, path):
                continue
            section = row.section_of(one)
            folded = one.folded or not row.shows(one) or (section is not None and section.folded)
            if isinstance(one.kind, OnePart) and section is not None and not layout.in_group:
                inside = layout.names_for(section, folded=folded)
                self._arrange(self._rows[path], _Layout(inside, layout.groups, inside, in_group=True))
            elif isinstance(one.kind, OnePart) and not folded:
                self._arrange(self._rows[path], layout)
            elif isinstance(one.kind, SeveralParts):
                layout.add_list(self._group_of_list(row, one, folded=folded), section)
            elif isinstance(one.kind, OnePart):
                layout.groups += self._groups_of_part(row, one)
            else:
                of_deal = [DRAWN] if isinstance(one.kind, Deal) else []
                layout.names_for(section, folded=folded).extend((*of_deal, path))

    def _groups_of_part(self, row: Row, declared: Input[Any]) -> list[Group]:
        """Return the group of a rare part, with all of its fields, and those of the lists in it."""
        path, inside, inner = row.path_of(declared), list[str](), list[Group]()
        self._arrange(self._rows[path], _Layout(inside, inner, inside, in_group=True))
        entered = joined_words([*filter(None, (self._name_of(self._rows[path]), self._words_of(self._rows[path])))])
        title = labelled(row, translated(declared.label))
        return [Group(title, tuple(inside), folded=True, key=path, words=entered), *inner]

    def _group_of_list(self, row: Row, declared: Input[Any], *, folded: bool) -> Group:
        """Return the group of a list: an entry for each part, then the field for the name of the next one."""
        path = row.path_of(declared)
        rows = [one for one in self._rows_in(row, declared) if one.path in self._rows]
        entries = [self._entry(one) for one in rows if not (one.open and one.part.named)]
        names = [one.path for one in rows if one.open and one.part.named]
        return Group(
            labelled(row, translated(declared.plural)),
            (*names, *([] if self._filled(path) else [_joined(path, NONE)])),
            folded=folded,
            key=path,
            words=self._words_of_list(path),
            entries=tuple(entries),
        )

    def _entry(self, row: Row) -> Entry:
        """Return an entry of a list. An empty one at the end is unfolded if it is the only one."""
        layout = _Layout(in_group=True)
        self._arrange(row, layout)
        return Entry(
            path=row.path,
            title=self._name_of(row) or row.label,
            words=self._words_of(row),
            names=tuple(layout.shown),
            rare=tuple(layout.rare),
            groups=() if row.open else tuple(layout.groups),
            empty=row.open,
            opens=row.open and row.path.endswith("_0"),
            removable=not row.open,
            label=row.label,
        )

    def _is_shown(self, row: Row, declared: Input[Any], path: str) -> bool:
        """Return whether an input is shown in its group. Others are asked for at the answer."""
        if declared.kept or not row.shows(declared):
            return self._has_values(path)
        return self._has_values(path) or declared.goes_with(row.part, lambda other: self._entered(row, other))

    def _entered(self, row: Row, name: str) -> Any:
        """Return the value of an input as JSON, true for a part with values, and None if nothing is entered."""
        path = _joined(row.path, name)
        if path in self._inputs:
            return self._json(path) if self._is_read else None
        return self._has_values(path) or None

    @property
    def _is_read(self) -> bool:
        """True if the fields have been read, with or without errors."""
        return self.is_bound and (self.is_valid() or bool(self.errors))

    def _has_values(self, path: str) -> bool:
        """Return whether anything is entered in a field or in the fields of a part, besides what is chosen at first."""
        return self._is_read and path in self._of_values(self._starts_with_values)

    def _starts_with_values(self) -> set[str]:
        """Return the names of the fields with values or errors, and the starts of these names that parts may have."""
        found = {""}
        for name in self.fields:
            if name in self.errors or (self.value(name, False) is not False and not self.is_default(name)):
                words = name.split("_")
                found.update("_".join(words[:number]) for number in range(1, len(words) + 1))
        return found

    def _of_values(self, make: Callable[[], T]) -> T:
        """Return what a method makes of the values of all fields, made once for the same values."""
        if self._made_of is not self.cleaned_data:
            self._made_of, self._made_once = self.cleaned_data, {}
        name = make.__name__
        if name not in self._made_once:
            self._made_once[name] = make()
        found: T = self._made_once[name]
        return found

    def after_removal(self, data: QueryDict, path: str) -> QueryDict:
        """Return the form data without an entry of a list; the later entries take the places before theirs."""
        if path not in self._rows:
            return data
        start, _sep, place = path.rpartition("_")
        kept = QueryDict(mutable=True)
        for key, values in data.lists():
            number, sep, rest = key.removeprefix(f"{start}_").partition("_")
            of_list = key.startswith(f"{start}_") and number.isdecimal()
            if not of_list or int(number) < int(place):
                kept.setlist(key, values)
            elif int(number) > int(place):
                kept.setlist(f"{start}_{int(number) - 1}{sep}{rest}", values)
        return kept

    def at_hand(self, name: str) -> list[str]:
        """Return the names of the cards of one's own list for a field of a card, those that fit."""
        titles, row = super().at_hand(name), self._rows.get(name)
        fits = row.kind.fits if row is not None and isinstance(row.kind, OnePart) else None
        if row is None or fits is None or not (self.is_bound and self.is_valid()):
            return titles
        ask = self._of_values(self._situation_as_read)
        cards = {title: self.table.slug(title, row.part.kinds) for title in titles}
        return [title for title, slug in cards.items() if slug and fits(ask, self.table.cards[slug])]

    # What is entered, in words ----------------------------------------------------------------------------------------

    def _name_of(self, row: Row) -> str:
        """Return the name of a part as it is entered, that of its card if there is one."""
        entered = str(self.value(row.path, "")) if row.part.named and self._is_read else ""
        return (entered and row.part.kinds and self.table.match(entered, row.part.kinds).title) or entered

    def _named(self, row: Row) -> dict[str, Any]:
        """Return the card or the name of a part, if it has any, in the format of a situation."""
        text = self.value(row.path, "").strip() if row.part.named else ""
        if not text or row.part.kinds:
            return self.card_or_name(text, row.part.kinds) if text else {}
        return {"name": self.table.match(text, row.part.offers).title or text}

    def _words_of(self, row: Row) -> str:
        """Return what is entered about a part, without its name, in a few words."""
        return "; ".join(self._words_within(row)) if self._is_read else ""

    def _words_within(self, row: Row) -> Iterator[str]:
        for one in row.part.inputs.values():
            path, label = row.path_of(one), self._label_of(row, one)
            if isinstance(one.kind, SeveralParts):
                label, entered = translated(one.plural), self._words_of_list(path)
            elif isinstance(one.kind, OnePart):
                entered = self._words_of(self._rows[path]) if path in self._rows else ""
            else:
                entered = value_words(self.fields[path], self.value(path)) if path in self._inputs else ""
            if entered or (path in self._inputs and self.value(path) is True):
                yield labelled_words(label, entered)

    def _words_of_list(self, path: str) -> str:
        """Return the entries of a list in a few words: their names, or what is entered about them."""
        rows = [self._rows[one] for one in self._entries(path)]
        return " · ".join(self._name_of(row) or self._words_of(row) for row in rows)

    # Log --------------------------------------------------------------------------------------------------------------

    @cached_property
    def log(self) -> EventLog | None:
        """The log of the question; None if it has none."""
        declared = next(filter(_is_log, self.question.situation.inputs.values()), None)
        if declared is None:
            return None
        row = next(self._rows_in(self._rows[""], declared))
        made = {
            one.name: self._inputs[row.path_of(one)] for one in row.part.inputs.values() if self._has_field(row, one)
        }
        return EventLog(declared.name, row.part, row.path, {name: field for name, (_one, field) in made.items()})

    def _has_field(self, row: Row, declared: Input[Any]) -> bool:
        return row.path_of(declared) in self._inputs

    def is_read_ahead(self, name: str) -> bool:
        """Return whether a field describes the next event, which is not yet in the log."""
        return self.log is not None and name.startswith(f"{self.log.start}_")

    def is_default(self, name: str) -> bool:
        """Return whether a field, which is never empty, has the value that counts if nothing is chosen."""
        field = self.fields[name]
        return isinstance(field, FirstChoice) and self.value(name) in (field.first, NONE)

    def after_event(self, data: QueryDict) -> QueryDict:
        """Return the form data after the next event is appended to the log, or the last one removed."""
        adds = data.pop(EVENT)[-1] == "add"
        if self.log is not None:
            self.log.after(data, adds=adds, is_card=self._is_card)
        for name, field in self.fields.items():
            if isinstance(field, DealField):
                data.setdefault(name, new_deal())
        return data

    def _is_card(self, field: NamedCard, text: str) -> bool:
        return not field.of_catalog or self.card_named(text, field.kinds) is not None

    def label_at(self, pointer: str, fact: str) -> str:
        """Return the label of a fact of an event in the log, with the number of the event; empty for another fact."""
        _root, name, *rest = (*pointer.split("/"), "")
        if self.log is None or name != self.log.name or not rest[0].isdecimal():
            return ""
        of_log = self.question.situation.inputs[name]
        event = f"{translated(of_log.label)} {int(rest[0]) + 1}"
        return _("%(part)s: %(fact)s") % {
            "part": event,
            "fact": translated(self.log.part.inputs[fact.removeprefix("/")].label),
        }

    # Situation --------------------------------------------------------------------------------------------------------

    def situation(self) -> dict[str, Any] | None:
        """Return the situation; None while nothing is entered about one of the cards that the question is about."""
        return None if self.lacking() else self._said()

    def lacking(self) -> list[str]:
        """Return the labels of the cards about which nothing is entered."""
        said, inputs = self._said(), self.question.situation.inputs
        return [_(one.label) for name, one in inputs.items() if _is_card(one) and not one.omitted and name not in said]

    def _said(self) -> dict[str, Any]:
        return self._of_values(self._whole)

    def _whole(self) -> dict[str, Any]:
        """Return all that is entered."""
        return self._of_part(self._rows[""])

    def _situation_as_read(self) -> Situation:
        """Return the inputs of the question as a course reads them."""
        return self.question.situation(self._said(), "", TableFacts(self.table.cards, {}), phrase(""))

    def _of_part(self, row: Row) -> dict[str, Any]:
        values = {one.name: self._of_input(one, row.path_of(one)) for one in row.part.inputs.values()}
        return self._named(row) | {
            name: None if value is NULL else value for name, value in values.items() if value is not None
        }

    def _of_input(self, declared: Input[Any], path: str) -> Any:
        """Return what is entered for an input, in the form or once for the table; None if it is nothing."""
        if declared.kept:
            return dict(self.table.memory.get(declared.name, {})) or None
        if self.log is not None and path == self.log.name:
            return self.log.events(self.value(LOG, "")) or None
        match declared.kind:
            case Deal(of):
                by_hand = self._json(of) is None or self.value(DRAWN) == BY_HAND
                return None if by_hand else self.value(path)
            case OnePart():
                return (self._of_part(self._rows[path]) if path in self._rows else None) or None
            case SeveralParts():
                entries = [self._of_part(self._rows[one]) for one in self._entries(path)]
                return entries or ([] if self.value(_joined(path, NONE)) else None)
        return self._json(path)

    def _entries(self, path: str) -> list[str]:
        """Return the entries of a list, without empty ones."""
        return [
            one for place in range(self.max_rows) if (one := f"{path}_{place}") in self._rows and self._has_values(one)
        ]

    def _json(self, name: str) -> Any:
        """Return the value of a field as JSON; None if it is not entered."""
        value = self.value(name) if name in self._inputs else None
        if value is None or value is False:
            return None
        return self._inputs[name][1].as_json(value)

    def names_of(self, pointer: str, fact: str) -> Iterator[str]:
        """Yield the names of the fields for a fact at a place; those of the first entry for a list."""
        of_facts = {f"/{one.fact}": one.name for one, _made in self._inputs.values() if one.fact}
        place = "" if pointer == fact else self._path_at(pointer)
        name = _joined(place, *of_facts.get(fact, fact).split("/"))
        if (whole := self._rows.get(name)) is not None:
            yield from [name] if whole.part.named else [whole.path_of(one) for one in whole.part.inputs.values()]
            return
        first = self._rows.get(f"{name}_0")
        if first is None:
            yield name
            return
        yield from [first.path] if first.part.named else [first.path_of(one) for one in first.part.inputs.values()]
        yield _joined(name, NONE)

    def _path_at(self, pointer: str) -> str:
        """Return the start of the names of the fields for a place of the situation, which has no empty entries."""
        path = ""
        for step in pointer.split("/")[1:]:
            entries = {str(number): entry for number, entry in enumerate(self._entries(path))}
            path = entries.get(step) or _joined(path, step)
        return path

    # Facts of cards ---------------------------------------------------------------------------------------------------

    def typed_facts(self) -> list[TypedFact]:
        """Return the entered facts of cards that the cards lack."""
        return [fact for row in self._rows.values() if row.part.kinds for fact in self._typed_in(row)]

    def _typed_in(self, row: Row) -> Iterator[TypedFact]:
        """Yield the entered facts of the card of a part, as its schema has them."""
        slug = self._named(row).get("card")
        card = self.table.cards[slug] if slug else {}
        for one in row.part.inputs.values():
            if slug and one.of_card and one.name in card and card[one.name] is None:
                value = self._of_input(one, row.path_of(one))
                if isinstance(one.kind, SeveralParts) and value:
                    value = self._rows_of_card(card["kind"], one, value)
                if value is not None:
                    yield TypedFact(slug, one.name, value, row.path_of(one))

    def _rows_of_card(self, kind: str, declared: Input[Any], entered: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return entered rows of a fact with every member that its schema requires; what is not entered is unknown."""
        needed = vocabulary.fact_schemas(self.game, kind)[declared.name]["items"]["required"]
        unnamed = [f"{translated(declared.label)} {number}" for number, _row in enumerate(entered, 1)]
        names = [{"name": name} if "name" in needed else {} for name in unnamed]
        return [dict.fromkeys(needed) | name | row for name, row in zip(names, entered, strict=True)]

    # Answer -----------------------------------------------------------------------------------------------------------

    def dice_rolled(self, resolution: Mapping[str, Any]) -> dict[str, int | None]:
        """Return the number of dice that are rolled, by field of faces."""
        counted = {name: one.counted for name, (one, _made) in self._inputs.items() if one.counted}
        found = resolution["result"]
        return {name: found.get(of) if isinstance(of, str) else of for name, of in counted.items()}

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the sentences about the fields of the answer, and the charts of its odds."""
        odds, chances = odds_of(self.question.answer), resolution["odds"]
        answer, found, names = self.question.answer, resolution["result"], Names(self._name_at, self._title_of)
        words = [*sentences(answer, found, names)]
        shown = [*tables(answer, found, names), *self._texts_of([*cards_in_play(answer, found)])]
        events = self.log.events(self.value(LOG, "")) if self.log else []
        lines = [self.log.words(event, self._title_of) for event in events] if self.log else []
        if odds is None or chances is None:
            return Result("".join(words[:1]), words[1:], tables=shown, events=lines)
        words += sentences(odds, chances, names)
        return Result("".join(words[:1]), words[1:], tuple(charts(odds, chances)), shown, lines)

    def _title_of(self, slug: str) -> str:
        return str(self.table.cards.get(slug, {}).get("name") or slug)

    def _texts_of(self, slugs: list[str]) -> Iterator[ResultTable]:
        """Yield a table with the texts of cards."""
        texts = {slug: self.table.cards.get(slug, {}).get("text") or "" for slug in slugs}
        rows = [(self._title_of(slug), format_html('<span lang="en">{}</span>', text)) for slug, text in texts.items()]
        if rows:
            yield ResultTable(_("Cards in play"), (_("Card"), _("What it does")), rows)

    def _name_at(self, pointer: str) -> str:
        """Return the name of the part at a place of the situation, as it is entered."""
        row = self._rows.get(self._path_at(pointer))
        if row is None:
            return pointer
        return self._name_of(row) or row.label


def form_of(game: str, question: Question, base: type[DeclaredForm] = DeclaredForm) -> type[DeclaredForm]:
    """Return the form class of a declared question, from a form of its game if the answer has more than sentences."""
    inputs = question.situation.inputs
    about = next((name for name, one in inputs.items() if _is_card(one)), "")
    rolls, logs = any(one.kept for one in inputs.values()), any(map(_is_log, inputs.values()))
    about_question = {"game": game, "question": question, "of_creature": about, "rolls": rolls, "logs": logs}
    return type("FormOfQuestion", (base,), about_question)


def _is_log(declared: Input[Any]) -> bool:
    return isinstance(declared.kind, SeveralParts) and declared.kind.log


def _is_card(declared: Input[Any]) -> bool:
    """Return whether an input is a card that the question is always about."""
    rare = declared.folded or declared.shown_if is not None
    return isinstance(declared.kind, OnePart) and bool(declared.kind.part.kind) and not rare


def labelled(row: Row, label: str) -> str:
    """Return a label with the part that it belongs to."""
    return _("%(part)s: %(fact)s") % {"part": row.label, "fact": label} if row.label else label


def _name_field(row: Row) -> forms.Field:
    """Return the field for the name of a part, or of its card."""
    if kinds := row.part.kinds or row.part.offers:
        return NamedCard(row.label, kinds, is_label=not row.part.kinds)
    return forms.CharField(label=row.label, required=False, max_length=MAX_NAME_LENGTH)


def _joined(*names: str) -> str:
    return "_".join(filter(None, names))


def _words_of(value: Any) -> Iterator[str]:
    """Yield the words in lists and clauses of words."""
    if isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _words_of(one)
    elif isinstance(value, str):
        yield value


def _as_clauses(chosen: list[str]) -> list[dict[str, list[str]]]:
    return [{"keyword": [word]} for word in as_words(chosen)]
