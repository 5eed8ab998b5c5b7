"""The ledger of a verdict: the price of a list line by line, and the rule that limits it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.cards.stock import Stock
from legions.game_words import words_of_game
from legions.site import wording
from legions.verdicts.rulings import cited_url, rule_url
from rulesapi.engine.core.rules import Rule

POINT_LIMIT_CODE = "/point-limit"
"""The end of the code of a rule that limits the points."""

PRICE_REASONS = {"printed": gettext_lazy("printed cost")}


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A line of the ledger: the card, its points, the reason for them and the rule that gives the reason, if any.

    `open_set` is the name of the card's open set, empty for an official card.
    """

    title: str
    address: str
    carried: bool
    reason: str
    points: int | None
    rule: str
    cite: str
    open_set: str = ""


@dataclass(frozen=True)
class Ledger:
    """The ledger of a `verdict`, with the `rules` of its game.

    `entered_by` is appended to the reason of a line that rests on own numbers.
    """

    verdict: dict[str, Any]
    stock: Stock
    rules: Sequence[Rule]
    entered_by: str

    @cached_property
    def rows(self) -> list[LedgerRow]:
        """The lines of the ledger."""
        rules = {rule.reason: rule for rule in self.rules if rule.reason}
        return [self._row(line, rules.get(line["reason"])) for line in self.verdict["ledger"]]

    @cached_property
    def limit_codes(self) -> tuple[str, ...]:
        """The codes of the rules that limit the points."""
        return tuple(rule.code for rule in self.rules if rule.code.endswith(POINT_LIMIT_CODE))

    @cached_property
    def limit_rule(self) -> str:
        """The address of the rule that limits the points, empty if no rule does."""
        return rule_url(self.verdict["game"], self.limit_codes[0]) if self.limit_codes else ""

    def _row(self, line: dict[str, Any], rule: Rule | None) -> LedgerRow:
        card = self.stock.card(line["card"])
        return LedgerRow(
            title=card.title,
            address=card.address,
            carried="/upgrades/" in line["at"],
            reason=_reason(line, self.verdict["game"]) + (f", {self.entered_by}" if "by_your_word" in line else ""),
            points=line["points"],
            rule=cited_url(self.verdict["game"], rule.code, rule.cite.as_document()) if rule else "",
            cite=wording.citation({**rule.cite.as_document(), "section": None}) if rule else "",
            open_set=card.open_set,
        )


def _reason(line: dict[str, Any], game: str) -> str:
    reason = line["reason"]
    words = str(
        words_of_game(game).fact_words.price_reasons.get(reason) or PRICE_REASONS.get(reason, reason.replace("-", " "))
    )
    if line.get("each"):
        if line["points"] is None:
            return words
        return _("{number} at {points}").format(number=line["points"] // line["each"], points=line["each"])
    return words
