"""A verdict in words, marks and lengths: the seal, the points bar, the findings, the ledger."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from legions import own_facts
from legions.cards.stock import CardView, Stock
from legions.games import room_of
from rulesapi.engine.ruleset import Rule, Ruleset, find_ruleset

from . import own_numbers
from .places import Place, place

LIMITING = "/point-limit"
"""What the code of the rule ends with that limits the points."""

REASONS = {"printed": "printed cost"}
WORDS = {"legal": "Legal", "illegal": "Illegal", "undetermined": "Undetermined"}
MOST_NAMES = 2
"""House rules that are named beside an outcome; of more only the number is."""


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a legion against its limit. `limit` is None where the format has none."""

    total: int | None
    known: int
    limit: int | None

    @property
    def over(self) -> int:
        """By how much the known part is over the limit."""
        return max(0, self.known - self.limit) if self.limit is not None else 0

    @property
    def within(self) -> int:
        """The known part up to the limit."""
        return self.known - self.over

    @property
    def left(self) -> int | None:
        """What is left to spend; None when that is not known."""
        return None if self.total is None or self.limit is None or self.over else self.limit - self.total

    @property
    def span(self) -> int:
        """How many points the whole bar stands for."""
        return max(self.known, self.limit or 0, 1)

    @property
    def state(self) -> str:
        """How the bar is drawn: `over`, `open` (something is not known) or empty."""
        return "over" if self.over else "open" if self.total is None else ""

    @property
    def words(self) -> str:
        """The points as a sentence without its full stop, for who hears them."""
        least = "" if self.total is not None else "at least "
        if self.limit is None:
            return f"{least}{self.known} points"
        return f"{least}{self.known} of {self.limit} points" + (f", {self.over} over" if self.over else "")


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding, or one fact that is not known and would decide.

    `card` and `fact` name the fact that is not known, where a player can read it off the card.
    """

    sort: str
    mark: str
    message: str
    cite: str
    rule: str
    places: tuple[Place, ...]
    by: str = ""
    card: CardView | None = None
    fact: str = ""


@dataclass(frozen=True, slots=True)
class WithoutView:
    """What a legion would be without its house rules; `findings` are those it does not have under them."""

    word: str
    points: str
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One line of the price: the card with its page, why it costs this, and the rule that says so where one does."""

    title: str
    address: str
    carried: bool
    reason: str
    points: int | None
    rule: str
    cite: str


