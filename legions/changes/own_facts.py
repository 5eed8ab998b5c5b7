"""Own numbers in the builder: a form for one fact of a card, generated from the card's schema, and its changes.

The form only parses the value. Legions are checked against the schema elsewhere.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog import documents
from catalog.documents import canonical, card_facts, json_input
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.documents.forms.fields import FIELD_FACTORIES, PlainText, field_for
from catalog.documents.schema_properties import LISTS, Construct, Property, document_properties
from legions.cards import card_sheet
from legions.changes.basic import Change, Document, Titles
from legions.game_words import vocabulary, words_of_game
from legions.site import wording
from legions.site.invalid_forms import invalid_form

EMPTY_MESSAGE = gettext_lazy("Enter what is printed on your card.")


def find_fact(game: str, kind: str, fact: str) -> Property | None:
    """Return the schema property of a fact that players can read off this kind of card, else None."""
    if kind not in documents.card_kinds().get(game, ()):
        return None
    path = documents.schema_path({"game": game, "kind": kind})
    if fact not in card_facts.reportable_facts(path):
        return None
    return next(one for one in document_properties(path) if one.key == fact)


class FactForm(forms.Form):
    """A form for one fact of a card; blank fields mean unknown.

    A list, which may be empty on the card, has a checkbox for that. Facts with clauses or rows are entered as JSON, as
    in the card's document, because they do not fit into a few fields.
    """

    def __init__(self, fact_property: Property, value: Any = None, **options: Any) -> None:
        super().__init__(**options)
        self.property = fact_property
        for name, field in self._made():
            field.required = field.widget.is_required = False
            self.fields[name] = field
        if fact_property.construct in LISTS:
            self.fields["none"] = forms.BooleanField(required=False, label=_("My card has none"))
        if value is not None:
            self.initial = self._shown(value)

    def parsed_value(self) -> Any:
        """Return the entered value. Raises InvalidInput if it cannot be parsed."""
        if not self.is_valid():
            raise invalid_form(" ".join(str(error) for errors in self.errors.values() for error in errors))
        value = self._value()
        if self.cleaned_data.get("none"):
            if value is not None:
                raise invalid_form(_("Choose “none”, or enter a value, not both."))
            return []
        if value is None:
            raise invalid_form(str(EMPTY_MESSAGE))
        return value

    def _made(self) -> Iterator[tuple[str, forms.Field]]:
        one = self.property
        description = one.description and _(one.description)
        if one.construct is Construct.OBJECT and all(member.construct in FIELD_FACTORIES for member in one.members):
            yield from ((f"value-{member.key}", field_for(member)) for member in one.members)
        elif one.construct is Construct.SEQUENCE:
            marked = ((word,) for word in one.choices)  # the values are the same in every language
            words = format_html_join(", ", '<span lang="en">{}</span>', marked)
            hint = format_html(_("In a row, with commas between them. There are: {words}."), words=words)
            yield "value", PlainText(label=_(one.title), help_text=format_html("{} {}", description, hint))
        elif one.construct in FIELD_FACTORIES:
            field = field_for(one)
            if isinstance(field, forms.ChoiceField) and one.construct is Construct.ENUM:
                choices = cast("list[tuple[str, str]]", field.choices)  # a plain list from `field_for`
                field.choices = [("", _("choose")), *choices[1:]]
            yield "value", field
        else:
            help_text = f"{description} {_('As the card’s document has it, in JSON.')}"
            yield (
                "value",
                PlainText(label=_(one.title), help_text=help_text.strip(), widget=forms.Textarea({"rows": 3})),
            )

    def _value(self) -> Any:
        """Return the entered value, or None if nothing is entered."""
        one = self.property
        if "value" not in self.fields:
            parts = {member.key: self.cleaned_data[f"value-{member.key}"] for member in one.members}
            parts = {key: None if part in ("", []) else part for key, part in parts.items()}
            return parts if any(part is not None for part in parts.values()) else None
        value = self.cleaned_data["value"]
        if one.construct is Construct.SEQUENCE:
            value = [word for word in re.split(r"[\s,]+", value.lower()) if word]
        elif one.construct not in FIELD_FACTORIES:
            value = json_input.loads(value.encode("utf-8", "surrogatepass")) if value.strip() else None
        return None if value in ("", []) else value

    def _shown(self, value: Any) -> dict[str, Any]:
        """Return the initial values of the fields for an existing value."""
        one = self.property
        if value == []:
            return {"none": True}
        if "value" not in self.fields:
            return {f"value-{key}": part for key, part in value.items()} if isinstance(value, dict) else {}
        if one.construct is Construct.SEQUENCE:
            return {"value": ", ".join(map(str, value))}
        return {"value": value if one.construct in FIELD_FACTORIES else canonical.compact(value)}


def parse_fact(game: str, kind: str, fact: str, data: Mapping[str, Any]) -> Any:
    """Return the value of a fact in a posted form. Raises InvalidInput `invalid-form`."""
    one = find_fact(game, kind, fact)
    if one is None:
        raise invalid_form(_("You cannot enter this for this card."))
    return FactForm(one, data=data).parsed_value()


def value_words(game: str, fact: str, value: Any) -> str:
    """Return the value of an own number as text."""
    plain = not isinstance(value, dict) and not (
        isinstance(value, list) and any(isinstance(one, dict) for one in value)
    )
    if plain or fact in words_of_game(game).fact_words.spoken:
        return card_sheet.fact_words(game, fact, value)[0] or ""
    if isinstance(value, dict) and not any(isinstance(part, dict | list) for part in value.values()):
        return ", ".join(f"{key}: {part}" for key, part in value.items() if part is not None)
    return canonical.compact(value)


def fact_label(game: str, kind: str, fact: str) -> str:
    """Return the label of a fact of a card."""
    return vocabulary.fact_title(game, kind, fact) if kind in documents.card_kinds().get(game, ()) else fact


@dataclass(frozen=True, slots=True)
class SetOwnFact(Change):
    """A change that enters an own number for a fact unknown to the catalog."""

    card: str
    fact: str
    value: Any
    label: str

    def apply(self, document: Document) -> Document:
        before = document.get("facts", {})
        return {**document, "facts": {**before, self.card: {**before.get(self.card, {}), self.fact: self.value}}}

    def words(self, document: Document, title: Titles) -> str:
        return _("{card}: {fact} entered by you.").format(card=title(self.card), fact=wording.inline_noun(self.label))


@dataclass(frozen=True, slots=True)
class RemoveOwnFact(Change):
    """A change that removes an own number."""

    card: str
    fact: str

    def apply(self, document: Document) -> Document:
        """Return the document without the own number. Raises InvalidInput if it has none for this fact."""
        before = document.get("facts", {})
        if self.fact not in before.get(self.card, {}):
            at = json_pointer("facts", self.card, self.fact)
            raise InvalidInput("no-such-place", [Fault(at, "no-such-place", _("Nothing is entered for this."))])
        remaining = {fact: value for fact, value in before[self.card].items() if fact != self.fact}
        after = {
            **{slug: one for slug, one in before.items() if slug != self.card},
            **({self.card: remaining} if remaining else {}),
        }
        rest = {key: value for key, value in document.items() if key != "facts"}
        return {**rest, "facts": after} if after else rest

    def words(self, document: Document, title: Titles) -> str:
        fact = self.fact.replace("_", " ")
        return _("{card}: {fact} no longer entered by you.").format(card=title(self.card), fact=fact)
