"""The facets of the card browser: what each filter would find beside the rest of the query, and chips to remove it by.

A facet is nothing but a term of the query. Which cards a word of a facet finds is worked out once in a release; a
request only intersects sets.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from catalog.search import syntax
from catalog.search.compiler import compile_query
from catalog.search.fields import query_language
from catalog.search.syntax import Term
from legions.card_browser.filters import top_terms, write_term
from legions.cards.stock import Stock
from rulesapi.judging.query_matching import matches

if TYPE_CHECKING:
    from legions.card_browser.card_search import CardSearchForm

SINGLE = ("kind", "set", "made")
"""The facets of which one word is chosen at a time."""


@dataclass(frozen=True, slots=True)
class FacetOption:
    """A word of a facet, and how many cards it would find beside the rest of the query."""

    value: str
    label: Any
    cards: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Facet:
    """A filter with what there is to choose. `mark` is put before a word to name its drawn mark, None for none."""

    name: str
    label: Any
    options: tuple[FacetOption, ...]
    single: bool
    mark: str | None = None
    inked: bool = False


@dataclass(frozen=True, slots=True)
class Chip:
    """A term that narrows the search, and the query of the address without it."""

    label: str
    without: str


@dataclass(frozen=True)
class Facets:
    """The facets of a search beside what the catalog has."""

    form: "CardSearchForm"
    stock: Stock

    @cached_property
    def _term(self) -> Term:
        return syntax.parse(self.form.query).term

    @cached_property
    def _labels(self) -> dict[str, dict[str, Any]]:
        """The words of each facet, by what they are called."""
        named = (*SINGLE, *(choice.name for choice in self.form.choice_filters))
        choices: dict[str, Any] = {name: self.form.fields[name] for name in named}
        return {name: dict(field.choices) for name, field in choices.items()}

    @cached_property
    def _shown(self) -> Mapping[str, tuple[str, ...]]:
        """What the facets say now."""
        return {name: values for name, values in self.form.shows.shown(self._term).items() if name in self._labels}

    @cached_property
    def _rest(self) -> frozenset[str]:
        """The cards that the rest of the query finds."""
        rest = self.form.shows.changed(self._term, dict.fromkeys(self._shown, ()))
        found = compile_query(syntax.write(rest), self.form.language, self.form.around)
        if found.empty:
            return frozenset(self.stock.cards)
        return frozenset(
            slug
            for slug, card in self.stock.cards.items()
            if matches(found.condition, dict(card.document), card.folded) is True
        )

    @cached_property
    def all(self) -> list[Facet]:
        """Every facet; one with a single word is none."""
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
        """Return the cards that a word of a facet finds by itself, worked out once in a release."""
        key = (name, value)
        found = self.stock.facets.get(key)
        if found is None:
            around = self.form.around
            compiled = compile_query(syntax.write(write_term(name, (value,))), query_language(self.form.game), around)
            found = self.stock.facets[key] = frozenset(
                slug
                for slug, card in self.stock.cards.items()
                if matches(compiled.condition, dict(card.document), card.folded) is True
            )
        return found

    @cached_property
    def chips(self) -> list[Chip]:
        """What the query says, term by term; of a facet word by word."""
        found = []
        for name, values in self._shown.items():
            for value in values:
                left = tuple(one for one in values if one != value)
                without = self.form.shows.changed(self._term, {name: left})
                label = self._labels[name].get(value, value)
                found.append(Chip(f"{self.form.fields[name].label}: {label}", self._address(without)))
        facets = dict.fromkeys(self._shown, ())
        for term in top_terms(self.form.shows.changed(self._term, facets)):
            rest = syntax.all_of([one for one in top_terms(self._term) if one != term])
            if text := syntax.write(term):
                found.append(Chip(text, self._address(rest)))
        return found

    def _address(self, term: Term) -> str:
        return self.form.address(q=syntax.write(term) or None)