@dataclass(frozen=True)
class VerdictView:
    """A verdict document beside the legion it judges."""

    verdict: dict[str, Any]
    document: dict[str, Any]
    stock: Stock
    whose: str = "your"
    """Whose word own numbers are: the reader's own, or somebody else's."""

    @property
    def outcome(self) -> str:
        """`legal`, `illegal` or `undetermined`."""
        return self.verdict["verdict"]

    @property
    def word(self) -> str:
        """The outcome for people, with whose word it rests on and the house rules: “Legal under Open Gate”."""
        names = [one["name"] for one in self.house_rules]
        said = f"{WORDS[self.outcome]} {self.by_word}" if self.by_own_numbers else WORDS[self.outcome]
        if len(names) > MOST_NAMES:
            return f"{said} under {len(names)} house rules"
        return f"{said} under {' and '.join(names)}" if names else said

    @property
    def by_word(self) -> str:
        """What is said of what rests on own numbers."""
        return f"by {self.whose} word"

    @property
    def by_own_numbers(self) -> bool:
        """Whether the outcome rests on own numbers; while something is still not known, it rests on nothing."""
        return self.outcome != "undetermined" and any(one["state"] == "used" for one in self.verdict.get("facts", ()))

    @cached_property
    def own(self) -> list[own_numbers.OwnCard]:
        """The legion's own numbers, card by card, with what became of each."""
        return own_numbers.by_card(self.document, self.verdict.get("facts", ()), self.stock)

    @property
    def house_rules(self) -> list[dict[str, str]]:
        """The house rules that the legion is judged under, each with slug and name."""
        return self.verdict.get("house_rules", [])

    @cached_property
    def waived(self) -> list[FindingView]:
        """What would have been found, were it not waived."""
        return [self._finding(waived, by=waived["by"]["name"]) for waived in self.verdict["waived"]]

    @cached_property
    def without(self) -> WithoutView | None:
        """What the legion would be without its house rules, None where it has none."""
        without = self.verdict.get("without")
        if without is None:
            return None
        said = [finding["message"] for finding in without["findings"]]
        said += [unknown_words(self.stock.card(one["card"]), one["fact"]) for one in without["unknown"]]
        here = {finding.message for finding in self.findings}
        more = tuple(message for message in said if message not in here)
        return WithoutView(WORDS[without["verdict"]].lower(), Points(**without["points"]).words, more)

    @property
    def release(self) -> int:
        """The release it was judged by."""
        return self.verdict["release"]

    @cached_property
    def points(self) -> Points:
        """What it costs."""
        return Points(**self.verdict["points"])

    @property
    def priced(self) -> bool:
        """Whether legions of its game cost points."""
        return room_of(self.verdict["game"]).priced

    @cached_property
    def sums(self) -> str:
        """What it comes to: its points against the limit, or what its game counts in their place."""
        tally = room_of(self.verdict["game"]).tally
        return tally(self.document, self.stock) if tally else self.points.words

    @cached_property
    def findings(self) -> list[FindingView]:
        """What is wrong and what is not known, the errors first."""
        found = [self._finding(finding) for finding in self.verdict["findings"]]
        missing = [self._unknown(unknown) for unknown in self.verdict["unknown"]]
        asked = [self._open(question) for question in self.verdict.get("open", ())]
        return sorted(found, key=lambda finding: finding.sort) + asked + missing

    @property
    def more(self) -> int:
        """How many findings there are beside the first."""
        return max(0, len(self.findings) - 1)

    @property
    def summary(self) -> str:
        """How many findings there are."""
        errors = sum(finding.sort == "error" for finding in self.findings)
        parts = [
            _counted(errors, "thing to change", "things to change"),
            _counted(sum(finding.sort == "warning" for finding in self.findings), "warning", "warnings"),
            _counted(sum(finding.sort == "unknown" for finding in self.findings), "open question", "open questions"),
        ]
        return ", ".join(part for part in parts if part) or "Nothing to change"

    @property
    def said(self) -> str:
        """Points and verdict as two short sentences, for who cannot see the strip."""
        words = self.sums
        first = f"{words[0].upper()}{words[1:]}. {self.word}"
        return f"{first}: {self.summary}." if self.findings else f"{first}."

    @cached_property
    def ledger(self) -> list[LedgerRow]:
        """The price, line by line."""
        rules = {rule.reason: rule for rule in self._ruleset.rules if rule.reason}
        return [self._ledger_row(line, rules.get(line["reason"])) for line in self.verdict["ledger"]]

    @cached_property
    def limit_rule(self) -> str:
        """The address of the rule that limits the points, empty where none does."""
        codes = [rule.code for rule in self._ruleset.rules if rule.code.endswith(LIMITING)]
        return rule_address(self.verdict["game"], codes[0]) if codes else ""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of its game."""
        return self._ruleset.rules

    @property
    def _ruleset(self) -> Ruleset:
        return find_ruleset(self.stock.game["ruleset"])

    def _ledger_row(self, line: dict[str, Any], rule: Rule | None) -> LedgerRow:
        card = self.stock.card(line["card"])
        return LedgerRow(
            title=card.title,
            address=card.address,
            carried="/upgrades/" in line["at"],
            reason=_reason(line, self.verdict["game"]) + (f", {self.by_word}" if "by_your_word" in line else ""),
            points=line["points"],
            rule=rule_address(self.verdict["game"], rule.code) if rule else "",
            cite=cite_words({**rule.cite.as_document(), "section": None}) if rule else "",
        )

    def faulty(self) -> set[str]:
        """Return the places of the document that an error names."""
        return {
            pointer for finding in self.verdict["findings"] if finding["level"] == "error" for pointer in finding["at"]
        }

    def open(self) -> set[str]:
        """Return the places of the document where a fact that would decide is not known."""
        waiting = [*self.verdict["unknown"], *self.verdict.get("open", ())]
        return {pointer for one in waiting for pointer in one["at"]}

    def points_at(self, pointer: str) -> int | None:
        """Return the price of a place with all that is in it, None when a part of it is not known."""
        lines = [
            line for line in self.verdict["ledger"] if line["at"] == pointer or line["at"].startswith(f"{pointer}/")
        ]
        return None if any(line["points"] is None for line in lines) else sum(line["points"] for line in lines)

    def _finding(self, finding: dict[str, Any], by: str = "") -> FindingView:
        level = finding["level"]
        return FindingView(
            sort=level,
            mark="close" if level == "error" else "warning",
            message=finding["message"],
            cite=cite_words(finding["cite"]),
            rule=rule_address(self.verdict["game"], finding["code"]),
            places=self._places(_led(finding, self.verdict["game"])),
            by=by,
        )

    def _unknown(self, unknown: dict[str, Any]) -> FindingView:
        card = self.stock.card(unknown["card"])
        return FindingView(
            sort="unknown",
            mark="seal-undetermined",
            message=unknown_words(card, unknown["fact"]),
            cite="",
            rule=rule_address(self.verdict["game"], unknown["needed_by"][0]) if unknown["needed_by"] else "",
            places=self._places(unknown["at"]),
            card=card if self._asked(card, unknown["fact"]) else None,
            fact=unknown["fact"].split("/")[1],
        )

    def _asked(self, card: CardView, fact: str) -> bool:
        return own_facts.asked(card.game, card.document.get("kind", ""), fact.split("/")[1]) is not None

    def _open(self, question: dict[str, Any]) -> FindingView:
        """A question of the rulebook that decides, with its readings."""
        readings = " ".join(
            f"{start} {reading['text']} ({cite_words(reading['cite'])})"
            for start, reading in zip(READINGS, question["readings"], strict=False)
        )
        return FindingView(
            sort="unknown",
            mark="seal-undetermined",
            message=f"The rules leave open: {question['title'][0].lower()}{question['title'][1:]}. {readings}",
            cite="",
            rule=rule_address(self.verdict["game"], question["needed_by"][0]),
            places=self._places(question["at"]),
        )

    def _places(self, pointers: Iterable[str]) -> tuple[Place, ...]:
        found = (place(pointer, self.document, self.stock) for pointer in pointers)
        return tuple(dict.fromkeys(found))


def _led(finding: dict[str, Any], game: str) -> list[str]:
    """Return the places of a finding, with the one where that can be chosen which its rule asks for.

    A finding about what is absent names the whole list: the lead stands in its place.
    """
    lead = room_of(game).leads.get(finding["code"].rpartition("/")[2])
    if lead is None:
        return list(finding["at"])
    if lead.startswith(EACH):
        return [f"{pointer}{lead.removeprefix(EACH)}" for pointer in finding["at"]]
    near = [pointer for pointer in finding["at"] if pointer.startswith((f"{PICKS}/", lead))]
    return near if any(pointer.startswith(lead) for pointer in near) else [*near, lead]


PICKS = "/picks"
EACH = f"{PICKS}/*"


def cite_words(cite: dict[str, Any]) -> str:
    """Return where a rule can be read, in words."""
    page = f"p. {cite['page']}" if cite["page"] else None
    return ", ".join(part for part in (cite["source"], page, cite["section"]) if part)


def rule_address(game: str, code: str) -> str:
    """Return the address of a rule's own words; its anchor is its code without the game."""
    return f"/rules/{game}/#{code.rpartition('/')[2]}"


def unknown_words(card: CardView, fact: str) -> str:
    """Return what the catalog does not know of a card."""
    key = fact.split("/")[1]
    asked = room_of(card.game).unknown.get(key) or UNKNOWN.get(key, f"{key.replace('_', ' ')} of {{card}}")
    return f"The catalog does not know {asked.format(card=card.title)}."


READINGS = ("One reading:", "Another:", "A third:")
"""How the readings of an open question are told apart."""

UNKNOWN = {
    "cost": "what {card} costs",
    "unique": "whether {card} is unique",
    "name": "the name of {card}",
    "keywords": "the keywords of {card}",
    "set": "which set {card} is of",
    "level": "the level of {card}",
}
"""What a fact of any game that is not known is called in “The catalog does not know ...”; rooms have their own."""


def _reason(line: dict[str, Any], game: str) -> str:
    reason = line["reason"]
    words = room_of(game).reasons.get(reason) or REASONS.get(reason, reason.replace("-", " "))
    if line.get("each"):
        return f"{line['points'] // line['each']} at {line['each']}" if line["points"] is not None else words
    return words


def _counted(number: int, one: str, many: str) -> str:
    if not number:
        return ""
    return f"1 {one}" if number == 1 else f"{number} {many}"
