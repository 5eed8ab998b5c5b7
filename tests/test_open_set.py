"""The open set: enough cards to play with, every card word in use, and prices that follow its formulas.

The formulas are in docs/open-set.md, which also lists the upgrades whose price is more than two points off, each with
its reason; these tests compare the cards with that list.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from catalog import documents, faces
from rulesapi.engine.core.card_text import sentences
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from tests.nonempty import nonempty

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "fixtures" / "attack-wing"
SET = "the-nine-bells-of-tollwater"
NOTES = (ROOT / "docs" / "open-set.md").read_text("utf-8")

Card = dict[str, Any]

ICONS = ("dragon", "equipment", "monster", "heroic", "arcane", "divine")
# The sentence by which every leader may be lost; it has no price.
LEADERS_END = re.compile(r" Each time a soldier falls, .*?discard this card\.")
# Costs of an effect in play, which keep it from being used every round.
PAID = re.compile(r"[Dd]i(sable|scard) this card|duration token|[Oo]nce a game")


def of_kind(*kinds: str) -> list[Card]:
    """Return the cards of the open set of the given kinds, by slug."""
    files = sorted(file for kind in kinds for file in (FOLDER / kind).glob("*.json"))
    return [card for card in (json.loads(file.read_text("utf-8")) for file in files) if card["set"] == SET]


CREATURES = of_kind("creature")
TROOPS = [card for card in CREATURES if card["troop"]]
UPGRADES = of_kind("upgrade", "spell")
LEADERS = [card for card in UPGRADES if "leader" in card["keywords"]]
MANEUVERS = {card["class"]: card for card in of_kind("maneuver-card")}

by_slug = {"ids": lambda card: card["slug"]}


@pytest.fixture(scope="module")
def library() -> Library:
    """A library of the open set alone."""
    formats = [json.loads(file.read_text("utf-8")) for file in (FOLDER / "formats").glob("*.json")]
    game = json.loads((FOLDER / "game.json").read_text("utf-8"))
    return Library.build(release=1, game=game, cards=[*CREATURES, *UPGRADES], formats=formats)


def findings(library: Library, **pick: Any) -> set[str]:
    """Return the codes of the findings about a legion of one pick."""
    legion = {"game": "attack-wing", "points": 500, "picks": [pick]}
    return {finding["code"].partition("/")[2] for finding in judge(library, legion).as_document()["findings"]}


# -- number of cards -----------------------------------------------------------------------------------------------


def test_there_is_enough_of_every_kind():
    assert len(CREATURES) >= 30
    assert len(TROOPS) >= 6
    assert len(UPGRADES) >= 140
    assert sum(card["copies"] for card in of_kind("damage-card")) == 33


def test_the_notes_count_right():
    assert f" {len(CREATURES)} creatures " in NOTES
    assert f" {len(UPGRADES)} upgrades and spells" in NOTES


def test_three_campaign_artifacts_are_counted_as_such():
    artifacts = [card for card in UPGRADES if "campaign-artifact" in card["keywords"] and not card["exempt"]]
    assert len(artifacts) == 3


def test_every_icon_and_every_energy_has_cards_to_choose_from():
    slots = Counter(card["slot"] for card in UPGRADES)
    assert min(slots[icon] for icon in ICONS) >= 20
    assert slots["any"] >= 5
    energies = Counter(energy for card in UPGRADES for energy in card["energy"])
    assert len(energies) == 9
    assert min(energies.values()) >= 4


def test_nothing_is_left_open():
    for card in nonempty([*CREATURES, *UPGRADES, *of_kind("damage-card"), *MANEUVERS.values()]):
        assert documents.wanted_pointers(card) == [], card["slug"]


def test_every_creature_has_a_line_of_flavour_that_is_no_part_of_its_rules():
    for card in CREATURES:
        assert card["flavour"] and card["flavour"] not in card["text"], card["slug"]
        assert card["text"].endswith((".", "!")), card["slug"]


@pytest.mark.sampled
def test_every_text_fits_on_its_card():
    cut = [card["slug"] for card in [*CREATURES, *UPGRADES] if "…" in faces.face(card, sentences=sentences(card))]
    assert cut == []


@pytest.mark.parametrize("troop", TROOPS, **by_slug)
def test_every_troop_has_leaders_to_choose_from(library, troop):
    able = [card for card in LEADERS if not findings(library, card=troop["slug"], soldiers=3, upgrades=[card["slug"]])]
    assert len(able) >= 3


@pytest.mark.sampled
@pytest.mark.parametrize("upgrade", UPGRADES, **by_slug)
def test_every_upgrade_has_two_creatures_that_its_own_words_allow_or_is_the_leader_of_one(library, upgrade):
    refused = {"equip-restriction", "spell-level"}
    allowed = [
        creature
        for creature in CREATURES
        if not refused & findings(library, card=creature["slug"], upgrades=[upgrade["slug"]])
    ]
    assert len(allowed) >= (1 if upgrade in LEADERS else 2)


# -- every card word is used, and more than once ---------------------------------------------------------------------


def test_every_word_about_the_bearer_is_used_at_least_twice():
    known = documents.load_schemas()["attack-wing/common.schema.json"]["$defs"]["clause"]["properties"]
    used: Counter[str] = Counter()
    for card in UPGRADES:
        clauses = [*card["requires"], *(line["unless"] for line in card["penalties"])]
        used.update({word for clause in clauses for word in (*clause, *clause.get("not", ()))})
    assert {word for word in known if used[word] < 2} == set()


def test_every_other_card_word_is_used_at_least_twice():
    words = ("requires", "excludes", "penalties", "grants", "limits", "exempt", "cost_each")
    assert {word for word in words if sum(bool(card.get(word)) for card in UPGRADES) < 2} == set()
    assert Counter(line["per"] for card in UPGRADES for line in card["limits"]).keys() == {"creature", "legion"}


# -- prices follow the formulas of docs/open-set.md --------------------------------------------------------------------


def creature_worth(card: Card) -> float:
    """Return the points of a creature by its printed numbers; its ability adds zero to two points."""
    weapons = card["weapons"]
    numbers = 4 * card["attack"] + 3 * card["agility"] + 3 * card["health"] + 2.5 * card["armor"] + card["level"] / 2
    places = 1.25 * len(card["slots"]) + len(card["actions"]) + (3 if card["movement"] == "flying" else 0)
    reach = max(weapon["range"] for weapon in weapons) + any(weapon["arc"] in ("rear", "any") for weapon in weapons)
    clumsy = 3 if "cannot attack at range 1" in card["text"] else 0
    return numbers + places + reach - clumsy - 13


def token_costs(card: Card) -> dict[str, int]:
    """Return the numbers on a troop's tokens: the card's cost and a little less for each additional soldier."""
    soldier = 3 * card["health"] + (card["attack"] + card["agility"] + card["armor"]) / 2
    cost, costs = float(card["cost"]), {}
    for soldiers, less in ((2, 0), (3, 0), (4, 0.5), (5, 0.5), (6, 1.5)):
        cost += soldier - less
        costs[str(soldiers)] = round(cost)
    return costs


def upgrade_worth(card: Card) -> float:
    """Return the points of an upgrade by its countable facts."""
    text = LEADERS_END.sub("", card["text"])
    worth = 2.0 + card.get("minimum_level", 0) / 5 + sum(line["count"] for line in card["grants"])
    if "Attack:" in text:
        dice = [int(number) for number in re.findall(r"(\d)(?:-dice| dice)", text)] or [3]
        worth += min(dice) - 2 + bool(re.match("cone|line|burst", card["range"]))
        worth -= bool(re.search("spend your (target|concentrate)", text))
    elif card["range"] not in ("none", "1"):
        worth += 0.5
    worth += "penetrates armor" in text
    worth += not PAID.search(text)
    worth -= text.startswith("You cannot") or "discard this card" in text.lower()
    worth += ("campaign-artifact" in card["keywords"]) + bool(card["unique"]) / 2
    return worth - sum(bool(clause.keys() & {"keyword", "class", "name"}) for clause in card["requires"]) / 2


def reasons() -> set[str]:
    """Return the names in the list of exceptions in docs/open-set.md, each of which must have a reason."""
    rows = re.findall(r"^\| (?!Card|-)([^|]+?) \| ([^|]+?) \|$", NOTES, re.MULTILINE)
    assert all(len(why) > 20 for _, why in rows)
    return {name for name, _ in rows}


@pytest.mark.parametrize("creature", CREATURES, **by_slug)
def test_a_creature_costs_what_its_numbers_and_its_ability_are_worth(creature):
    assert -0.5 <= creature["cost"] - creature_worth(creature) <= 2.5


@pytest.mark.parametrize("troop", TROOPS, **by_slug)
def test_a_troops_tokens_follow_from_its_card(troop):
    assert troop["costs"] == token_costs(troop)


def test_an_upgrade_is_within_two_points_of_its_worth_or_the_notes_say_why():
    by_number = [card for card in UPGRADES if "cost_each" not in card]
    off = {card["name"]: card["cost"] - upgrade_worth(card) for card in by_number}
    assert {name for name, difference in off.items() if abs(difference) > 2} == reasons()


def test_upgrades_are_neither_dear_nor_cheap_on_the_whole():
    by_number = [card for card in UPGRADES if "cost_each" not in card]
    differences = [card["cost"] - upgrade_worth(card) for card in by_number]
    assert abs(sum(differences) / len(differences)) < 0.5


# -- no creature dominates another -----------------------------------------------------------------------------------


def within(some: list[str], more: list[str]) -> bool:
    """Return whether every entry of `some` is in `more`, at least as often."""
    return not Counter(some) - Counter(more)


def dominates(card: Card, other: Card) -> bool:
    """Return whether `card` costs no more than `other` and no printed number or icon favors `other`."""
    no_worse = all(card[fact] >= other[fact] for fact in ("attack", "agility", "health", "armor", "level"))
    reach = max(weapon["range"] for weapon in card["weapons"]) >= max(weapon["range"] for weapon in other["weapons"])
    return (
        card["cost"] <= other["cost"]
        and card["troop"] == other["troop"]
        and card["movement"] in ("flying", other["movement"])
        and within(other["slots"], card["slots"])
        and within(other["actions"], card["actions"])
        and no_worse
        and reach
    )


def test_no_creature_is_dominated_on_its_printed_numbers():
    pairs = [(one["slug"], other["slug"]) for one in CREATURES for other in CREATURES if one is not other]
    cards = {card["slug"]: card for card in CREATURES}
    assert [(one, other) for one, other in pairs if dominates(cards[one], cards[other])] == []


# -- maneuver cards --------------------------------------------------------------------------------------------------


def test_every_class_has_a_maneuver_card_and_no_other_class_has():
    assert MANEUVERS.keys() == {card["class"] for card in CREATURES}


@pytest.mark.parametrize("creature", CREATURES, **by_slug)
def test_a_flying_creature_has_two_dials_and_one_on_the_ground_has_one(creature):
    card = MANEUVERS[creature["class"]]
    assert card["dials"] == (["ground", "flight"] if creature["movement"] == "flying" else ["ground"])
    assert {maneuver["dial"] for maneuver in card["maneuvers"]} == set(card["dials"])


@pytest.mark.parametrize("card", MANEUVERS.values(), **by_slug)
def test_a_dial_is_even_and_has_something_of_each_colour(card):
    for dial in nonempty(card["dials"]):
        listed = [maneuver for maneuver in card["maneuvers"] if maneuver["dial"] == dial]
        places = Counter((one["bearing"], one["side"], one["speed"]) for one in listed)
        assert max(places.values()) == 1
        assert {one["colour"] for one in listed} == {"white", "red", "green"}
        for one in listed:
            sided = one["bearing"] in ("bank", "turn")
            assert (one["side"] != "none") == sided
            assert (one["speed"] == 0) == (one["bearing"] == "pivot")
            if sided:
                assert one | {"side": {"left": "right", "right": "left"}[one["side"]]} in listed


def test_no_two_classes_move_alike_on_every_dial():
    seen = Counter(json.dumps(card["maneuvers"], sort_keys=True) for card in MANEUVERS.values())
    assert max(seen.values()) == 1
