"""Parts that the forms of all questions share: groups of fields, faces of dice, lists, and cards by name."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from legions.play.question_context import ListAtTable, NameMatch, Table
from legions.site.plots import Plot

ROLL = "roll"
"""The query parameter of a tap on a face: the field and the face, or `back` for the last one away."""
BACK = "back"
MAX_FACES = 40
ADVENTURE = "adventure_slug"
"""The name of the field for the adventure that is played."""
SETTLED = "adventure_special_rules_"
"""The start of the names of fields by which a special rule of an adventure is settled, before its place."""
MAX_HINTS = 10
"""Names for which a page looks what may have been meant."""
MAX_NAME_LENGTH, MAX_OWN_NAMES = 120, 60
"""Letters of a name, and names that players say are of no card."""
TAKE = "take"
"""The query parameter of a button that puts the name of a card into a field: the field, the name before, the card."""
NO_CARD = "own"
"""The query parameter that says of a name that it is of no card; one for each such name."""
EVENT = "event"
"""The query parameter of a button that writes down what happened: `add`, or `back` for the last one away."""


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that stand together under a title; those that few need are `folded`."""

    title: Any
    names: tuple[str, ...]
    folded: bool = False


@dataclass(frozen=True, slots=True)
class NameHint:
    """A hint at a field of a name that is not a card's whole name: the card `taken` for it, or those near."""

    field: str
    name: str
    taken: str
    near: tuple[str, ...]
    may_be_own: bool

    def buttons(self) -> list[tuple[str, str]]:
        """Return a button for each name that may be meant, with what it sends."""
        return [(title, take(self.field, self.name, title)) for title in self.near]


def take(field: str, name: str, title: str) -> str:
    """Return what a button sends that puts the name of a card into a field, instead of the name that is there."""
    return urlencode({"field": field, "name": name, "title": title})


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a situation: the sentence that answers, lines beneath it, plots, and a table to print."""

    words: str = ""
    lines: Sequence[str] = ()
    plots: Sequence[Plot] = ()
    tables: "Sequence[ResultTable]" = ()
    events: Sequence[str] = ()
    """Entries of the log so far, where the question keeps one."""
    ends: bool = False
    """Whether nothing comes after that sentence: it then stands where else “Allowed” does."""


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Rows under a title, with what each column is called."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


class FacesField(forms.CharField):
    """Faces of dice in the order in which they lie there, each tapped."""

    def __init__(self, label: Any, faces: Mapping[str, Any]) -> None:
        super().__init__(label=label, required=False, max_length=600, widget=forms.HiddenInput)
        self.faces = faces

    def clean(self, value: Any) -> list[str]:
        """Return the faces. Raises ValidationError for one that the die does not have, and for too many."""
        found = split_faces(super().clean(value))
        if len(found) > MAX_FACES or not set(found) <= set(self.faces):
            raise ValidationError(_("This die does not have these faces. Tap what you rolled."))
        return found


def split_faces(text: str) -> list[str]:
    """Return the faces that a query parameter names."""
    return [one for one in text.split(".") if one]


class NamedCard(forms.CharField):
    """A card by its name: its `kinds`, and the list of names that a browser offers.

    A name that no card has is believed once players say that it is none, or give its numbers; one that is a `label`
    alone is believed always, and a field `of_catalog` takes only names of cards.
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


def number(label: Any, most: int = 99, *, least: int = 0, help_text: Any = "") -> forms.IntegerField:
    """Return a field for a number that may be left out."""
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=False,
        help_text=help_text,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


def tick(label: Any) -> forms.BooleanField:
    """Return a field to tick."""
    return forms.BooleanField(label=label, required=False)


def ticks(label: Any, words: Mapping[str, Any]) -> forms.MultipleChoiceField:
    """Return a row of words to tick."""
    return forms.MultipleChoiceField(
        label=label, required=False, choices=list(words.items()), widget=forms.CheckboxSelectMultiple
    )


