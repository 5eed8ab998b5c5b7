"""The findings of a verdict as pages show them: errors, warnings, open questions, unknown facts and remarks."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from legions.cards.stock import CardView, Stock
from legions.cards.unknown_facts import unknown_words
from legions.changes import own_facts
from legions.game_words import words_of_game
from legions.site import wording
from legions.site.marked_text import join_marked
from legions.verdicts.deciding_facts import deciding_facts
from legions.verdicts.page_anchors import PageAnchor, PickNames, page_anchor
from legions.verdicts.rulings import (
    NamedLink,
    SettledQuestionView,
    cited_url,
    rule_url,
    ruling_links,
    settled_questions,
)

MAX_FINDINGS, MAX_PLACES = 12, 20
"""The maximum number of findings shown in full, and of places named for each finding.

A list has up to hundreds of lines, and each can be wrong in several ways.
"""

FEW_FINDINGS = 3
"""The maximum number of findings that a page shows unfolded."""

PICKS_POINTER = "/picks"
EACH_PICK_POINTER = f"{PICKS_POINTER}/*"

INTERPRETATION_LABELS = (gettext_lazy("One reading:"), gettext_lazy("Another:"), gettext_lazy("A third:"))
"""The labels of the readings of an open question."""


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding, or an unknown fact that the verdict depends on.

    `card` and `fact` name the unknown fact if a player can read it off the card; `rulings` are the cited rulings.
    `page` is the citation without its section, for narrow places. `quoted` is the English text of the catalog that
    the message ends with.
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
        """The places that are named; the table marks the others, too."""
        return self.places[:MAX_PLACES]

    @property
    def further_places(self) -> int:
        """The number of places that are not named."""
        return max(0, len(self.places) - MAX_PLACES)


@dataclass(frozen=True)
class FindingList:
    """The findings of a `verdict` on a `document`. `names` are the names of the list's picks."""

    verdict: dict[str, Any]
    document: dict[str, Any]
    stock: Stock
    names: PickNames

    @cached_property
    def findings(self) -> list[FindingView]:
        """The errors, then the warnings, open questions and unknown facts."""
        lacks = {one["finding"] for one in self.verdict.get("unfinished", ())}
        found = [self._finding(finding) for finding in self.verdict["findings"]]
        found = [
            replace(one, sort="lacking", mark="plus") if number in lacks else one for number, one in enumerate(found)
        ]
        missing = [self._unknown(unknown) for unknown in _most_deciding_first(self.verdict)]
        questions = [self._open(question) for question in self.verdict.get("open", ())]
        return self._likely() + sorted(found, key=lambda finding: finding.sort) + questions + missing

    def _likely(self) -> list[FindingView]:
        """Return the errors that hold unless an unknown text lifts them."""
        likely = self.verdict.get("likely")
        if likely is None:
            return []
        unless = wording.translated(likely["message"])
        found = [self._finding(finding) for finding in likely["findings"]]
        return [
            replace(one, sort="likely", mark="seal-undetermined", message=join_marked(" ", (unless, one.message)))
            for one in found
        ]

    @cached_property
    def remarks(self) -> list[FindingView]:
        """Remarks that break no rule, for example that the list has cards of open sets."""
        return [self._remark(remark) for remark in self.verdict.get("remarks", ())]

    @property
    def first_findings(self) -> list[FindingView]:
        """The findings that are shown in full."""
        return self.findings[:MAX_FINDINGS]

    @property
    def further_findings(self) -> list[FindingView]:
        """The findings that are shown with their message alone."""
        return self.findings[MAX_FINDINGS:]

    @cached_property
    def settled(self) -> list[SettledQuestionView]:
        """The open questions that rulings settle for the list."""
        return settled_questions(self.verdict)

    @property
    def has_few_findings(self) -> bool:
        """True if the findings need so little room that a page shows them unfolded."""
        return len(self.findings) <= FEW_FINDINGS

    @property
    def more(self) -> int:
        """The number of findings after the first."""
        return max(0, len(self.findings) - 1)

    @property
    def summary(self) -> str:
        """The number of errors, warnings and questions in words."""
        sorts = [finding.sort for finding in self.findings]
        errors, lacks, warnings, questions = (sorts.count(sort) for sort in ("error", "lacking", "warning", "unknown"))
        parts = [
            ngettext("%(number)d thing to change", "%(number)d things to change", errors) % {"number": errors},
            ngettext("%(number)d thing missing", "%(number)d things missing", lacks) % {"number": lacks},
            ngettext("%(number)d warning", "%(number)d warnings", warnings) % {"number": warnings},
            ngettext("%(number)d open question", "%(number)d open questions", questions) % {"number": questions},
        ]
        counted = [part for part, number in zip(parts, (errors, lacks, warnings, questions), strict=True) if number]
        return ", ".join(counted) or _("No problems found")

    @cached_property
    def waived(self) -> list[FindingView]:
        """The findings that a house rule waives."""
        return [self._finding(waived, by=waived["by"]["name"]) for waived in self.verdict["waived"]]

    def _finding(self, finding: dict[str, Any], by: str = "") -> FindingView:
        level = finding["level"]
        return FindingView(
            sort=level,
            mark="close" if level == "error" else "warning",
            message=wording.finding_message(finding),
            cite=wording.citation(finding["cite"]),
            rule=cited_url(self.verdict["game"], finding["code"], finding["cite"]),
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
        """Return the message of a remark, and the doubt of the catalog that it ends with, always in English."""
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
            card=card if _is_reportable(card, unknown["fact"]) else None,
            fact=unknown["fact"].split("/")[1],
        )

    def _open(self, question: dict[str, Any]) -> FindingView:
        """Return the finding for an open question of the rulebook, with its readings."""
        title = wording.translated(question["title"])
        interpretations = " ".join(
            f"{start} {wording.translated(interpretation['text'])} ({wording.citation(interpretation['cite'])})"
            for start, interpretation in zip(INTERPRETATION_LABELS, question["readings"], strict=False)
        )
        return FindingView(
            sort="unknown",
            mark="seal-undetermined",
            message=_("The rules leave open: {question} {readings}").format(question=title, readings=interpretations),
            cite="",
            rule=rule_url(self.verdict["game"], question["needed_by"][0]),
            places=self._places(question["at"]),
        )

    def _places(self, pointers: Iterable[str]) -> tuple[PageAnchor, ...]:
        found = (page_anchor(pointer, self.document, self.stock, self.names) for pointer in pointers)
        return tuple(dict.fromkeys(found))


def _is_reportable(card: CardView, fact: str) -> bool:
    return own_facts.find_fact(card.game, card.document.get("kind", ""), fact.split("/")[1]) is not None


def _most_deciding_first(verdict: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the unknown facts of a verdict, facts that most rules need first."""
    places = {(unknown.card, unknown.fact): place for place, unknown in enumerate(deciding_facts([verdict]))}
    return sorted(verdict["unknown"], key=lambda unknown: places[unknown["card"], unknown["fact"].split("/")[1]])


def _with_target_place(finding: dict[str, Any], game: str) -> list[str]:
    """Return the places of a finding, with the place where a missing choice of its rule is made.

    A finding about something absent names the whole list; the place of the choice replaces it.
    """
    lead = words_of_game(game).target_places.get(finding["code"].rpartition("/")[2])
    if lead is None:
        return list(finding["at"])
    if lead.startswith(EACH_PICK_POINTER):
        return [f"{pointer}{lead.removeprefix(EACH_PICK_POINTER)}" for pointer in finding["at"]]
    near = [pointer for pointer in finding["at"] if pointer.startswith((f"{PICKS_POINTER}/", lead))]
    return near if any(pointer.startswith(lead) for pointer in near) else [*near, lead]
