"""View models of a verdict: the seal, the points bar, the findings, the ledger."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.cards.card_hooks import card_hooks
from legions.cards.stock import Stock
from legions.cards.unknown_facts import unknown_words
from legions.game_words import GameWords, words_of_game
from legions.site import wording
from legions.verdicts import own_facts_panel
from legions.verdicts.findings import FindingList
from legions.verdicts.ledger import Ledger
from legions.verdicts.page_anchors import PickNames
from legions.verdicts.points import PlacePoints, PointsView
from rulesapi.engine.core.library import ruleset_of
from rulesapi.engine.core.rules import Rule
from rulesapi.judging import verdicts
from rulesapi.judging.verdict_text import price_may_fall, rests_on_own_facts, shown_outcome

OUTCOME_WORDS = {
    "legal": gettext_lazy("Legal"),
    "illegal": gettext_lazy("Illegal"),
    "unfinished": gettext_lazy("Unfinished"),
    "undetermined": gettext_lazy("Undetermined"),
}
OUTCOME_WORDS_INLINE = {
    "legal": gettext_lazy("legal"),
    "illegal": gettext_lazy("illegal"),
    "unfinished": gettext_lazy("unfinished"),
    "undetermined": gettext_lazy("undetermined"),
}
MAX_NAMED_LACKS = 2
"""The maximum number of lacks named with an outcome. If there are more, the first is named, with their number."""

MAX_NAMED_HOUSE_RULES = 2
"""The maximum number of house rules named with an outcome. If there are more, only their number is shown."""


@dataclass(frozen=True, slots=True)
class WithoutHouseRulesView:
    """The verdict on a legion without its house rules; `findings` are those that the house rules prevent."""

    word: str
    points: str
    findings: tuple[str, ...]


@dataclass(frozen=True)
class VerdictView:
    """A verdict with the legion that it judges."""

    verdict: dict[str, Any]
    document: dict[str, Any]
    stock: Stock
    own_word: bool = True
    """True if the own numbers were entered by the reader."""

    @property
    def outcome(self) -> str:
        """The outcome: `legal`, `illegal`, `unfinished` or `undetermined`."""
        return shown_outcome(self.verdict)

    @property
    def inline_word(self) -> str:
        """The outcome for use inside a sentence."""
        return str(OUTCOME_WORDS_INLINE[self.outcome])

    @property
    def word(self) -> str:
        """The outcome for people, with own numbers, house rules and what is lacking: “Legal under Open Gate”,
        “Unfinished: choose a faction”.
        """
        return (
            _("{outcome}: {lacks}").format(outcome=self._plain_word, lacks=self.lacks)
            if self.lacks
            else self._plain_word
        )

    @property
    def lacks(self) -> str:
        """Words for the lacks of an unfinished list: “choose a faction, choose a battle map”."""
        lacks = list(
            dict.fromkeys(wording.lack_message(self.verdict, one) for one in self.verdict.get("unfinished", ()))
        )
        if len(lacks) <= MAX_NAMED_LACKS:
            return ", ".join(lacks)
        return _("{first} and {number} more").format(first=lacks[0], number=len(lacks) - 1)

    @property
    def _plain_word(self) -> str:
        names = [one["name"] for one in self.house_rules]
        outcome = (
            f"{OUTCOME_WORDS[self.outcome]} {self.by_word}" if self.by_own_facts else str(OUTCOME_WORDS[self.outcome])
        )
        if len(names) > MAX_NAMED_HOUSE_RULES:
            return _("{outcome} under {number} house rules").format(outcome=outcome, number=len(names))
        return _("{outcome} under {names}").format(outcome=outcome, names=wording.join_and(names)) if names else outcome

    @property
    def by_word(self) -> str:
        """The remark about an outcome that rests on own numbers."""
        return _("(with your numbers)") if self.own_word else _("(with its player’s numbers)")

    @property
    def by_own_facts(self) -> bool:
        """True if the outcome rests on own numbers."""
        return rests_on_own_facts(self.verdict)

    @cached_property
    def own(self) -> list[own_facts_panel.CardOwnFacts]:
        """The legion's own numbers by card, with their use in the verdict."""
        return own_facts_panel.own_facts_by_card(self.document, self.verdict.get("facts", ()), self.stock)

    @property
    def house_rules(self) -> list[dict[str, str]]:
        """The house rules that the legion is judged under, each with slug and name."""
        return self.verdict.get("house_rules", [])

    @cached_property
    def without(self) -> WithoutHouseRulesView | None:
        """The verdict without house rules, None if the legion has none."""
        without = self.verdict.get("without")
        if without is None:
            return None
        messages: list[str] = [wording.finding_message(finding) for finding in without["findings"]]
        messages += [unknown_words(self.stock.card(one["card"]), one["fact"]) for one in without["unknown"]]
        here = {finding.message for finding in self.finding_list.findings}
        more = tuple(message for message in messages if message not in here)
        return WithoutHouseRulesView(
            str(OUTCOME_WORDS_INLINE[without["verdict"]]), PointsView(**without["points"]).words, more
        )

    @property
    def release(self) -> int:
        """The release that the legion is judged by."""
        return self.verdict["release"]

    @cached_property
    def points(self) -> PointsView:
        """The points of the legion."""
        return PointsView(**self.verdict["points"], may_fall=price_may_fall(self.verdict))

    @property
    def priced(self) -> bool:
        """True if legions of the game have a points cost."""
        return self._game_words.priced

    @property
    def _game_words(self) -> GameWords:
        return words_of_game(self.verdict["game"])

    @cached_property
    def sums(self) -> str:
        """The points against the limit, or the tally of a game without points."""
        return self.points.words if self.priced else card_hooks(self.verdict["game"]).tally(self.document, self.stock)

    @cached_property
    def finding_list(self) -> FindingList:
        """The findings, remarks and settled questions."""
        return FindingList(self.verdict, self.document, self.stock, self.names)

    @cached_property
    def ledger(self) -> Ledger:
        """The price line by line."""
        entered_by = _("entered by you") if self.own_word else _("entered by its player")
        return Ledger(self.verdict, self.stock, self.rules, entered_by)

    @cached_property
    def places(self) -> PlacePoints:
        """The price of each place of the list."""
        return PlacePoints(self.verdict["ledger"])

    @property
    def announcement(self) -> str:
        """Points and verdict in short sentences, for screen readers; only the verdict if there are no points or
        tally.
        """
        counted = self.finding_list.findings and not self.lacks
        outcome = f"{self.word}: {self.finding_list.summary}." if counted else f"{self.word}."
        return f"{capfirst(self.sums)}. {outcome}" if self.sums else outcome

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of its game."""
        return ruleset_of(self.stock.game).rules

    @cached_property
    def names(self) -> PickNames:
        """The names of the legion's picks."""
        return PickNames(self.document, self.stock)

    @cached_property
    def faulty(self) -> set[str]:
        """The pointers of all errors."""
        return {
            pointer for finding in self.verdict["findings"] if finding["level"] == "error" for pointer in finding["at"]
        }

    @cached_property
    def open(self) -> set[str]:
        """The pointers at which a deciding fact is unknown."""
        waiting = [*self.verdict["unknown"], *self.verdict.get("open", ())]
        return {pointer for one in waiting for pointer in one["at"]}


def verdict_view(document: dict[str, Any], stock: Stock, own_word: bool = True) -> VerdictView:
    """Return the verdict on a legion for pages. Raises InvalidInput if it cannot be judged."""
    return VerdictView(verdicts.judge(document), document, stock, own_word)
