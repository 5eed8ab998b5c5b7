"""The choice of a shield's figure by the words of a card. The figures are drawn in `figures/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).with_name("figures")

# The color of tongues, plumes and gems in the drawings. Each shield replaces it by its own accent.
ACCENT = "#b3271e"

# Words of a creature's keywords and class, in order of priority: a dracolich is a dragon rather than undead.
_CREATURES = {
    "wyvern": ("wyvern", "drake", "young-dragon"),
    "dragon": ("dragon", "wyrm", "dracolich", "hydra"),
    "undead": ("undead", "wraith", "lich", "skeleton", "zombie", "vampire", "ghost", "drowned", "mummy"),
    "giant": ("giant", "ogre", "troll", "titan", "cyclops"),
    "construct": ("construct", "golem", "engine", "weapon", "ballista", "gargoyle", "siege", "mangonel"),
    "plant": ("plant", "treant", "fungus", "myconid"),
    "spirit": ("elemental", "spirit", "angel", "demon", "devil", "genie", "beholder", "fey", "shadow"),
    "eagle": ("eagle", "roc", "griffin", "griffon", "jackdaw", "harpy", "aarakocra", "bird", "hippogriff"),
    "hound": ("hound", "dog", "wolf", "worg", "jackal", "fox"),
    "beast": ("beast", "mount", "chimera", "nightmare", "bear", "lion", "horse", "spider", "drider"),
}
_UPGRADES = {
    "flame": ("breath", "flame", "fire", "lamp", "storm"),
    "mail": ("armor", "shield", "barding", "plate", "mail", "hide", "scales", "saddle", "howdah"),
    "blade": ("weapon", "sword", "axe", "blade", "handed", "tactic", "banner", "leader", "rider", "oath"),
    "claw": ("claw", "natural", "instinct", "tail", "wing"),
    "scroll": ("spell", "tome", "lore", "schooling"),
    "ring": ("ring", "artifact", "reliquary", "token", "gear"),
}
_SLOTS = {
    "dragon": "claw",
    "monster": "claw",
    "heroic": "blade",
    "equipment": "ring",
    "arcane": "scroll",
    "divine": "flame",
}


# Frequent figures have two drawings. The class determines one, as it does the division.
DRAWINGS = {"dragon": ("dragon", "wyvern")}


def charge_of(document: dict[str, Any]) -> str:
    """Return the name of a card's figure, by its keywords, class and name, or else by its kind or slot."""
    words = words_of(document)
    if document.get("kind") in ("creature", "maneuver-card"):
        return creature_of(words)
    if document.get("kind") == "spell":
        return "scroll"
    if document.get("kind") == "damage-card":
        return "blade" if document.get("flips") else "undead"
    return thing_of(words) or _SLOTS.get(document.get("slot") or "", "ring")


def creature_of(card_words: set[str]) -> str:
    """Return the figure of a creature with these words."""
    return _first(_CREATURES, card_words) or "humanoid"


def thing_of(card_words: set[str]) -> str | None:
    """Return the figure of an upgrade or order with these words, None if none of them determines one."""
    return _first(_UPGRADES, card_words)


def words_of(document: dict[str, Any]) -> set[str]:
    """Return the single words of a card's keywords, class and name."""
    keywords = document.get("keywords") or ()
    named = f"{document.get('class') or ''} {document.get('name') or ''}".lower().replace("-", " ")
    return {*keywords, *"-".join(keywords).split("-"), *named.split()}


def _first(families: dict[str, tuple[str, ...]], card_words: set[str]) -> str | None:
    return next((name for name, family in families.items() if not card_words.isdisjoint(family)), None)


def figures() -> list[str]:
    """Return the names of all figures, sorted."""
    return sorted(path.stem for path in SOURCES.glob("*.svg"))


@cache
def figure(name: str) -> str:
    """Return the drawing in a field of 100 x 100, for a group whose attribute "color" is its tincture."""
    source = (SOURCES / f"{name}.svg").read_text(encoding="utf-8")
    return source[source.index(">") + 1 : source.rindex("</svg>")].strip()
