"""A verdict in words, marks and lengths: the seal, the points bar, the findings, the ledger."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from legions.builder import own_facts, own_facts_panel
from legions.cards.stock import CardView, Stock
from legions.cards.unknown_facts import unknown_words
from legions.games import PageAdapter, page_adapter
from legions.own_numbers.deciding_facts import deciding_facts
from legions.site import wording
from legions.verdicts.page_anchors import PageAnchor, PickNames, page_anchor
from legions.verdicts.rulings import NamedLink, SettledQuestionView, ruling_links, settled_questions
from rulesapi.engine.core.library import Ruleset, find_ruleset
from rulesapi.engine.core.rules import Rule
from rulesapi.judging import verdicts
from rulesapi.judging.verdict_text import price_may_fall, rests_on_own_facts

POINT_LIMIT_CODE = "/point-limit"
"""What the code of the rule ends with that limits the points."""

PRICE_REASONS = {"printed": gettext_lazy("printed cost")}
OUTCOME_WORDS = {
    "legal": gettext_lazy("Legal"),
    "illegal": gettext_lazy("Illegal"),
    "undetermined": gettext_lazy("Undetermined"),
}
OUTCOME_WORDS_INLINE = {
    "legal": gettext_lazy("legal"),
    "illegal": gettext_lazy("illegal"),
    "undetermined": gettext_lazy("undetermined"),
}
MAX_FINDINGS, MAX_PLACES = 12, 20
"""Findings that are shown with all that can be done about them, and places of each that are named: a list has hundreds
of lines at most, and each may be wrong in several ways.
"""

FEW_FINDINGS = 3
"""Findings that a page which folds them shows without being asked."""

MAX_NAMES = 2
"""House rules that are named beside an outcome; of more only the number is."""


@dataclass(frozen=True, slots=True)
class PointsView:
    """The points of a legion against its limit. `limit` is None where the format has none.

    `may_fall` tells that a card may yet take points off the known part, by a text that nobody has seen.
    """

    total: int | None
    known: int
    limit: int | None
    may_fall: bool = False

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
        values = {"known": self.known, "limit": self.limit, "over": self.over}
        if self.may_fall:
            exact = replace(self, total=self.known, may_fall=False)
            return _("known so far: {points}").format(points=exact.words)
        if self.limit is None:
            return (_("{known} points") if self.total is not None else _("at least {known} points")).format(**values)
        if self.over:
            over = _("{known} of {limit} points, {over} over")
            return (over if self.total is not None else _("at least {known} of {limit} points, {over} over")).format(
                **values
            )
        within = _("{known} of {limit} points")
        return (within if self.total is not None else _("at least {known} of {limit} points")).format(**values)


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding, or one fact that is not known and would decide.

    `card` and `fact` name the fact that is not known, where a player can read it off the card; `rulings` are cited.
    `page` is the cite without the section, where there is little space. `quoted` are the words of the catalog, in
    English, that the message ends with.
    """

    sort: str
    mark: str
    message: str
    cite: str
    rule: str
    places: tuple[PageAnchor, ...]
    by: str = ""
    card: CardView | None = None
    fact: str = ""
    rulings: tuple[NamedLink, ...] = ()
    page: str = ""
    quoted: str = ""

    @property
    def first_places(self) -> tuple[PageAnchor, ...]:
        """The places that are named; the table marks the others as well."""
        return self.places[:MAX_PLACES]

    @property
    def further_places(self) -> int:
        """How many more places there are."""
        return max(0, len(self.places) - MAX_PLACES)


