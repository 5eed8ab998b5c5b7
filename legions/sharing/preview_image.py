"""The preview image of a list for chats, 1200 x 630 pixels, drawn by Pillow in the style of the pages.

Names can contain anything: they are truncated to the available width, and letters that no font has are drawn as a
replacement sign.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from typing import Any

from django.core.cache import caches
from django.utils.translation import gettext as _
from PIL import Image, ImageChops, ImageDraw, ImageFont

from catalog import faces
from catalog.faces import marks
from catalog.faces.svg_raster import painted, rasterize
from catalog.faces.typography import REST, REST_ADJUST, drawable_text, plain_text
from legions.cards.drawn_faces import draw_face
from legions.cards.stock import CardView, Stock
from legions.sharing.shared_list import SharedList
from legions.table.pick_views import PickView

SIZE = (1200, 630)
PICTURE_VERSION = 3
"""The version of the drawing, part of the cache key; increment it when the drawing changes."""
CACHE_SECONDS = 7 * 24 * 3600

BACKGROUND, SURFACE, INK, MUTED, LINE, BRASS = "#f6f2e9", "#fffdf8", "#211c15", "#6a5f50", "#ddd2bf", "#82631a"
OUTCOMES = {"legal": "#2c7a4b", "illegal": "#b3271e", "unfinished": "#8a5a00", "undetermined": "#8a5a00"}
MARGIN = 64
LEFT_WIDTH, FACES_MIDDLE = 488, 846
"""The width of the text next to the faces, and the middle of the faces."""
MAX_FACES = 3
MAX_NAMED = 12
"""The maximum number of picks that are named; more do not fit."""
MAX_NAME_LENGTH = 200
"""The maximum number of characters of a name that are measured; more do not fit in any size."""
_FONTS = marks.STATIC / "fonts"
_SERIF, _SANS, _CAPS = "alegreya-500", "alegreya-sans-400", "alegreya-sans-sc-500"


@dataclass(frozen=True)
class PictureCard:
    """A card of the image with its number of copies, and the document of its set."""

    card: CardView
    count: int
    set_document: dict[str, Any] | None = field(default=None, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name of the card, with its number of copies if there are several."""
        return f"{self.count} × {self.card.title}" if self.count > 1 else self.card.title


@dataclass(frozen=True)
class Drawing:
    """The content of an image in one language. Equal contents of one release have the same image.

    `faces` are the cards whose faces are drawn, their leader first, `names` all picks as a text; `bare` is the text for
    an empty list, which has no `outcome`.
    """

    label: str
    title: str
    outcome: str
    word: str
    sums: str
    share: float | None
    faces: tuple[PictureCard, ...]
    names: str
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
    return Drawing(
        label=f"{shared.stock.game.get('name') or ''}, {shared.format}",
        title=shared.name,
        outcome=verdict.outcome if picks else "",
        word=shared.word,
        sums=verdict.sums,
        share=share,
        faces=tuple(_picture_card(pick, shared.stock) for pick in _leader_first(shared.stacks)[:MAX_FACES]),
        names=", ".join(_picture_card(pick, shared.stock).name for pick in shared.stacks[:MAX_NAMED]),
        bare=_("An empty table"),
    )


def _leader_first(picks: Sequence[PickView]) -> list[PickView]:
    """Return the picks that have a face: cards of which a list has only one first, then by cost and level."""

    def rank(pick: PickView) -> tuple[bool, int, int]:
        return pick.single, pick.card.document.get("cost") or 0, pick.card.document.get("level") or 0

    listed = [pick for pick in picks if pick.card.known and faces.has_face(dict(pick.card.document))]
    return sorted(listed, key=rank, reverse=True)


def _picture_card(pick: PickView, stock: Stock) -> PictureCard:
    return PictureCard(pick.card, pick.count, stock.sets.get(pick.card.document.get("set") or ""))


# -- drawing ---------------------------------------------------------------------------------------------------------


def draw(drawing: Drawing) -> bytes:
    """Return the image of a drawing as PNG."""
    image = Image.new("RGB", SIZE, BACKGROUND)
    brush = ImageDraw.Draw(image)
    whole = SIZE[0] - 2 * MARGIN
    wide = LEFT_WIDTH if drawing.faces else whole
    _line(brush, (MARGIN, 60), drawing.label, _CAPS, 30, MUTED, wide)
    _title(brush, drawing, wide)
    _faces(image, drawing.faces)
    _foot(image, brush, drawing)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _title(brush: ImageDraw.ImageDraw, drawing: Drawing, wide: int) -> None:
    for size in (76, 62, 52):
        lines = _wrap(drawing.title, _Face(_SERIF, size), wide, 3 if size < 62 else 2)
        if not lines[-1].endswith("…"):
            break
    step = round(size * 1.12)
    for number, line in enumerate(lines):
        _write(brush, (MARGIN, 142 + step * number), line, _Face(_SERIF, size), INK)
    top = 142 + step * len(lines)
    face = _Face(_SANS, 28)
    for number, line in enumerate(_wrap(drawing.names or drawing.bare, face, wide, 3)):
        _write(brush, (MARGIN, top + 34 * number), line, face, MUTED)


def _faces(image: Image.Image, cards: tuple[PictureCard, ...]) -> None:
    """Draw a fan of faces at the right, the first card in the middle and on top."""
    sides = {1: (), 2: (1,), 3: (-1, 1)}.get(len(cards), ())
    middle = FACES_MIDDLE - (70 if len(cards) == 2 else 0)
    for side, one in zip(sides, cards[1:], strict=True):
        _card(image, one, 198, (middle + 146 * side, 272), -4.0 * side)
    if cards:
        _card(image, cards[0], 236, (middle, 262), 0.0)


def _card(image: Image.Image, picture: PictureCard, wide: int, middle: tuple[int, int], turned: float) -> None:
    """Draw a face with its copies as edges behind it, and their number."""
    drawn = draw_face(picture.card.document, picture.set_document, picture.card.own_keys)
    face = _rounded(painted(faces.as_file(drawn), wide))
    room = 16
    sheet = Image.new("RGBA", (face.width + 2 * room, face.height + 2 * room))
    if picture.count > 1:
        behind = Image.new("RGBA", face.size, MUTED)
        sheet.paste(behind, (room + 7, room - 7), face)
    sheet.alpha_composite(face, (room, room))
    if picture.count > 1:
        brush = ImageDraw.Draw(sheet)
        spot = (face.width + room - 8, room + 8)
        brush.ellipse((spot[0] - 24, spot[1] - 24, spot[0] + 24, spot[1] + 24), BRASS, BACKGROUND, 3)
        brush.text(spot, f"×{picture.count}", SURFACE, _font(_SERIF, 26 if picture.count < 10 else 20), anchor="mm")
    turned_sheet = sheet.rotate(turned, Image.Resampling.BICUBIC, expand=True)
    image.paste(turned_sheet, (middle[0] - turned_sheet.width // 2, middle[1] - turned_sheet.height // 2), turned_sheet)


def _rounded(face: Image.Image) -> Image.Image:
    """Return a face with round corners."""
    large = Image.new("L", (face.width * 4, face.height * 4))
    ImageDraw.Draw(large).rounded_rectangle((0, 0, large.width - 1, large.height - 1), large.width * 0.046, 255)
    rounded = face.copy()
    rounded.putalpha(ImageChops.multiply(face.getchannel("A"), large.resize(face.size, Image.Resampling.LANCZOS)))
    return rounded


def _foot(image: Image.Image, brush: ImageDraw.ImageDraw, drawing: Drawing) -> None:
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
