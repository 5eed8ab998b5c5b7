"""Search and filters for the cards of one game, from the query string of an address.

Search and filters are one query (`catalog.search`) and one database query, whatever the number of cards; another one
reads the cards of the page.
"""

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from catalog import snapshots
from catalog.documents import json_input
from catalog.models import DocumentType, Revision, RevisionQuerySet
from catalog.search import card_search, closest_cards, syntax
from catalog.search import filters as search_filters
from catalog.search.compiler import QueryContext, compile_query
from catalog.search.descriptions import describe
from catalog.search.fields import query_language
from catalog.search.near_names import CardName, searched_words
from catalog.snapshots import Snapshot
from legions.card_browser.card_order import ALIASES, OWNED_FIRST, CardOrder
from legions.card_browser.filters import CHECKBOXES, Filters, Values
from legions.cards.query_errors import QueryErrorView, query_error_views
from legions.collection.owned_query import owned_slugs
from legions.game_words import ChoiceFilter, SortOrder, vocabulary, words_of_game
from legions.site import wording
from rulesapi.judging import card_fitting

PAGE_SIZES = {"faces": 16, "list": 60}
"""The number of cards on a page, by layout. A card image weighs as much as six rows, and four fit side by side."""

COMMON_SORTS = {"name": _("Name"), "newest": _("Changed last")}
BY_NAME = SortOrder("", _("Name, A first"), "title_text")
MADE_CHOICES = [("", _("All")), ("official", _("Official")), ("open", _("Open, not official"))]
LAYOUTS = {"faces": _("Cards"), "list": _("Rows")}
FORMER_QUERY_FIELD = "was"
"""The form field with the query that the filters showed when the page was rendered. It reveals which filters
changed.
"""


