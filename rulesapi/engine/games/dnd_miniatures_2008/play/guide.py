"""Rules of play by their numbers in the rules guide. The texts paraphrase it."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2008 import GAME, RULES_GUIDE
from rulesapi.engine.resolutions.model import PlayRule
from rulesapi.engine.values.model import Citation

HEADINGS = {
    "101": "Warband Construction",
    "102": "Game Set-Up",
    "103": "Ending the Game",
    "105": "Assault",
    "106": "Bounty",
    "107": "Uncontested Victory",
    "202": "Stat Card",
    "212": "Attack Actions",
    "302": "Initiative Roll Step",
    "303": "Activate Figures Step",
    "403": "Actions Step",
    "410": "Replaces Turn Actions",
    "412": "Move Actions",
    "413": "Attack Actions",
    "415": "Immediate Actions",
    "604": "Resolve Attack Step",
    "609": "Area Attacks",
    "610": "Combat Advantage",
    "611": "Cover",
    "612": "Opportunity Attacks",
    "613": "Flanking",
    "706": "Adding and Removing Powers",
    "707": "Standard Powers",
    "804": "State-Based Effects",
    "806": "Damage Effects",
    "808": "Healing Effects",
    "900": "General",
    "902": "Confused Condition",
    "903": "Dazed Condition",
    "904": "Dominated Condition",
    "905": "Enervated Condition",
    "906": "Helpless Condition",
    "907": "Immobilized Condition",
    "909": "Slowed Condition",
    "910": "Stunned Condition",
    "1007": "Blood Rock Terrain",
    "1008": "Dangerous Terrain",
    "1015": "Sacred Circle Terrain",
    "1017": "Slippery Terrain",
}
"""Headings of the sections that rules of play cite, by number."""


def happens(code: str, number: str, title: str, text: str, *messages: str) -> PlayRule:
    """Return a rule that describes what happens. Without messages, its text is its message.

    `number` is its number in the guide; numbers of further rules that it applies follow, with spaces in between.
    """
    return PlayRule(f"{GAME}/{code}", title, text, guide_citation(number), messages or (text,))


def forbids(code: str, number: str, title: str, text: str, *messages: str) -> PlayRule:
    """Return a rule that forbids something; its message is its text unless others are given."""
    return PlayRule(f"{GAME}/{code}", title, text, guide_citation(number), messages or (text,), "error")


def warns(code: str, number: str, title: str, text: str, *messages: str) -> PlayRule:
    """Return a rule that warns of what the rules rarely allow; its message is its text unless others are given."""
    return PlayRule(f"{GAME}/{code}", title, text, guide_citation(number), messages or (text,), "warning")


def guide_citation(numbers: str) -> Citation:
    """Return the citation of a rule by its number, which numbers of further rules may follow."""
    number, *further = numbers.split()
    heading = HEADINGS[number.partition(".")[0]]
    return Citation(RULES_GUIDE, section=f"{number} {heading}", at=number, further=tuple(further))
