"""Coats of arms of cards, chosen by their facts and by a hash of their slug.

Facts choose tinctures, outline, division of the field, figure and border, as defined for each game (`games`). The rest
- line, metal, small marks, diaper - comes from a hash of the slug, so that a card always has the same arms, different
from those of other cards. The field is 100 x 120.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, TypeVar

from django.utils.translation import gettext, pgettext

from catalog.faces.known_games import faces_of_game
from catalog.faces.marks import PEN, strokes
from catalog.faces.shield_divisions import DIVISIONS, LINES
from catalog.faces.shield_figures import ACCENT, DRAWINGS, figure, figures

_Item = TypeVar("_Item")

WORD = "arms"
"""The message context of words that describe arms."""
INK = "#1d1812"
GOLD = "#e2bd5a"

# Energy or alignment: the color of the field, its darker shade, its name.
TINCTURES: dict[str, tuple[str, str, str]] = {
    "fire": ("#a8331f", "#7c2114", "red"),
    "cold": ("#3779a8", "#235a82", "blue"),
    "acid": ("#6f8a28", "#4f661a", "yellow-green"),
    "lightning": ("#4f50b8", "#37388c", "violet-blue"),
    "thunder": ("#735796", "#543d72", "purple"),
    "positive": ("#b3862c", "#8a6418", "deep gold"),
    "negative": ("#3d3947", "#252230", "black"),
    "poison": ("#47713a", "#305226", "green"),
    "disease": ("#7d6b34", "#5c4d20", "tawny"),
    "good": ("#54789a", "#3d5d7c", "sky blue"),
    "neutral": ("#6e6658", "#524b3f", "stone"),
    "evil": ("#6a2f3f", "#4b1e2b", "wine"),
    "slot-dragon": ("#8d4a2a", "#6a341b", "russet"),
    "slot-equipment": ("#5a6570", "#414b55", "steel"),
    "slot-monster": ("#5d5a2f", "#44421f", "moss"),
    "slot-heroic": ("#7a3b3b", "#5a2828", "brick"),
    "slot-arcane": ("#4a5a8c", "#344169", "indigo"),
    "slot-divine": ("#8c7440", "#69552b", "ochre"),
    "damage": ("#7a1f1f", "#541313", "blood red"),
    "maneuver": ("#3f6d6a", "#2b4f4d", "sea green"),
    "unknown": ("#8a8375", "#6f695c", "grey"),
}

METALS = (("#e6c66b", "gold"), ("#f1ead8", "silver"), ("#dcb98a", "copper"))
ACCENTS = ("#b3271e", "#2f6f9f", "#4f7d3c", "#7a4f9a", "#1d1812", "#c4622d")

OUTLINES = {
    "good": "M6 5H94V52C94 84 76 105 50 116C24 105 6 84 6 52Z",
    "neutral": (
        "M6 9C20 4 37 11 50 5C63 11 80 4 94 9C90 30 94 42 94 56C94 86 74 104 50 116C26 104 6 86 6 56C6 42 10 30 6 9Z"
    ),
    "evil": (
        "M4 4C20 13 36 11 50 5C64 11 80 13 96 4C90 22 90 34 95 48C99 76 78 92 66 100"
        "C58 105 53 110 50 117C47 110 42 105 34 100C22 92 1 76 5 48C10 34 10 22 4 4Z"
    ),
    "upgrade": "M8 5H92V72C92 100 72 116 50 116C28 116 8 100 8 72Z",
    "spell": (
        "M50 4C64 10 78 10 88 8C92 24 96 40 96 60C96 92 72 110 50 117C28 110 4 92 4 60C4 40 8 24 12 8C22 10 36 10 50 4Z"
    ),
    "damage-card": "M6 5H40L46 16L54 8L58 5H94V52C94 84 76 105 50 116C24 105 6 84 6 52Z",
    "maneuver-card": "M50 4L94 22V60C94 88 74 106 50 116C26 106 6 88 6 60V22Z",
}

# Small marks in a field of 12 x 12.
MARKS = {
    "mullets": "M6 0L7.5 4.2L12 4.3L8.5 7L9.7 11.3L6 8.8L2.3 11.3L3.5 7L0 4.3L4.5 4.2Z",
    "crescents": "M1 2A6 6 0 1 0 11 2A5 5 0 1 1 1 2Z",
    "roundels": "M6 1A5 5 0 1 1 5.99 1Z",
    "annulets": "M6 0.5A5.5 5.5 0 1 1 5.99 0.5ZM6 3.5A2.5 2.5 0 1 0 6.01 3.5Z",
    "lozenges": "M6 0L10.5 6L6 12L1.5 6Z",
    "billets": "M3 0.5H9V11.5H3Z",
    "crosslets": "M4.5 0H7.5V4.5H12V7.5H7.5V12H4.5V7.5H0V4.5H4.5Z",
    "drops": "M6 0C9 4.5 10 6 10 8A4 4 0 0 1 2 8C2 6 3 4.5 6 0Z",
    "trefoils": "M6 0A2.8 2.8 0 0 1 8.6 4A2.8 2.8 0 1 1 7 8L8 12H4L5 8A2.8 2.8 0 1 1 3.4 4A2.8 2.8 0 0 1 6 0Z",
    "lilies": (
        "M6 0C8 2.5 8 4.5 7.3 6C9 3.5 12 4.5 11.5 8C10.5 7 9 7.5 7.5 9L8.5 12H3.5L4.5 9"
        "C3 7.5 1.5 7 0.5 8C0 4.5 3 3.5 4.7 6C4 4.5 4 2.5 6 0Z"
    ),
    "escutcheons": "M1.5 1H10.5V6C10.5 9 8.5 11 6 12C3.5 11 1.5 9 1.5 6Z",
    "arrowheads": "M6 0L11 12L6 8.5L1 12Z",
}

# Places of small marks: centers and scale. A chief or canton is an area of metal with marks in the color of the field.
PLACES: dict[str, tuple[tuple[tuple[float, float], ...], float]] = {
    "none": ((), 1),
    "in the upper corners": (((19, 19), (81, 19)), 1.15),
    "in base": (((50, 103),), 0.95),
    "two and one": (((19, 19), (81, 19), (50, 103)), 1),
    "on a chief": (((26, 17.5), (50, 17.5), (74, 17.5)), 1.05),
    "one on a chief": (((50, 17.5),), 1.2),
    "two on a chief": (((33, 17.5), (67, 17.5)), 1.15),
    "on a canton": (((23, 20),), 1.35),
}

DIAPERS = {
    "none": "",
    "lozenges": "M0 8L8 0L16 8L8 16Z",
    "waves": "M0 4Q4 0 8 4T16 4M0 12Q4 8 8 12T16 12",
    "crosses": "M4 2V6M2 4H6M12 10V14M10 12H14",
    "rings": "M8 3A5 5 0 1 1 7.99 3M0 3A5 5 0 0 0 5 -2M16 13A5 5 0 0 0 11 18",
    "scales": "M0 0A8 8 0 0 0 16 0M-8 8A8 8 0 0 0 8 8A8 8 0 0 0 24 8",
    "hatching": "M0 16L16 0M-4 4L4 -4M12 20L20 12",
}


@dataclass(frozen=True, slots=True)
class Arms:
    """The parts of a coat of arms; `blazon` describes it, `draw_arms` draws it."""

    outline: str
    field: tuple[str, str, str]
    second: str
    division: str
    line: str
    metal: tuple[str, str]
    accent: str
    figure: str
    device: str | None
    mark: str
    place: str
    diaper: str
    unique: bool
    seed: str

    @property
    def blazon(self) -> str:
        """A description of the arms for screen readers."""
        ground = [self.field[2], self.division, *([self.line] if self.line != "straight" else [])]
        parts = [
            " ".join(map(_word, ground)),
            gettext("the figure {figure} in {metal}").format(figure=_word(self.figure), metal=_word(self.metal[1])),
            *([f"{_word(self.mark)} {_word(self.place)}"] if self.place != "none" else []),
            *([gettext("a gold border")] if self.unique else []),
        ]
        words = ", ".join(parts)
        return f"{words[:1].upper()}{words[1:]}."


def _word(word: str) -> str:
    return pgettext(WORD, word)


def translatable_words() -> list[str]:
    """Return all words that occur in descriptions of arms."""
    tinctures, metals = (one[2] for one in TINCTURES.values()), (metal for _colour, metal in METALS)
    return sorted({*tinctures, *metals, *DIVISIONS, *LINES, *MARKS, *PLACES, *figures()} - {"none", "straight"})


def arms_of(document: dict[str, Any]) -> Arms:
    """Return the arms of a card. They depend on its document only."""
    bearing = faces_of_game(str(document.get("game") or "")).bearing(document)
    dice = _SeededChoice(str(document.get("slug") or document.get("name") or ""))
    field = TINCTURES[bearing.tincture]
    second = TINCTURES[bearing.second][0] if bearing.second else (field[1], _mixed(field[0]))[dice.roll(2)]
    family = _SeededChoice(bearing.family)
    division = family.pick(tuple(DIVISIONS))
    return Arms(
        outline=OUTLINES[bearing.outline],
        field=field,
        second=second,
        division=division,
        line=dice.pick(LINES),
        metal=dice.pick(METALS),
        accent=dice.pick(tuple(colour for colour in ACCENTS if colour != field[0])),
        figure=family.pick(DRAWINGS.get(bearing.charge, (bearing.charge,))),
        device=bearing.device,
        mark=dice.pick(tuple(MARKS)),
        place=dice.pick(tuple(PLACES)),
        diaper=dice.pick(tuple(DIAPERS)) if bearing.known else "hatching",
        unique=bearing.unique,
        seed=dice.seed,
    )


class _SeededChoice:
    """Choices that depend only on a seed text."""

    def __init__(self, seed_text: str) -> None:
        number = int.from_bytes(blake2b(seed_text.encode("utf-8", "replace"), digest_size=16).digest())
        self.seed = f"{number:032x}"[:10]
        self._rest = number

    def roll(self, sides: int) -> int:
        self._rest, face = divmod(self._rest, sides)
        return face

    def pick(self, options: tuple[_Item, ...]) -> _Item:
        return options[self.roll(len(options))]


def _mixed(colour: str) -> str:
    """Return a color mixed with a fifth of white."""
    return "#" + "".join(f"{round(value * 0.8 + 255 * 0.2):02x}" for value in bytes.fromhex(colour[1:]))


def draw_arms(arms: Arms) -> str:
    """Return the arms as SVG in a field of 100 x 120. The ids in it are equal only for equal arms."""
    clip, pattern = f"arms-{arms.seed}", f"diaper-{arms.seed}"
    parts = [
        f'<clipPath id="{clip}"><path d="{arms.outline}"/></clipPath>',
        f'<g clip-path="url(#{clip})">',
        f'<rect width="100" height="120" fill="{arms.field[0]}"/>',
        f'<path d="{DIVISIONS[arms.division](arms.line)}" fill="{arms.second}"/>',
        _diaper(arms, pattern),
        '<path d="M50 0H100V120H50Z" fill="#000" opacity=".09"/>',
        _marks(arms),
        _border(arms),
        "</g>",
        _figure(arms),
        f'<path d="{arms.outline}" fill="none" stroke="{INK}" stroke-width="2.5" stroke-linejoin="round"/>',
    ]
    return "".join(parts)


def _diaper(arms: Arms, pattern: str) -> str:
    if not DIAPERS[arms.diaper]:
        return ""
    return (
        f'<pattern id="{pattern}" width="16" height="16" patternUnits="userSpaceOnUse">'
        f'<path d="{DIAPERS[arms.diaper]}" fill="none" stroke="#fff" stroke-width="1"/></pattern>'
        f'<rect width="100" height="120" fill="url(#{pattern})" opacity=".16"/>'
    )


def _marks(arms: Arms) -> str:
    centres, scale = PLACES[arms.place]
    if arms.unique:  # inside the gold border
        centres, scale = tuple((50 + (x - 50) * 0.85, 60 + (y - 60) * 0.93) for x, y in centres), scale * 0.82
    on_metal, ground = "on a " in arms.place, ""
    if "chief" in arms.place:
        ground = f'<path d="M-2 -2H102V30H-2Z" fill="{arms.metal[0]}" stroke="{INK}" stroke-width="2"/>'
    elif "canton" in arms.place:
        ground = f'<path d="M-2 -2H40V36H-2Z" fill="{arms.metal[0]}" stroke="{INK}" stroke-width="2"/>'
    colour = arms.field[1] if on_metal else arms.metal[0]
    outline = "" if on_metal else f' stroke="{INK}" stroke-width="1.2"'
    shape = MARKS[arms.mark]
    half = 6 * scale
    return ground + "".join(
        f'<path transform="translate({x - half:g} {y - half:g}) scale({scale:g})" d="{shape}" fill="{colour}"'
        f' fill-rule="evenodd"{outline}/>'
        for x, y in centres
    )


def _border(arms: Arms) -> str:
    if not arms.unique:
        return ""
    return (
        f'<path d="{arms.outline}" fill="none" stroke="{INK}" stroke-width="14"/>'
        f'<path d="{arms.outline}" fill="none" stroke="{GOLD}" stroke-width="11.5"/>'
        f'<path d="{arms.outline}" fill="none" stroke="{INK}" stroke-width="3" stroke-dasharray="0 9"'
        ' stroke-linecap="round"/>'
    )


def _figure(arms: Arms) -> str:
    low = "chief" in arms.place
    scale = (0.6 if low else 0.68) - (0.04 if arms.unique else 0)
    x, y = 50 - 50 * scale, (66 if low else 57) - 50 * scale
    if "canton" in arms.place:
        x, y = x + 4, y + 7
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})" color="{arms.metal[0]}" stroke="{INK}"'
        f' stroke-width="3" stroke-linejoin="round" stroke-linecap="round">'
        f"{figure(arms.figure).replace(ACCENT, arms.accent)}{_written(arms)}</g>"
    )


def _written(arms: Arms) -> str:
    if arms.device is None:
        return ""
    return f'<g transform="translate(36 30.5) scale(1.15)" color="{INK}" {PEN}>{strokes(arms.device)}</g>'
