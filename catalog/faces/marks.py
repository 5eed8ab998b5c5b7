"""The drawn marks in `static/marks/`, their sprite, and their names for people.

`python -m catalog.faces.marks` writes the sprite `static/marks.svg` again after a mark was added or changed. A test
checks that it is up to date.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

STATIC = Path(__file__).resolve().parents[2] / "static"
SOURCES = STATIC / "marks"
SPRITE = STATIC / "marks.svg"

# SVG attributes of all marks: a 24 px grid, one stroke, the color of the surrounding text.
PEN = 'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"'

# (group, ((mark, label, sentence), ...)): the legend for people, in reading order.
LEGEND: tuple[tuple[str | Promise, tuple[tuple[str, str | Promise, str | Promise], ...]], ...] = (
    (
        _("Upgrade slots"),
        (
            ("dragon", _("Dragon"), _("An upgrade slot for breath, scales and tail.")),
            ("equipment", _("Equipment"), _("An upgrade slot for arms, armor and gear.")),
            ("monster", _("Monster"), _("An upgrade slot for what beasts and horrors can do.")),
            ("heroic", _("Heroic"), _("An upgrade slot for skill, training and command.")),
            ("arcane", _("Arcane"), _("An upgrade slot for wizardry; its spells need a level.")),
            ("divine", _("Divine"), _("An upgrade slot for prayer; its spells need a level.")),
            ("any", _("Any"), _("Fits any slot that is free.")),
        ),
    ),
    (
        _("Actions"),
        (
            ("dodge", _("Dodge"), _("An action: one more dodge in defense.")),
            ("charge", _("Charge"), _("An action: one more attack die for melee in the forward arc.")),
            ("target", _("Target"), _("An action: roll attack dice a second time.")),
            ("concentrate", _("Concentrate"), _("An action: concentrate results count as hits or dodges.")),
            ("feint", _("Feint"), _("An action: a trick that costs an Exhaustion Token.")),
        ),
    ),
    (
        _("Energy types"),
        (
            ("fire", _("Fire"), _("An energy type: flame and heat.")),
            ("cold", _("Cold"), _("An energy type: ice and frost.")),
            ("acid", _("Acid"), _("An energy type: what eats through.")),
            ("lightning", _("Lightning"), _("An energy type: the bolt.")),
            ("thunder", _("Thunder"), _("An energy type: the sound.")),
            ("positive", _("Positive"), _("An energy type: the force of life.")),
            ("negative", _("Negative"), _("An energy type: the force of undeath.")),
            ("poison", _("Poison"), _("An energy type: venom and brew.")),
            ("disease", _("Disease"), _("An energy type: plague and rot.")),
        ),
    ),
    (
        _("Alignments"),
        (
            ("good", _("Good"), _("An alignment, drawn as a lily.")),
            ("neutral", _("Neutral"), _("An alignment, drawn as scales.")),
            ("evil", _("Evil"), _("An alignment, drawn as horns.")),
        ),
    ),
    (
        _("Movement and base"),
        (
            ("flying", _("Flying"), _("Uses the flight dial.")),
            ("ground", _("Ground"), _("Stays on its feet.")),
            ("troop", _("Troop"), _("One to six soldiers on one base.")),
            ("base-small", _("Small base"), _("The small square.")),
            ("base-large", _("Large base"), _("The large square.")),
        ),
    ),
    (
        _("Weapons and arcs"),
        (
            ("melee", _("Melee"), _("A weapon that needs both on one play level.")),
            ("ranged", _("Ranged"), _("A weapon that reaches other play levels, too.")),
            ("arc-forward", _("Forward arc"), _("Aimed to the front.")),
            ("arc-rear", _("Rear arc"), _("Aimed to the back.")),
            ("arc-any", _("Any arc"), _("Aimed all round.")),
        ),
    ),
    (
        _("Verdicts"),
        (
            ("seal-legal", _("Legal"), _("The seal is whole: every rule holds.")),
            ("seal-illegal", _("Illegal"), _("The seal is broken: see the findings.")),
            ("seal-unfinished", _("Unfinished"), _("The seal is open: a card or a choice is missing.")),
            ("seal-undetermined", _("Undetermined"), _("The seal is half: a fact that decides is not known.")),
        ),
    ),
    (
        _("Cards"),
        (
            ("creature", _("Creature"), _("A card with its figure.")),
            ("upgrade", _("Upgrade"), _("A card that one creature carries.")),
            ("spell", _("Spell"), _("An upgrade that requires a level.")),
            ("damage-card", _("Damage card"), _("Drawn in play, never part of a legion.")),
            ("maneuver-card", _("Maneuver card"), _("What the dials offer, never part of a legion.")),
            ("open-set", _("Open set"), _("A card of an open set: free to use, and not of the game’s publisher.")),
            ("unique", _("Unique"), _("A list may have one card of that name.")),
            ("check", _("Checked"), _("Somebody has compared this with the source that is named.")),
        ),
    ),
    (
        _("People"),
        (
            ("role", _("Role"), _("An admin, a moderator or a curator of Muster.")),
            ("bookmarked", _("Favourite"), _("A list among your favourites.")),
        ),
    ),
)

INKS = {
    **{energy: energy for energy in ("fire", "cold", "acid", "lightning", "thunder")},
    **{energy: energy for energy in ("positive", "negative", "poison", "disease")},
    **{f"seal-{verdict}": verdict for verdict in ("legal", "illegal", "undetermined")},
    "seal-unfinished": "undetermined",
}
"""Marks with an ink of their own, and the name of that ink."""


def names() -> list[str]:
    """Return the names of all marks, sorted."""
    return sorted(path.stem for path in SOURCES.glob("*.svg"))


@cache
def strokes(name: str) -> str:
    """Return the content of a mark's SVG, for a group drawn with `PEN`. Raises KeyError for an unknown mark."""
    path = SOURCES / f"{name}.svg"
    if not path.is_file():
        raise KeyError(name)
    text = path.read_text(encoding="utf-8")
    return text[text.index(">") + 1 : text.rindex("</svg>")].strip()


def sprite() -> str:
    """Return a sprite with all marks as symbols: `<use href="/static/marks.svg#dragon"/>`."""
    symbols = [f'<symbol id="{name}" viewBox="0 0 24 24" {PEN}>{strokes(name)}</symbol>' for name in names()]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""])


if __name__ == "__main__":
    SPRITE.write_text(sprite(), encoding="utf-8")
