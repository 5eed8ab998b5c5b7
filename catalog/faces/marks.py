"""The drawn marks: read from `static/marks/`, gathered in one sprite, named for people.

`python -m catalog.faces.marks` writes the sprite `static/marks.svg` again after a mark was drawn or changed; a test
holds the two together.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "static"
SOURCES = STATIC / "marks"
SPRITE = STATIC / "marks.svg"

# What every mark is drawn with: a 24 px grid, one stroke, the colour of the text around it.
PEN = 'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"'

# (group, ((mark, word, sentence), ...)): the legend for people, in reading order.
LEGEND: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...] = (
    (
        "Upgrade slots",
        (
            ("dragon", "Dragon", "Breath, scale and tail."),
            ("equipment", "Equipment", "Arms, armor and gear."),
            ("monster", "Monster", "What beasts and horrors can do."),
            ("heroic", "Heroic", "Skill, training and command."),
            ("arcane", "Arcane", "Wizardry; its spells ask for a level."),
            ("divine", "Divine", "Prayer; its spells ask for a level."),
            ("any", "Any", "Fits whichever slot is free."),
        ),
    ),
    (
        "Actions",
        (
            ("dodge", "Dodge", "One more dodge in defense."),
            ("charge", "Charge", "One more attack die in front."),
            ("target", "Target", "Roll attack dice a second time."),
            ("concentrate", "Concentrate", "Turn what you kept in mind into hits or dodges."),
            ("feint", "Feint", "A trick that tires."),
        ),
    ),
    (
        "Energy types",
        (
            ("fire", "Fire", "Flame and heat."),
            ("cold", "Cold", "Ice and frost."),
            ("acid", "Acid", "What eats through."),
            ("lightning", "Lightning", "The bolt."),
            ("thunder", "Thunder", "The sound."),
            ("positive", "Positive", "The force of life."),
            ("negative", "Negative", "The force of undeath."),
            ("poison", "Poison", "Venom and brew."),
            ("disease", "Disease", "Plague and rot."),
        ),
    ),
    (
        "Alignments",
        (
            ("good", "Good", "The lily."),
            ("neutral", "Neutral", "The scales."),
            ("evil", "Evil", "The horns."),
        ),
    ),
    (
        "Movement and base",
        (
            ("flying", "Flying", "Uses the flight dial."),
            ("ground", "Ground", "Stays on its feet."),
            ("troop", "Troop", "One to six soldiers on one base."),
            ("base-small", "Small base", "The small square."),
            ("base-large", "Large base", "The large square."),
        ),
    ),
    (
        "Weapons and arcs",
        (
            ("melee", "Melee", "Needs one play level."),
            ("ranged", "Ranged", "Reaches other play levels."),
            ("arc-forward", "Forward arc", "Aimed to the front."),
            ("arc-rear", "Rear arc", "Aimed to the back."),
            ("arc-any", "Any arc", "Aimed all round."),
        ),
    ),
    (
        "Verdicts",
        (
            ("seal-legal", "Legal", "The seal is whole: every rule holds."),
            ("seal-illegal", "Illegal", "The seal is broken: the findings say why."),
            ("seal-undetermined", "Undetermined", "The seal is half: a fact that decides is not known."),
        ),
    ),
    (
        "Cards",
        (
            ("creature", "Creature", "A card with its figure."),
            ("upgrade", "Upgrade", "A card that one creature carries."),
            ("spell", "Spell", "An upgrade that asks for a level."),
            ("damage-card", "Damage card", "Drawn in play, never part of a legion."),
            ("maneuver-card", "Maneuver card", "What the dials offer, never part of a legion."),
            ("unique", "Unique", "Its name stands once in a legion."),
        ),
    ),
)


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
