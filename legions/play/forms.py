"""Shared parts of the question forms: groups of fields, faces of dice, lists, and cards by name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import StepValueValidator
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from legions.cards.card_sheet import joined_words
from legions.my_lists.named_lists import NamedList
from legions.play.dice_counter import COUNT, TAP, CountedDie
from legions.play.question_context import LIST, NameMatch, Table
from legions.site.plots import Plot

ROLL = "roll"
"""Query parameter of a tap on a face: the field and the face, or `back` to remove the last face."""
BACK = "back"
MAX_FACES = 40
ADVENTURE = "adventure_slug"
"""Name of the field for the adventure."""
SETTLED = "adventure_special_rules_"
"""Prefix of the fields that settle a special rule of an adventure, followed by the rule's place."""
MAX_HINTS = 10
"""Maximum number of names on a page that get hints."""
MAX_NAME_LENGTH, MAX_OWN_NAMES = 120, 60
"""Maximum letters of a name, and maximum names marked as not a card."""
TAKE = "take"
"""Query parameter of a button that replaces a name with a card: the field, the former name, the card."""
NO_CARD = "own"
"""Query parameter that marks a name as not a card; repeated for each name."""
REMOVE = "remove"
"""Query parameter of a button that removes an entry of a list: the start of the names of its fields."""
EVENT = "event"
"""Query parameter of a button for events: `add` appends one, `back` removes the last."""


@dataclass(frozen=True, slots=True)
class Group:
    """Fields under a title; rarely needed groups are `folded`, with what is entered in short, in `words`.

    The group of a list has its `entries` before its fields. `key` is its name in the page, by default its number.
    """

    title: Any
    names: tuple[str, ...]
    folded: bool = False
    key: str = ""
    words: str = ""
    entries: "tuple[Entry, ...]" = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a list, folded to a line with its title and what is entered, in `words`; unfolded if it `opens`.

    `path` is the start of the names of its fields. Those that are `rare` are folded again. `groups` are lists in it. An
    `empty` entry is for the next part. Labels that begin with its `label` are shown without it.
    """

    path: str
    title: str
    words: str
    names: tuple[str, ...]
    rare: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    empty: bool = False
    opens: bool = False
    removable: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class TypedFact:
    """A fact that players entered for a card that lacks it; `path` is the start of the names of its fields."""

    card: str
    fact: str
    value: Any
    path: str


@dataclass(frozen=True, slots=True)
class NameHint:
    """A hint at a field whose text is not a card's full name: the card `taken` for it, or cards with similar names."""

    field: str
    name: str
    taken: str
    near: tuple[str, ...]
    may_be_own: bool

    def buttons(self) -> list[tuple[str, str]]:
        """Return a title and query string for a button per suggested name."""
        return [(title, take(self.field, self.name, title)) for title in self.near]


