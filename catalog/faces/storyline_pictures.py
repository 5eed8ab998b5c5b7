"""Drawn pictures of storylines: a scene in flat heraldic colors, with shields of the creatures that the story names.

Equal arguments give equal drawings. Like the faces of cards, a picture has no style attributes and no scripts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from catalog.faces.coats_of_arms import arms_of, draw_arms

WIDTH, HEIGHT = 320, 190
INK, BONE, GOLD = "#1c1a17", "#efe7d3", "#e0b640"
MAX_SHIELDS = 2
GROUNDS = (("#5d6f4e", "#43533a"), ("#6b5a44", "#4c3f30"), ("#4d6470", "#374a54"))
"""Colors of the hills of a landscape, the far and the near ones."""
SKIES = ("#d9c9a3", "#b7c4c9", "#c99a73")


def storyline_picture(slug: str, scene: str | None, creatures: Sequence[Mapping[str, Any]] = ()) -> str:
    """Return the picture of a storyline as SVG, 320 x 190. It is decoration and hidden from screen readers.

    `creatures` are documents of cards, of which the first two are shown by their shields. Without a `scene`, a key of
    `SCENES`, the picture shows a landscape that depends on the slug.
    """
    draw = SCENES[scene] if scene else _hills(sha256(slug.encode()).digest()[0])
    places = ((46, 98), (232, 98)) if len(creatures) > 1 else ((139, 98),)
    shields = "".join(
        f'<g transform="translate({x} {y}) scale(.46)">{draw_arms(arms_of(dict(creature)))}</g>'
        for (x, y), creature in zip(places, creatures[:MAX_SHIELDS], strict=False)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}"><g stroke-linejoin="round" stroke-linecap="round">{draw()}</g>{shields}</svg>'
    )


def _sky(color: str) -> str:
    return f'<path d="M0 0H{WIDTH}V{HEIGHT}H0Z" fill="{color}"/>'


def _shape(path: str, fill: str, stroke: float = 3) -> str:
    return f'<path d="{path}" fill="{fill}" stroke="{INK}" stroke-width="{stroke:g}"/>'


def _plain(path: str, fill: str) -> str:
    return f'<path d="{path}" fill="{fill}"/>'


def _hoard() -> str:
    """Return the ribs of a dragon over its gold."""
    ribs = "".join(
        f'<path d="M{x} {y}C{x - 24} {y + 24} {x - 26} {y + 62} {x - 14} 170" fill="none" stroke="{ink}"'
        f' stroke-width="{width}"/>'
        for x, y in ((92, 72), (126, 62), (162, 58), (198, 60), (232, 68))
        for ink, width in ((INK, 16), (BONE, 10))
    )
    spine = "".join(
        f'<path d="M40 108Q150 24 306 92" fill="none" stroke="{ink}" stroke-width="{width}"/>'
        for ink, width in ((INK, 20), (BONE, 14))
    )
    coins = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="8" ry="5" fill="{GOLD}" stroke="{INK}" stroke-width="2"/>'
        for x, y in ((138, 172), (154, 174), (170, 172), (186, 174), (146, 165), (162, 164), (178, 166), (162, 156))
    )
    return (
        _sky("#8f2a23")
        + '<circle cx="232" cy="84" r="36" fill="#d6a03a"/>'
        + _plain("M0 160L60 112L110 150L176 104L236 148L286 116L320 140V190H0Z", "#6d1d1a")
        + ribs
        + spine
        + _plain("M0 178Q160 160 320 178V190H0Z", "#2b1c18")
        + coins
    )


def _tower() -> str:
    """Return a bell tower by night, with water at its foot."""
    waves = "".join(
        f'<path d="M-10 {y}{"q10 -9 20 0t20 0" * 9}V190H-10Z" fill="{fill}" stroke="{INK}" stroke-width="2"/>'
        for y, fill in ((166, "#3f7ea6"), (178, "#2a5f86"))
    )
    return (
        _sky("#27466a")
        + _plain("M268 46A20 20 0 1 0 290 76A24 24 0 0 1 268 46Z", BONE)
        + _plain("M0 150L44 112L80 140L120 116V190H0ZM208 150L262 104L320 146V190H208Z", "#1f3857")
        + _shape("M112 96H208V180H112Z", BONE)
        + _shape("M100 98L160 40L220 98Z", "#82302a")
        + _shape("M132 180V124A28 28 0 0 1 188 124V180Z", "#1f3857")
        + _shape("M140 150Q148 146 148 132A12 12 0 0 1 172 132Q172 146 180 150Z", GOLD)
        + f'<circle cx="160" cy="155" r="5" fill="{GOLD}" stroke="{INK}" stroke-width="2"/>'
        + waves
    )


def _tents() -> str:
    """Return three tents with pennants on a green."""
    tents = "".join(
        _shape(f"M{x - w} {b}V{b - h * 0.45:g}L{x} {b - h}L{x + w} {b - h * 0.45:g}V{b}Z", BONE)
        + _plain(f"M{x - w * 0.35:g} {b}V{b - h * 0.38:g}L{x} {b - h}L{x + w * 0.35:g} {b - h * 0.38:g}V{b}Z", fill)
        + f'<path d="M{x} {b - h}V{b - h - 26}" stroke="{INK}" stroke-width="3"/>'
        + _shape(f"M{x} {b - h - 26}L{x + 22} {b - h - 19}L{x} {b - h - 12}Z", GOLD, 2)
        for x, b, w, h, fill in (
            (58, 172, 36, 72, "#365c8d"),
            (262, 172, 36, 72, "#453f33"),
            (160, 176, 50, 104, "#a8352b"),
        )
    )
    return (
        _sky("#dcd2b8")
        + _plain("M0 130Q80 84 170 122T320 108V190H0Z", "#a9b686")
        + _plain("M0 172H320V190H0Z", "#64824a")
        + tents
    )


def _flames() -> str:
    """Return a horned skull between flames."""
    flames = "".join(
        f'<g transform="translate({x} {y}) scale({size})">'
        + _shape(
            "M0 0C-22 -4 -24 -28 -10 -44C-10 -34 -4 -32 -2 -36C-2 -50 4 -58 12 -66C8 -50 24 -42 22 -20C21 -8 12 0 0 0Z",
            "#c9622d",
        )
        + "</g>"
        for x, y, size in (
            (60, 176, 1.3),
            (252, 176, 1.3),
            (104, 178, 0.9),
            (214, 178, 0.9),
            (18, 176, 0.9),
            (300, 176, 0.9),
        )
    )
    horn = "M132 86C104 84 92 60 100 40C108 58 124 66 140 66Z"
    return (
        _sky("#3b2440")
        + '<circle cx="160" cy="110" r="72" fill="#57305e"/>'
        + _plain("M0 172H320V190H0Z", "#241528")
        + flames
        + _shape(horn, GOLD)
        + f'<g transform="matrix(-1 0 0 1 320 0)">{_shape(horn, GOLD)}</g>'
        + _shape(
            "M160 58C128 58 112 80 116 106C118 122 128 126 134 134V158H186V134"
            "C192 126 202 122 204 106C208 80 192 58 160 58Z",
            BONE,
        )
        + _plain(
            "M128 104A14 13 0 1 1 156 104A14 13 0 1 1 128 104ZM164 104A14 13 0 1 1 192 104A14 13 0 1 1 164 104Z", INK
        )
        + _plain("M160 118L166 132H154Z", INK)
        + f'<path d="M147 158V144M160 158V144M173 158V144" stroke="{INK}" stroke-width="3"/>'
    )


def _gate() -> str:
    """Return a gate of arches within arches, with light behind it."""
    arches = "".join(
        _shape(f"M{160 - width} 180V{110}A{width} {width} 0 0 1 {160 + width} {110}V180Z", fill)
        for width, fill in ((84, "#4c5560"), (66, "#69737e"), (48, "#4a3a80"), (32, "#6a55ad"), (18, "#a48fdc"))
    )
    return (
        _sky("#22272e")
        + _plain("M0 120L50 66L96 112L140 60L190 112L244 58L320 126V190H0Z", "#333a43")
        + arches
        + _shape("M144 180L152 156H168L176 180Z", "#cfc4a6", 2)
        + _plain("M0 178H320V190H0Z", "#191c21")
    )


def _quill() -> str:
    """Return an empty shield with a quill."""
    return (
        _sky("#20242c")
        + '<path d="M112 44Q136 50 160 36Q184 50 208 44V96C208 128 184 148 160 158C136 148 112 128 112 96Z" fill="none"'
        ' stroke="#7a8291" stroke-width="3" stroke-dasharray="7 7"/>'
        + '<path d="M142 124L178 68C186 60 190 72 182 84L160 112L142 124L150 104" fill="none" stroke="#a9b1bd"'
        ' stroke-width="3"/>'
    )


def _hills(number: int) -> Callable[[], str]:
    far, near = GROUNDS[number % len(GROUNDS)]
    sky, sun = SKIES[number // 3 % len(SKIES)], 60 + number % 200

    def draw() -> str:
        return (
            _sky(sky)
            + f'<circle cx="{sun}" cy="58" r="24" fill="{GOLD}" stroke="{INK}" stroke-width="3"/>'
            + _shape("M-4 140L54 84L98 128L160 66L222 128L262 92L324 144V194H-4Z", far)
            + _shape("M-4 168Q70 128 160 162T324 150V194H-4Z", near)
        )

    return draw


SCENES: Mapping[str, Callable[[], str]] = {
    "hoard": _hoard,
    "tower": _tower,
    "tents": _tents,
    "flames": _flames,
    "gate": _gate,
    "quill": _quill,
}
"""The scenes by the names that adventures give."""
