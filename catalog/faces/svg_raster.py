"""Conversion of faces, shields and marks to raster pictures, with Pillow.

It supports the used part of SVG: paths, circles, ellipses, rectangles, groups, translations, scales, one clip, tiles,
and letters as outlines. It is only for drawings of this package, never for uploaded files.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, sqrt
from typing import Any
from xml.etree import ElementTree

from PIL import Image, ImageChops, ImageDraw

from catalog.faces.svg_paths import Point, flatten

SUPERSAMPLING = 2
"""Scale at which a picture is painted before it is reduced, which smooths the edges."""
MAX_CACHED = 256
Colour = tuple[int, int, int]
_LINK = "{http://www.w3.org/1999/xlink}href"


@lru_cache(maxsize=MAX_CACHED)
def rasterize(svg: str, width: int, ink: str = "#000000", finer: int = SUPERSAMPLING) -> Image.Image:
    """Return a small drawing, such as a shield, as `painted` does. It is cached and shared: do not modify it."""
    return painted(svg, width, ink, finer)


def painted(svg: str, width: int, ink: str = "#000000", finer: int = SUPERSAMPLING) -> Image.Image:
    """Return a drawing as a transparent picture `width` pixels wide. `ink` is the value of `currentColor`."""
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own drawing
    left, top, wide, high = (float(number) for number in root.attrib["viewBox"].split())
    scale = width * finer / wide
    height = round(width * high / wide)
    sheet = _Sheet(Image.new("RGBA", (width * finer, height * finer)), {})
    sheet.group(
        root, _Pen(scale, -left * scale, -top * scale).with_attributes({"color": ink}).with_attributes(root.attrib)
    )
    return sheet.image.resize((width, height), Image.Resampling.LANCZOS)


@dataclass(frozen=True)
class _Pen:
    """Position and colors of painting: x becomes `x * scale * side + right`, y becomes `y * scale + down`.

    `side` is -1 in a mirrored drawing.
    """

    scale: float
    right: float
    down: float
    fill: str = "#000000"
    stroke: str = "none"
    width: float = 1.0
    color: str = "#000000"
    side: int = 1

    def with_attributes(self, attributes: dict[str, str]) -> _Pen:
        pen = self
        for name, field in (("fill", "fill"), ("stroke", "stroke"), ("color", "color")):
            if name in attributes:
                changed: dict[str, Any] = {field: attributes[name]}
                pen = replace(pen, **changed)
        if "stroke-width" in attributes:
            pen = replace(pen, width=float(attributes["stroke-width"]))
        return pen._moved(attributes.get("transform", ""))

    def _moved(self, transform: str) -> _Pen:
        pen = self
        for part in transform.replace(",", " ").split(")"):
            name, _, inside = part.strip().partition("(")
            numbers = [float(number) for number in inside.split()]
            if name == "translate":
                right, down = (*numbers, 0.0)[:2]
                pen = pen.from_here(right, down)
            elif name == "scale":
                pen = replace(pen, scale=pen.scale * numbers[0])
            elif name == "matrix" and numbers[:4] == [-1, 0, 0, 1]:
                pen = replace(pen.from_here(*numbers[4:]), side=-pen.side)
            elif name:
                raise ValueError(f"Nothing of ours is drawn with {part.strip()})")
        return pen

    def from_here(self, right: float, down: float) -> _Pen:
        """Return a pen with its origin moved by (right, down) in the current coordinates."""
        return replace(self, right=self.right + right * self.scale * self.side, down=self.down + down * self.scale)

    def points(self, points: list[Point]) -> list[Point]:
        return [(x * self.scale * self.side + self.right, y * self.scale + self.down) for x, y in points]

    def ink(self, colour: str) -> Colour | None:
        colour = self.color if colour == "currentColor" else colour
        if not colour.startswith("#"):
            return None
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        return (int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16))


class _Sheet:
    """A picture being painted, with the clips and patterns defined so far."""

    def __init__(self, image: Image.Image, definitions: dict[str, ElementTree.Element]) -> None:
        self.image, self.known = image, definitions
        self.brush = ImageDraw.Draw(image)

    def group(self, element: ElementTree.Element, pen: _Pen) -> None:
        for child in element:
            self.put(child, pen)

    def put(self, element: ElementTree.Element, pen: _Pen) -> None:
        name, words = element.tag.rpartition("}")[2], element.attrib
        if name in ("clipPath", "pattern"):
            self.known[words["id"]] = element
            return
        if name == "defs":
            self.known.update((child.attrib["id"], child) for child in element)
            return
        if name == "use":
            letter = _lines("path", self.known[words[_LINK][1:]].attrib)
            self._shape(letter, {"fill-rule": "evenodd"}, pen.from_here(float(words["x"]), 0))
            return
        if "opacity" in words or "clip-path" in words:
            self._apart(element, pen)
            return
        pen = pen.with_attributes(words)
        if name == "g":
            self.group(element, pen)
        elif name == "rect" and pen.fill.startswith("url("):
            self._tiles(self.known[pen.fill[5:-1]], words, pen)
        elif lines := _lines(name, words):
            self._shape(lines, words, pen)

    def _apart(self, element: ElementTree.Element, pen: _Pen) -> None:
        """Paint an element on a separate layer, and compose it with its clip and opacity."""
        layer = _Sheet(Image.new("RGBA", self.image.size), self.known)
        words = {key: word for key, word in element.attrib.items() if key not in ("opacity", "clip-path")}
        copy = ElementTree.Element(element.tag, words)
        copy.extend(list(element))
        layer.put(copy, pen)
        seen = layer.image.getchannel("A")
        if "clip-path" in element.attrib:
            clip = _Sheet(Image.new("RGBA", self.image.size), self.known)
            clip.group(self.known[element.attrib["clip-path"][5:-1]], replace(pen, fill="#ffffff", stroke="none"))
            seen = ImageChops.multiply(seen, clip.image.getchannel("A"))
        part = float(element.attrib.get("opacity", 1))
        layer.image.putalpha(seen.point(lambda value: round(value * part)))
        self.image.alpha_composite(layer.image)

    def _tiles(self, pattern: ElementTree.Element, attributes: dict[str, str], pen: _Pen) -> None:
        wide, high = float(pattern.attrib["width"]), float(pattern.attrib["height"])
        for row in range(int(float(attributes["height"]) // high) + 1):
            for column in range(int(float(attributes["width"]) // wide) + 1):
                self.group(pattern, pen.from_here(column * wide, row * high))

    def _shape(self, lines: list[tuple[list[Point], bool]], attributes: dict[str, str], pen: _Pen) -> None:
        placed = [(pen.points(line), closed) for line, closed in lines]
        if (fill := pen.ink(pen.fill)) is not None:
            self._fill([line for line, _ in placed if len(line) > 2], fill, attributes.get("fill-rule") == "evenodd")
        if (stroke := pen.ink(pen.stroke)) is not None:
            thick = max(1, round(pen.width * pen.scale))
            dashes = attributes.get("stroke-dasharray")
            for line, closed in placed:
                around = [*line, line[0]] if closed else line
                if dashes:
                    dash, gap = (float(length) * pen.scale for length in dashes.split())
                    self._dashes(around, dash, gap, thick, stroke)
                else:
                    self._stroke(around, thick, stroke)

    def _fill(self, lines: list[list[Point]], fill: Colour, even_odd: bool) -> None:
        if len(lines) == 1:
            self.brush.polygon(lines[0], fill)
            return
        points = [point for line in lines for point in line]
        if not points:
            return
        left, top = (floor(min(point[axis] for point in points)) for axis in (0, 1))
        right, low = (ceil(max(point[axis] for point in points)) + 1 for axis in (0, 1))
        mask = Image.new("1", (right - left, low - top))
        for line in lines:
            one = Image.new("1", mask.size)
            ImageDraw.Draw(one).polygon([(x - left, y - top) for x, y in line], 1)
            mask = ImageChops.logical_xor(mask, one) if even_odd else ImageChops.logical_or(mask, one)
        self.image.paste(fill, (left, top), mask)

    def _stroke(self, line: list[Point], thick: int, colour: Colour) -> None:
        self.brush.line(line, colour, thick, joint="curve")
        if thick > 2:
            for point in (line[0], line[-1]):
                self._dot(point, thick, colour)

    def _dashes(self, line: list[Point], dash: float, gap: float, thick: int, colour: Colour) -> None:
        """Paint a dashed line; dashes without length are dots."""
        if not dash:
            self._dots(line, gap, thick, colour)
            return
        period, start = dash + gap, 0.0
        for (x, y), (to_x, to_y) in pairwise(line):
            long = sqrt((to_x - x) ** 2 + (to_y - y) ** 2)
            for number in range(int(start // period), int((start + long) // period) + 1):
                ends = max(number * period, start) - start, min(number * period + dash, start + long) - start
                if ends[0] < ends[1]:
                    inked = [(x + (to_x - x) * end / long, y + (to_y - y) * end / long) for end in ends]
                    self.brush.line(inked, colour, thick)
            start += long

    def _dots(self, line: list[Point], apart: float, thick: int, colour: Colour) -> None:
        """Paint dots along a line."""
        ahead = 0.0
        for (x, y), (to_x, to_y) in pairwise(line):
            long = sqrt((to_x - x) ** 2 + (to_y - y) ** 2)
            while ahead < long:
                part = ahead / long
                self._dot((x + (to_x - x) * part, y + (to_y - y) * part), thick, colour)
                ahead += apart
            ahead -= long

    def _dot(self, point: Point, thick: int, colour: Colour) -> None:
        half = thick / 2
        x, y = point
        self.brush.ellipse((x - half, y - half, x + half, y + half), colour)


def _lines(name: str, attributes: dict[str, str]) -> list[tuple[list[Point], bool]]:
    """Return the outlines of a shape; empty for elements that are not painted, such as titles."""
    number = {key: float(word) for key, word in attributes.items() if key in ("x", "y", "width", "height", "cx", "cy")}
    if name == "path":
        return flatten(attributes["d"])
    if name == "rect":
        left, top = number.get("x", 0.0), number.get("y", 0.0)
        right, low = left + number["width"], top + number["height"]
        return [([(left, top), (right, top), (right, low), (left, low)], True)]
    if name in ("circle", "ellipse"):
        rx, ry = float(attributes.get("r") or attributes["rx"]), float(attributes.get("r") or attributes["ry"])
        x, y = number["cx"], number["cy"]
        return flatten(f"M{x - rx} {y}A{rx} {ry} 0 1 1 {x + rx} {y}A{rx} {ry} 0 1 1 {x - rx} {y}Z")
    return []
