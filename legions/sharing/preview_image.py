"""The picture of a legion that chats show beside its link, 1200 x 630, drawn by Pillow in the look of the pages.

Names are whatever people wrote: each is cut to the room there is, and a letter that no font has is shown by a sign.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import groupby

from django.core.cache import caches
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from catalog.faces import marks
from catalog.faces.svg_raster import rasterize
from catalog.faces.typography import REST, REST_ADJUST, drawable_text, plain_text
from legions.sharing.shared_list import SharedList
from legions.table.pick_views import PickView

SIZE = (1200, 630)
PICTURE_VERSION = 2
"""Counted up when the drawing changes, so that no older picture is kept."""
CACHE_SECONDS = 7 * 24 * 3600

BACKGROUND, SURFACE, INK, MUTED, LINE, BRASS = "#f6f2e9", "#fffdf8", "#211c15", "#6a5f50", "#ddd2bf", "#82631a"
OUTCOMES = {"legal": "#2c7a4b", "illegal": "#b3271e", "undetermined": "#8a5a00"}
MARGIN = 64
MAX_SHIELDS = 6
LONGEST_NAME = 200
"""Characters of a name that are looked at; more have no room in any size."""
_FONTS = marks.STATIC / "fonts"
_SERIF, _SANS, _CAPS = "alegreya-500", "alegreya-sans-400", "alegreya-sans-sc-500"


@dataclass(frozen=True)
class PictureCreature:
    """One creature of the picture: its shield, its name and how many of it."""

    shield: str
    name: str
    count: int


@dataclass(frozen=True)
class Drawing:
    """All that stands in a picture, in one language. Equal ones are the same picture.

    `more` is how many creatures have no room, `bare` what is said where there are none; the `outcome` is empty then.
    """

    label: str
    title: str
    outcome: str
    word: str
    sums: str
    share: float | None
    figures: tuple[PictureCreature, ...]
    more: int
    bare: str


def preview_image(shared: SharedList) -> tuple[bytes, str]:
    """The picture of a legion as PNG, with a tag that is another one whenever the picture is.

    It is kept by the digest, the release and what is written on it, so that a chat that asks again costs nothing.
    """
    verdict = shared.verdict.verdict
    drawing = drawing_of(shared)
    written = hashlib.sha256(
        repr((PICTURE_VERSION, verdict["digest"], verdict["release"], drawing)).encode()
    ).hexdigest()[:32]
    key = f"picture:{written}"
    cached = caches["derived"].get(key)
    if cached is None:
        cached = draw(drawing)
        caches["derived"].set(key, cached, CACHE_SECONDS)
    return cached, written


def drawing_of(shared: SharedList) -> Drawing:
    """What stands in the picture of a legion."""
    verdict, picks = shared.verdict, shared.picks
    points = verdict.points
    share = None if not verdict.priced or not points.limit else points.known / points.limit
    shown = picks if len(picks) <= MAX_SHIELDS else picks[: MAX_SHIELDS - 1]
    return Drawing(
        label=f"{shared.stock.game.get('name') or ''}, {shared.format}",
        title=shared.name,
        outcome=verdict.outcome if picks else "",
        word=shared.word,
        sums=verdict.sums,
        share=share,
        figures=tuple(_figure(pick) for pick in shown),
        more=sum(pick.count for pick in picks[len(shown) :]),
        bare=_("An empty table"),
    )


def _figure(pick: PickView) -> PictureCreature:
    return PictureCreature(str(pick.card.shield), pick.card.title, pick.count)


# -- drawing ---------------------------------------------------------------------------------------------------------


def draw(drawing: Drawing) -> bytes:
    """Draw the picture and return it as PNG."""
    image = Image.new("RGB", SIZE, BACKGROUND)
    brush = ImageDraw.Draw(image)
    wide = SIZE[0] - 2 * MARGIN
    _line(brush, (MARGIN, 52), drawing.label, _CAPS, 30, MUTED, wide)
    _title(brush, drawing.title, wide)
    _shields(image, brush, drawing, wide)
    _foot(image, brush, drawing, wide)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _title(brush: ImageDraw.ImageDraw, title: str, wide: int) -> None:
    for size in (84, 68, 56):
        lines = _wrap(title, _Face(_SERIF, size), wide, 1 if size > 56 else 2)
        if not lines[-1].endswith("…"):
            break
    for number, line in enumerate(lines):
        _write(brush, (MARGIN, 150 if len(lines) == 1 else 122 + 62 * number), line, _Face(_SERIF, size), INK)


def _shields(image: Image.Image, brush: ImageDraw.ImageDraw, drawing: Drawing, wide: int) -> None:
    column = wide // MAX_SHIELDS
    for number, figure in enumerate(drawing.figures):
        middle = MARGIN + column * number + column // 2
        if figure.shield:
            arms = rasterize(figure.shield, 124)
            image.paste(arms, (middle - arms.width // 2, 226), arms)
        else:
            brush.text((middle, 300), "?", MUTED, _font(_SERIF, 84), anchor="mm")
        name = f"{figure.count} × {figure.name}" if figure.count > 1 else figure.name
        face = _Face(_SANS, 26)
        for place, line in enumerate(_wrap(name, face, column - 14, 2)):
            _write(brush, (middle - face.width(line) / 2, 402 + 30 * place), line, face, INK)
    if drawing.more:
        middle = MARGIN + column * len(drawing.figures) + column // 2
        brush.text((middle, 300), f"+ {drawing.more}", MUTED, _font(_SERIF, 44), anchor="mm")
    if not drawing.figures:
        _write(brush, (MARGIN, 310), drawing.bare, _Face(_SERIF, 44), MUTED)


def _foot(image: Image.Image, brush: ImageDraw.ImageDraw, drawing: Drawing, wide: int) -> None:
    colour = OUTCOMES.get(drawing.outcome, MUTED)
    brush.line((MARGIN, 476, SIZE[0] - MARGIN, 476), LINE, 2)
    if drawing.outcome:
        seal = _mark(f"seal-{drawing.outcome}", 76, colour)
        image.paste(seal, (MARGIN, 510), seal)
    _line(brush, (MARGIN + 96, 530), drawing.word, _SERIF, 46, colour, 640)
    _line(brush, (MARGIN + 96, 576), drawing.sums, _SANS, 30, INK, 640)
    brand = _mark("muster", 52, BRASS)
    image.paste(brand, (SIZE[0] - MARGIN - 210, 522), brand)
    brush.text((SIZE[0] - MARGIN, 548), "Muster", INK, _font(_SERIF, 46), anchor="rm")
    brush.rectangle((0, SIZE[1] - 12, SIZE[0], SIZE[1]), LINE)
    if drawing.share is not None:
        brush.rectangle((0, SIZE[1] - 12, round(SIZE[0] * min(1.0, drawing.share)), SIZE[1]), BRASS)
        if drawing.share > 1:
            brush.rectangle((round(SIZE[0] / drawing.share), SIZE[1] - 12, SIZE[0], SIZE[1]), OUTCOMES["illegal"])


def _line(
    brush: ImageDraw.ImageDraw, at: tuple[int, int], words: str, font: str, size: int, colour: str, wide: int
) -> None:
    face = _Face(font, size)
    _write(brush, at, _wrap(words, face, wide, 1)[0], face, colour)


def _write(brush: ImageDraw.ImageDraw, at: tuple[float, float], words: str, face: _Face, colour: str) -> None:
    """Write words from a place at the left, at half their height, each run of letters in the font that has them."""
    left, middle = at
    for font, letters in face.runs(words):
        brush.text((left, middle + face.baseline), letters, colour, font, anchor="ls")
        left += font.getlength(letters)


def _mark(name: str, wide: int, colour: str) -> Image.Image:
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" {marks.PEN}>{marks.strokes(name)}</svg>'
    return rasterize(drawn, wide, colour, finer=4)


# -- words -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Face:
    """A font of the website in a size, with the fonts for the letters that it does not have."""

    name: str
    size: int

    @property
    def baseline(self) -> float:
        """How far below half of its height letters stand."""
        ascent, descent = _font(self.name, self.size).getmetrics()
        return (ascent - descent) / 2

    def runs(self, words: str) -> list[tuple[ImageFont.FreeTypeFont, str]]:
        """Return words in parts, each with the font that has its letters."""
        parts = ((font, "".join(letters)) for font, letters in groupby(words, key=self._font_of))
        return [(font, letters) for font, letters in parts if letters]

    def width(self, words: str) -> float:
        """Return how wide words are, in pixels."""
        return sum(font.getlength(letters) for font, letters in self.runs(words))

    def _font_of(self, letter: str) -> ImageFont.FreeTypeFont:
        """Return the first of the fonts that has a letter; the last one has the sign for those that none has."""
        for font in self._fonts()[:-1]:
            if _has_glyph(font, letter):
                return font
        return self._fonts()[-1]

    def _fonts(self) -> tuple[ImageFont.FreeTypeFont, ...]:
        rest = _font(REST, round(self.size * REST_ADJUST))
        return _font(self.name, self.size), _font(f"{self.name}-extended", self.size), rest


@lru_cache(maxsize=48)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_FONTS / f"{name}.woff2"), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=2_000)
def _has_glyph(font: ImageFont.FreeTypeFont, letter: str) -> bool:
    """Return whether a font draws a letter as more than the box for those it does not have."""
    return letter == " " or bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


def _wrap(words: str, face: _Face, wide: int, most: int) -> list[str]:
    """Return words in at most `most` lines of that width; what has no room ends in dots. One line at least."""
    lines: list[str] = []
    left = drawable_text(plain_text(words[:LONGEST_NAME])).split()
    while left and len(lines) < most:
        taken = next((number for number in range(len(left), 0, -1) if _fits(" ".join(left[:number]), face, wide)), 0)
        if len(lines) == most - 1 and taken < len(left):
            lines.append(_truncate(" ".join(left), face, wide))
            return lines
        if not taken:
            lines.append(_truncate(left.pop(0), face, wide))
            continue
        lines.append(" ".join(left[:taken]))
        left = left[taken:]
    return lines or ["…"]


def _truncate(words: str, face: _Face, wide: int) -> str:
    length = next((n for n in range(len(words) - 1, 0, -1) if _fits(f"{words[:n].rstrip()}…", face, wide)), 0)
    return f"{words[:length].rstrip()}…"


def _fits(words: str, face: _Face, wide: int) -> bool:
    return face.width(words) <= wide
