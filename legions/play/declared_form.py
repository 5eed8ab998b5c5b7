"""The form of a declared question: its fields, groups, situation and answer in words follow from the declaration."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.core.validators import StepValueValidator
from django.utils.translation import gettext as _

from legions.cards.card_sheet import fact_words
from legions.game_words import vocabulary
from legions.play.declared_answer import charts, sentences
from legions.play.forms import (
    FacesField,
    Group,
    NamedCard,
    Result,
    SituationForm,
    choice,
    number,
    one_of,
    take,
    tick,
    ticks,
)
from legions.play.question_context import Table
from rulesapi.engine.resolutions.declared import (
    DeclaredQuestion,
    Dice,
    Fact,
    Flag,
    Input,
    Number,
    OneOf,
    OnePart,
    Part,
    SeveralOf,
    SeveralParts,
    Text,
    odds_of,
    parts_in,
)
from rulesapi.engine.resolutions.model import TableFacts
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.names import slug_as_words
from rulesapi.translation import translated

NONE = "none"
"""The end of the name of a field that says that a list is empty; also the value of a choice that says so."""
MAX_ROWS = 8
"""Maximum entries of a list on a page; a situation may have more."""
MAX_OFFERED = 14
"""Maximum cards of one's own list offered as buttons, so that a page has at most 25 controls."""
MAX_SEARCHED = 100
"""Maximum cards of the list searched for those worth offering."""


class FormField(NamedTuple):
    """A field for an input: its form field, and the function that converts its value to JSON."""

    field: forms.Field
    as_json: Callable[[Any], Any] = lambda value: value


class Row(NamedTuple):
    """A part of the situation on the form: its class, the start of its fields' names, its label, whether folded."""

    part: type[Part]
    path: str
    label: str
    folded: bool = False


