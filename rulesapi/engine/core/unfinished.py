"""Unfinished lists: illegal lists that only lack cards or a choice.

A list is unfinished if each of its errors is a lack, as its rule declares (see `lacks`), and something settles it as
the list is: a card that the format allows and for which the limit leaves points, or a value of a field that breaks no
other rule. Each error is looked at by itself, so a list that lacks several cards may not have the points for all of
them. What is not known of a card counts in favor of the list. The verdict stays illegal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulesapi.engine.core.lacks import Lack
from rulesapi.engine.core.legion import Legion
from rulesapi.engine.core.library import ActiveRules, Library
from rulesapi.engine.core.parsing import join_lines, read_lines
from rulesapi.engine.core.rule_hints import CardPredicate
from rulesapi.engine.values.interpretations import breaches_in
from rulesapi.engine.values.model import Card, Finding, PickableCard, Price

MAX_LACKS = 24
"""The maximum number of errors of an unfinished list; for a list with more, no lacks are returned."""


@dataclass(frozen=True, slots=True)
class _ListInProgress:
    """A judged list with the terms by which it was judged. `limit` is the lowest limit on the price of the whole list.

    `least_prices` caches the minimum price of the list with one more card, by the slug of that card.
    """

    library: Library
    legion: Legion
    active_rules: ActiveRules
    limit: int | None
    findings: Sequence[Finding]
    least_prices: dict[str, int] = field(default_factory=dict)

    def can_add(self, fits: CardPredicate) -> bool:
        bars, limit = self.legion.format.bars, self.limit
        return any(
            fits(card)
            and (bars is None or not bars.why(card))
            and (limit is None or self._least_price_with(card) <= limit)
            for card in self.library.cards.values()
        )

    def _least_price_with(self, card: Card) -> int:
        """Return the minimum price with one more card; the present price for a card that needs a bearer."""
        if not isinstance(card, PickableCard):
            return self.legion.price.least
        if card.slug not in self.least_prices:
            self.least_prices[card.slug] = self._priced_with(card)
        return self.least_prices[card.slug]

    def _priced_with(self, card: Card) -> int:
        more = read_lines([{"card": card.slug}], self.library.cards, len(self.legion.picks))
        priced: Price = self.library.ruleset.price(join_lines([*self.legion.parts, more]), self.legion.format)
        return priced.least

    def can_choose(self, field: str, finding: Finding) -> bool:
        choices, fields = self.library.ruleset.choices, self.legion.fields
        place = next(at for at in sorted(fields, reverse=True) if finding.at[0].startswith(at))
        options = choices(self.library, self.legion.format, fields[place])[field] if choices else ()
        return any(self._holds_with(place, field, option, finding) for option in options)

    def _holds_with(self, place: str, field: str, option: Any, finding: Finding) -> bool:
        """Return whether a value of a field settles a finding and leads to no other error."""
        fields = self.legion.fields
        tried = replace(self.legion, fields={**fields, place: {**fields[place], field: option}})
        errors = {(one.code, one.at) for one in self.findings} - {(finding.code, finding.at)}
        return all(
            (rule.code, result.at) in errors
            for rule, level, _ in self.active_rules
            if level == "error" and rule.check and rule.code not in self.legion.format.waives
            for result in breaches_in(rule.check(tried, self.library))
        )


def lacks_of(
    library: Library, legion: Legion, active_rules: ActiveRules, limit: int | None, findings: Sequence[Finding]
) -> tuple[Lack, ...]:
    """Return the lack behind each error of an illegal list; empty if any error is not a lack."""
    lacking = library.ruleset.lacking
    for finding in findings:
        if finding.code not in lacking and finding.level == "error":
            return ()
    errors = [(number, finding) for number, finding in enumerate(findings) if finding.level == "error"]
    if len(errors) > MAX_LACKS:
        return ()
    if limit is not None and legion.price.least > limit:  # the point limit may be a mere warning
        return ()
    in_progress = _ListInProgress(library, legion, active_rules, limit, findings)
    lacks: list[Lack] = []
    for number, finding in errors:
        way = next((one for one in lacking[finding.code] if one.can_settle(finding, in_progress)), None)
        if way is None:
            return ()
        lacks.append(Lack(number, way.by, way.field, finding.facts, way.messages))
    return tuple(lacks)
