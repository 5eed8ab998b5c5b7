"""Conversion of SVG path data to polylines for raster pictures."""

from __future__ import annotations

import re
from itertools import pairwise
from math import acos, ceil, cos, hypot, pi, sin, sqrt

Point = tuple[float, float]
STEPS = 8
"""Number of line segments of a curve."""
_TOKENS = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def flatten(data: str) -> list[tuple[list[Point], bool]]:
    """Return the polylines of a path as pairs: points, and true if closed. Raises ValueError for invalid path data."""
    pen = _Pen()
    for command, numbers in _commands(data):
        pen.draw(command, numbers)
    pen.lift()
    return pen.lines


def _commands(data: str) -> list[tuple[str, list[float]]]:
    found: list[tuple[str, list[float]]] = []
    for token in _TOKENS.findall(data):
        if token.isalpha():
            found.append((token, []))
        else:
            found[-1][1].append(float(token))
    split: list[tuple[str, list[float]]] = []
    for command, numbers in found:
        takes = _TAKES[command.upper()]
        if not takes:
            split.append((command, []))
            continue
        for start in range(0, len(numbers), takes):
            # Further pairs of a move command are lines.
            again = {"M": "L", "m": "l"}.get(command, command) if start else command
            split.append((again, numbers[start : start + takes]))
    return split


class _Pen:
    """Follows a path and records its polylines."""

    def __init__(self) -> None:
        self.lines: list[tuple[list[Point], bool]] = []
        self.line: list[Point] = []
        self.at: Point = (0.0, 0.0)
        self.handle: tuple[str, Point] = ("", self.at)

    def lift(self, *, closed: bool = False) -> None:
        if self.line:
            self.lines.append((self.line, closed))
            self.at = self.line[0] if closed else self.at
        self.line = []

    def go(self, *points: Point) -> None:
        if not self.line:
            self.line = [self.at]
        self.line += points
        self.at = points[-1]

    def draw(self, command: str, numbers: list[float]) -> None:
        name = command.upper()
        x, y = self.at if command.islower() else (0.0, 0.0)
        if name == "Z":
            self.lift(closed=True)
        elif name == "H":
            self.go((x + numbers[0], self.at[1]))
        elif name == "V":
            self.go((self.at[0], y + numbers[0]))
        elif name == "A":
            self.go(*_arc(self.at, numbers, (x + numbers[5], y + numbers[6])))
        else:
            points = [(x + numbers[place], y + numbers[place + 1]) for place in range(0, len(numbers), 2)]
            self._points(name, points)
            return
        self.handle = ("", self.at)

    def _points(self, name: str, points: list[Point]) -> None:
        if name == "M":
            self.lift()
            self.at = points[0]
            self.line = [self.at]
        elif name == "L":
            self.go(points[0])
        else:
            family = "C" if name in "CS" else "Q"
            if name in "ST":
                points = [self._mirrored(family), *points]
            handle = points[-2]
            self.go(*_curve([self.at, *points]))
            self.handle = (family, handle)
            return
        self.handle = ("", self.at)

    def _mirrored(self, family: str) -> Point:
        if self.handle[0] != family:
            return self.at
        (x, y), (from_x, from_y) = self.at, self.handle[1]
        return 2 * x - from_x, 2 * y - from_y


def _curve(handles: list[Point]) -> list[Point]:
    """Return points of a Bézier curve, by de Casteljau's algorithm."""
    found = []
    for step in range(1, STEPS + 1):
        part, left = step / STEPS, handles
        while len(left) > 1:
            left = [(a + (c - a) * part, b + (d - b) * part) for (a, b), (c, d) in pairwise(left)]
        found.append(left[0])
    return found


def _arc(start: Point, numbers: list[float], end: Point) -> list[Point]:
    """Return points of an elliptical arc without rotation, the only kind in these drawings (SVG 2, appendix B.2)."""
    rx, ry, large, sweep = abs(numbers[0]), abs(numbers[1]), bool(numbers[3]), bool(numbers[4])
    if not rx or not ry or start == end:
        return [end]
    x, y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    stretch = max(1.0, hypot(x / rx, y / ry))
    rx, ry = rx * stretch, ry * stretch
    rest = (rx * ry) ** 2 / ((rx * y) ** 2 + (ry * x) ** 2) - 1
    turn = sqrt(max(0.0, rest)) * (1 if large != sweep else -1)
    middle_x, middle_y = turn * rx * y / ry, -turn * ry * x / rx
    first = _angle((x - middle_x) / rx, (y - middle_y) / ry)
    swept = _angle((-x - middle_x) / rx, (-y - middle_y) / ry) - first
    if sweep and swept < 0:
        swept += 2 * pi
    elif not sweep and swept > 0:
        swept -= 2 * pi
    x, y = middle_x + (start[0] + end[0]) / 2, middle_y + (start[1] + end[1]) / 2
    steps = max(2, ceil(abs(swept) / (pi / 12)))
    turned = (first + swept * step / steps for step in range(1, steps + 1))
    return [(x + rx * cos(angle), y + ry * sin(angle)) for angle in turned]


def _angle(x: float, y: float) -> float:
    turn = acos(max(-1.0, min(1.0, x / hypot(x, y))))
    return -turn if y < 0 else turn
