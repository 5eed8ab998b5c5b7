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
DUNGEON_COMMAND: dict[str, tuple[str, dict[str, Any]]] = {
    "play-order": ("an order with 8 creatures near", ORDER),
    "deploy": (
        "a deployment next to 8 creatures",
        {
            "when": "deploy-phase",
            "leadership": 20,
            "increased": False,
            "creatures": [{"level": 1}] * 4,
            "deployed": [{"level": 2}] * 8,
        },
    ),
    "attack": (
        "a ranged attack that destroys",
        {
            "attacker": {"has_ranged": True, "ranged_damage": 30, "ranged_distance": 10},
            "target": {"hit_points": 30, "level": 2},
            "attack": "ranged",
            "distance": 8,
            "view": "cover",
            "enemy_near": False,
            "morale": 9,
        },
    ),
    "treasure": ("a chest", {"creature": {}, "chest": 3, "morale": 9}),
    "morale": ("Morale after 12 losses", {"commander": {"morale": 14}, "destroyed": [{"level": 1}] * 12}),
    "winner": ("a tie of 6 players", {"players": [{"morale": 0, "levels": 5}] * 6}),
    "order-odds": (
        "odds in decks of 500 cards",
        {
            "commander": {"order_hand": 5, "creature_hand": 4},
            "deck": 500,
            "copies": 40,
            "turn": 90,
            "creatures": 500,
            "able": 40,
        },
    ),
    "move": ("a movement", {"creature": {"speed": 6}, "squares": 4, "difficult": 1, "starts_near": False}),
}

MINIATURES_2008: dict[str, tuple[str, dict[str, Any]]] = {
    "attack-roll": (
        "an attack roll with its odds",
        {
            "attacker": {"bonus": 12, "against": "ac", "manner": "melee", "basic": True, "state": ["sacred-circle"]},
            "target": {"ac": 22, "conceal": 6, "conditions": ["dazed"]},
            "cover": True,
            "changes": [{"because": "A battle cry", "number": 1}],
        },
    ),
    "damage": (
        "damage that is resisted and halved",
        {
            "source": {"state": ["enervated"]},
            "target": {"hp": 75, "temporary": 5, "resist": 5, "vulnerable": 10, "state": ["insubstantial"]},
            "cause": "critical",
            "amount": 20,
        },
    ),
    "initiative": (
        "the turns of 20 creatures",
        {
            "when": "round",
            "one": {"champion_rating": 2, "roll": 9, "creatures": 10},
            "other": {"champion_rating": 3, "roll": 4, "second": 9, "creatures": 10},
            "chosen": "other",
            "tie": "as-in-set-up",
        },
    ),
    "saving-throws": (
        "three saving throws with their odds",
        {"effects": [{"condition": name, "lasts": "save"} for name in ("helpless", "stunned", "dazed")]},
    ),
    "turn-actions": (
        "a turn of a Slowed creature",
        {"creature": {"speed": 6, "conditions": ["slowed"]}, "whose": "own-turn", "moves": 1},
    ),
    "victory-points": (
        "a game of 8 rounds",
        {
            "scenario": "bounty",
            "fallen": [{"cost": 20, "owner": "one", "round": place} for place in range(1, 9)],
            "rounds": [{"one_holds": True}] * 8,
        },
    ),
}


def measure() -> None:
    """Print the time of one attack and of the largest odds, in milliseconds of CPU time."""
    _figure("an attack with rolled dice", SITUATION | {"rolled": ROLLED}, GIVEN)
    _figure("exact odds of 6 against 5, all tokens", SITUATION, ODDS)
    for question, (label, situation) in DUNGEON_COMMAND.items():
        _figure(label, situation, GIVEN, "dungeon-command", question)
    for question, (label, situation) in MINIATURES_2008.items():
        _figure(label, situation, GIVEN, "dnd-miniatures-2008", question)


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
