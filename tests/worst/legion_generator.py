"""Random lists at the input limits, and mutations of them, to search for the slowest."""

import json
from copy import deepcopy
from random import Random
from typing import Any

from catalog import documents
from catalog.documents import card_facts
from catalog.documents.json_input import NODE_LIMIT
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import PickableCard
from tests.engine.published_libraries import library

Document = dict[str, Any]
MAX_PICKS, MAX_PLAYERS = 500, 100
FACTIONS = {
    "dnd-miniatures-2003": ("lawful-good", "chaotic-evil"),
    "dnd-miniatures-2008": ("wild", "civilization"),
}
POINTS = (50, 100, 200, 500)
ICONS = ("dragon", "equipment", "monster", "heroic", "arcane", "divine")
CARRIED: tuple[Document, ...] = (
    {"grants": [{"slot": icon, "count": 10} for icon in ICONS]},
    {"limits": [{"family": ["orb"], "per": per, "at_most": most} for per in ("creature", "legion") for most in (1, 2)]},
    {"requires": [{"keyword": ["orc"]}, {"alignment": ["good"]}, {"class": ["Dragon"]}]},
    {"excludes": [{"keyword": ["orc"]}], "penalties": [{"unless": {"keyword": ["orc"]}, "cost": 5}]},
    {"unique": True, "slot": "any", "cost": 1},
)
FACTS: dict[str, tuple[Document, ...]] = {
    "dnd-miniatures-2008/creature": (
        {"champion": True, "champion_rating": 1},
        {"champion": True, "discounts": [{"points": 1, "for": [{"faction": ["wild"]}]}]},
        {"discounts": [{"points": 1, "for": [{"champion": True}, {"keyword": ["orc"]}]}]},
        {"warband_building": [{"waives": ["faction", "unique"], "for": [{"keyword": ["orc"]}]}]},
        {"cost": 10, "factions": ["wild"], "unique": True},
    ),
    "dnd-miniatures-2003/creature": (
        {"commander": True, "commander_rating": 2},
        {"warband_building": [{"for": [{"keyword": ["orc"]}]}]},
        {"requires": [{"keyword": ["orc"]}]},
        {"difficult": 3},
    ),
    "attack-wing/creature": (
        {"slots": list(ICONS) * 2},
        {"unique": True, "cost": 1, "level": 1},
        {"troop": True, "costs": {str(soldiers): soldiers for soldiers in range(2, 7)}},
    ),
    "attack-wing/upgrade": CARRIED,
    "attack-wing/spell": CARRIED[1:-1],
    "dungeon-command/creature": ({"symbol": "both"}, {"symbol": "gold"}),
    "dungeon-command/order": ({"symbol": "silver"}, {"ranged_attack": True}),
}
"""Expensive own facts, by the kind of card that may have them."""


def lists_of(legion: Document) -> list[Document]:
    """Return the list, or the lists of a team's players."""
    lists: list[Document] = legion.get("team", [legion])
    return lists


def picks_of(legion: Document) -> list[Document]:
    """Return the picks of a list, or of all players of a team."""
    return [pick for one in lists_of(legion) for pick in one["picks"]]


def cards_of(legion: Document) -> int:
    """Return the number of lines in a list, including upgrades."""
    return sum(1 + len(pick.get("upgrades", ())) for pick in picks_of(legion))


def nodes_of(value: Any) -> int:
    """Return the number of values in a document, as the parser counts them."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(nodes_of, inside))


def generate(chance: Random, game: str, size: int, *, teams: bool = False) -> Document:
    """Return a list of about `size` cards; with `teams` one in three is shared among players."""
    known = library(game)
    legion: Document = {"game": game, "format": chance.choice([*known.formats]), "picks": []}
    if game != "dungeon-command":
        legion["points"] = chance.choice(POINTS)
    if game in FACTIONS:
        legion["faction"] = chance.choice(FACTIONS[game])
    few = chance.choice((1, 2, 5, 30, 500))
    pickable = [card.slug for card in known.all_cards if isinstance(card, PickableCard)]
    carried = [card.slug for card in known.all_cards if isinstance(card, Upgrade)]
    pool = chance.sample(pickable, min(few, len(pickable)))
    on_one = chance.choice((0, 0, 1, 5, size)) if carried else 0
    others = chance.sample(carried, min(chance.choice((1, 3, 40)), len(carried)))
    while cards_of(legion) < size:
        pick: Document = {"card": chance.choice(pool)}
        if on_one:
            pick["upgrades"] = [chance.choice(others) for _ in range(min(on_one, size - 1))]
        elif chance.random() < 0.1:
            pick["count"] = chance.choice((2, 40, 500))
        if game == "dnd-miniatures-2003" and chance.random() < 0.2:
            pick[chance.choice(("minion_of", "summoned_by"))] = chance.choice(pickable)
        legion["picks"].append(pick)
    if chance.random() < 0.3:
        legion["house_rules"] = sorted(known.house_rules)
    if teams and chance.random() < 1 / 3:
        legion = shared_out(chance, legion)
    return within(legion)


def shared_out(chance: Random, legion: Document) -> Document:
    """Return the list as a team's list: its picks dealt to few or many players."""
    own = {field: legion[field] for field in ("faction",) if field in legion}
    players = min(chance.choice((1, 2, 10, MAX_PLAYERS)), len(legion["picks"]))
    of_team = {field: value for field, value in legion.items() if field not in ("picks", *own)}
    team = {**of_team, "team": [{**own, "picks": legion["picks"][number::players]} for number in range(players)]}
    if legion["game"] == "dungeon-command":
        team["against"] = [chance.choice((players, 1)) for _ in range(chance.choice((1, 3, 100)))]
    return team


