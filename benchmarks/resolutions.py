"""Questions of play: the time of one attack with rolled dice, and of the exact odds of the largest attack."""

import time
from typing import Any

from benchmarks.report import Target, line, percentile
from rulesapi.engine.games.attack_wing import odds
from rulesapi.engine.resolutions.model import TableFacts
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve

GAME = "attack-wing"
ROUNDS = 200
GIVEN, ODDS = Target(must=1.0, at_most=True), Target(must=50.0, at_most=True)
"""The targets for the 99th percentiles, in milliseconds."""
DICE = {
    "attack": {"sides": 8, "hits": 3, "criticals": 1, "concentrates": 2},
    "defense": {"sides": 8, "dodges": 3, "concentrates": 2},
}
CREATURE: dict[str, Any] = {
    "attack": 6,
    "agility": 5,
    "health": 8,
    "armor": 2,
    "movement": "ground",
    "weapons": [{"name": "Bite", "melee": True, "arc": "forward", "range": 1}],
    "tokens": ["target", "concentrate", "dodge"],
}
SITUATION: dict[str, Any] = {
    "attacker": CREATURE,
    "defender": CREATURE,
    "measured": {"range": 1},
    "dice": DICE,
}
ROLLED: dict[str, Any] = {"attack": ["hit"] * 4 + ["critical", "blank"], "defense": ["dodge"] * 2 + ["blank"] * 3}

ORDER: dict[str, Any] = {
    "acting": {"level": 1, "abilities": ["str"], "keywords": []},
    "order": {
        "level": 9,
        "ability": "str",
        "action": "standard",
        "requires": [],
        "affinity": [],
        "ranged_attack": False,
    },
    "now": "activation",
    "helpers": [{"level": 1 + number % 4, "abilities": ["str"]} for number in range(8)],
}


def measure() -> None:
    """Print the time of one attack and of the largest odds, in milliseconds of CPU time."""
    _figure("an attack with rolled dice", SITUATION | {"rolled": ROLLED}, GIVEN)
    _figure("exact odds of 6 against 5, all tokens", SITUATION, ODDS)
    _figure("an order with 8 creatures near", ORDER, GIVEN, "dungeon-command", "play-order")


def _figure(label: str, situation: dict[str, Any], target: Target, game: str = GAME, question: str = "attack") -> None:
    play = find_play_ruleset(game)
    table = TableFacts({}, {"slug": game, "dice": []})
    taken = []
    for _ in range(ROUNDS):
        odds.odds.cache_clear()
        start = time.process_time()
        resolve(play, play.questions[question], situation, table).as_document()
        taken.append((time.process_time() - start) * 1000)
    last = percentile(taken, 0.99)
    line(label, f"{percentile(taken, 0.5):.2f} / {last:.2f} ms", "p50 / p99", target.by(last))
