"""Receipts on pages, and comparisons with a new verdict on a list."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from catalog.documents.errors import InvalidInput
from legions.cards.stock import Stock, format_name, stock
from legions.site.wording import rules_version
from legions.verdicts.points import PointsView
from legions.verdicts.rulings import rule_url
from legions.verdicts.view_models import OUTCOME_WORDS
from rulesapi.engine.core.collection import without_collections
from rulesapi.engine.core.library import find_ruleset, ruleset_of
from rulesapi.engine.values.names import slug_as_words
from rulesapi.judging import verdicts
from rulesapi.receipts.receipt_service import statement


class ReceiptRule(NamedTuple):
    title: str
    address: str


@dataclass(frozen=True)
class RejudgedList:
    """A list that was judged again under the conditions of a receipt, with the new `statement` about it."""

    receipt: dict[str, Any]
    statement: dict[str, Any]

    @property
    def same_list(self) -> bool:
        """True if the receipt is about this list."""
        return self.statement["digest"] == self.receipt["digest"]

    @property
    def same_verdict(self) -> bool:
        """True if the new statement is equal to the receipt, except for the version of the rules."""
        return all(self.receipt[key] == value for key, value in self.statement.items() if key != "ruleset")

    @property
    def word(self) -> str:
        """The outcome of the new verdict as text."""
        return str(OUTCOME_WORDS[self.statement["verdict"]])

    @property
    def rules_version(self) -> str:
        """The version of the rules of the new verdict."""
        return rules_version(self.statement["ruleset"])

    @property
    def points(self) -> PointsView:
        """The points of the new verdict."""
        return PointsView(**self.statement["points"])


def rejudge(receipt: dict[str, Any], document: dict[str, Any]) -> RejudgedList:
    """Return a list judged with the release, the date and, if it has none, the format of a receipt.

    Raises the errors of `verdicts.judge`.
    """
    pinned: dict[str, Any] = {key: receipt[key] for key in ("release", "on") if key in receipt}
    bare = {key: value for key, value in without_collections(document).items() if key != "on"}
    legion: dict[str, Any] = {"format": receipt["format"], **bare, **pinned}
    if legion.get("game") != receipt["game"]:
        legion = bare
    return RejudgedList(receipt, statement(legion, verdicts.judge(legion)))


@dataclass(frozen=True)
class ReceiptView:
    """A receipt with a valid signature, and the list compared with it, if one was sent."""

    receipt: dict[str, Any]
    code: str
    again: RejudgedList | None = None

    @property
    def outcome(self) -> str:
        """The outcome as a code, which selects the seal."""
        return self.receipt["verdict"]

    @property
    def word(self) -> str:
        """The outcome as text."""
        return str(OUTCOME_WORDS[self.outcome])

    @property
    def points(self) -> PointsView:
        return PointsView(**self.receipt["points"])

    @cached_property
    def stock(self) -> Stock | None:
        """The catalog snapshot of the receipt's release; None if this catalog does not have it."""
        try:
            return stock(self.receipt["game"], self.receipt["release"])
        except InvalidInput:
            return None

    @property
    def game(self) -> str:
        """The name of the game."""
        return (self.stock.game.get("name") if self.stock else "") or self.receipt["game"]

    @property
    def format(self) -> str:
        """The name of the format."""
        return format_name(self.stock, self.receipt["format"]) if self.stock else self.receipt["format"]

    @property
    def rules(self) -> list[ReceiptRule]:
        """The rules with findings, by title if they are known here."""
        try:
            ruleset = ruleset_of(self.stock.game) if self.stock else find_ruleset(self.receipt["ruleset"])
            titles = {rule.code: rule.title for rule in ruleset.rules}
        except LookupError:
            titles = {}
        return [
            ReceiptRule(titles[code], rule_url(self.receipt["game"], code)) if code in titles else ReceiptRule(code, "")
            for code in self.receipt["codes"]
        ]

    @property
    def rules_version(self) -> str:
        """The version of the game's rules in the receipt."""
        return rules_version(self.receipt["ruleset"])

    @property
    def house_rules(self) -> str:
        """The house rules in the receipt, as text."""
        return ", ".join(
            slug_as_words(slug).capitalize() for slug in self.receipt.get("house_rules", {}).get("slugs", ())
        )

    @property
    def time(self) -> datetime:
        """The time of the signature."""
        return datetime.fromisoformat(self.receipt["time"])