@dataclass(frozen=True, slots=True)
class WithoutHouseRulesView:
    """What a legion would be without its house rules; `findings` are those it does not have under them."""

    word: str
    points: str
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One line of the price: the card with its page, why it costs this, and the rule that says so where one does.

    `open_set` is the name of the open set that the card is of, empty for an official one.
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
class VerdictView:
    """A verdict document beside the legion it judges."""

    verdict: dict[str, Any]
    document: dict[str, Any]
    stock: Stock
    own_word: bool = True
    """Whether the word that own numbers are is the reader's, and not somebody else's."""

    @property
    def outcome(self) -> str:
        """`legal`, `illegal` or `undetermined`."""
        return self.verdict["verdict"]

    @property
    def inline_word(self) -> str:
        """The outcome as it stands inside a sentence."""
        return str(OUTCOME_WORDS_INLINE[self.outcome])

    @property
    def word(self) -> str:
        """The outcome for people, with whose word it rests on and the house rules: “Legal under Open Gate”."""
        names = [one["name"] for one in self.house_rules]
        outcome = (
            f"{OUTCOME_WORDS[self.outcome]} {self.by_word}" if self.by_own_facts else str(OUTCOME_WORDS[self.outcome])
        )
        if len(names) > MAX_NAMES:
            return _("{outcome} under {number} house rules").format(outcome=outcome, number=len(names))
        return _("{outcome} under {names}").format(outcome=outcome, names=wording.join_and(names)) if names else outcome

    @property
    def by_word(self) -> str:
        """What is said of what rests on own numbers."""
        return _("(with your numbers)") if self.own_word else _("(with its player’s numbers)")

    @property
    def _entered_by(self) -> str:
        """What is said of a line of the price that rests on own numbers."""
        return _("entered by you") if self.own_word else _("entered by its player")

    @property
    def by_own_facts(self) -> bool:
        """Whether the outcome rests on own numbers."""
        return rests_on_own_facts(self.verdict)

    @cached_property
    def own(self) -> list[own_facts_panel.CardOwnFacts]:
        """The legion's own numbers, card by card, with what became of each."""
        return own_facts_panel.own_facts_by_card(self.document, self.verdict.get("facts", ()), self.stock)

    @property
    def house_rules(self) -> list[dict[str, str]]:
        """The house rules that the legion is judged under, each with slug and name."""
        return self.verdict.get("house_rules", [])

    @cached_property
    def waived(self) -> list[FindingView]:
        """What would have been found, were it not waived."""
        return [self._finding(waived, by=waived["by"]["name"]) for waived in self.verdict["waived"]]

    @cached_property
    def without(self) -> WithoutHouseRulesView | None:
        """What the legion would be without its house rules, None where it has none."""
        without = self.verdict.get("without")
        if without is None:
            return None
        messages = [wording.finding_message(finding) for finding in without["findings"]]
        messages += [unknown_words(self.stock.card(one["card"]), one["fact"]) for one in without["unknown"]]
        here = {finding.message for finding in self.findings}
        more = tuple(message for message in messages if message not in here)
        return WithoutHouseRulesView(
            str(OUTCOME_WORDS_INLINE[without["verdict"]]), PointsView(**without["points"]).words, more
        )

    @property
    def release(self) -> int:
        """The release it was judged by."""
        return self.verdict["release"]

    @cached_property
    def points(self) -> PointsView:
        """What it costs."""
        return PointsView(**self.verdict["points"], may_fall=price_may_fall(self.verdict))

    @property
    def priced(self) -> bool:
        """Whether legions of its game cost points."""
        return self._adapter.priced

    @property
    def _adapter(self) -> PageAdapter:
        return page_adapter(self.verdict["game"])

    @cached_property
    def sums(self) -> str:
        """What it comes to: its points against the limit, or what its game counts in their place."""
        return self.points.words if self.priced else self._adapter.tally(self.document, self.stock)

    @cached_property
    def findings(self) -> list[FindingView]:
        """What is wrong and what is not known, the errors first."""
        found = [self._finding(finding) for finding in self.verdict["findings"]]
        missing = [self._unknown(unknown) for unknown in _most_deciding_first(self.verdict)]
        questions = [self._open(question) for question in self.verdict.get("open", ())]
        return self._likely() + sorted(found, key=lambda finding: finding.sort) + questions + missing

    def _likely(self) -> list[FindingView]:
        """What is wrong unless a text that nobody has seen lifts it, said before all that is open."""
        likely = self.verdict.get("likely")
        if likely is None:
            return []
        unless = wording.translated(likely["message"])
        found = [self._finding(finding) for finding in likely["findings"]]
        return [
            replace(one, sort="likely", mark="seal-undetermined", message=f"{unless} {one.message}") for one in found
        ]

    @cached_property
    def remarks(self) -> list[FindingView]:
        """What is worth knowing of the legion and breaks no rule, such as that it has cards of open sets, too."""
        return [self._remark(remark) for remark in self.verdict.get("remarks", ())]

    @property
    def first_findings(self) -> list[FindingView]:
        """The findings that are shown with all that can be done about them."""
        return self.findings[:MAX_FINDINGS]

    @property
    def further_findings(self) -> list[FindingView]:
        """The findings of which only is shown what they say."""
        return self.findings[MAX_FINDINGS:]

    @cached_property
    def settled(self) -> list[SettledQuestionView]:
        """The questions that rulings settle for it."""
        return settled_questions(self.verdict)

    @property
    def has_few_findings(self) -> bool:
        """Whether the findings take so little room that a page need not fold them."""
        return len(self.findings) <= FEW_FINDINGS

    @property
    def more(self) -> int:
        """How many findings there are beside the first."""
        return max(0, len(self.findings) - 1)

    @property
    def summary(self) -> str:
        """How many findings there are."""
        sorts = [finding.sort for finding in self.findings]
        errors, warnings, questions = (sorts.count(sort) for sort in ("error", "warning", "unknown"))
        parts = [
            ngettext("%(number)d thing to change", "%(number)d things to change", errors) % {"number": errors},
            ngettext("%(number)d warning", "%(number)d warnings", warnings) % {"number": warnings},
            ngettext("%(number)d open question", "%(number)d open questions", questions) % {"number": questions},
        ]
        counted = [part for part, number in zip(parts, (errors, warnings, questions), strict=True) if number]
        return ", ".join(counted) or _("No problems found")

    @property
    def announcement(self) -> str:
        """Points and verdict in short sentences, for screen readers; the verdict alone where nothing is counted."""
        outcome = f"{self.word}: {self.summary}." if self.findings else f"{self.word}."
        return f"{capfirst(self.sums)}. {outcome}" if self.sums else outcome

    @cached_property
    def ledger(self) -> list[LedgerRow]:
        """The price, line by line."""
        rules = {rule.reason: rule for rule in self._ruleset.rules if rule.reason}
        return [self._ledger_row(line, rules.get(line["reason"])) for line in self.verdict["ledger"]]

    @cached_property
    def limit_rule(self) -> str:
        """The address of the rule that limits the points, empty where none does."""
        codes = [rule.code for rule in self._ruleset.rules if rule.code.endswith(POINT_LIMIT_CODE)]
        return rule_url(self.verdict["game"], codes[0]) if codes else ""

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
            reason=_reason(line, self.verdict["game"]) + (f", {self._entered_by}" if "by_your_word" in line else ""),
            points=line["points"],
            rule=rule_url(self.verdict["game"], rule.code) if rule else "",
            cite=wording.citation({**rule.cite.as_document(), "section": None}) if rule else "",
            open_set=card.open_set,
        )

    @cached_property
    def names(self) -> PickNames:
        """What to call each pick of the legion."""
        return PickNames(self.document, self.stock)

    @cached_property
    def faulty(self) -> set[str]:
        """The places of the document that an error names."""
        return {
            pointer for finding in self.verdict["findings"] if finding["level"] == "error" for pointer in finding["at"]
        }

    @cached_property
    def open(self) -> set[str]:
        """The places of the document where a fact that would decide is not known."""
        waiting = [*self.verdict["unknown"], *self.verdict.get("open", ())]
        return {pointer for one in waiting for pointer in one["at"]}

    def points_at(self, pointer: str) -> int | None:
        """Return the price of a place with all that is in it, None when a part of it is not known."""
        return self._points_within.get(pointer, 0)

    def own_points_at(self, pointer: str) -> int | None:
        """Return the price of a place without what is in it, None when a part of it is not known."""
        return self._points_by_place.get(pointer, 0)

    @cached_property
    def _points_by_place(self) -> dict[str, int | None]:
        """The price of each place that a line of the ledger is about."""
        found: dict[str, int | None] = {}
        for line in self.verdict["ledger"]:
            before = found.get(line["at"], 0)
            found[line["at"]] = None if before is None or line["points"] is None else before + line["points"]
        return found

    @cached_property
    def _points_within(self) -> dict[str, int | None]:
        """The price of each place that a line of the ledger is in, with all that is in it."""
        found: dict[str, int | None] = {}
        for line in self.verdict["ledger"]:
            at = line["at"]
            while at:
                before = found.get(at, 0)
                found[at] = None if before is None or line["points"] is None else before + line["points"]
                at = at.rpartition("/")[0]
        return found

    def _finding(self, finding: dict[str, Any], by: str = "") -> FindingView:
        level = finding["level"]
        return FindingView(
            sort=level,
            mark="close" if level == "error" else "warning",
            message=wording.finding_message(finding),
            cite=wording.citation(finding["cite"]),
            rule=rule_url(self.verdict["game"], finding["code"]),
            places=self._places(_with_target_place(finding, self.verdict["game"])),
            by=by,
            rulings=ruling_links(self.verdict["game"], finding.get("rulings", ())),
            page=wording.citation({**finding["cite"], "section": None}),
        )

    def _remark(self, remark: dict[str, Any]) -> FindingView:
        message, quoted = self._remark_words(remark)
        return FindingView(
            sort="remark",
            mark="open-set",
            message=message,
            quoted=quoted,
            cite="",
            rule="",
            places=self._places(remark["at"]),
        )

    def _remark_words(self, remark: dict[str, Any]) -> tuple[str, str]:
        """What a remark says, and the doubt of the catalog that it ends with, which is English on every page."""
        facts = remark["facts"]
        if "doubt" not in facts:
            return wording.remark_message(remark), ""
        card = self.stock.card(facts["slug"])
        wanted = own_facts.fact_label(
            self.verdict["game"], card.document.get("kind", ""), facts["fact"].removeprefix("/")
        )
        message = wording.remark_message(remark, wanted=wanted)
        quoted = facts["doubt"] if message.endswith(facts["doubt"]) else ""
        return message.removesuffix(quoted), quoted

    def _unknown(self, unknown: dict[str, Any]) -> FindingView:
        card = self.stock.card(unknown["card"])
        return FindingView(
            sort="unknown",
            mark="seal-undetermined",
            message=unknown_words(card, unknown["fact"]),
            cite="",
            rule=rule_url(self.verdict["game"], unknown["needed_by"][0]) if unknown["needed_by"] else "",
            places=self._places(unknown["at"]),
            card=card if self._is_reportable(card, unknown["fact"]) else None,
            fact=unknown["fact"].split("/")[1],
        )

    def _is_reportable(self, card: CardView, fact: str) -> bool:
        return own_facts.find_fact(card.game, card.document.get("kind", ""), fact.split("/")[1]) is not None

    def _open(self, question: dict[str, Any]) -> FindingView:
        """A question of the rulebook that decides, with its readings."""
        title = wording.inline_phrase(question["title"])
        interpretations = " ".join(
            f"{start} {wording.translated(interpretation['text'])} ({wording.citation(interpretation['cite'])})"
            for start, interpretation in zip(INTERPRETATION_LABELS, question["readings"], strict=False)
        )
        return FindingView(
            sort="unknown",
            mark="seal-undetermined",
            message=_("The rules leave open: {question}. {readings}").format(question=title, readings=interpretations),
            cite="",
            rule=rule_url(self.verdict["game"], question["needed_by"][0]),
            places=self._places(question["at"]),
        )

    def _places(self, pointers: Iterable[str]) -> tuple[PageAnchor, ...]:
        found = (page_anchor(pointer, self.document, self.stock, self.names) for pointer in pointers)
        return tuple(dict.fromkeys(found))