def random_own_facts(chance: Random, legion: Document) -> Document:
    """Return own facts for some of the cards in the list: expensive ones, or those known of another card."""
    known = library(legion["game"])
    cards = sorted({slug for pick in picks_of(legion) for slug in (pick["card"], *pick.get("upgrades", ()))})
    found: Document = {}
    for slug in chance.sample(cards, min(len(cards), chance.choice((1, 10, 100)))):
        card = known.documents[slug]
        lent = chance.choice([one for one in known.documents.values() if one["kind"] == card["kind"]])
        open_ = card_facts.wanted_facts(card)
        choices = [*FACTS.get(f"{legion['game']}/{card['kind']}", ())]
        if borrowed := {fact: lent[fact] for fact in open_ if lent.get(fact) is not None}:
            choices.append(borrowed)
        facts = chance.choice(choices) if choices else {}
        if slug == card["slug"] and facts and not card_facts.faults_in_facts(documents.schema_path(dict(card)), facts):
            found[slug] = facts
    return found


def mutate(chance: Random, legion: Document, size: int) -> Document:
    """Return the list with a few changes, and unchanged length."""
    other = deepcopy(legion)
    known = library(other["game"])
    pickable = [card.slug for card in known.all_cards if isinstance(card, PickableCard)]
    for _ in range(chance.choice((1, 3, 20))):
        kind = chance.randrange(6)
        own = chance.choice([one for one in lists_of(other) if one["picks"]])
        if kind == 0:
            other["format"] = chance.choice([*known.formats])
        elif kind == 1 and "points" in other:
            other["points"] = chance.choice(POINTS)
        elif kind == 2:
            if facts := {**other.get("facts", {}), **random_own_facts(chance, other)}:
                other["facts"] = dict([*facts.items()][-100:])
        elif kind == 3:
            fresh = generate(chance, other["game"], size)["picks"]
            cut = chance.randrange(len(own["picks"]) + 1)
            own["picks"] = [*own["picks"][:cut], *fresh[cut : len(own["picks"])]]
        elif kind == 4:
            slug = chance.choice(pickable)
            own["picks"][chance.randrange(len(own["picks"]))]["card"] = slug
        else:
            other["collection"] = {chance.choice(pickable): 1 for _ in range(chance.choice((1, 50)))}
    return within(other, size)


def within(legion: Document, size: int | None = None) -> Document:
    """Return the list without the parts beyond the limits."""
    while (
        nodes_of(legion) > NODE_LIMIT
        or any(len(one["picks"]) > MAX_PICKS for one in lists_of(legion))
        or (size is not None and cards_of(legion) > size)
    ):
        picks = max((one["picks"] for one in lists_of(legion)), key=len)
        if len(legion.get("facts", ())) > 1:
            legion["facts"] = dict([*legion["facts"].items()][: len(legion["facts"]) // 2])
        elif len(picks) == 1 and "team" in legion:
            legion["team"].pop()
        elif len(picks[-1].get("upgrades", ())) > 1:
            picks[-1]["upgrades"] = picks[-1]["upgrades"][: len(picks[-1]["upgrades"]) // 2]
        else:
            picks.pop()
    return legion


def scaled(legion: Document, share: float) -> Document:
    """Return the list with a share of each of its sequences: its players, its picks, or the upgrades of its only
    pick.
    """
    smaller = deepcopy(legion)
    if len(smaller.get("team", ())) > 3:
        smaller["team"] = smaller["team"][: max(1, int(len(smaller["team"]) * share))]
        return smaller
    for one in lists_of(smaller):
        if len(one["picks"]) > 3:
            one["picks"] = one["picks"][: max(1, int(len(one["picks"]) * share))]
        else:
            for pick in one["picks"]:
                pick["upgrades"] = pick.get("upgrades", [])[: max(1, int(len(pick.get("upgrades", [])) * share))]
    return smaller


def text_of(legion: Document) -> str:
    """Return a list as a user might paste it, every other line misspelled."""
    rows = [pick["card"].replace("-", " ") + ("x" * (number % 3)) for number, pick in enumerate(picks_of(legion))]
    return "\n".join(rows)[:9_900]


def as_json(value: Any) -> str:
    """Return a value as JSON text."""
    return json.dumps(value, separators=(",", ":"))
