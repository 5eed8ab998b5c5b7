"""The preview image of a list for chats, 1200 x 630 pixels, drawn by Pillow in the style of the pages.

Names can contain anything: they are truncated to the available width, and letters that no font has are drawn as a
replacement sign.
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
"""The version of the drawing, part of the cache key; increment it when the drawing changes."""
CACHE_SECONDS = 7 * 24 * 3600

BACKGROUND, SURFACE, INK, MUTED, LINE, BRASS = "#f6f2e9", "#fffdf8", "#211c15", "#6a5f50", "#ddd2bf", "#82631a"
OUTCOMES = {"legal": "#2c7a4b", "illegal": "#b3271e", "unfinished": "#8a5a00", "undetermined": "#8a5a00"}
MARGIN = 64
MAX_SHIELDS = 6
MAX_NAME_LENGTH = 200
"""The maximum number of characters of a name that are measured; more do not fit in any size."""
_FONTS = marks.STATIC / "fonts"
_SERIF, _SANS, _CAPS = "alegreya-500", "alegreya-sans-400", "alegreya-sans-sc-500"


@dataclass(frozen=True)
class PictureCreature:
    """A creature of the image: its shield, its name and its number."""

    shield: str
    name: str
    count: int


@dataclass(frozen=True)
class Drawing:
    """The content of an image in one language. Equal contents have the same image.

    `more` is the number of creatures without room; `bare` is the text for an empty list, which has no `outcome`.
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
    """Return the image of a list as PNG, and an entity tag that changes with the image.

    The image is cached by digest, release and content, so that repeated requests are cheap.
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
    """Return the content of the image of a list."""
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
    """Return the image of a drawing as PNG."""
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
    brush: ImageDraw.ImageDraw, position: tuple[int, int], text: str, font: str, size: int, colour: str, wide: int
) -> None:
    face = _Face(font, size)
    _write(brush, position, _wrap(text, face, wide, 1)[0], face, colour)


def _write(brush: ImageDraw.ImageDraw, position: tuple[float, float], text: str, face: _Face, colour: str) -> None:
    """Write a text from its left end and vertical middle, each run of letters in a font that has them."""
    left, middle = position
    for font, letters in face.runs(text):
        brush.text((left, middle + face.baseline), letters, colour, font, anchor="ls")
        left += font.getlength(letters)


def _mark(name: str, wide: int, colour: str) -> Image.Image:
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" {marks.PEN}>{marks.strokes(name)}</svg>'
    return rasterize(drawn, wide, colour, finer=4)


# -- text ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Face:
    """A font of the site in a size, with fallback fonts for missing letters."""

    name: str
    size: int

    @property
    def baseline(self) -> float:
        """The distance of the baseline below the vertical middle."""
        ascent, descent = _font(self.name, self.size).getmetrics()
        return (ascent - descent) / 2

    def runs(self, text: str) -> list[tuple[ImageFont.FreeTypeFont, str]]:
        """Return the runs of a text, each with the font that has its letters."""
        parts = ((font, "".join(letters)) for font, letters in groupby(text, key=self._font_of))
        return [(font, letters) for font, letters in parts if letters]

    def width(self, text: str) -> float:
        """Return the width of a text in pixels."""
        return sum(font.getlength(letters) for font, letters in self.runs(text))

    def _font_of(self, letter: str) -> ImageFont.FreeTypeFont:
        """Return the first font that has a letter; the last font has the replacement sign."""
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
    """Return whether a font has a glyph for a letter other than its box for missing letters."""
    return letter == " " or bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


def _wrap(text: str, face: _Face, wide: int, most: int) -> list[str]:
    """Return a text in at least one and at most `most` lines of a width; a longer text ends in an ellipsis."""
    lines: list[str] = []
    left = drawable_text(plain_text(text[:MAX_NAME_LENGTH])).split()
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


def _truncate(text: str, face: _Face, wide: int) -> str:
    length = next((n for n in range(len(text) - 1, 0, -1) if _fits(f"{text[:n].rstrip()}…", face, wide)), 0)
    return f"{text[:length].rstrip()}…"


def _fits(text: str, face: _Face, wide: int) -> bool:
    return face.width(text) <= wide
