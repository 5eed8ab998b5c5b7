"""Campaign terms of a game: what experience buys, the questions its rulebook leaves open, and the citations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rulesapi.engine.values.interpretations import Interpretation, RulebookQuestion
from rulesapi.engine.values.model import Citation, Severity

CAMPAIGN_CITATION = Citation("The campaign")
ADVENTURE_CITATION = Citation("The adventure")


@dataclass(frozen=True, slots=True)
class RecordRule:
    """A rule for records of campaigns, with its texts."""

    title: str
    text: str
    messages: tuple[str, ...]
    level: Severity = "error"
    cite: Citation = CAMPAIGN_CITATION


RECORD_RULES: Mapping[str, RecordRule] = MappingProxyType(
    {
        "xp-budget": RecordRule(
            "Experience budget",
            "A player cannot spend more experience than earned before.",
            ("{player} spends {spent} XP for {adventure}, but has earned {earned} before.",),
        ),
        "xp-slot": RecordRule(
            "Bought slot",
            "Experience buys at most one slot for a creature.",
            ("{player} buys two slots for one creature.",),
        ),
        "xp-reuse": RecordRule(
            "Experience used again",
            "A player spends experience in one session of an adventure only.",
            ("{player} spent experience on {adventure} before, in {earlier}.",),
        ),
        "adventure-reward-once": RecordRule(
            "Rewards once",
            "Experience and artifacts are earned once for each adventure.",
            ("{player} has already earned the reward of {adventure}, in {earlier}.",),
        ),
        "artifact-not-earned": RecordRule(
            "Artifact not earned",
            "A player carries only artifacts that the player has earned before.",
            (
                "{player} carries {card_name}, but has not earned it before.",
                "{player} carries {card}, but has not earned it before.",
            ),
        ),
        "artifact-reuse": RecordRule(
            "Artifact used again",
            "An artifact is used in one session of an adventure only.",
            (
                "{player} has carried {card_name} in {adventure} before, in {earlier}.",
                "{player} has carried {card} in {adventure} before, in {earlier}.",
            ),
        ),
        "adventure-points": RecordRule(
            "Points of the adventure",
            "A side has at most the points of the adventure and the points it buys.",
            ("{side} plays with {points} points. {adventure} allows {limit}.",),
            cite=ADVENTURE_CITATION,
        ),
        "adventure-required-card": RecordRule(
            "Required card",
            "The cards that an adventure names for a side are in its list.",
            (
                "{adventure} requires the card {own_card} on the side of that name. Its list does not have it.",
                "{side} plays without {card_name}, which {adventure} requires.",
                "{side} plays without {card}, which {adventure} requires.",
            ),
            cite=ADVENTURE_CITATION,
        ),
        "adventure-players": RecordRule(
            "Players of the adventure",
            "An adventure is recommended for a number of players.",
            ("{adventure} is recommended for {recommended} {recommended:player|players}, and {players} played it.",),
            "warning",
            ADVENTURE_CITATION,
        ),
        "reward-not-earned": RecordRule(
            "Reward not earned",
            "An entry claims only rewards that the adventure gives for the reported events.",
            (
                "{player} claims {card_name}. The events in {adventure} do not give this card.",
                "{player} claims {card}. The events in {adventure} do not give this card.",
                "{player} claims {xp} XP. The events in {adventure} give at most {most}.",
            ),
        ),
        "unknown-adventure": RecordRule(
            "Unknown adventure",
            "The adventures played are in the catalog or in the record.",
            ("There is no adventure {adventure}. This entry counts for nothing.",),
        ),
        "unknown-side": RecordRule(
            "Unknown side",
            "A side belongs to its adventure.",
            ("{adventure} has no side {side}. It has {sides}.",),
        ),
        "unknown-player": RecordRule(
            "Unknown player",
            "A player of a game has joined the campaign and not left it.",
            ("{player} is not in the campaign at this point. What this seat earns counts for nothing.",),
        ),
        "unknown-outcome": RecordRule(
            "Report",
            "The report of a game is possible in its adventure.",
            (
                "{side} is reported as {end} in {adventure}, but also as gone by {exit}.",
                "{side} cannot leave by {exit} in {adventure}.",
                "{side} cannot hold the tokens {tokens} in {adventure}.",
                "{side} has place {place} in the order of {adventure}, but was neither defeated nor has left.",
                "{holders} cannot each hold token {token} of {adventure}.",
                "{adventure} has no end “{value}” for {side}.",
            ),
        ),
        "seat-taken": RecordRule(
            "Seats",
            "Nobody has two seats in one session.",
            ("{player} has two seats in one session.",),
        ),
        "joined-already": RecordRule(
            "Joined already",
            "A player joins once.",
            ("{player} is in the campaign already.",),
        ),
        "entry-repeated": RecordRule(
            "Entry twice",
            "Each entry has an id of its own.",
            ("The entry {entry} is there already. This one counts for nothing.",),
        ),
        "entry-order": RecordRule(
            "Order of entries",
            "Entries are in the order in which things happened.",
            (
                "{entry} corrects {of}, which comes after it. It counts for nothing.",
                "{entry} is of {on}, before the entry above it, of {before}. Entries"
                " count in the order they are listed.",
                "The campaign has ended before {entry}. It counts for nothing.",
            ),
        ),
        "correction-cycle": RecordRule(
            "Corrections in a circle",
            "A correction corrects an entry before it.",
            (
                "{entries} and {more} more correct each other. None of them counts.",
                "{entries} correct each other. None of them counts.",
            ),
        ),
        "unknown-entry": RecordRule(
            "Unknown entry",
            "A correction names an entry of the record.",
            ("There is no entry {of} to correct.",),
        ),
        "unknown-question": RecordRule(
            "Unknown question",
            "What a campaign settles is a question that is open, with one of its readings.",
            ("There is no open question {question} with a reading {reading}.",),
        ),
    }
)
"""The rules for records by their codes without the game, common to all games; a game adds its own citations."""

RECORD_REMARKS: Mapping[str, RecordRule] = MappingProxyType(
    {
        "reward-had-before": RecordRule(
            "Earned before",
            "What an adventure gives is earned once, however often it is played.",
            ("{player} earned what {adventure} gives before, in {earlier}. It is not earned a second time.",),
        ),
        "draw-not-replayed": RecordRule(
            "Draw to be played again",
            "An adventure that says so is played again after a draw before its players go on to another one.",
            ("{adventure} ended in a draw in {earlier}, and is to be played again before {next}.",),
            cite=ADVENTURE_CITATION,
        ),
    }
)
"""Remarks on records by their codes without the game: they are no errors, and change no verdict."""

TIE = RulebookQuestion(
    "tie-for-winner",
    "Who has won a campaign in which two players or more have earned the most experience?",
    (
        Interpretation("shared", "All of them have won together.", CAMPAIGN_CITATION),
        Interpretation("nobody", "None of them has the most, so there is no winner.", CAMPAIGN_CITATION),
    ),
)
DRAW_USES_UP = RulebookQuestion(
    "draw-uses-up",
    "Have experience and artifacts been used in a session that ended in a draw and is played again?",
    (
        Interpretation("used", "They have been used and cannot be used in the next.", CAMPAIGN_CITATION),
        Interpretation("not-used", "The draw does not count: they can be used again.", CAMPAIGN_CITATION),
    ),
)
ONCE_TOGETHER = RulebookQuestion(
    "once-together",
    "Does a player who earned experience in an adventure, but no card, earn a card when playing it again?",
    (
        Interpretation("together", "Rewards are earned once: nothing more.", CAMPAIGN_CITATION),
        Interpretation("apart", "Experience once, and a card once: it is earned.", CAMPAIGN_CITATION),
    ),
)
TEAM_SPENDING = RulebookQuestion(
    "team-spending",
    "May several players of one side all spend experience on their common list?",
    (
        Interpretation("each", "Each of them spends their own.", CAMPAIGN_CITATION),
        Interpretation("one", "One of them spends.", CAMPAIGN_CITATION),
    ),
)


@dataclass(frozen=True, slots=True)
class CampaignTerms:
    """The campaign terms of a game. Without `points_per_xp` and `slot_xp`, experience buys nothing.

    `cites` has the citations of the game's own campaign rules, by code without the game, and `remark_cites` the
    citations of remarks; `questions` are the questions that the game leaves open.
    """

    points_per_xp: int = 0
    slot_xp: int = 0
    cites: Mapping[str, Citation] = field(default_factory=dict)
    questions: tuple[RulebookQuestion, ...] = (TIE, ONCE_TOGETHER)
    remark_cites: Mapping[str, Citation] = field(default_factory=dict)

    def cite_of(self, code: str) -> Citation:
        """Return the citation of a rule for records, or of a remark on them, in this game."""
        if code in RECORD_REMARKS:
            return self.remark_cites.get(code, RECORD_REMARKS[code].cite)
        return self.cites.get(code, RECORD_RULES[code].cite)


HOUSE_TERMS = CampaignTerms()
"""The campaign terms of a game whose rulebook has no campaigns."""