class DeclaredForm(SituationForm):
    """The form of a declared question of a game. `form_of` makes a class for each question."""

    question: ClassVar[DeclaredQuestion]
    game: ClassVar[str]

    def __init__(self, data: Any, table: Table) -> None:
        super().__init__(data, table)
        self._inputs: dict[str, tuple[Input[Any], FormField]] = {}
        for row in self._rows():
            if row.part.kind:
                self.fields[row.path] = NamedCard(row.label, (row.part.kind,))
            for one in row.part.inputs.values():
                if (made := self._made(row, one)) is not None:
                    self._inputs[_joined(row.path, one.name)] = one, made
                    self.fields[_joined(row.path, one.name)] = made.field
        for name, one in self._asked_lists():
            self.fields[_joined(name, NONE)] = tick(_("%(entries)s: none") % {"entries": translated(one.plural)})

    @classmethod
    def asks_about(cls, kind: str) -> bool:
        """Return whether the question can be about a card of this kind."""
        one = cls.question.situation.inputs.get(cls.of_creature)
        return one is not None and isinstance(one.kind, OnePart) and one.kind.part.kind == kind

    # Fields -----------------------------------------------------------------------------------------------------------

    def _rows(self) -> Iterator[Row]:
        """Yield the situation and its parts; a list has one row more than it has entries."""
        situation = self.question.situation
        yield Row(situation, "", "")
        for name, one in situation.inputs.items():
            if isinstance(one.kind, OnePart):
                yield Row(one.kind.part, name, translated(one.label), one.folded)
            elif isinstance(one.kind, SeveralParts):
                for place in range(min(self._filled(name) + 1, one.kind.most, MAX_ROWS)):
                    yield Row(one.kind.part, f"{name}_{place}", f"{translated(one.label)} {place + 1}", one.folded)

    def _asked_lists(self) -> Iterator[tuple[str, Input[Any]]]:
        """Yield the lists that are asked for, which have a field that says that they are empty."""
        inputs = self.question.situation.inputs
        return ((name, inputs[name]) for name in inputs if name in self._list_names() and inputs[name].default is None)

    def _list_names(self) -> set[str]:
        inputs = self.question.situation.inputs
        return {name for name, one in inputs.items() if isinstance(one.kind, SeveralParts)}

    def _filled(self, name: str) -> int:
        """Return the number of entries of a list in the unvalidated data."""
        places = [key.removeprefix(f"{name}_").partition("_")[0] for key, value in (self.data or {}).items() if value]
        return max((int(place) + 1 for place in places if place.isdecimal() and int(place) < MAX_ROWS), default=0)

    def _made(self, row: Row, declared: Input[Any]) -> FormField | None:
        """Return the field of an input; None for a part, whose inputs have fields of their own."""
        label = translated(declared.label)
        if isinstance(declared.kind, Fact):
            label = vocabulary.fact_title(self.game, row.part.kind, declared.name)
            return self._of_fact(row.part.kind, declared.name, _labelled(row, label))
        return _field_of(declared, _labelled(row, label))

    def _of_fact(self, kind: str, fact: str, label: str) -> FormField:
        """Return the field of a fact by the schema of its card. Raises TypeError for a schema without a field."""
        schema = vocabulary.fact_schemas(self.game, kind)[fact]
        types = schema.get("type", ())
        if "integer" in types:
            return FormField(number(label, schema.get("maximum", 99), least=schema.get("minimum", 0)))
        if "boolean" in types:
            return _yes_or_no(label)
        words = vocabulary.fact_values(self.game, fact)
        if "enum" in schema:
            return FormField(choice(label, {word: fact_words(self.game, fact, word)[0] for word in words}))
        if "array" in types and words:
            return FormField(ticks(label, {word: fact_words(self.game, fact, [word])[0] for word in words}))
        if "array" not in types:
            raise TypeError(f"There is no field for {fact} of {kind}.")
        spelled = {word: slug_as_words(word) for word in self._decisive_words()} | {NONE: _("none of these")}
        of_clauses = schema["items"].get("$ref", "").endswith("/clause")
        return FormField(ticks(label, spelled), _as_clauses if of_clauses else _as_words)

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
        """Return what is asked first, then each list, then what is rarely needed."""
        first, groups, rare = list[str](), list[Group](), list[str]()
        rows = {row.path: row for row in self._rows()}
        for name, one in self.question.situation.inputs.items():
            if isinstance(one.kind, SeveralParts):
                names = [
                    field for path in rows if path.startswith(f"{name}_") for field in self._names(rows[path], rare)
                ]
                none = [_joined(name, NONE)] if one.default is None and not self._filled(name) else []
                groups.append(Group(translated(one.plural), (*names, *none), folded=one.folded))
            elif isinstance(one.kind, OnePart):
                first += self._names(rows[name], rare)
            elif self._is_shown(rows[""], one, name):
                (rare if one.folded else first).append(name)
        more = [Group(_("Facts of the cards, and more"), tuple(rare), folded=True)] if rare else []
        return (Group(_("At the table"), tuple(first)), *groups, *more)

    def _names(self, row: Row, rare: list[str]) -> list[str]:
        """Return the names of the fields of a part, and add those that are rarely needed to `rare`."""
        shown = [row.path] if row.part.kind else []
        for one in row.part.inputs.values():
            name = _joined(row.path, one.name)
            if name in self._inputs and self._is_shown(row, one, name):
                (rare if one.folded else shown).append(name)
        return shown

    def _is_shown(self, row: Row, declared: Input[Any], name: str) -> bool:
        if declared.shown_if is None:
            return True
        other, wanted = declared.shown_if
        entered = self.is_bound and (self.is_valid() or bool(self.errors))  # either way the fields have been read
        return entered and (self._json(_joined(row.path, other)) == wanted or self._json(name) is not None)

    def offered(self, name: str) -> list[tuple[str, str]]:
        """Return the cards of one's own list for the first empty field of a card, those that fit."""
        field = self.fields[name]
        empty = [one for one, of in self.fields.items() if isinstance(of, NamedCard) and not (self.data or {}).get(one)]
        if not isinstance(field, NamedCard) or name != next(iter(empty), None):
            return []
        one = self.question.situation.inputs.get(name)
        fits = one.kind.fits if one and isinstance(one.kind, OnePart) else None
        titles = self.table.at_hand(field.kinds, MAX_SEARCHED)
        if fits is not None and self.is_bound and self.is_valid():
            ask = self.question.situation(self._said(), "", TableFacts(self.table.cards, {}), phrase(""))
            cards = {title: self.table.slug(title, field.kinds) for title in titles}
            titles = [title for title, slug in cards.items() if slug and fits(ask, self.table.cards[slug])]
        return [(title, take(name, "", title)) for title in titles[:MAX_OFFERED]]

    # Situation --------------------------------------------------------------------------------------------------------

    def situation(self) -> dict[str, Any] | None:
        """Return the situation; None while one of the cards that the question is about is missing."""
        found = self._said()
        cards = [name for name, one in self.question.situation.inputs.items() if _is_card(one)]
        return found if all(name in found for name in cards) else None

    def _said(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for row in self._rows():
            said = self._of_row(row)
            of_list = row.path.rpartition("_")[0]
            if of_list in self._list_names():
                if said:
                    found.setdefault(of_list, []).append(said)
            elif row.path and said:
                found[row.path] = said
            else:
                found |= said
        return found | {name: [] for name in self._list_names() - found.keys() if self.value(_joined(name, NONE))}

    def _of_row(self, row: Row) -> dict[str, Any]:
        said: dict[str, Any] = {}
        if row.part.kind and (text := self.value(row.path, "").strip()):
            said = self.card_or_name(text, (row.part.kind,))
        values = {one.name: self._json(_joined(row.path, one.name)) for one in row.part.inputs.values()}
        return said | {name: value for name, value in values.items() if value is not None}

    def _json(self, name: str) -> Any:
        """Return the value of a field as JSON; None if it is not entered."""
        value = self.value(name) if name in self._inputs else None
        if value is None or value is False:
            return None
        return self._inputs[name][1].as_json(value)

    def names_of(self, pointer: str, fact: str) -> Iterator[str]:
        """Yield the names of the fields for a fact at a place; those of the first entry for a list."""
        for name in super().names_of(pointer, fact):
            if name in self._list_names():
                yield from (f"{name}_0", _joined(name, NONE))
            else:
                yield name

    # Answer -----------------------------------------------------------------------------------------------------------

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the sentences about the fields of the answer, and the charts of its odds."""
        odds, chances = odds_of(self.question.answer), resolution["odds"]
        words = [*sentences(self.question.answer, resolution["result"], self._name_at)]
        if odds is None or chances is None:
            return Result("".join(words[:1]), words[1:])
        words += sentences(odds, chances, self._name_at)
        return Result("".join(words[:1]), words[1:], tuple(charts(odds, chances)))

    def _name_at(self, pointer: str) -> str:
        """Return the name of the part at a place of the situation, as it is entered."""
        name = "_".join(pointer.split("/")[1:])
        field = self.fields.get(name)
        if field is None:
            return pointer
        text = self.value(name, "")
        return (isinstance(field, NamedCard) and self.table.match(text, field.kinds).title) or text or str(field.label)


def form_of(game: str, question: DeclaredQuestion) -> type[DeclaredForm]:
    """Return the form class of a declared question. Raises TypeError if a part has parts: those have no fields."""
    if nested := [part.__name__ for part in question.parts().values() if any(parts_in(part))]:
        raise TypeError(f"{question.name} has parts in {', '.join(nested)}.")
    about = next((name for name, one in question.situation.inputs.items() if _is_card(one)), "")
    return type("FormOfQuestion", (DeclaredForm,), {"game": game, "question": question, "of_creature": about})


def _is_card(declared: Input[Any]) -> bool:
    return isinstance(declared.kind, OnePart) and bool(declared.kind.part.kind)


def _labelled(row: Row, label: str) -> str:
    return _("%(part)s: %(fact)s") % {"part": row.label, "fact": label} if row.label else label


def _field_of(declared: Input[Any], label: str) -> FormField | None:
    """Return the field of an input that is no fact; None for a part."""
    match declared.kind:
        case Number():
            return FormField(_number(declared.kind, label))
        case Flag():
            return _yes_or_no(label) if declared.default is None else FormField(tick(label))
        case OneOf(words):
            return FormField(one_of(label, _translated_words(words)))
        case SeveralOf(words):
            return FormField(ticks(label, _translated_words(words)))
        case Text(most):
            return FormField(forms.CharField(label=label, required=False, max_length=most))
        case Dice(faces):
            return FormField(FacesField(label, _translated_words(faces)))
    return None


def _joined(*names: str) -> str:
    return "_".join(filter(None, names))


def _translated_words(labels: Mapping[str, str]) -> dict[str, str]:
    return {word: translated(label) for word, label in labels.items()}


def _number(kind: Number, label: str) -> forms.IntegerField:
    unit = f" ({translated(kind.unit)})" if kind.unit else ""
    field = number(f"{label}{unit}", kind.most, least=kind.least)
    if kind.step > 1:
        field.validators.append(StepValueValidator(kind.step))
        field.widget.attrs["step"] = kind.step
    return field


def _yes_or_no(label: str) -> FormField:
    return FormField(choice(label, {"yes": _("Yes"), "no": _("No")}), lambda value: value == "yes")


def _words_of(value: Any) -> Iterator[str]:
    """Yield the words in lists and clauses of words."""
    if isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _words_of(one)
    elif isinstance(value, str):
        yield value


def _as_words(chosen: list[str]) -> list[str]:
    return [word for word in chosen if word != NONE]


def _as_clauses(chosen: list[str]) -> list[dict[str, list[str]]]:
    return [{"keyword": [word]} for word in _as_words(chosen)]
