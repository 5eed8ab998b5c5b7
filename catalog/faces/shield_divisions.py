"""Divisions of a shield's field: paths of the second tincture in a box of 100 x 120.

The names are heraldic: per pale is split down the middle, barry is striped across, gyronny is cut like a cake. The line
between two tinctures can be wavy, indented, embattled or engrailed.
"""

from __future__ import annotations

import math
from collections.abc import Callable

LINES = ("straight", "wavy", "indented", "embattled", "engrailed")


def edge(x0: float, y0: float, x1: float, y1: float, line: str) -> str:
    """Return path commands from the current point (x0, y0) to (x1, y1) along a line of partition."""
    if line == "straight":
        return f"L{x1:g} {y1:g}"
    length = math.hypot(x1 - x0, y1 - y0)
    steps = max(2, round(length / 12))
    dx, dy = (x1 - x0) / steps, (y1 - y0) / steps
    nx, ny = -dy / math.hypot(dx, dy) * 4, dx / math.hypot(dx, dy) * 4
    parts = []
    for step in range(steps):
        x, y, side = x0 + dx * step, y0 + dy * step, 1 if step % 2 else -1
        end = f"{x + dx:.1f} {y + dy:.1f}"
        if line == "wavy":
            parts.append(f"Q{x + dx / 2 + nx * side * 1.6:.1f} {y + dy / 2 + ny * side * 1.6:.1f} {end}")
        elif line == "indented":
            parts.append(f"L{x + dx / 2 + nx * 1.3:.1f} {y + dy / 2 + ny * 1.3:.1f}L{end}")
        elif line == "embattled":
            sx, sy = nx * (0.9 if step % 2 else -0.9), ny * (0.9 if step % 2 else -0.9)
            parts.append(f"L{x + sx:.1f} {y + sy:.1f}L{x + dx + sx:.1f} {y + dy + sy:.1f}L{end}")
        else:
            parts.append(f"Q{x + dx / 2 + nx * 1.9:.1f} {y + dy / 2 + ny * 1.9:.1f} {end}")
    return "".join(parts)


def _run(line: str, *points: tuple[float, float]) -> str:
    """Return a line of partition through several points, starting at the first."""
    (x, y), *rest = points
    path = f"M{x:g} {y:g}"
    for nx, ny in rest:
        path += edge(x, y, nx, ny, line)
        x, y = nx, ny
    return path


def _band(line: str, start: tuple[float, float], end: tuple[float, float], half: float) -> str:
    """Return a straight band with a width of twice `half`."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0)
    ox, oy = -(y1 - y0) / length * half, (x1 - x0) / length * half
    there = _run(line, (x0 + ox, y0 + oy), (x1 + ox, y1 + oy))
    return f"{there}L{x1 - ox:g} {y1 - oy:g}{edge(x1 - ox, y1 - oy, x0 - ox, y0 - oy, line)}Z"


def _per_pale(line: str) -> str:
    return _run(line, (50, -4), (50, 124)) + "H104V-4Z"


def _per_fess(line: str) -> str:
    return _run(line, (-4, 58), (104, 58)) + "V124H-4Z"


def _per_bend(line: str) -> str:
    return _run(line, (-4, 0), (104, 116)) + "H-4Z"


def _per_bend_sinister(line: str) -> str:
    return _run(line, (104, 0), (-4, 116)) + "H104Z"


def _per_chevron(line: str) -> str:
    return _run(line, (-4, 112), (50, 50), (104, 112)) + "V124H-4Z"


def _per_saltire(line: str) -> str:
    return _run(line, (-4, 0), (50, 58), (104, 0)) + "Z" + _run(line, (-4, 120), (50, 58), (104, 120)) + "Z"


def _quarterly(line: str) -> str:
    return _run(line, (50, -4), (50, 58), (104, 58)) + "V-4Z" + _run(line, (-4, 58), (50, 58), (50, 124)) + "H-4Z"


def _paly(line: str) -> str:
    return "".join(_band(line, (x, -4), (x, 124), 8.3) for x in (8.3, 41.5, 74.7))


def _barry(line: str) -> str:
    return "".join(_band(line, (-4, y), (104, y), 9) for y in (22, 58, 94))


def _bendy(line: str) -> str:
    return "".join(_band(line, (-10, 58 + shift), (110, 58 + shift + 100), 10) for shift in (-150, -100, -50, 0))


def _chevronny(line: str) -> str:
    return "".join(
        _run(line, (-4, top + 54), (50, top), (104, top + 54)) + f"v18L50 {top + 18}L-4 {top + 72}Z"
        for top in (-20, 16, 52, 88)
    )


def _lozengy(line: str) -> str:
    del line  # lozenges have straight sides
    return "".join(f"M{x} {y - 15}l12.5 15l-12.5 15l-12.5-15z" for y in range(0, 121, 30) for x in (0, 25, 50, 75, 100))


def _chequy(line: str) -> str:
    del line  # chequers have straight sides
    return "".join(
        f"M{column * 20} {row * 20}h20v20h-20z" for row in range(6) for column in range(5) if (row + column) % 2
    )


def _gyronny(line: str) -> str:
    del line  # gyrons have straight sides
    return "M50 58L-4 58V-4ZM50 58L50 -4H104ZM50 58L104 58V124ZM50 58L50 124H-4Z"


def _pale(line: str) -> str:
    return _band(line, (50, -4), (50, 124), 17)


def _fess(line: str) -> str:
    return _band(line, (-4, 58), (104, 58), 18)


def _bend(line: str) -> str:
    return _band(line, (-10, -4), (110, 120), 15)


def _cross(line: str) -> str:
    return _band(line, (50, -4), (50, 124), 11) + _band(line, (-4, 54), (104, 54), 11)


def _saltire(line: str) -> str:
    return _band(line, (-8, 0), (108, 116), 10) + _band(line, (108, 0), (-8, 116), 10)


def _pile(line: str) -> str:
    return _run(line, (14, -4), (50, 112), (86, -4)) + "Z"


def _pall(line: str) -> str:
    return _run(line, (-4, 0), (50, 54), (50, 124)) + "H-4Z"


DIVISIONS: dict[str, Callable[[str], str]] = {
    "per pale": _per_pale,
    "per fess": _per_fess,
    "per bend": _per_bend,
    "per bend sinister": _per_bend_sinister,
    "per chevron": _per_chevron,
    "per saltire": _per_saltire,
    "quarterly": _quarterly,
    "paly": _paly,
    "barry": _barry,
    "bendy": _bendy,
    "chevronny": _chevronny,
    "lozengy": _lozengy,
    "chequy": _chequy,
    "gyronny": _gyronny,
    "a pale": _pale,
    "a fess": _fess,
    "a bend": _bend,
    "a cross": _cross,
    "a saltire": _saltire,
    "a pile": _pile,
    "per pall": _pall,
}
