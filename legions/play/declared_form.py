"""The form of a declared question: its fields, groups, situation and answer in words follow from the declaration."""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext as _

from legions.cards.card_sheet import joined_words
from legions.play.declared_answer import Names, cards_in_play, charts, sentences, tables
from legions.play.declared_fields import DRAWN, NONE, DealField, new_deal
from legions.play.entered_situation import EnteredSituationForm
from legions.play.event_log import LOG
from legions.play.form_parts import FormPart, is_log, is_main, joined, labelled
from legions.play.forms import EVENT, Entry, Group, NamedCard, Result, ResultTable
from rulesapi.engine.resolutions.answers import odds_of
from rulesapi.engine.resolutions.declared import Question
from rulesapi.engine.resolutions.input_kinds import Deal, Section
from rulesapi.engine.resolutions.inputs import Input, OnePart, SeveralParts
from rulesapi.translation import translated


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


class DeclaredForm(EnteredSituationForm):
    """The form of a declared question of a game. `form_of` makes a class for each question."""

    # Groups -----------------------------------------------------------------------------------------------------------

    def shown_groups(self) -> tuple[Group, ...]:
        """Return what is asked first, sections, lists and rare parts, then what is rarely needed of all others."""
        return self._groups

    @cached_property
    def _groups(self) -> tuple[Group, ...]:
        layout = _Layout()
        self._arrange(self._parts[""], layout)
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
            self._arrange(self._parts[self.log.start], _Layout(names, rare=names, in_group=True))
            plural = self.question.situation.inputs[self.log.name].plural
            yield Group(translated(plural), (*names, LOG))

    def _arrange(self, part: FormPart, layout: _Layout) -> None:
        """Add the fields of a part to a layout: to those that are shown, to groups, or to those that are rare."""
        if part.declared.named:
            layout.shown.append(part.path)
        for one in part.inputs.values():
            path = part.path_of(one)
            has_part = not isinstance(one.kind, OnePart) or path in self._parts
            if is_log(one) or not has_part or not self._is_shown(part, one, path):
                continue
            section = part.section_of(one)
            folded = one.folded or not part.shows(one) or (section is not None and section.folded)
            if isinstance(one.kind, OnePart) and section is not None and not layout.in_group:
                inside = layout.names_for(section, folded=folded)
                self._arrange(self._parts[path], _Layout(inside, layout.groups, inside, in_group=True))
            elif isinstance(one.kind, OnePart) and not folded:
                self._arrange(self._parts[path], layout)
            elif isinstance(one.kind, SeveralParts):
                layout.add_list(self._group_of_list(part, one, folded=folded), section)
            elif isinstance(one.kind, OnePart):
                layout.groups += self._groups_of_part(part, one)
            else:
                of_deal = [DRAWN] if isinstance(one.kind, Deal) else []
                layout.names_for(section, folded=folded).extend((*of_deal, path))

    def _groups_of_part(self, part: FormPart, declared: Input[Any]) -> list[Group]:
        """Return the group of a rare part, with all of its fields, and those of the lists in it."""
        path, inside, inner = part.path_of(declared), list[str](), list[Group]()
        self._arrange(self._parts[path], _Layout(inside, inner, inside, in_group=True))
        entered = joined_words([*filter(None, (self._name_of(self._parts[path]), self._words_of(self._parts[path])))])
        title = labelled(part, translated(declared.label))
        return [Group(title, tuple(inside), folded=True, key=path, words=entered), *inner]

    def _group_of_list(self, part: FormPart, declared: Input[Any], *, folded: bool) -> Group:
        """Return the group of a list: an entry for each part, then the field for the name of the next one."""
        path = part.path_of(declared)
        parts = [one for one in self._parts_in(part, declared) if one.path in self._parts]
        entries = [self._entry(one) for one in parts if not (one.open and one.declared.named)]
        names = [one.path for one in parts if one.open and one.declared.named]
        return Group(
            labelled(part, translated(declared.plural)),
            (*names, *([] if self._filled(path) else [joined(path, NONE)])),
            folded=folded,
            key=path,
            words=self._words_of_list(path),
            entries=tuple(entries),
        )

    def _entry(self, part: FormPart) -> Entry:
        """Return an entry of a list. An empty one at the end is unfolded if it is the only one."""
        layout = _Layout(in_group=True)
        self._arrange(part, layout)
        return Entry(
            path=part.path,
            title=self._name_of(part) or part.label,
            words=self._words_of(part),
            names=tuple(layout.shown),
            rare=tuple(layout.rare),
            groups=() if part.open else tuple(layout.groups),
            empty=part.open,
            opens=part.open and part.path.endswith("_0"),
            removable=not part.open,
            label=part.label,
        )

    def _is_shown(self, part: FormPart, declared: Input[Any], path: str) -> bool:
        """Return whether an input is shown in its group. Others are asked for at the answer."""
        if declared.kept or not part.shows(declared):
            return self._has_values(path)
        return self._has_values(path) or declared.goes_with(part.declared, lambda other: self._entered(part, other))

    # Buttons ----------------------------------------------------------------------------------------------------------

    def after_removal(self, data: QueryDict, path: str) -> QueryDict:
        """Return the form data without an entry of a list; the later entries take the places before theirs."""
        if path not in self._parts:
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
        titles, part = super().at_hand(name), self._parts.get(name)
        fits = part.kind.fits if part is not None and isinstance(part.kind, OnePart) else None
        if part is None or fits is None or not (self.is_bound and self.is_valid()):
            return titles
        ask = self._of_values(self._situation_as_read)
        cards = {title: self.table.slug(title, part.declared.kinds) for title in titles}
        return [title for title, slug in cards.items() if slug and fits(ask, self.table.cards[slug])]

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

    def _texts_of(self, slugs: list[str]) -> Iterator[ResultTable]:
        """Yield a table with the texts of cards."""
        texts = {slug: self.table.cards.get(slug, {}).get("text") or "" for slug in slugs}
        rows = [(self._title_of(slug), format_html('<span lang="en">{}</span>', text)) for slug, text in texts.items()]
        if rows:
            yield ResultTable(_("Cards in play"), (_("Card"), _("What it does")), rows)


def form_of(game: str, question: Question, base: type[DeclaredForm] = DeclaredForm) -> type[DeclaredForm]:
    """Return the form class of a declared question, from a form of its game if the answer has more than sentences."""
    inputs = question.situation.inputs
    about = next((name for name, one in inputs.items() if is_main(one)), "")
    rolls, logs = any(one.kept for one in inputs.values()), any(map(is_log, inputs.values()))
    about_question = {"game": game, "question": question, "of_creature": about, "rolls": rolls, "logs": logs}
    return type("FormOfQuestion", (base,), about_question)
