"""Fields for missing numbers: on a card of the table, among the candidates, and in the strip. All belong to one form
(`FORM_ID`), so that several can be filled in and sent together.

A fact that fits a small field has one; lists of words or conditions are written as in the cells of a set sheet
(`cell_texts`). Other facts have a form of their own (`own_facts.FactForm`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.documents.schema_properties import Construct
from catalog.tables.cells import InvalidCell
from legions.cards.stock import CardView, Stock
from legions.changes import own_facts
from legions.game_words.sheet_columns import SheetColumn, is_list
from legions.own_numbers import cell_texts
from legions.own_numbers.services import Facts
from legions.site import wording
from legions.site.invalid_forms import invalid_form

FORM_ID = "tell"
PREFIX = "number"
SIMPLE = frozenset({Construct.INTEGER, Construct.BOOLEAN, Construct.ENUM})
"""The types of facts that fit a small field."""
WORD_TYPES = frozenset({Construct.SEQUENCE, Construct.CHOICES, Construct.CLAUSES})
"""The types of facts that are written as words with commas in a small field, such as slots, factions and
requirements.
"""
MAX_FIELDS = 200
"""The maximum number of fields that a form can send, more than any page has."""
MAX_VALUE_LENGTH = 100

RefusedFields = Mapping[str, tuple[str, str]]
"""The invalid fields of a form by name: the text that was entered, and the error."""


@dataclass(frozen=True, slots=True)
class NumberField:
    """A field for a fact of the card `title`. `where` distinguishes several fields for one fact on a page.

    `entered` is the invalid text that was entered, `error` the reason.
    """

    title: str
    slug: str
    fact: str
    where: str
    label: str
    field: forms.Field
    entered: str = ""
    error: str = ""

    @property
    def name(self) -> str:
        """The name of the form field."""
        return "/".join((PREFIX, self.where, self.slug, self.fact))

    @property
    def id(self) -> str:
        """The id of the element."""
        return self.id_at(self.where)

    def id_at(self, where: str) -> str:
        """Return the id of a field for the same fact at another place of the page."""
        return "-".join((PREFIX, where, self.slug, self.fact))

    @property
    def widget(self) -> SafeString:
        """The field as HTML."""
        attrs: dict[str, Any] = {"id": self.id, "form": FORM_ID, "class": "ask__input", "autocomplete": "off"}
        if isinstance(self.field.widget, forms.TextInput):
            attrs |= {"enterkeyhint": "done"} | self.field.widget.attrs
        if self.error:
            attrs |= {"aria-invalid": "true", "aria-describedby": f"{self.id}-error"}
        return self.field.widget.render(self.name, self.entered, attrs)


def number_field(
    card: CardView, slug: str, fact: str, where: str, refused: RefusedFields, *, with_rows: bool = False
) -> NumberField | None:
    """Return the field for a fact of a card, or None for a fact that does not fit a small field.

    `refused` are the invalid fields by name: the text and the error. With `with_rows`, facts that consist of rows have
    a field too: most cards have no rows, which one character says.
    """
    made = _labelled_field(card.game, card.document.get("kind", ""), fact, get_language() or "", with_rows=with_rows)
    if made is None:
        return None
    found = NumberField(card.title, slug, fact, where, *made)
    entered, error = refused.get(found.name, ("", ""))
    return replace(found, entered=entered, error=error) if error else found


@lru_cache(maxsize=2000)
def _labelled_field(
    game: str, kind: str, fact: str, language: str, *, with_rows: bool
) -> tuple[str, forms.Field] | None:
    """Return the name of a fact in a language, and a form field that must not be changed; None if it does not fit.

    The fields are cached: a page has dozens, and creating them takes longer than rendering them.
    """
    one = own_facts.find_fact(game, kind, fact)
    if one is None:
        return None
    if one.construct in SIMPLE:
        field = own_facts.FactForm(one).fields["value"]
        if isinstance(field.widget, forms.TextInput):  # a seal is too small for the placeholder of a form
            field.widget.attrs |= {"placeholder": "?", "size": 3, "maxlength": 9}
    elif one.construct in WORD_TYPES or (with_rows and is_list(one)):
        attrs = {"placeholder": _("- for none"), "size": 14, "maxlength": MAX_VALUE_LENGTH}
        field = forms.CharField(widget=forms.TextInput({**attrs, "class": "ask__input ask__input--words"}))
    else:
        return None
    return _(one.title), field


# -- submitted forms -------------------------------------------------------------------------------------------------


class NumbersRefused(Exception):
    """The refusal of invalid numbers; nothing was stored.

    `fields` has the text and the error of each, by name.
    """

    def __init__(self, fields: Mapping[str, tuple[str, str]]) -> None:
        super().__init__("; ".join(error for _entered, error in fields.values()))
        self.fields = fields

    def faults(self, stock: Stock) -> tuple[Fault, ...]:
        """Return the errors, each with the title of its card."""
        named = ((stock.title(name.split("/")[2]), error) for name, (_entered, error) in self.fields.items())
        return tuple(Fault("", "invalid", f"{title}: {error}") for title, error in named)


def told_facts(data: Any, stock: Stock) -> Facts:
    """Return the facts entered in a form: all filled fields, or its only fact.

    Raises NumbersRefused with the invalid fields, InvalidInput `invalid-form` for other errors.
    """
    if data.get("fact"):
        slug, fact = str(data.get("card", "")), str(data["fact"])
        kind = stock.card(slug).document.get("kind", "")
        return {slug: {fact: own_facts.parse_fact(stock.game["slug"], kind, fact, data)}}
    found: Facts = {}
    refused: dict[str, tuple[str, str]] = {}
    for name, slug, fact, entered in _filled(data):
        try:
            kind = stock.card(slug).document.get("kind", "")
            value = _entered_value(stock.game["slug"], kind, fact, entered)
            if found.get(slug, {}).get(fact, value) != value:
                raise invalid_form(_("Two fields contradict each other. Keep one."))
        except InvalidInput as error:
            refused[name] = (entered, error.faults[0].message)
        else:
            found.setdefault(slug, {})[fact] = value
    if refused:
        raise NumbersRefused(refused)
    if not found:
        raise invalid_form(str(own_facts.EMPTY_MESSAGE))
    return found


def refused_fields(data: Any, error: InvalidInput) -> dict[str, tuple[str, str]]:
    """Return the fields of a form that a refusal is about, in the form of `NumbersRefused`."""
    faults = {fault.pointer: fault.message for fault in reversed(error.faults)}
    found = {}
    for name, slug, fact, entered in _filled(data):
        at = json_pointer(slug, fact)
        message = next((words for pointer, words in faults.items() if f"{pointer}/".startswith(f"{at}/")), "")
        if message:
            found[name] = (entered, message)
    return found


def told_words(facts: Facts, stock: Stock) -> str:
    """Return a sentence for entered facts: “Balagos: Cost 42.”, or a number of facts."""
    said = [(slug, fact, value) for slug, one in facts.items() for fact, value in one.items()]
    if len(said) > 1:
        return _("{number} numbers from your cards.").format(number=len(said))
    slug, fact, value = said[0]
    card = stock.card(slug)
    label = own_facts.fact_label(card.game, card.document.get("kind", ""), fact)
    if value is None:
        return _("{card}: {fact} no longer entered by you.").format(card=card.title, fact=wording.inline_noun(label))
    words = own_facts.value_words(card.game, fact, value)
    return _("{card}: {fact} {value}, for all your lists.").format(card=card.title, fact=label, value=words)


def _entered_value(game: str, kind: str, fact: str, entered: str) -> Any:
    """Return the value of a small field. Raises InvalidInput `invalid-form`."""
    one = own_facts.find_fact(game, kind, fact)
    if one is None or one.construct in SIMPLE:
        return own_facts.parse_fact(game, kind, fact, {"value": entered})
    try:
        return cell_texts.read_cell(game, kind, SheetColumn((fact,)), entered)[fact]
    except InvalidCell as error:
        raise invalid_form(str(error)) from error


def _filled(data: Any) -> Iterator[tuple[str, str, str, str]]:
    """Yield the filled fields of a form: name, card, fact, and text."""
    names = [name for name in data if name.startswith(f"{PREFIX}/")][:MAX_FIELDS]
    for name in names:
        parts = name.split("/")
        entered = str(data.get(name, "")).strip()[:MAX_VALUE_LENGTH]
        if len(parts) == 4 and entered:
            yield name, parts[2][:100], parts[3][:60], entered
