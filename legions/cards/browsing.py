"""Searching and filtering the cards of one game, by the words of an address.

Everything is answered by the catalog's columns and one page of revisions: how many cards there are makes no
difference to the number of queries.
"""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import Case, F, IntegerField, OrderBy, Q, QuerySet, When
from django.db.models.functions import Coalesce, Lower
from django.utils.translation import gettext_lazy as _

from catalog import documents
from catalog.models import Revision, Shelf, fact
from legions.games import Choice, Sort, room_of

from . import vocabulary

PAGE = 30
MOST_TERMS = 10
# A key whose value is not known, in canonical JSON. Inside a text the closing quote would stand after a backslash.
WANTED = r'[A-Za-z0-9_-]":null[,}]'

SORTS_OF_ALL = {"name": _("Name"), "newest": _("Changed last")}
BY_NAME = Sort("", _("Name, A first"), "title_text")
MADE = [("", _("All")), ("official", _("Official")), ("open", _("Open, not official"))]
LAYOUTS = {"faces": _("Cards"), "list": _("List")}


class CardFilter(forms.Form):
    """What somebody looks for among a game's cards; every field may be left empty."""

    q = forms.CharField(label=_("Search"), required=False, max_length=100)
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    set = forms.ChoiceField(label=_("Set"), required=False)
    made = forms.ChoiceField(label=_("Made by"), required=False, choices=MADE)
    wanted = forms.BooleanField(label=_("Only with facts missing"), required=False)
    sort = forms.ChoiceField(label=_("Order"), required=False)
    view = forms.ChoiceField(label=_("Shown as"), required=False, choices=list(LAYOUTS.items()))

    def __init__(self, data: Any, *, game: str, sets: dict[str, dict[str, Any]]) -> None:
        super().__init__(data)
        self.game = game
        self.sets = sets
        self.fields["kind"].choices = [("", _("Any")), *vocabulary.kinds(game)]
        self.fields["set"].choices = [("", _("Any")), *((slug, one["name"] or slug) for slug, one in sets.items())]
        self.room = room_of(game)
        self.sorts = {sort.name: sort for sort in self.room.sorts or (BY_NAME,)}
        for choice in self.room.choices:
            words = [
                (word, choice.words.get(word) or capitalized(word)) for word in vocabulary.values(game, choice.name)
            ]
            self.fields[choice.name] = forms.MultipleChoiceField(label=choice.label, required=False, choices=words)
        for number in self.room.ranges:
            for end, words in (("min", _("%(number)s from")), ("max", _("%(number)s to"))):
                self.fields[f"{number.name}_{end}"] = forms.IntegerField(
                    label=words % {"number": number.label},
                    required=False,
                    min_value=0,
                    max_value=number.most,
                    widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
                )
        self.fields["sort"].choices = [
            *((sort.name, sort.label) for sort in self.sorts.values()),
            *SORTS_OF_ALL.items(),
        ]
        self.is_valid()

    @property
    def choices(self) -> list[tuple[Choice, forms.BoundField]]:
        """The filters by words, with their fields."""
        return [(choice, self[choice.name]) for choice in self.room.choices]

    @property
    def numbers(self) -> list[forms.BoundField]:
        """The fields of the filters by numbers."""
        return [self[f"{number.name}_{end}"] for number in self.room.ranges for end in ("min", "max")]

    @property
    def asked(self) -> dict[str, Any]:
        """What was asked for and understood, without what was left empty."""
        return {key: value for key, value in self.cleaned_data.items() if value not in ("", None, [], False)}

    @property
    def narrowed(self) -> bool:
        """Whether anything but the order and the layout was asked for."""
        return bool(self.asked.keys() - {"sort", "view"})

    @property
    def filters(self) -> int:
        """How many filters are set besides the search itself."""
        return len(self.asked.keys() - {"sort", "view", "q"})

    @property
    def layout(self) -> str:
        """`faces` or `list`."""
        return self.cleaned_data.get("view") or "faces"

    def address(self, **changes: Any) -> str:
        """Return the query of the address that asks for the same with `changes`; None leaves something out."""
        asked = {key: value for key, value in {**self.asked, **changes}.items() if value is not None}
        return urlencode({key: "1" if value is True else value for key, value in asked.items()}, doseq=True)

    @property
    def as_list(self) -> str:
        """The query for the same cards as a list."""
        return self.address(view="list")

    @property
    def as_faces(self) -> str:
        """The query for the same cards laid out."""
        return self.address(view=None)

    @property
    def words(self) -> list[str]:
        """What was asked for, in words for the line above the results."""
        return list(self._words())

    def _words(self) -> Iterator[str]:
        asked = self.asked
        if "q" in asked:
            yield f"“{asked['q']}”"
        if "kind" in asked:
            yield vocabulary.kind_title(self.game, asked["kind"]).lower()
        for choice in self.room.choices:
            key = choice.name
            if key in asked:
                yield (
                    str(_("%(first)s or %(second)s"))
                    % {
                        "first": ", ".join(asked[key][:-1]),
                        "second": asked[key][-1],
                    }
                    if len(asked[key]) > 1
                    else asked[key][0]
                )
        if "set" in asked:
            yield self.sets[asked["set"]]["name"] or asked["set"]
        if "made" in asked:
            yield str(dict(MADE)[asked["made"]]).lower()
        for number in self.room.ranges:
            if span := _span(asked.get(f"{number.name}_min"), asked.get(f"{number.name}_max")):
                yield f"{str(number.label).lower()} {span}"
        if "wanted" in asked:
            yield str(_("with facts missing"))

    def found(self) -> QuerySet[Revision]:
        """Return the revisions in force that were asked for, in the order asked for.

        A field that was not understood narrows nothing; the form says so beside it.
        """
        cards = Revision.objects.newest().shelf(Shelf.CARD, self.game).alias(**{**_COLUMNS, **self.room.columns})
        for condition in self._conditions():
            cards = cards.filter(condition)
        return cards.order_by(*self._order())

    def _order(self) -> list[OrderBy]:
        """Return the order asked for. By itself it is the room's first, and before that what is called as searched."""
        sort = self.asked.get("sort", "")
        title = [OrderBy(Lower("title_text")), OrderBy(F("slug"))]
        if sort == "name":
            return title
        if sort == "newest":
            return [OrderBy(F("since"), descending=True), *title]
        by = self.sorts[sort]
        numbers = OrderBy(F(by.column), descending=by.descending, nulls_last=True)
        called = _called(self.asked.get("q", "")) if not sort else None
        return [*([called] if called else []), numbers, *title]

    def _conditions(self) -> Iterator[Q]:
        asked = self.asked
        for term in asked.get("q", "").split()[:MOST_TERMS]:
            yield _says(term)
        for key, value in asked.items():
            if key in _CONDITIONS:
                yield _CONDITIONS[key](value)
        for choice in self.room.choices:
            if choice.name in asked:
                yield choice.ask(asked[choice.name])
        for number in self.room.ranges:
            for end, relation in (("min", "gte"), ("max", "lte")):
                if f"{number.name}_{end}" in asked:
                    yield Q(**{f"{number.column}__{relation}": asked[f"{number.name}_{end}"]})
        if "made" in asked:
            ours = [slug for slug, one in self.sets.items() if not one["official"]]
            open_set = Q(set_slug__in=ours)
            yield open_set if asked["made"] == "open" else Q(set_slug__isnull=True) | ~open_set