def take(field: str, name: str, title: str) -> str:
    """Return the query string of a button that replaces the text of a field with the name of a card."""
    return urlencode({"field": field, "name": name, "title": title})


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a situation: an answer sentence, further lines, plots and tables."""

    words: str = ""
    lines: Sequence[str] = ()
    plots: Sequence[Plot] = ()
    tables: "Sequence[ResultTable]" = ()
    events: Sequence[str] = ()
    """Log entries of a question with a log."""
    ends: bool = False
    """True if the sentence is the whole answer; it then replaces “Allowed”."""


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A table with a title and column headings."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


class FacesField(forms.CharField):
    """Faces of dice in the order in which they were entered."""

    def __init__(self, label: Any, faces: Mapping[str, Any]) -> None:
        super().__init__(label=label, required=False, max_length=600, widget=forms.HiddenInput)
        self.faces = faces

    def clean(self, value: Any) -> list[str]:
        """Return the faces. Raises ValidationError for a face that the die does not have, and for too many faces."""
        found = split_faces(super().clean(value))
        if len(found) > MAX_FACES or not set(found) <= set(self.faces):
            raise ValidationError(_("This die does not have these faces. Tap what you rolled."))
        return found


def split_faces(text: str) -> list[str]:
    """Return the faces of a query parameter."""
    return [one for one in text.split(".") if one]


class NamedCard(forms.CharField):
    """A card by name: its `kinds` and the list of names offered by the browser.

    An unknown name is accepted if players mark it as not a card or give its numbers. A field that is only a `label`
    accepts any name, and a field `of_catalog` only names of cards.
    """

    def __init__(self, label: Any, kinds: tuple[str, ...], *, of_catalog: bool = False, is_label: bool = False) -> None:
        super().__init__(label=label, required=False, max_length=MAX_NAME_LENGTH)
        self.kinds = kinds
        self.of_catalog = of_catalog
        self.is_label = is_label
        self.offers = f"cards-{kinds[0]}"
        self.widget.attrs |= {
            "list": self.offers,
            "autocomplete": "off",
            "autocapitalize": "off",
            "spellcheck": "false",
        }


def value_words(field: forms.Field, value: Any) -> str:
    """Return the value of a field as its labels say it; empty without a value, and for a tick."""
    if value is None or isinstance(value, bool):
        return ""
    labels = field.faces if isinstance(field, FacesField) else dict(getattr(field, "choices", ()))
    if isinstance(value, list) and all(isinstance(one, int) for one in value):
        return "/".join(map(str, value))
    return joined_words([str(labels.get(word, word)) for word in (value if isinstance(value, list) else [value])])


def labelled_words(label: Any, entered: str) -> str:
    """Return the label of a field with what is entered, or alone for a tick."""
    return _("%(part)s: %(fact)s") % {"part": label, "fact": entered} if entered else str(label)


class NumberField(forms.IntegerField):
    """An optional whole number from `least` to `most`, in multiples of `step`."""

    def __init__(self, label: Any, least: int, most: int, step: int) -> None:
        # Phones have no minus among the keys of numbers.
        widget = forms.NumberInput(attrs={"inputmode": "numeric"} if least >= 0 else {})
        super().__init__(label=label, min_value=least, max_value=most, required=False, widget=widget)
        self.least, self.most, self.step = least, most, step
        if step > 1:
            self.validators.append(StepValueValidator(step))
            self.widget.attrs["step"] = step

    def clean(self, value: Any) -> int | None:
        """Return the number. Raises ValidationError that says which numbers are allowed."""
        try:
            found: int | None = super().clean(value)
        except ValidationError:
            raise ValidationError(self._allowed()) from None
        return found

    def prepare_value(self, value: Any) -> Any:
        """Return the value that the field shows: none for letters, which browsers refuse."""
        return value if re.fullmatch(r"[+-]?[0-9]*[.]?[0-9]+", str(value), re.ASCII) else None

    def _allowed(self) -> str:
        words: dict[str, Any] = {"least": self.least, "most": self.most, "step": self.step}
        if self.step == 1:
            return _("Write a whole number from %(least)d to %(most)d.") % words
        least = -(-self.least // self.step) * self.step
        words["examples"] = ", ".join(str(least + self.step * place) for place in range(3))
        return _("Write a multiple of %(step)d up to %(most)d: %(examples)s and so on.") % words


def number(label: Any, most: int = 99, *, least: int = 0, step: int = 1) -> NumberField:
    """Return an optional number field."""
    return NumberField(label, least, most, step)


def tick(label: Any) -> forms.BooleanField:
    """Return a checkbox field."""
    return forms.BooleanField(label=label, required=False)


def ticks(label: Any, choices: Mapping[str, Any]) -> forms.MultipleChoiceField:
    """Return a row of checkboxes."""
    return forms.MultipleChoiceField(
        label=label, required=False, choices=list(choices.items()), widget=forms.CheckboxSelectMultiple
    )


def one_of(label: Any, choices: Mapping[str, Any]) -> forms.ChoiceField:
    """Return a row of radio buttons."""
    return forms.ChoiceField(label=label, required=False, choices=list(choices.items()), widget=forms.RadioSelect)


def choice(label: Any, choices: Mapping[str, Any]) -> forms.ChoiceField:
    """Return an optional select field, empty by default."""
    return forms.ChoiceField(label=label, required=False, choices=[("", "–"), *choices.items()])


class SituationForm(forms.Form):
    """The form for the situation of a question: with fields of its own, as that of the odds page, or a declared one."""

    of_creature = ""
    """The field with the name of the creature that the question is about; empty if it is not about one creature."""
    sheet_template = ""
    """The template of a sheet that prints instead of the page; it gets the sheet."""
    use_required_attribute = False

    def __init__(self, data: Any, table: Table) -> None:
        super().__init__(data if data and {*data} - {LIST, COUNT, TAP} else None)
        self.table = table
        self.hints: dict[str, list[NameHint]] = {}
        names = self.data.getlist(NO_CARD) if hasattr(self.data, "getlist") else ()
        self.own_names = [one[:MAX_NAME_LENGTH] for one in dict.fromkeys(names)][:MAX_OWN_NAMES]
        self.unsure: list[str] = []
        if table.adventures:
            names = {slug: one.name for slug, one in table.adventures.items()}
            self.fields[ADVENTURE] = choice(_("Which is played"), names)
        for place in range(len(self.special_rules())):
            self.fields[f"{SETTLED}{place}"] = tick(_("Rule %(number)d is settled") % {"number": place + 1})

    @property
    def asked_first(self) -> int:
        """The number of groups above the answer."""
        return 1

    def sheet(self, situation: Mapping[str, Any] | None, resolution: Mapping[str, Any] | None) -> Any:
        """Return what a sheet that prints has of a situation and its resolution; None without a sheet."""
        return None

    @classmethod
    def fields_for(cls, key: str, pick: Mapping[str, Any] | None = None, title: str = "") -> dict[str, str]:
        """Return the fields of the question with a list filled in, and the card of a pick of the list by its title.

        `key` is the key of the list in addresses. Without a pick the question is about the whole list.
        """
        return {LIST: key} if pick is None else {LIST: key, cls.of_creature: title}

    def _post_clean(self) -> None:
        """Add a hint to each field whose text is not the full name of a card."""
        super()._post_clean()  # type: ignore[misc]
        said = [*self.named()]
        self.own_names = [one for one in self.own_names if one in {text for _name, text, _kinds in said}]
        for name, text, kinds in said:
            match = self.table.match(text, kinds)
            if text not in self.own_names and (match.slug is None or match.begun):
                self._hint(name, text, kinds, match)

    def _hint(self, name: str, text: str, kinds: tuple[str, ...], match: NameMatch) -> None:
        """Add a hint with similar names, and record the name as unsure if the card is not known."""
        field = self.fields[name]
        of_catalog, is_label = getattr(field, "of_catalog", False), getattr(field, "is_label", False)
        only_own = is_label or not (of_catalog or self.table.titles(kinds))
        sure = match.slug is not None or only_own or self.has_own_numbers(name, text, kinds)
        if not (sure or of_catalog):
            self.unsure.append(text)
        if sum(map(len, self.hints.values())) < MAX_HINTS:
            near = match.beginning or tuple([] if match.slug else self.table.near_titles(text, kinds))
            if match.slug or near or not sure:
                may_be_own = not (of_catalog or is_label) and (bool(match.slug) or not sure)
                self.hints.setdefault(name, []).append(NameHint(name, text, match.title, near, may_be_own))

    def has_own_numbers(self, name: str, text: str, kinds: tuple[str, ...]) -> bool:
        """Return whether the form has numbers for the named creature that a card would have."""
        start, facts = f"{name.removesuffix('_name')}_", self.table.facts_of(kinds)
        return any(self.value(f"{start}{fact}") is not None for fact in facts if f"{start}{fact}" in self.fields)

    def offered(self, name: str) -> list[tuple[str, str]]:
        """Return the cards of one's own list for the first empty field of a card, each with the query string of its
        button.
        """
        return [(title, take(name, "", title)) for title in self.at_hand(name)] if name == self._next_card else []

    @cached_property
    def _next_card(self) -> str:
        """The first empty field of a card, of those that are not folded if there is one; empty if there is none."""
        unfolded = [name for group in self.shown_groups() if not group.folded for name in group.names]
        names = [*filter(self.fields.__contains__, unfolded), *self.fields]
        empty = (one for one in names if not (self.data or {}).get(one))
        return next((one for one in empty if isinstance(self.fields[one], NamedCard)), "")

    def at_hand(self, name: str) -> list[str]:
        """Return the names of the cards of one's own list for a field of a card."""
        return self.table.at_hand(self.fields[name].kinds)  # type: ignore[attr-defined]

    def offered_from(self, name: str) -> NamedList | None:
        """Return the list whose cards a field offers; None for the user's newest one."""
        return self.table.named_list

    def after_take(self, data: QueryDict, field: str, name: str, title: str) -> QueryDict:
        """Return the form data after the name of a card is put into a field."""
        if isinstance(self.fields.get(field), NamedCard):
            data[field] = title
        return data

    def named(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield each entered card name with its field and the accepted kinds."""
        for name, field in self.fields.items():
            if isinstance(field, NamedCard) and (text := self.value(name, "").strip()):
                yield name, text, field.kinds

    def special_rules(self) -> list[str]:
        """Return the special rules of the chosen adventure, read from the unvalidated data."""
        chosen = self.table.adventures.get((self.data or {}).get(ADVENTURE, ""))
        return list(chosen.document["special_rules"]) if chosen else []

    def adventure_said(self) -> dict[str, Any]:
        """Return the adventure and its settled rules in the format of a situation; empty without an adventure."""
        if not self.value(ADVENTURE):
            return {}
        settled = [place for place in range(len(self.special_rules())) if self.value(f"{SETTLED}{place}")]
        return {"adventure": {"slug": self.value(ADVENTURE), "settled": settled}}

    def adventure_group(self) -> Group:
        """Return the group of the adventure's fields: the adventure and its settled rules."""
        settled = [name for name in self.fields if name.startswith(SETTLED) and (self.data or {}).get(name)]
        return Group(_("Adventure"), (ADVENTURE, *settled), folded=True)

    def situation(self) -> dict[str, Any] | None:
        """Return the situation as its schema requires, or None if too little is entered."""
        raise NotImplementedError

    def asked(self) -> dict[str, Any] | None:
        """Return the situation with the chosen adventure, or None if too little is entered."""
        situation = self.situation()
        return None if situation is None else situation | self.adventure_said()

    def typed_facts(self) -> list[TypedFact]:
        """Return the entered facts of cards that the cards lack."""
        return []

    def is_read_ahead(self, name: str) -> bool:
        """Return whether a field is read before validation because other fields depend on it."""
        return False

    def is_default(self, name: str) -> bool:
        """Return whether a field, which is never empty, has the value that counts if nothing is chosen."""
        return False

    def label_at(self, pointer: str, fact: str) -> str:
        """Return the label of an unknown fact that has no field; empty for a fact with one."""
        return ""

    def pointer_of(self, name: str) -> str:
        """Return the pointer of the value of the situation that is entered in a field; empty if it is not known."""
        return ""

    def lacking(self) -> list[str]:
        """Return the labels of what has to be entered before the question can be answered at all."""
        return []

    def asked_without(self, *names: str) -> dict[str, Any] | None:
        """Return the situation without the values of these fields."""
        said = self.cleaned_data
        self.cleaned_data = {**said, **dict.fromkeys(names)}
        try:
            return self.asked()
        finally:
            self.cleaned_data = said

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the result in words."""
        raise NotImplementedError

    def dice_rolled(self, resolution: Mapping[str, Any]) -> dict[str, int | None]:
        """Return the number of dice that are rolled, by field of faces; None if it is not known."""
        return {}

    def shown_groups(self) -> tuple[Group, ...]:
        """Return the groups of fields to show; none if a page has a template of its own."""
        return ()

    def value(self, name: str, otherwise: Any = None) -> Any:
        """Return the value of a field, or `otherwise` if it is empty."""
        found = self.cleaned_data.get(name)
        return otherwise if found in (None, "", []) else found

    def words_of(self, names: Iterable[str]) -> str:
        """Return what is entered in some fields in a few words."""
        fields = {name: self.fields[name] for name in names if self.has_value(name)}
        return "; ".join(labelled_words(one.label, value_words(one, self.value(name))) for name, one in fields.items())

    def has_value(self, name: str) -> bool:
        """Return whether anything valid is entered in a field."""
        is_read = self.is_bound and (self.is_valid() or bool(self.errors))
        return is_read and self.value(name) is not None and self.value(name) is not False

    def card_or_name(self, text: str, kinds: Iterable[str]) -> dict[str, Any]:
        """Return the card with this name, or the text as a name of its own if there is no such card."""
        slug = self.card_named(text, kinds)
        return {"card": slug} if slug else {"name": text}

    def card_named(self, text: str, kinds: Iterable[str]) -> str | None:
        """Return the slug of the card with this name; None if there is none or players marked the name as not a
        card.
        """
        return None if text in self.own_names else self.table.match(text, kinds).slug

    def offers(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each list of names that fields offer, once."""
        found = {field.offers: field.kinds for field in self.fields.values() if isinstance(field, NamedCard)}
        for offers, kinds in found.items():
            yield offers, self.table.titles(kinds)

    def fields_of(self, places: Iterable[str], fact: str) -> list[BoundField]:
        """Return the fields in which an unknown fact can be entered."""
        names = [name for at in places for name in self.names_of(at, fact)]
        return [self[name] for name in dict.fromkeys(names) if name in self.fields]

    def names_of(self, pointer: str, fact: str) -> Iterator[str]:
        """Yield the names of the fields for a fact at a place; a fact of the situation itself is its own place."""
        yield "_".join(filter(None, (*(pointer if pointer != fact else "").split("/"), *fact.split("/"))))

    def find_list(self, name: str, chosen: str) -> NamedList | None:
        """Return the chosen list; None with an error at the field if there is no such list."""
        if not chosen:
            return None
        try:
            return self.table.find_list(chosen)
        except ValidationError:
            self.add_error(
                name, _("There is no list at this link. Choose another, or paste the link of a shared list.")
            )
            return None


class MemoryForm(forms.Form):
    """The form for a table's dice and icons, which are kept in a cookie.

    It is created from the values entered before (`said`) and the document of the game; a submitted form is bound.
    """

    use_required_attribute = False

    def __init__(self, entered: Mapping[str, Any], game: Mapping[str, Any]) -> None:
        self.sent = hasattr(entered, "getlist")
        super().__init__(entered if self.sent else None)

    @classmethod
    def encode(cls, entered: Mapping[str, Mapping[str, Any]]) -> str:
        """Return the entered values as a short text."""
        raise NotImplementedError

    @classmethod
    def decode(cls, text: str, game: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Return the values of an encoded text; empty for a text that `encode` did not write."""
        raise NotImplementedError

    def said(self) -> dict[str, dict[str, Any]]:
        """Return the entered values in the format of a situation."""
        raise NotImplementedError

    @classmethod
    def dice(cls, game: Mapping[str, Any], entered: Mapping[str, Any], data: QueryDict) -> list[CountedDie]:
        """Return the dice of the game with their faces: those in an address, those entered before, or those of the
        catalog.
        """
        return []

    @classmethod
    def facts_of(cls, die: CountedDie) -> dict[str, Any]:
        """Return the facts of a complete die in the format of a situation."""
        raise NotImplementedError


def rolled(data: Mapping[str, str], tap: str, form: forms.Form) -> str | None:
    """Return the value of a field of faces after a tap; None for an unknown field or face."""
    name, _dot, face = tap.partition(".")
    field = form.fields.get(name)
    if not isinstance(field, FacesField):
        return None
    before = [one for one in split_faces(data.get(name, "")) if one in field.faces]
    if face == BACK:
        return ".".join(before[:-1])
    return ".".join([*before, face][:MAX_FACES]) if face in field.faces else None
