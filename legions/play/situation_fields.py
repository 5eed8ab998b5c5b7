"""Forms with a field for each input of a declared question."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from legions.game_words import vocabulary
from legions.play.declared_fields import DRAWN, NONE, FirstChoice, FormField, field_of, who_shuffles
from legions.play.event_log import LOG, EventLog, log_field
from legions.play.fact_fields import FactFields
from legions.play.form_parts import FormPart, is_log, joined, labelled
from legions.play.forms import MAX_NAME_LENGTH, NamedCard, SituationForm, choice, tick
from legions.play.grid_fields import as_pairs, grid_field
from legions.play.question_context import Table
from rulesapi.engine.resolutions.declared import Question
from rulesapi.engine.resolutions.input_kinds import Deal, Fact, Grid, Number, OneCard, SetWith
from rulesapi.engine.resolutions.inputs import Input, OnePart, SeveralParts
from rulesapi.translation import translated

T = TypeVar("T")

MAX_ENTRIES = 8
"""Maximum entries of a list on a page; a situation may have more."""
MAX_PARTS = 60
"""Maximum parts of a situation on a page, with those in other parts."""
NEXT = "next"
"""The end of the start of the names of the fields for the next event of a log."""


class SituationFieldsForm(SituationForm):
    """A form with a field for each input of a declared question, and with the values that are entered in them."""

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
    max_entries: ClassVar[int] = MAX_ENTRIES
    max_parts: ClassVar[int] = MAX_PARTS

    def __init__(self, data: Any, table: Table) -> None:
        super().__init__(self.todays(data), table)
        self._inputs: dict[str, tuple[Input[Any], FormField]] = {}
        self._facts_of_cards = FactFields(self.game, self.question, table.cards)
        self._made_of: dict[str, Any] | None = None
        self._made_once: dict[str, Any] = {}
        self._parts = {
            part.path: part for part in islice(self._parts_of(FormPart(self.question.situation)), self.max_parts)
        }
        self.fields |= {path: _name_field(part) for path, part in self._parts.items() if self._has_name(part)}
        for part in self._parts.values():
            for one in self._inputs_of(part):
                self._add(part, one, part.path_of(one))

    def _has_name(self, part: FormPart) -> bool:
        """Return whether a part is named in a field."""
        return part.declared.named

    def _inputs_of(self, part: FormPart) -> Iterable[Input[Any]]:
        """Return the inputs of a part that may have fields."""
        return part.inputs.values()

    def _is_entered(self, part: FormPart, declared: Input[Any]) -> bool:
        """Return whether an input is entered in the form."""
        return not declared.kept

    def _add(self, part: FormPart, declared: Input[Any], name: str) -> None:
        """Add the field of an input; for a list that is asked for, a field that says that it is empty."""
        if not self._is_entered(part, declared):
            return
        if is_log(declared):
            self.fields[LOG] = log_field()
        if isinstance(declared.kind, Deal):
            self.fields[DRAWN] = who_shuffles()
        if (made := self._made(part, declared)) is not None:
            self._inputs[name] = declared, made
            self.fields[name] = made.field
        elif isinstance(declared.kind, SeveralParts) and declared.default is None and not declared.kind.least:
            entries = labelled(part, translated(declared.plural))
            self.fields[joined(name, NONE)] = tick(_("%(entries)s: none") % {"entries": entries})

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

    def _parts_of(self, part: FormPart) -> Iterator[FormPart]:
        """Yield a part and the parts in it; a list has one more than it has entries, or as many as it opens with."""
        yield part
        for one in self._inputs_of(part):
            for inner in self._parts_in(part, one):
                yield from self._parts_of(inner)

    def _parts_in(self, part: FormPart, declared: Input[Any]) -> Iterator[FormPart]:
        """Yield the part of an input, or each part of its list; nothing for other inputs."""
        path, label, kind = part.path_of(declared), labelled(part, translated(declared.label)), declared.kind
        if not self._is_entered(part, declared):
            return
        if isinstance(kind, OnePart):
            yield FormPart(kind.part, path, label, kind)
        elif isinstance(kind, SeveralParts) and kind.log:
            yield FormPart(kind.part, joined(path, NEXT), "", kind)
        elif isinstance(kind, SeveralParts):
            filled = self._filled(path)
            if not filled and declared.default is not None and not self._may_open(part, declared):
                return
            for place in range(min(max(filled + 1, kind.opens), kind.most, self.max_entries)):
                yield FormPart(kind.part, f"{path}_{place}", f"{label} {place + 1}", kind, open=place >= filled)

    def _may_open(self, part: FormPart, declared: Input[Any]) -> bool:
        """Return whether an optional list may open with empty entries: not before the input that it goes with."""
        other = declared.shown_if
        return part.shows(declared) and (not isinstance(other, str) or self._is_said(joined(part.path, other)))

    def _is_said(self, path: str) -> bool:
        """Return whether the unvalidated data has a value for an input, or for one of a part."""
        return any(value and (key == path or key.startswith(f"{path}_")) for key, value in (self.data or {}).items())

    def _filled(self, path: str) -> int:
        """Return the number of entries of a list in the unvalidated data."""
        places = [key.removeprefix(f"{path}_").partition("_")[0] for key, value in (self.data or {}).items() if value]
        return max(
            (int(place) + 1 for place in places if place.isdecimal() and int(place) < self.max_entries), default=0
        )

    def _made(self, part: FormPart, declared: Input[Any]) -> FormField | None:
        """Return the field of an input; None for a part, which has fields of its own, and where there is no choice."""
        label = labelled(part, self._label_of(part, declared))
        if isinstance(declared.kind, Fact):
            return self._facts_of_cards.of_fact(part.declared.kind, declared.name, label)
        if isinstance(declared.kind, Number) and declared.kind.ordinal and declared.kind.entries:
            return self._of_entry_here(joined(part.path, declared.kind.entries), label)
        if isinstance(declared.kind, Number) and declared.kind.entries:
            return self._of_entry(part, declared.kind.entries, label)
        if isinstance(declared.kind, OneCard):
            kinds = (declared.kind.kind,)
            field = NamedCard(label, kinds, of_catalog=True)
            return FormField(field, lambda text: self.card_named(text, kinds))
        if isinstance(declared.kind, SetWith):
            choices = {**self._facts_of_cards.sets(declared.kind.kind), NONE: translated(declared.kind.other)}
            return FormField(FirstChoice(label, choices), lambda slug: None if slug == NONE else slug)
        if isinstance(declared.kind, Grid):
            chosen = self.data.getlist(part.path_of(declared)) if isinstance(self.data, QueryDict) else []
            return FormField(grid_field(declared.kind, translated(declared.kind.ask), chosen), as_pairs)
        return field_of(declared, label)

    def _label_of(self, part: FormPart, declared: Input[Any]) -> str:
        """Return the label of an input; that of a fact is the one that its card has."""
        if isinstance(declared.kind, Fact):
            return vocabulary.fact_title(self.game, part.declared.kind, declared.name)
        return translated(declared.label)

    def _of_entry(self, part: FormPart, entries: str, label: str) -> FormField | None:
        """Return the field of a place in a list that is entered or on a card; None for fewer than two entries."""
        path, data = joined(part.path, entries), self.data or {}
        slug = self.table.match(data.get(part.path, ""), (part.declared.kind,)).slug
        names = [data.get(f"{path}_{place}", "") for place in range(self._filled(path))]
        names = names or [str(one["name"]) for one in (self.table.cards[slug].get(entries) or ())] if slug else names
        choices = {str(place): name or str(place) for place, name in enumerate(names, 1)}
        return FormField(choice(label, choices), int) if len(choices) > 1 else None

    def _of_entry_here(self, path: str, label: str) -> FormField:
        """Return the field of an entry of a list of the same part, among those that are filled in or needed."""
        parts = [part for place in range(self.max_entries) if (part := self._parts.get(f"{path}_{place}"))]
        opens = parts[0].kind.opens if parts and isinstance(parts[0].kind, SeveralParts) else 0
        named = [part for place, part in enumerate(parts) if not part.open or place < opens]
        choices = {part.path.rpartition("_")[2]: (self.data or {}).get(part.path) or part.label for part in named}
        return FormField(choice(label, choices), lambda place: self._place_of(path, place))

    def _place_of(self, path: str, place: str) -> int | None:
        """Return the place of an entry in the situation, which has no empty ones; None for an empty one."""
        entries = self._entries(path)
        return entries.index(f"{path}_{place}") if f"{path}_{place}" in entries else None

    # Log --------------------------------------------------------------------------------------------------------------

    @cached_property
    def log(self) -> EventLog | None:
        """The log of the question; None if it has none."""
        declared = next(filter(is_log, self.question.situation.inputs.values()), None)
        if declared is None:
            return None
        part = next(self._parts_in(self._parts[""], declared))
        made = {one.name: self._inputs[part.path_of(one)] for one in part.inputs.values() if self._has_field(part, one)}
        return EventLog(declared.name, part.declared, part.path, {name: field for name, (_one, field) in made.items()})

    def _has_field(self, part: FormPart, declared: Input[Any]) -> bool:
        return part.path_of(declared) in self._inputs

    def is_read_ahead(self, name: str) -> bool:
        """Return whether a field describes the next event, which is not yet in the log."""
        return self.log is not None and name.startswith(f"{self.log.start}_")

    # Values -----------------------------------------------------------------------------------------------------------

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

    def is_default(self, name: str) -> bool:
        """Return whether a field, which is never empty, has the value that counts if nothing is chosen."""
        field = self.fields[name]
        return isinstance(field, FirstChoice) and self.value(name) in (field.first, NONE)

    def _entered(self, part: FormPart, name: str) -> Any:
        """Return the value of an input as JSON, true for a part with values, and None if nothing is entered."""
        path = joined(part.path, name)
        if path in self._inputs:
            return self._json(path) if self._is_read else None
        return self._has_values(path) or None

    def _entries(self, path: str) -> list[str]:
        """Return the entries of a list, without empty ones."""
        return [
            one
            for place in range(self.max_entries)
            if (one := f"{path}_{place}") in self._parts and self._has_values(one)
        ]

    def _json(self, name: str) -> Any:
        """Return the value of a field as JSON; None if it is not entered."""
        value = self.value(name) if name in self._inputs else None
        if value is None or value is False:
            return None
        return self._inputs[name][1].as_json(value)


def _name_field(part: FormPart) -> forms.Field:
    """Return the field for the name of a part, or of its card."""
    if kinds := part.declared.kinds or part.declared.offers:
        return NamedCard(part.label, kinds, is_label=not part.declared.kinds)
    return forms.CharField(label=part.label, required=False, max_length=MAX_NAME_LENGTH)
