"""The open sets of D&D Miniatures: enough cards to play with, priced by their formulas, every rule in reach.

The formulas are in docs/open-sets-miniatures.md.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from catalog import documents, faces
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library, card_sentences
from tests.nonempty import nonempty

ROOT = Path(__file__).resolve().parent.parent
NEW, OLD = "dnd-miniatures-2008", "dnd-miniatures-2003"
SETS = {NEW: "the-wood-that-walks", OLD: "the-parliament-on-the-ice"}
LEADERS = {NEW: "champion", OLD: "commander"}
NOTES = (ROOT / "docs" / "open-sets-miniatures.md").read_text("utf-8")
WAIVERS = {"faction", "alignment-mix", "unique", "size", "creature-cost-cap", "creature-count"}

Card = dict[str, Any]


def documents_of(game: str, folder: str) -> list[Card]:
    files = sorted((ROOT / "fixtures" / game / folder).glob("*.json"))
    return [json.loads(file.read_text("utf-8")) for file in files]


def open_cards(game: str, kind: str) -> list[Card]:
    return [card for card in documents_of(game, kind) if card["set"] == SETS[game]]


CREATURES = {game: open_cards(game, "creature") for game in SETS}
EVERY = [(game, card) for game, cards in CREATURES.items() for card in cards]
GROUNDS = [*open_cards(NEW, "battle-map"), *open_cards(OLD, "terrain-tile")]
each_creature = pytest.mark.parametrize(
    ("game", "card"), EVERY, ids=lambda case: case if isinstance(case, str) else case["slug"]
)
each_game = pytest.mark.parametrize("game", SETS)


def library(game: str) -> Library:
    """Return a library of the open set alone."""
    cards = [*CREATURES[game], *(ground for ground in GROUNDS if ground["game"] == game)]
    sheet = json.loads((ROOT / "fixtures" / game / "game.json").read_text("utf-8"))
    return Library.build(release=1, game=sheet, cards=cards, formats=documents_of(game, "formats"))


@each_game
def test_there_is_enough_to_play_with(game: str) -> None:
    creatures = CREATURES[game]
    assert f"{len(creatures)} creatures" in NOTES
    assert len(creatures) >= 24
    factions = documents.load_schemas()[f"{game}/common.schema.json"]["$defs"]["faction"]["enum"]
    for faction in nonempty(factions):
        of_it = [card for card in creatures if faction in card["factions"]]
        assert len(of_it) >= 8, faction
        assert any(card[LEADERS[game]] for card in of_it), faction


def test_there_are_maps_of_both_areas_and_tiles() -> None:
    areas = [ground.get("area") for ground in GROUNDS]
    assert min(areas.count("half"), areas.count("full")) >= 3
    assert len([ground for ground in GROUNDS if ground["kind"] == "terrain-tile"]) >= 6


@each_game
def test_nothing_is_left_open_and_every_card_has_a_line_of_flavour(game: str) -> None:
    for card in nonempty([*CREATURES[game], *GROUNDS]):
        assert documents.wanted_pointers(card) == [], card["slug"]
        assert card["flavour"]


@each_creature
def test_every_text_fits_on_its_card(game: str, card: Card) -> None:
    assert "…" not in faces.face(card, sentences=card_sentences(card))


def worth_2008(card: Card) -> float:
    blows = [(attack["bonus"] + 4) * attack["damage"] / 15 for attack in card["attacks"]]
    reach = any(attack["reach"] != "none" for attack in card["attacks"])
    body = card["hp"] * (card["ac"] + card["defense"] - 20) / 100 + card["speed"] - 5 + 2 * card["flight"]
    return body + max(blows) + 3 * (len(blows) - 1) + 2 * reach + 2 * card["champion_rating"]


def worth_2003(card: Card) -> float:
    blows = [sum(bonus + 4 for bonus in attack["bonuses"]) * attack["damage"] / 20 for attack in card["attacks"]]
    afar = any(attack["manner"] == "ranged" for attack in card["attacks"])
    body = card["hp"] * (card["ac"] - 8) / 80 + card["level"] / 2 + card["speed"] - 6 + 2 * card["flight"]
    minions = {"musher-of-the-far-bank": 6, "wolf-caller-skadd": 20}.get(card["slug"], 0)
    return body + max(blows) + 2 * afar + 1.5 * card["commander_rating"] - card["difficult"] / 4 + minions


@each_creature
def test_a_creature_costs_what_its_numbers_and_its_ability_are_worth(game: str, card: Card) -> None:
    worth = worth_2008(card) if game == NEW else worth_2003(card)
    least = -0.5 if game == NEW else -1.5
    assert card["cost"] == 3 or least <= card["cost"] - worth <= 3.5


def dominates(game: str, card: Card, other: Card) -> bool:
    """Return whether `card` costs no more than `other` of its factions while no printed fact favors `other`."""
    numbers = ["level", "speed", "ac", "hp", f"{LEADERS[game]}_rating", *(["defense"] if game == NEW else [])]
    worse = ["difficult"] if game == OLD else []
    best = [max((_strength(attack) for attack in compared["attacks"]), default=0) for compared in (card, other)]
    return (
        card["cost"] <= other["cost"]
        and set(other["factions"]) <= set(card["factions"])
        and all(card[fact] >= other[fact] for fact in numbers)
        and all(card[fact] <= other[fact] for fact in worse)
        and card["flight"] >= other["flight"]
        and best[0] >= best[1]
        and _manners(other) <= _manners(card)
    )


def _manners(card: Card) -> set[str]:
    return {attack["manner"] for attack in card["attacks"]}


def _strength(attack: Card) -> int:
    hits = attack["bonuses"] if "bonuses" in attack else [attack["bonus"]]
    return sum(bonus + 4 for bonus in hits) * int(attack["damage"])


@each_game
def test_no_creature_is_dominated_on_its_printed_numbers(game: str) -> None:
    cards = CREATURES[game]
    pairs = [
        (one["slug"], other["slug"])
        for one in cards
        for other in cards
        if one is not other and dominates(game, one, other)
    ]
    assert pairs == []


def test_every_waiver_is_on_some_champion() -> None:
    rows = [row for card in CREATURES[NEW] for row in card["warband_building"]]
    assert {waived for row in rows for waived in row["waives"]} == WAIVERS
    assert any(card["discounts"] for card in CREATURES[NEW])


def verdict_codes(game: str, *slugs: str | Card, **fields: Any) -> tuple[set[str], set[str], set[str]]:
    """Return the codes of the errors in a warband, of the waived errors and of the open questions."""
    picks = [{"card": slug} if isinstance(slug, str) else slug for slug in slugs]
    verdict = judge(library(game), {"game": game, "picks": picks, **fields}).as_document()
    wrong = {finding["code"].partition("/")[2] for finding in verdict["findings"]}
    waived = {finding["code"].partition("/")[2] for finding in verdict["waived"]}
    return wrong, waived, {question["question"] for question in verdict.get("open", ())}


SMALL = {"points": 100, "map": "gatehouse-yard"}
BIG = {"points": 500, "map": "the-ninth-gallery"}


@pytest.mark.parametrize(
    ("slugs", "fields", "waived"),
    [
        (["orla-venn-castellan-of-hollowmark", "hollowmark-halberdier"], {"faction": "civilization", **SMALL}, set()),
        (["wagon-queen-tamsel-roe", "silverblind-miner"], {"faction": "borderlands", **SMALL}, {"faction"}),
        (["debt-reeve-sallow", "lamp-warden"], {"faction": "civilization", **SMALL}, {"alignment-mix"}),
        (
            ["choir-master-under", {"card": "vesk-twice-repeated", "count": 2}],
            {"faction": "underdark", **SMALL},
            {"unique"},
        ),
        (["hedge-witch-of-the-near-field", "furlong-oak"], {"faction": "wild", **SMALL}, {"creature-cost-cap", "size"}),
        (["lode-mother", "the-sleeper-in-the-ninth-gallery"], {"faction": "underdark", **BIG}, {"size"}),
        (["fox-that-counts", {"card": "rootling", "count": 9}], {"faction": "wild", **SMALL}, {"creature-count"}),
    ],
)
def test_each_waiver_is_of_use_in_a_game_of_some_size(slugs: list[Any], fields: Card, waived: set[str]) -> None:
    assert verdict_codes(NEW, *slugs, **fields) == (set(), waived, set())


def test_the_open_questions_are_in_reach() -> None:
    one_name = ("orla-venn-castellan-of-hollowmark", "orla-venn-outlaw")
    assert verdict_codes(NEW, *one_name, faction="borderlands", map="the-ninth-gallery")[2] == {"identical-names"}
    speaker = ("speaker-ysolde-marr", "bonfire-fiddler")
    assert verdict_codes(OLD, *speaker, faction="lawful-good")[2] == {"commanders-admitted"}
    dogs: Card = {"card": "sledge-mastiff", "count": 2, "minion_of": "musher-of-the-far-bank"}
    crowd: Card = {"card": "thaw-warden", "count": 10}
    _, _, questions = verdict_codes(
        OLD, "musher-of-the-far-bank", dogs, crowd, faction="lawful-good", format="constructed-2003"
    )
    assert questions == {"minions"}


@pytest.mark.parametrize(
    ("code", "slugs", "fields"),
    [
        ("warband-building", ["ulla-splitbeam", "executioner-of-the-short-day"], {"faction": "chaotic-evil"}),
        ("requires", ["thaw-flood-elemental"], {"faction": "chaotic-good"}),
        (
            "minions",
            [{"card": "sledge-mastiff", "minion_of": "thaw-warden"}, "thaw-warden"],
            {"faction": "lawful-good"},
        ),
        ("terrain-tiles", ["thaw-warden"], {"faction": "lawful-good", "format": "parliament-skirmish"}),
        ("difficult", ["frost-giant-heckler"], {"faction": "chaotic-evil"}),
        ("unique", ["ulla-splitbeam", "ulla-chained"], {"faction": "lawful-evil"}),
        ("size", ["hunger-from-the-pressure-ridge"], {"faction": "chaotic-evil"}),
        (
            "creature-cost-cap",
            ["hunger-from-the-pressure-ridge"],
            {"faction": "chaotic-evil", "format": "parliament-skirmish", "points": 100},
        ),
        (
            "formed-unit-class",
            [{"card": "dwarf-ice-reader", "unit": "ice", "formed": True}],
            {"faction": "lawful-good", "format": "mass-battles"},
        ),
        (
            "unit-attachment",
            [{"card": "thaw-warden", "attached_to": "ice"}],
            {"faction": "lawful-good", "format": "mass-battles"},
        ),
    ],
)
def test_the_rules_of_the_original_edition_are_in_reach(code: str, slugs: list[Any], fields: Card) -> None:
    assert code in verdict_codes(OLD, *slugs, **fields)[0]


def test_beta_cards_are_in_reach() -> None:
    wrong, _, _ = verdict_codes(
        NEW, "half-built-watchman", faction="civilization", map="the-ninth-gallery", format="sanctioned-assault"
    )
    assert wrong == {"beta-card"}


@each_game
def test_the_ready_warbands_are_legal(game: str) -> None:
    files = sorted((ROOT / "legions/games" / game.replace("-", "_") / "ready_lists").glob("*.json"))
    ours = {card["slug"] for card in CREATURES[game]}
    ready = [found for found in (json.loads(file.read_text("utf-8")) for file in files) if _of(ours, found)]
    assert len(ready) >= 3
    for found in ready:
        assert judge(library(game), found).verdict == "legal", found["name"]


def _of(slugs: set[str], legion: Card) -> bool:
    return all(pick["card"] in slugs for pick in legion["picks"])
