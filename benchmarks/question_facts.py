"""Questions of play with official cards: in how many common cases the players type at most three facts.

In a common case, everything about the table is known, and each place with a card has the same official creature. Facts
that neither the card nor the players know are typed, one by one as they are asked, with a value that another card has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from benchmarks.report import line
from benchmarks.serving import set_up_django
from rulesapi.engine.resolutions.declared import Question
from rulesapi.engine.resolutions.input_kinds import Flag, Number, OneOf
from rulesapi.engine.resolutions.model import TableFacts
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve

if TYPE_CHECKING:
    from rulesapi.judging.data_figures import GameData

MOST_TYPED = 3
CREATURE = {"card": ""}
"""A place that takes each official creature in turn."""
COMMON: Mapping[tuple[str, str], dict[str, Any]] = {
    ("attack-wing", "attack"): {
        "attacker": CREATURE,
        "defender": CREATURE,
        "measured": {"range": 1, "arc": "forward"},
        "rolled": {"attack": ["hit", "hit", "blank"], "defense": ["dodge", "blank"]},
    },
    ("attack-wing", "damage"): {"creature": CREATURE, "hits": 1, "criticals": 0},
    ("attack-wing", "maneuver"): {
        "creature": CREATURE,
        "revealed": {"bearing": "straight", "side": "none", "speed": 2, "colour": "white"},
    },
    ("dungeon-command", "take-damage"): {"creature": CREATURE, "damage": 20, "morale": 9},
    ("dungeon-command", "attack"): {
        "attacker": CREATURE,
        "target": CREATURE,
        "attack": "melee",
        "distance": 1,
        "morale": 9,
    },
    ("dungeon-command", "deploy"): {
        "when": "deploy-phase",
        "leadership": 9,
        "increased": False,
        "creatures": [CREATURE],
        "deployed": [],
    },
    ("dnd-miniatures-2008", "attack-roll"): {"attacker": CREATURE, "target": CREATURE, "rolled": 10},
    ("dnd-miniatures-2008", "damage"): {"source": CREATURE, "target": CREATURE},
    ("dnd-miniatures-2008", "turn-actions"): {"creature": CREATURE, "whose": "own-turn"},
    ("dnd-miniatures-2003", "attack"): {"attacker": CREATURE, "target": CREATURE, "way": "melee", "rolled": 8},
    ("dnd-miniatures-2003", "damage"): {"attacker": CREATURE, "way": "melee", "defender": CREATURE},
    ("dnd-miniatures-2003", "morale"): {"creature": {**CREATURE, "now": 5}, "cause": "half", "dc": 20, "rolled": 17},
}


def measure() -> None:
    """Print for each question how many official creatures need no typed fact, and how many at most three."""
    set_up_django()
    from rulesapi.judging.data_figures import games

    for data in games():
        creatures = [card for card in data.official_cards if card["kind"] == "creature" and "retired" not in card]
        for (game, question), situation in COMMON.items():
            if game == data.game["slug"]:
                typed = [_typed_facts(data, question, situation, card) for card in creatures]
                few = sum(number is not None for number in typed)
                line(
                    f"{game}, {question}", f"{typed.count(0)} / {few} of {len(typed)}", "no fact / at most three typed"
                )


def _typed_facts(data: GameData, question: str, common: dict[str, Any], card: dict[str, Any]) -> int | None:
    """Return how many facts are typed until the case is decided; None if more than three, or no typing helps."""
    play, situation = find_play_ruleset(str(data.game["slug"])), deepcopy(common)
    _put(situation, str(card["slug"]))
    for typed in range(MOST_TYPED + 1):
        table = TableFacts({str(card["slug"]): card}, dict(data.game))
        answer = resolve(play, play.questions[question], situation, table).as_document()
        if answer["outcome"] != "undetermined":
            return typed
        if not any(_type(data, play.questions[question], situation, one) for one in answer["unknown"]):
            return None
    return None


def _put(part: Any, slug: str) -> None:
    for value in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        if isinstance(value, dict) and "card" in value:
            value["card"] = slug
        _put(value, slug)


def _type(data: GameData, question: Question, situation: dict[str, Any], asked: Mapping[str, Any]) -> bool:
    """Enter a value for an asked fact at its place; return False if there is none, or one was entered before."""
    name = asked["fact"].split("/")[1]
    value = next(_values(data, question, name), None)
    part: Any = situation
    for step in asked["at"][0].split("/")[1:]:
        part = part[int(step)] if isinstance(part, list) else part.get(step)
    if value is None or not isinstance(part, dict) or name in part:
        return False
    part[name] = value
    return True


def _values(data: GameData, question: Question, name: str) -> Iterator[Any]:
    """Yield the values that cards have for a fact, then one that the declaration of the question allows."""
    yield from (card[name] for card in data.cards if card.get(name) is not None)
    parts = (question.situation, *question.parts().values())
    for part in parts:
        match part.inputs[name].kind if name in part.inputs else None:
            case Number(least=least, most=most, step=step):
                yield min(most, max(least, step))
            case OneOf(words=words):
                yield next(iter(words))
            case Flag():
                yield False