class CardSearchForm(forms.Form):
    """The search form for a game's cards: a query, and filters that show terms of the query.

    Changed filters are first written into the query; then the filters show the new query.
    """

    q = forms.CharField(label=_("Search"), required=False, max_length=syntax.MAX_QUERY_LENGTH)
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    set = forms.ChoiceField(label=_("Set"), required=False)
    made = forms.ChoiceField(label=_("Made by"), required=False, choices=MADE_CHOICES)
    wanted = forms.BooleanField(label=_("Facts missing"), required=False)
    owned = forms.BooleanField(label=_("Cards I own"), required=False)
    sort = forms.ChoiceField(label=_("Sort by"), required=False)
    view = forms.ChoiceField(label=_("Shown as"), required=False, choices=list(LAYOUTS.items()))

    def __init__(
        self, data: QueryDict, *, game: str, sets: dict[str, dict[str, Any]], copies: Mapping[str, int] | None = None
    ) -> None:
        """Bind the form to `data`. `copies` is the number of copies that the user owns of each card, by slug."""
        self.copies = copies or {}
        self.game = game
        self.sets = sets
        self.game_words = words_of_game(game)
        self.choice_filters = self.game_words.filters.choices
        self.sorts = {sort.name: sort for sort in self.game_words.filters.sorts or (BY_NAME,)}
        self.language = query_language(game)
        self.shows = Filters(
            self.language,
            {
                "kind": [kind for kind, _title in vocabulary.card_kinds(game)],
                "set": list(sets),
                **{choice.name: vocabulary.fact_values(game, choice.name) for choice in self.choice_filters},
            },
            self.game_words.filters.ranges,
        )
        self.typed = json_input.tidy(data.get("q", "").replace("\0", ""))
        self.query = self._merged(data)
        shown = self.shows.shown(syntax.parse(self.query).term)
        super().__init__(
            MultiValueDict(
                {
                    "q": [self.query],
                    **{name: list(values) for name, values in shown.items()},
                    **{name: data.getlist(name) for name in ("sort", "view") if name in data},
                }
            )
        )
        self._lay_out()
        self.is_valid()

    def _lay_out(self) -> None:
        """Set the choices of the fields for the game."""
        cast("forms.ChoiceField", self.fields["kind"]).choices = [
            ("", _("Any")),
            *((kind, _(title)) for kind, title in vocabulary.card_kinds(self.game)),
        ]
        cast("forms.ChoiceField", self.fields["set"]).choices = [
            ("", _("Any")),
            *((slug, one["name"] or slug) for slug, one in self.sets.items()),
        ]
        for choice in self.choice_filters:
            words = [
                (word, choice.words.get(word) or wording.capitalized(word))
                for word in vocabulary.fact_values(self.game, choice.name)
            ]
            self.fields[choice.name] = forms.MultipleChoiceField(label=choice.label, required=False, choices=words)
        for number in self.game_words.filters.ranges:
            for end, label in (("min", _("%(number)s from")), ("max", _("%(number)s to"))):
                self.fields[f"{number.name}_{end}"] = forms.CharField(
                    label=label % {"number": number.label},
                    required=False,
                    widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
                )
        cast("forms.ChoiceField", self.fields["sort"]).choices = [
            *((sort.name, sort.label) for sort in self.sorts.values()),
            *COMMON_SORTS.items(),
            *([(OWNED_FIRST, _("Owned first"))] if self.copies else []),
        ]

    @property
    def _names(self) -> tuple[str, ...]:
        """The names of the filters."""
        ranges = (f"{number.name}_{end}" for number in self.game_words.filters.ranges for end in ("min", "max"))
        return (
            "kind",
            "set",
            "made",
            *CHECKBOXES,
            *(choice.name for choice in self.game_words.filters.choices),
            *ranges,
        )

    def _merged(self, data: QueryDict) -> str:
        """Return the query with the changed filters written into it.

        A form says what its filters showed before; a difference is a change. A link contains only the filters that it
        sets.
        """
        names = self._names if FORMER_QUERY_FIELD in data else [name for name in self._names if name in data]
        showed = self.shows.shown(syntax.parse(data.get(FORMER_QUERY_FIELD, "")).term)
        now: dict[str, Values] = {name: _filter_values(data, name) for name in names}
        clicked = {name: values for name, values in now.items() if set(values) != set(showed.get(name, ()))}
        if not clicked:
            return self.typed
        return syntax.write(self.shows.changed(syntax.parse(self.typed).term, clicked))

    @cached_property
    def meaning(self) -> Any:
        """The compiled query."""
        return compile_query(self.query, self.language, self.around)

    @cached_property
    def _snapshot(self) -> Snapshot:
        return snapshots.newest()

    @cached_property
    def around(self) -> QueryContext:
        """The context of a query beyond the facts of cards."""
        return QueryContext(
            sets=lambda: self.sets,
            words=lambda key: card_search.open_words(self.game, self._snapshot, key),
            fits=lambda slug: card_fitting.cards_fitting(self.game, self._snapshot, slug),
            owned=lambda: owned_slugs(self.copies),
            said=lambda phrases: card_search.said_phrases(self.game, self._snapshot, tuple(sorted(phrases))),
        )

    @property
    def query_errors(self) -> list[QueryErrorView]:
        """The errors in the query, each with its position."""
        return query_error_views(self.query, self.meaning.faults)

    @property
    def rewritten(self) -> bool:
        """True if the query differs from the typed one because a filter was changed."""
        return self.query != self.typed

    @property
    def examples(self) -> list[tuple[str, str]]:
        """Example queries with their descriptions."""
        around = QueryContext(sets=lambda: self.sets)
        compiled = ((query, compile_query(query, self.language, around)) for query in self.language.examples)
        return [(query, describe(one.condition, self.language)) for query, one in compiled if not one.faults]

    @property
    def names_of_facts(self) -> list[str]:
        """The names of the game's facts in queries."""
        return list(self.language.fields)

    @property
    def choices(self) -> list[tuple[ChoiceFilter, forms.BoundField]]:
        """The filters by values, with their fields."""
        return [(choice, self[choice.name]) for choice in self.choice_filters]

    @property
    def numbers(self) -> list[forms.BoundField]:
        """The fields of the filters by numbers."""
        return [self[f"{number.name}_{end}"] for number in self.game_words.filters.ranges for end in ("min", "max")]

    @property
    def params(self) -> dict[str, Any]:
        """The URL parameters: the query, the order and the layout, without empty ones."""
        chosen = {key: self.cleaned_data.get(key) for key in ("sort", "view")}
        return {key: value for key, value in {"q": self.query, **chosen}.items() if value}

    @property
    def narrowed(self) -> bool:
        """True if the query is not empty."""
        return not self.meaning.empty or bool(self.meaning.faults)

    @property
    def filters(self) -> int:
        """The number of active filters."""
        return sum(1 for name in self._names if self.cleaned_data.get(name))

    @property
    def layout(self) -> str:
        """The layout, `faces` or `list`."""
        return self.cleaned_data.get("view") or "faces"

    def address(self, **changes: Any) -> str:
        """Return the query string of this search with `changes`; a parameter with the value None is omitted."""
        return urlencode({key: value for key, value in {**self.params, **changes}.items() if value is not None})

    @property
    def list_query(self) -> str:
        """The query string of this search as a list."""
        return self.address(view="list")

    @property
    def faces_query(self) -> str:
        """The query string of this search as card images."""
        return self.address(view=None)

    @property
    def words(self) -> str:
        """The query as text for the line above the results; empty without a query."""
        return "" if self.meaning.empty else describe(self.meaning.condition, self.language)

    @property
    def _cards(self) -> RevisionQuerySet:
        """The revisions in force, without their text columns."""
        cards = Revision.objects.newest().of_type(DocumentType.CARD, self.game)
        return cards.defer("text", "folded", *search_filters.SEARCHED_COLUMNS.values())

    def found(self) -> QuerySet[Revision]:
        """Return the revisions in force that match the query, in the requested order.

        A word without meaning does not narrow the search; it is in `query_errors`.
        """
        matching = self._cards.filter(search_filters.to_q(self.meaning.condition))
        return matching.alias(**ALIASES).order_by(*self._order.by(self.params.get("sort", "")))

    @property
    def _order(self) -> CardOrder:
        return CardOrder(self.sorts, self.sets, self.copies, searched_words(self.meaning.condition))

    @cached_property
    def matched(self) -> dict[str, int]:
        """The key of each revision in force that matches the query, by slug, in the requested order.

        The page, the number of cards and the facets come from this one reading of the cards.
        """
        return dict(self.found().values_list("slug", "pk"))

    def revisions(self, keys: Collection[int]) -> list[Revision]:
        """Return the revisions with these keys, in their order."""
        found = self._cards.in_bulk(keys)
        return [found[key] for key in keys if key in found]

    @cached_property
    def closest(self) -> list[Revision]:
        """The revisions that contain most of the words of the query, for a search without results."""
        if not searched_words(self.meaning.condition):
            return []
        search = card_search.split_query(self.meaning, self.game, self._snapshot)
        return closest_cards.ranked(search, self._cards, self._order.official_first()) if search else []

    @property
    def near(self) -> list[CardName]:
        """The cards whose names are spelled almost like the searched words, for a search without results."""
        return card_search.similar_names(self.meaning, Revision.objects.newest().of_type(DocumentType.CARD, self.game))


def _filter_values(data: Mapping[str, Any], name: str) -> Values:
    """Return the values of a filter in an address, without empty ones."""
    values = data.getlist(name) if isinstance(data, MultiValueDict) else [data.get(name, "")]
    filled = tuple(json_input.tidy(value.replace("\0", "")) for value in values if value.strip())
    return ("1",) if name in CHECKBOXES and filled else filled
