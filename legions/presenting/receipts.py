"""A receipt as its page shows it, and what becomes of its verdict when the list is judged once more."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from catalog.faults import Malformed
from legions.cards.stock import Stock, stock
from rulesapi import verdicts
from rulesapi.engine.collection import without_collections
from rulesapi.engine.names import spoken
from rulesapi.engine.ruleset import find_ruleset
from rulesapi.receipts.making import statement

from .listing import format_name
from .verdicts import WORDS, Points, rule_address


class RuleNamed(NamedTuple):
    """A rule that a receipt names."""

    title: str
    address: str


@dataclass(frozen=True)
class JudgedAgain:
    """A list that was judged once more, as a receipt says: what is `said` of it now."""

    receipt: dict[str, Any]
    said: dict[str, Any]

    @property
    def same_list(self) -> bool:
        """Whether it is the list that the receipt is about."""
        return self.said["digest"] == self.receipt["digest"]

    @property
    def same_verdict(self) -> bool:
        """Whether all that the receipt says of it is said again."""
        return all(self.receipt[key] == said for key, said in self.said.items() if key != "ruleset")

    @property
    def word(self) -> str:
        """What comes of it now."""
        return WORDS[self.said["verdict"]]

    @property
    def points(self) -> Points:
        """What it costs now."""
        return Points(**self.said["points"])


def judged_again(receipt: dict[str, Any], document: dict[str, Any]) -> JudgedAgain:
    """Return a list as it is judged by the release, the date and, where it names none, the format of a receipt.

    Raises what `verdicts.judge` raises.
    """
    said = {key: receipt[key] for key in ("release", "on") if key in receipt}
    bare = {key: value for key, value in without_collections(document).items() if key != "on"}
    legion = {"format": receipt["format"], **bare, **said}
    if legion.get("game") != receipt["game"]:
        legion = bare
    return JudgedAgain(receipt, statement(legion, verdicts.judge(legion)))


@dataclass(frozen=True)
class ReceiptView:
    """A receipt whose signature is good, and the list held against it, if one was sent."""

    receipt: dict[str, Any]
    code: str
    again: JudgedAgain | None = None

    @property
    def outcome(self) -> str:
        """The verdict for programs: its seal."""
        return self.receipt["verdict"]

    @property
    def word(self) -> str:
        """The verdict for people."""
        return WORDS[self.outcome]

    @property
    def points(self) -> Points:
        """The points."""
        return Points(**self.receipt["points"])

    @cached_property
    def stock(self) -> Stock | None:
        """The catalog in the release of the receipt; None where this catalog does not have it."""
        try:
            return stock(self.receipt["game"], self.receipt["release"])
        except Malformed:
            return None

    @property
    def game(self) -> str:
        """The game's name."""
        return (self.stock.game.get("name") if self.stock else "") or self.receipt["game"]

    @property
    def format(self) -> str:
        """The format's name."""
        return format_name(self.stock, self.receipt["format"]) if self.stock else self.receipt["format"]

    @property
    def rules(self) -> list[RuleNamed]:
        """The rules that found something, by title where they are known here."""
        try:
            titles = {rule.code: rule.title for rule in find_ruleset(self.receipt["ruleset"]).rules}
        except LookupError:
            titles = {}
        return [
            RuleNamed(titles[code], rule_address(self.receipt["game"], code)) if code in titles else RuleNamed(code, "")
            for code in self.receipt["codes"]
        ]

    @property
    def house_rules(self) -> str:
        """The house rules that were agreed on, by their words."""
        return ", ".join(spoken(slug).capitalize() for slug in self.receipt.get("house_rules", {}).get("slugs", ()))

    @property
    def time(self) -> datetime:
        """When it was signed."""
        return datetime.fromisoformat(self.receipt["time"])
