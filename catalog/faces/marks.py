"""The drawn marks: read from `static/marks/`, gathered in one sprite, named for people.

`python -m catalog.faces.marks` writes the sprite `static/marks.svg` again after a mark was drawn or changed; a test
holds the two together.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

STATIC = Path(__file__).resolve().parents[2] / "static"
SOURCES = STATIC / "marks"
SPRITE = STATIC / "marks.svg"

# What every mark is drawn with: a 24 px grid, one stroke, the colour of the text around it.
PEN = 'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"'

# (group, ((mark, word, sentence), ...)): the legend for people, in reading order.
LEGEND: tuple[tuple[str | Promise, tuple[tuple[str, str | Promise, str | Promise], ...]], ...] = (
    (
        _("Upgrade slots"),
        (
            ("dragon", _("Dragon"), _("Breath, scale and tail.")),
            ("equipment", _("Equipment"), _("Arms, armor and gear.")),
            ("monster", _("Monster"), _("What beasts and horrors can do.")),
            ("heroic", _("Heroic"), _("Skill, training and command.")),
            ("arcane", _("Arcane"), _("Wizardry; its spells ask for a level.")),
            ("divine", _("Divine"), _("Prayer; its spells ask for a level.")),
            ("any", _("Any"), _("Fits whichever slot is free.")),
        ),
    ),
    (
        _("Actions"),
        (
            ("dodge", _("Dodge"), _("One more dodge in defense.")),
            ("charge", _("Charge"), _("One more attack die in front.")),
            ("target", _("Target"), _("Roll attack dice a second time.")),
            ("concentrate", _("Concentrate"), _("Turn what you kept in mind into hits or dodges.")),
            ("feint", _("Feint"), _("A trick that tires.")),
        ),
    ),
    (
        _("Energy types"),
        (
            ("fire", _("Fire"), _("Flame and heat.")),
            ("cold", _("Cold"), _("Ice and frost.")),
            ("acid", _("Acid"), _("What eats through.")),
            ("lightning", _("Lightning"), _("The bolt.")),
            ("thunder", _("Thunder"), _("The sound.")),
            ("positive", _("Positive"), _("The force of life.")),
            ("negative", _("Negative"), _("The force of undeath.")),
            ("poison", _("Poison"), _("Venom and brew.")),
            ("disease", _("Disease"), _("Plague and rot.")),
        ),
    ),
    (
        _("Alignments"),
        (
            ("good", _("Good"), _("The lily.")),
            ("neutral", _("Neutral"), _("The scales.")),
            ("evil", _("Evil"), _("The horns.")),
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
            ("melee", _("Melee"), _("Needs one play level.")),
            ("ranged", _("Ranged"), _("Reaches other play levels.")),
            ("arc-forward", _("Forward arc"), _("Aimed to the front.")),
            ("arc-rear", _("Rear arc"), _("Aimed to the back.")),
            ("arc-any", _("Any arc"), _("Aimed all round.")),
        ),
    ),
    (
        _("Verdicts"),
        (
            ("seal-legal", _("Legal"), _("The seal is whole: every rule holds.")),
            ("seal-illegal", _("Illegal"), _("The seal is broken: the findings say why.")),
            ("seal-undetermined", _("Undetermined"), _("The seal is half: a fact that decides is not known.")),
        ),
    ),
    (
        _("Cards"),
        (
            ("creature", _("Creature"), _("A card with its figure.")),
            ("upgrade", _("Upgrade"), _("A card that one creature carries.")),
            ("spell", _("Spell"), _("An upgrade that asks for a level.")),
            ("damage-card", _("Damage card"), _("Drawn in play, never part of a legion.")),
            ("maneuver-card", _("Maneuver card"), _("What the dials offer, never part of a legion.")),
            ("open-set", _("Open set"), _("A card of an open set: free to play, and not of the game's publisher.")),
            ("unique", _("Unique"), _("Its name stands once in a legion.")),
        ),
    ),
)

INKS = {
    **{energy: energy for energy in ("fire", "cold", "acid", "lightning", "thunder")},
    **{energy: energy for energy in ("positive", "negative", "poison", "disease")},
    **{f"seal-{verdict}": verdict for verdict in ("legal", "illegal", "undetermined")},
}
"""The marks that have an ink of their own, and its name."""


def names() -> list[str]:
    """The marks there are, sorted."""
    return sorted(path.stem for path in SOURCES.glob("*.svg"))


@cache
def strokes(name: str) -> str:
    """What is inside the drawing of one mark, to be set in a group drawn with `PEN`; KeyError when there is none."""
    path = SOURCES / f"{name}.svg"
    if not path.is_file():
        raise KeyError(name)
    text = path.read_text(encoding="utf-8")
    return text[text.index(">") + 1 : text.rindex("</svg>")].strip()


def sprite() -> str:
    """All marks as symbols of one file: `<use href="/static/marks.svg#dragon"/>`."""
    symbols = [f'<symbol id="{name}" viewBox="0 0 24 24" {PEN}>{strokes(name)}</symbol>' for name in names()]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""])


if __name__ == "__main__":
    SPRITE.write_text(sprite(), encoding="utf-8")
