"""Forms with lists of parts that are entered together, such as the creatures of each side."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from legions.game_words import vocabulary
from legions.my_lists.named_lists import is_shared
from legions.play.declared_form import DeclaredForm
from legions.play.form_parts import FormPart, labelled
from legions.play.forms import Entry, Group, labelled_words, value_words
from legions.play.question_context import Table
from legions.play.rosters import OWN, SHARED, Roster
from legions.site import wording
from rulesapi.engine.resolutions.inputs import Input, Part, SeveralParts
from rulesapi.translation import translated


class RosterForm(DeclaredForm):
    """The form of a question about entries, such as sides, each with a list of parts that are entered together.

    The entries that are needed are asked for above the answer, others are folded. About a part, only what is shown can
    be entered, unless its line or its card says it.
    """

    max_parts = 400

    def __init__(self, data: Any, table: Table) -> None:
        self.rosters: dict[str, Roster] = {}
        self._facts: dict[str, list[tuple[Input[Any], str]]] = {}
        """The inputs of each given part that can be entered, with the names of their fields."""
        super().__init__(data, table)

    @classmethod
    def fields_for(cls, key: str, pick: Mapping[str, Any] | None = None, title: str = "") -> dict[str, str]:
        """Return the fields with a list as that of the first entry."""
        entries, kind = cls._of_entries()
        start = f"{entries.name}_0_{_roster_in(kind.part)}"
        return {**super().fields_for(key), f"{start}_{SHARED if is_shared(key) else OWN}": key}

    @classmethod
    def _of_entries(cls) -> tuple[Input[Any], SeveralParts]:
        """Return the list of entries, and its kind."""
        lists = ((one, one.kind) for one in cls.question.situation.inputs.values())
        return next((one, kind) for one, kind in lists if isinstance(kind, SeveralParts) and _roster_in(kind.part))

    @property
    def asked_first(self) -> int:
        """The number of groups above the answer: one for each entry that is needed."""
        return self._of_entries()[1].least

    # Fields -----------------------------------------------------------------------------------------------------------

    def _parts_in(self, part: FormPart, declared: Input[Any]) -> Iterator[FormPart]:
        """Yield the part of an input, or those of a list; those of a list that is entered together have no others."""
        path, kind = part.path_of(declared), declared.kind
        if not isinstance(kind, SeveralParts) or not kind.in_lines:
            yield from super()._parts_in(part, declared)
            return
        self.rosters[path] = roster = Roster(path, kind, self.table, self.data, self.card_or_name)
        for place, given in enumerate(roster.entries):
            title = given.get("name") or self._title_of(given["card"])
            yield FormPart(kind.part, f"{path}_{place}", title, kind, given=given)

    def _has_name(self, part: FormPart) -> bool:
        return super()._has_name(part) and part.given is None and not _roster_in(part.declared)

    def _inputs_of(self, part: FormPart) -> Iterable[Input[Any]]:
        kind = self._of_entries()[1]
        if part.given is None and part.declared is not kind.part:
            return super()._inputs_of(part)
        names = kind.fields if part.given is None else kind.fields[_roster_in(kind.part)]
        return [part.inputs[name] for name in names]

    def _is_entered(self, part: FormPart, declared: Input[Any]) -> bool:
        """Return whether an input is entered in the form: of a given part, if it is not known."""
        if part.given is None:
            return super()._is_entered(part, declared)
        card = self.table.cards.get(part.given.get("card", ""), {}) if declared.of_card else {}
        return declared.name not in part.given and card.get(declared.name) is None

    def _add(self, part: FormPart, declared: Input[Any], name: str) -> None:
        """Add the field of an input, or those of a list that is entered together."""
        if name not in self.rosters:
            super()._add(part, declared, name)
            if part.given is not None and name in self._inputs:
                self._facts.setdefault(part.path, []).append((declared, name))
            return
        kind = self.rosters[name].kind
        fact = wording.inline_noun(vocabulary.fact_title(self.game, kind.part.kind, kind.in_lines))
        parts = translated(declared.plural)
        self.fields |= self.rosters[name].fields(lambda label: labelled(part, label), parts, fact)

    def clean(self) -> dict[str, Any]:
        """Reject links that lead to no list, and more parts than there may be."""
        cleaned = super().clean() or self.cleaned_data
        for roster in self.rosters.values():
            if roster.has_wrong_link:
                self.find_list(roster.shared, self.data[roster.shared])
            if roster.has_too_many:
                self.add_error(roster.lines, _("There may be up to %(number)d.") % {"number": roster.kind.most})
        return cleaned

    def is_read_ahead(self, name: str) -> bool:
        """Return whether a field decides which parts there are."""
        return super().is_read_ahead(name) or any(name in one.names_of_fields for one in self.rosters.values())

    # Groups -----------------------------------------------------------------------------------------------------------

    def shown_groups(self) -> tuple[Group, ...]:
        """Return a group for each entry with its parts, then the others."""
        return (*self._groups_of_entries, *super().shown_groups())

    def _is_shown(self, part: FormPart, declared: Input[Any], path: str) -> bool:
        return declared is not self._of_entries()[0] and super()._is_shown(part, declared, path)

    @cached_property
    def _groups_of_entries(self) -> list[Group]:
        return [self._group_of_entry(part, folded=place >= self.asked_first) for place, part in enumerate(self._seats)]

    def _group_of_entry(self, part: FormPart, *, folded: bool) -> Group:
        """Return the group of an entry: the fields for its list and its others, and what is known of each part."""
        roster = self._roster_at(part)
        others = [name for one in part.inputs.values() if (name := part.path_of(one)) in self._inputs]
        parts = [self._parts[path] for path in self._entries(roster.path)]
        entries = map(self._entry_of_given, parts)
        return Group(
            part.label,
            (*roster.shown_fields, *others),
            folded=folded,
            key=part.path,
            words=wording.join_and(dict.fromkeys(part.label for part in parts)),
            entries=tuple(entry for entry in entries if entry.names),
        )

    def _entry_of_given(self, part: FormPart) -> Entry:
        """Return what can be entered about a part as an entry of the list."""
        facts = self._facts.get(part.path, ())
        said = [(self._label_of(part, one), self.fields[name], name) for one, name in facts if self.has_value(name)]
        shown = [name for one, name in facts if self.has_value(name) or self._goes_with(part, one)]
        words = "; ".join(labelled_words(label, value_words(field, self.value(name))) for label, field, name in said)
        return Entry(part.path, part.label, words, tuple(shown), label=part.label)

    def _goes_with(self, part: FormPart, declared: Input[Any]) -> bool:
        return declared.goes_with(part.declared, lambda other: self._entered(part, other))

    # Situation --------------------------------------------------------------------------------------------------------

    def lacking(self) -> list[str]:
        """Return the labels of what has to be entered first, with the entries that are needed."""
        empty = [part.label for part in self._seats if part.path not in self._seated]
        return [*super().lacking(), *empty[: max(0, self.asked_first - len(self._seated))]]

    def _entries(self, path: str) -> list[str]:
        if path in self.rosters:
            return [f"{path}_{place}" for place in range(len(self.rosters[path].entries))]
        return self._seated if path == self._of_entries()[0].name else super()._entries(path)

    @cached_property
    def _seated(self) -> list[str]:
        """The entries about which anything is entered."""
        return [part.path for part in self._seats if self._roster_at(part).entries or self._has_values(part.path)]

    @cached_property
    def _seats(self) -> list[FormPart]:
        """The parts of the entries, with empty ones."""
        return [*self._parts_in(self._parts[""], self._of_entries()[0])]

    def _roster_at(self, part: FormPart) -> Roster:
        return self.rosters[f"{part.path}_{_roster_in(part.declared)}"]

    def _named(self, part: FormPart) -> dict[str, Any]:
        return super()._named(part) if part.given is None else dict(part.given)

    def _name_of(self, part: FormPart) -> str:
        return super()._name_of(part) if part.given is None else part.label

    def _of_part(self, part: FormPart) -> dict[str, Any]:
        if part.given is None:
            return super()._of_part(part)
        return {**part.given, **self._facts_about(part)}

    def _facts_about(self, part: FormPart) -> dict[str, Any]:
        """Return what is entered about a given part."""
        values = {one.name: self._json(name) for one, name in self._facts.get(part.path, ())}
        return {name: value for name, value in values.items() if value is not None}

    def names_of(self, pointer: str, fact: str) -> Iterator[str]:
        """Yield the names of the fields for a fact at a place; all of those of a list that is entered together."""
        for name in super().names_of(pointer, fact):
            yield from self.rosters[name].shown_fields if name in self.rosters else [name]

    # Names ------------------------------------------------------------------------------------------------------------

    def named(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield the named cards, with the names in lines."""
        yield from super().named()
        for roster in self.rosters.values():
            yield from ((roster.lines, name, roster.kind.part.kinds) for name in roster.names)

    def has_own_numbers(self, name: str, text: str, kinds: tuple[str, ...]) -> bool:
        """Return whether the line of a part has its fact, or another field has a fact about the part."""
        roster = self._roster_of(name)
        if roster is None:
            return super().has_own_numbers(name, text, kinds)
        parts = [self._parts[path] for path in self._entries(roster.path)]
        return roster.names[text] or any(
            part.inputs[fact].of_card for part in parts if part.label == text for fact in self._facts_about(part)
        )

    def after_take(self, data: QueryDict, field: str, name: str, title: str) -> QueryDict:
        """Return the form data after the name of a card is put into each line that has the former name."""
        of_today = self.todays_field(field, "")[0]
        roster = self._roster_of(of_today)
        if roster is None:
            return super().after_take(data, field, name, title)
        data = self.todays(data)
        data[of_today] = roster.after_take(name, title)
        return data

    def _roster_of(self, name: str) -> Roster | None:
        return next((one for one in self.rosters.values() if one.lines == name), None)


def _is_roster(declared: Input[Any]) -> bool:
    return isinstance(declared.kind, SeveralParts) and bool(declared.kind.in_lines)


def _roster_in(part: type[Part]) -> str:
    """Return the name of the list of a part that is entered together; empty if it has none."""
    return next((name for name, one in part.inputs.items() if _is_roster(one)), "")