def _most_deciding_first(verdict: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what is not known and would decide, that first on which most hangs."""
    places = {(one.card, one.fact): place for place, one in enumerate(deciding_facts([verdict]))}
    return sorted(verdict["unknown"], key=lambda one: places[one["card"], one["fact"].split("/")[1]])


def verdict_view(document: dict[str, Any], stock: Stock, own_word: bool = True) -> VerdictView:
    """Return the verdict on a legion as pages show it. Raises InvalidInput for one that cannot be judged."""
    return VerdictView(verdicts.judge(document), document, stock, own_word)


def _with_target_place(finding: dict[str, Any], game: str) -> list[str]:
    """Return the places of a finding, with the one where that can be chosen which its rule asks for.

    A finding about what is absent names the whole list: the lead stands in its place.
    """
    lead = page_adapter(game).target_places.get(finding["code"].rpartition("/")[2])
    if lead is None:
        return list(finding["at"])
    if lead.startswith(EACH_PICK_POINTER):
        return [f"{pointer}{lead.removeprefix(EACH_PICK_POINTER)}" for pointer in finding["at"]]
    near = [pointer for pointer in finding["at"] if pointer.startswith((f"{PICKS_POINTER}/", lead))]
    return near if any(pointer.startswith(lead) for pointer in near) else [*near, lead]


PICKS_POINTER = "/picks"
EACH_PICK_POINTER = f"{PICKS_POINTER}/*"


def rule_url(game: str, code: str) -> str:
    """Return the address of a rule's own words; its anchor is its code without the game."""
    return f"/rules/{game}/#{code.rpartition('/')[2]}"


INTERPRETATION_LABELS = (gettext_lazy("One reading:"), gettext_lazy("Another:"), gettext_lazy("A third:"))
"""How the readings of an open question are told apart."""


def _reason(line: dict[str, Any], game: str) -> str:
    reason = line["reason"]
    words = str(
        page_adapter(game).fact_words.price_reasons.get(reason) or PRICE_REASONS.get(reason, reason.replace("-", " "))
    )
    if line.get("each"):
        if line["points"] is None:
            return words
        return _("{number} at {points}").format(number=line["points"] // line["each"], points=line["each"])
    return words
