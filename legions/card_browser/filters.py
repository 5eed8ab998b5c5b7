"""Filters of the card browser as terms of its query.

A term that a filter can show is shown by the filter. All other terms are only in the query, and changes of filters do
not affect them.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from catalog.search import syntax
from catalog.search.fields import QueryLanguage
from catalog.search.syntax import All, Compare, Term, Value
from legions.game_words import RangeFilter

Values = tuple[str, ...]


@dataclass(frozen=True)
class Filters:
    """The filters of a game: `listed` are the filters by value, with their values; `ranges` the filters by number."""

    language: QueryLanguage
    listed: Mapping[str, Collection[str]]
    ranges: Sequence[RangeFilter]

    def shown(self, term: Term) -> dict[str, Values]:
        """Return the values that the filters show for a query, by filter name. Filters cannot show terms that occur
        twice.
        """
        places = [place for one in top_terms(term) if (place := self._place(one))]
        names = [name for name, _ in places]
        return {name: values for name, values in places if names.count(name) == 1}

    def changed(self, term: Term, now: Mapping[str, Values]) -> Term:
        """Return the query with filters changed to the values in `now`; a filter without values is removed."""
        shown = self.shown(term)
        terms: list[Term] = []
        left = dict(now)
        for one in top_terms(term):
            place = self._place(one)
            if place is None or place[0] not in shown or place[0] not in now:
                terms.append(one)
            elif values := left.pop(place[0]):
                terms.append(write_term(place[0], values))
        terms += [write_term(name, values) for name, values in left.items() if values]
        return syntax.all_of(terms)

    def _place(self, term: Term) -> tuple[str, Values] | None:
        """Return the filter that shows a term and its values, or None."""
        if not isinstance(term, Compare) or any(value.text is None for value in term.values):
            return None
        name = self._name(term.name)
        field = self.language.field(term.name)
        words = (str(value.text).lower() for value in term.values)
        values = tuple(field.abbreviations.get(word, word) if field else word for word in words)
        if term.sign in _ENDS:
            number = next((one for one in self.ranges if one.name == name), None)
            fits = number and len(values) == 1 and values[0].isdecimal() and int(values[0]) <= number.most
            return (f"{name}_{_ENDS[term.sign]}", values) if fits else None
        if term.sign != ":" or not values:
            return None
        if name == "is":
            return _MARKS.get(values)
        single = name in ("kind", "set") and len(values) > 1
        return (name, values) if name in self.listed and not single and set(values) <= set(self.listed[name]) else None

    def _name(self, name: str) -> str:
        """Return the name of the filter for the name of a fact."""
        field = self.language.field(name)
        known = (*self.listed, *(number.name for number in self.ranges))
        return next((one for one in known if field is not None and self.language.field(one) == field), name.lower())


_ENDS = {">=": "min", "<=": "max"}
_SIGNS = {end: sign for sign, end in _ENDS.items()}
_MARKS: dict[Values, tuple[str, Values]] = {
    ("open",): ("made", ("open",)),
    ("official",): ("made", ("official",)),
    ("wanted",): ("wanted", ("1",)),
    ("owned",): ("owned", ("1",)),
}
CHECKBOXES = ("wanted", "owned")
"""The filters that are checkboxes; each name is also the word after `is:`."""


def top_terms(term: Term) -> tuple[Term, ...]:
    """Return the terms of a query that all have to match."""
    return term.terms if isinstance(term, All) else (term,)


def write_term(name: str, values: Values) -> Term:
    """Return the term of a filter with these values."""
    operands = tuple(Value(value) for value in values)
    if name == "made":
        return Compare("is", ":", operands)
    if name in CHECKBOXES:
        return Compare("is", ":", (Value(name),))
    fact, _, end = name.rpartition("_")
    return Compare(fact, _SIGNS[end], operands) if end in _SIGNS else Compare(name, ":", operands)
