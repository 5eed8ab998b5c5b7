"""Facets of the card browser: the number of matches of each filter value, and chips to remove filters.

A facet is a term of the query. The cards matching a value are computed once per release; a request only intersects
sets.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from catalog.search import syntax
from catalog.search.compiler import compile_query
from catalog.search.conditions import Condition
from catalog.search.fields import query_language
from catalog.search.syntax import Term
from legions.card_browser.filters import top_terms, write_term
from legions.cards.name_search import card_matches
from legions.cards.stock import Stock
from legions.site.marked_text import join_marked, marked_text

if TYPE_CHECKING:
    from legions.card_browser.card_search import CardSearchForm

SINGLE = ("kind", "set", "made")
"""The facets with a single choice."""


@dataclass(frozen=True, slots=True)
class FacetOption:
    """A value of a facet, and the number of cards that match it and the rest of the query."""

    value: str
    label: Any
    cards: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Facet:
    """A filter with its options. `mark` is the prefix of the icon's name, None without icons."""

    name: str
    label: Any
    options: tuple[FacetOption, ...]
    single: bool
    mark: str | None = None
    inked: bool = False


@dataclass(frozen=True, slots=True)
class Chip:
    """A term of the search, and the query string without it."""

    label: str
    without: str


@dataclass(frozen=True)
class Facets:
    """The facets of a search in a catalog snapshot."""

    form: "CardSearchForm"
    stock: Stock

    @cached_property
    def _term(self) -> Term:
        return syntax.parse(self.form.query).term

    @cached_property
    def _labels(self) -> dict[str, dict[str, Any]]:
        """The labels of the values, keyed by facet and value."""
        named = (*SINGLE, *(choice.name for choice in self.form.choice_filters))
        choices: dict[str, Any] = {name: self.form.fields[name] for name in named}
        labels = {name: dict(field.choices) for name, field in choices.items()}
        return labels | {"set": {slug: marked_text(label) for slug, label in labels["set"].items()}}

    @cached_property
    def _shown(self) -> Mapping[str, tuple[str, ...]]:
        """The selected values of each facet."""
        return {name: values for name, values in self.form.shows.shown(self._term).items() if name in self._labels}

    @cached_property
    def _rest(self) -> frozenset[str]:
        """The slugs of the cards that match the rest of the query. Without a chosen value it is the whole query."""
        if not any(self._shown.values()):
            return frozenset(self.form.matched)
        rest = self.form.shows.changed(self._term, dict.fromkeys(self._shown, ()))
        found = compile_query(syntax.write(rest), self.form.language, self.form.around)
        if found.empty:
            return frozenset(self.stock.cards)
        return self._matching(found.condition)

    @cached_property
    def all(self) -> list[Facet]:
        """The facets. Single-choice facets with fewer than two options are omitted."""
        choices = {choice.name: choice for choice in self.form.choice_filters}
        facets = []
        for name, labels in self._labels.items():
            options = self._options(name, labels)
            if name not in choices and len(options) < 2:
                continue
            choice = choices.get(name)
            facets.append(
                Facet(
                    name,
                    self.form.fields[name].label,
                    tuple(options),
                    name in SINGLE,
                    choice.mark if choice else None,
                    bool(choice and choice.inked),
                )
            )
        return facets

    def _options(self, name: str, labels: Mapping[str, Any]) -> list[FacetOption]:
        beside = self._rest
        for other, values in self._shown.items():
            if other != name:
                beside &= frozenset[str]().union(*(self._cards(other, value) for value in values))
        chosen = self._shown.get(name, ())
        return [
            FacetOption(value, label, len(beside & self._cards(name, value)), value in chosen)
            for value, label in labels.items()
            if value
        ]

    def _cards(self, name: str, value: str) -> frozenset[str]:
        """Return the slugs of the cards that match a value of a facet alone, computed once per release."""
        key = (name, value)
        found = self.stock.facets.get(key)
        if found is None:
            around = self.form.around
            compiled = compile_query(syntax.write(write_term(name, (value,))), query_language(self.form.game), around)
            found = self.stock.facets[key] = self._matching(compiled.condition)
        return found

    def _matching(self, condition: Condition) -> frozenset[str]:
        return frozenset(slug for slug, card in self.stock.cards.items() if card_matches(condition, card))

    @cached_property
    def chips(self) -> list[Chip]:
        """The terms of the query as chips, one for each value of a facet."""
        found = []
        for name, values in self._shown.items():
            for value in values:
                left = tuple(one for one in values if one != value)
                without = self.form.shows.changed(self._term, {name: left})
                label = self._labels[name].get(value, value)
                found.append(Chip(join_marked(": ", (self.form.fields[name].label, label)), self._address(without)))
        facets = dict.fromkeys(self._shown, ())
        for term in top_terms(self.form.shows.changed(self._term, facets)):
            rest = syntax.all_of([one for one in top_terms(self._term) if one != term])
            if text := syntax.write(term):
                found.append(Chip(text, self._address(rest)))
        return found

    def _address(self, term: Term) -> str:
        return self.form.address(q=syntax.write(term) or None)
