"""The result of a campaign game as pages show it: outcomes, rewards, and the facts missing in the report."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.campaigns.adventure_translations import AdventureTexts
from legions.campaigns.records import JudgedRecord, span_words
from legions.cards.stock import CardView, Stock
from legions.site import wording
from legions.site.marked_text import MarkedText
from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.translation import record_message

VICTORIES: Mapping[str, Promise] = {
    "total": gettext_lazy("Total victory"),
    "partial": gettext_lazy("Partial victory"),
    "draw": gettext_lazy("Draw"),
}
"""The names of outcomes by their victory."""

ENDS: Mapping[str, Promise] = {
    "defeated": gettext_lazy("was defeated"),
    "left": gettext_lazy("left the table"),
    "present": gettext_lazy("was still there"),
    "won": gettext_lazy("won"),
    "lost": gettext_lazy("lost"),
    "drawn": gettext_lazy("drew"),
}
"""The names of a side's possible ends."""


@dataclass(frozen=True, slots=True)
class RewardLine:
    """The reward of a player for a game."""

    name: str
    xp: str
    cards: tuple[CardView, ...]
    card_sure: bool | None


@dataclass(frozen=True, slots=True)
class OutcomeLine:
    """An outcome that applies, or may apply unless `sure`."""

    title: str
    text: MarkedText
    sure: bool


@dataclass(frozen=True, slots=True)
class FindingLine:
    """An error or a warning, with its citation."""

    words: str
    cite: MarkedText
    bad: bool


@dataclass(frozen=True, slots=True)
class GameLine:
    """The result of a game: its outcomes, the rewards of its players, and the facts missing in the report."""

    outcomes: tuple[OutcomeLine, ...]
    rewards: tuple[RewardLine, ...]
    unknown: tuple[str, ...]


def xp_words(span: Mapping[str, int]) -> str:
    """Return an amount of experience, or its range, as text."""
    return span_words(span["least"], span["most"])


def outcome_title(victory: str, paragraph: str) -> str:
    """Return the title of an outcome: its victory, and the number of its paragraph if it has one.

    A paragraph such as “2-alone” is a case of paragraph 2.
    """
    number, _dash, case = paragraph.partition("-")
    if not number.isdigit():
        return str(VICTORIES[victory])
    if not case:
        return _("{victory}, paragraph {paragraph}").format(victory=VICTORIES[victory], paragraph=number)
    return _("{victory}, a case of paragraph {paragraph}").format(victory=VICTORIES[victory], paragraph=number)


def outcome_lines(outcomes: Sequence[Mapping[str, Any]], texts: AdventureTexts) -> tuple[OutcomeLine, ...]:
    """Return the outcomes in the verdict on a game."""
    return tuple(
        OutcomeLine(
            outcome_title(one["victory"], one["paragraph"]),
            texts.outcome(one["paragraph"], one["text"]),
            one["holds"] is True,
        )
        for one in outcomes
    )


def unknown_words(pointer: str, adventure: Adventure) -> str:
    """Return a sentence for a missing fact of a report, by its pointer into the report."""
    parts = pointer.strip("/").split("/")
    if parts[0] != "sides" or len(parts) < 3:
        return _("In which order the sides were defeated or left.")
    known = adventure.sides.get(parts[1])
    side = str(AdventureTexts(adventure.translations).side(known.slug, known.name)) if known else parts[1]
    words = {
        "end": _("What became of {side}."),
        "exit": _("By which way {side} left."),
        "health": _("How much health {side} had left."),
        "holds": _("Which tokens {side} held."),
    }
    return words[parts[2]].format(side=side)


def finding_line(finding: Mapping[str, Any]) -> FindingLine:
    """Return a finding or a remark of a verdict as a line of a page."""
    cite = wording.linked_citation(finding["cite"], finding["code"].partition("/")[0])
    return FindingLine(record_message(finding), cite, finding.get("level") == "error")


def game_line(
    session: Mapping[str, Any], judged: JudgedRecord, catalog: Stock, claimed: Mapping[str, str] | None = None
) -> GameLine:
    """Return the result of a game. `claimed` are the cards that players chose among those they could earn."""
    adventure, taken = judged.adventures[session["adventure"]], claimed or {}
    rewards = []
    for one in session["rewards"]:
        cards = [card for card in one["cards"] if card == taken.get(one["player"])] or one["cards"]
        shown = tuple(map(catalog.card, cards))
        rewards.append(RewardLine(judged.name_of(one["player"]), xp_words(one["xp"]), shown, one["card_sure"]))
    return GameLine(
        outcome_lines(session["outcomes"], judged.words_of(session["adventure"])),
        tuple(rewards),
        tuple(unknown_words(one, adventure) for one in session["unknown"]),
    )