def one_of(label: Any, words: Mapping[str, Any]) -> forms.ChoiceField:
    """Return a row of words of which one is tapped."""
    return forms.ChoiceField(label=label, required=False, choices=list(words.items()), widget=forms.RadioSelect)


def choice(label: Any, words: Mapping[str, Any]) -> forms.ChoiceField:
    """Return a list to choose from, empty at first."""
    return forms.ChoiceField(label=label, required=False, choices=[("", "–"), *words.items()])


class SituationForm(forms.Form):
    """A situation as the page of its question asks for it. `groups` say in which order and under which titles."""

    groups: tuple[Group, ...] = ()
    rolls = False
    """Whether dice or icons of the table can decide."""
    logs = False
    """Whether its first group tells of what happened next, which a button writes down."""
    use_required_attribute = False

    def __init__(self, data: Any, table: Table) -> None:
        super().__init__(data or None)
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

    def _post_clean(self) -> None:
        """Say at each field what may have been meant by a name that is not the whole name of a card."""
        super()._post_clean()  # type: ignore[misc]
        said = [*self.named()]
        self.own_names = [one for one in self.own_names if one in {text for _name, text, _kinds in said}]
        for name, text, kinds in said:
            match = self.table.match(text, kinds)
            if text not in self.own_names and (match.slug is None or match.begun):
                self._hint(name, text, kinds, match)

    def _hint(self, name: str, text: str, kinds: tuple[str, ...], match: NameMatch) -> None:
        """Note what may have been meant by a name, and that it is not known which card that is."""
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
        """Return whether facts that a card would have are said of what a field names."""
        start, facts = f"{name.removesuffix('_name')}_", self.table.facts_of(kinds)
        return any(self.value(f"{start}{fact}") is not None for fact in facts if f"{start}{fact}" in self.fields)

    def offered(self, name: str) -> list[tuple[str, str]]:
        """Return the creatures of one's newest list for a field that is empty, each with what its button sends."""
        field = self.fields[name]
        if not isinstance(field, NamedCard) or (self.data or {}).get(name):
            return []
        return [(title, take(name, "", title)) for title in self.table.at_hand(field.kinds)]

    def after_take(self, data: QueryDict, field: str, name: str, title: str) -> QueryDict:
        """Return what is said once the name of a card is put into a field."""
        if isinstance(self.fields.get(field), NamedCard):
            data[field] = title
        return data

    def named(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield each name of a card that was said: its field, the name, and the kinds that are asked for."""
        for name, field in self.fields.items():
            if isinstance(field, NamedCard) and (text := self.value(name, "").strip()):
                yield name, text, field.kinds

    def special_rules(self) -> list[str]:
        """Return the special rules of the adventure that is chosen, before anything is validated."""
        chosen = self.table.adventures.get((self.data or {}).get(ADVENTURE, ""))
        return list(chosen.document["special_rules"]) if chosen else []

    def adventure_said(self) -> dict[str, Any]:
        """Return the adventure and which of its rules are settled, as a situation has it; nothing of none."""
        if not self.value(ADVENTURE):
            return {}
        settled = [place for place in range(len(self.special_rules())) if self.value(f"{SETTLED}{place}")]
        return {"adventure": {"slug": self.value(ADVENTURE), "settled": settled}}

    def adventure_group(self) -> Group:
        """Return the fields of the adventure: which it is, and what is settled of it."""
        settled = [name for name in self.fields if name.startswith(SETTLED) and (self.data or {}).get(name)]
        return Group(_("Adventure"), (ADVENTURE, *settled), folded=True)

    def after_event(self, data: QueryDict) -> QueryDict:
        """Return what is said once a button has written down what happened, or taken the last of it away."""
        return data

    def situation(self) -> dict[str, Any] | None:
        """Return the situation as its schema has it, None while nothing is asked yet."""
        raise NotImplementedError

    def asked(self) -> dict[str, Any] | None:
        """Return the situation with the adventure that is played, None while nothing is asked yet."""
        situation = self.situation()
        return None if situation is None else situation | self.adventure_said()

    def is_read_ahead(self, name: str) -> bool:
        """Return whether a field is read before it is validated: it says which others there are."""
        return False

    def asked_without(self, name: str) -> dict[str, Any] | None:
        """Return the situation as it would be without what was said in one field."""
        said = self.cleaned_data
        self.cleaned_data = {**said, name: None}
        try:
            return self.asked()
        finally:
            self.cleaned_data = said

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return what came of it, in words."""
        raise NotImplementedError

    def shown_groups(self) -> tuple[Group, ...]:
        """Return the groups of fields that are asked for now."""
        return self.groups

    def value(self, name: str, otherwise: Any = None) -> Any:
        """Return what was said in a field, or `otherwise`."""
        found = self.cleaned_data.get(name)
        return otherwise if found in (None, "", []) else found

    def said(self, names: Mapping[str, str]) -> dict[str, Any]:
        """Return facts by their names in a situation, of the fields in which anything was said."""
        found = {fact: self.value(name) for fact, name in names.items()}
        return {fact: value for fact, value in found.items() if value is not None and value is not False}

    def card_or_name(self, text: str, kinds: Iterable[str]) -> dict[str, Any]:
        """Return the card that a text names; where none is called so, the text is a name of its own."""
        slug = self.card_named(text, kinds)
        return {"card": slug} if slug else {"name": text}

    def card_named(self, text: str, kinds: Iterable[str]) -> str | None:
        """Return the slug of the card that a text names; None where no card is called so, or players say it is none."""
        return None if text in self.own_names else self.table.match(text, kinds).slug

    def offers(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each list of names that a field offers, once."""
        found = {field.offers: field.kinds for field in self.fields.values() if isinstance(field, NamedCard)}
        for offers, kinds in found.items():
            yield offers, self.table.titles(kinds)

    def fields_of(self, places: Iterable[str], fact: str) -> list[BoundField]:
        """Return the fields in which a fact can be said that is not known."""
        names = [name for at in places for name in self.names_of(at, fact)]
        return [self[name] for name in dict.fromkeys(names) if name in self.fields]

    def names_of(self, at: str, fact: str) -> Iterator[str]:
        """Yield the names of the fields for a fact at a place; a fact of the situation itself is its own place."""
        yield "_".join(filter(None, (*(at if at != fact else "").split("/"), *fact.split("/"))))

    def find_list(self, name: str, chosen: str) -> ListAtTable | None:
        """Return the list that was chosen in a field; None with an error at the field for one that is not there."""
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
    """The form for the dice and icons of a table, which a cookie keeps.

    It is made of what is `said` and the document of the game; a form that is sent is bound.
    """

    use_required_attribute = False

    def __init__(self, said: Mapping[str, Any], game: Mapping[str, Any]) -> None:
        self.sent = hasattr(said, "getlist")
        super().__init__(said if self.sent else None)

    @classmethod
    def encode(cls, said: Mapping[str, Mapping[str, Any]]) -> str:
        """Return what was said as a short text."""
        raise NotImplementedError

    @classmethod
    def decode(cls, text: str, game: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Return what a text says; nothing of one that `encode` has not written."""
        raise NotImplementedError

    def said(self) -> dict[str, dict[str, Any]]:
        """Return what was said, as a situation has it."""
        raise NotImplementedError


def rolled(data: Mapping[str, str], tap: str, form: forms.Form) -> str | None:
    """Return what a field of faces holds after a tap; None for a tap on nothing that is there."""
    name, _dot, face = tap.partition(".")
    field = form.fields.get(name)
    if not isinstance(field, FacesField):
        return None
    before = [one for one in split_faces(data.get(name, "")) if one in field.faces]
    if face == BACK:
        return ".".join(before[:-1])
    return ".".join([*before, face][:MAX_FACES]) if face in field.faces else None