_COLUMNS = {
    "printed_class": fact("class"),
    "rules_text": fact("text"),
    "title_text": Coalesce(F("name"), fact("class"), F("slug")),
}


def _says(term: str) -> Q:
    """Return the condition that a card's name, class or rules text has `term` in it.

    The slug is the name in plain letters: through it `evocateur` finds “Évocateur” on every database.
    """
    found = Q(name__icontains=term) | Q(printed_class__icontains=term) | Q(rules_text__icontains=term)
    plain = documents.slugify(term)
    return found | Q(slug__contains=plain) if plain else found


def _span(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"{low}–{high}" if low != high else str(low)
    if low is not None:
        return str(_("%(low)s or more")) % {"low": low}
    return str(_("%(high)s or less")) % {"high": high} if high is not None else ""


# What each field that every game has asks of a card.
_CONDITIONS: dict[str, Callable[[Any], Q]] = {
    "kind": lambda kind: Q(kind=kind),
    "set": lambda slug: Q(set_slug=slug),
    "wanted": lambda _asked: Q(text__regex=WANTED),
}


def _called(query: str) -> OrderBy | None:
    """Return the order that puts cards first whose name has `query` in it, None where nothing is searched for."""
    plain = documents.slugify(query)
    if not plain:
        return None
    return OrderBy(Case(When(slug__contains=plain, then=0), default=1, output_field=IntegerField()))


def capitalized(word: str) -> str:
    """Return a word of the vocabulary as a label: `red-dragon` is “Red dragon”."""
    return word.replace("-", " ").capitalize() if word.islower() else word
