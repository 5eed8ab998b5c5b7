"""Pictures: the memory and time for the largest accepted uploads, and for rendering the faces of a whole legion."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from benchmarks import sample
from benchmarks.report import Target, line, percentile
from benchmarks.serving import set_up_django

WIDE, HIGH = 6_000, 4_000
MOST = Target(must=256, at_most=True)
"""The target in MB in addition to the process's memory before."""
DRAWN = Target(must=300, at_most=True)
"""The target in milliseconds."""
TAKE = r"""
import re, sys, time
from pathlib import Path
import django
django.setup()
from PIL import Image
from catalog.pictures import decoding, renditions
Image.init()
Image.new("RGB", (9, 9)).convert("CMYK")
raw = Path(sys.argv[1]).read_bytes()
def memory(what):
    return int(re.search(what + r":\s+(\d+) kB", Path("/proc/self/status").read_text())[1]) / 1024
Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
before, begin = memory("VmRSS"), time.process_time()
image = decoding.plain(raw, int(sys.argv[2]))
if sys.argv[3] == "kept":
    list(renditions.render_files(image))
print(memory("VmHWM") - before, time.process_time() - begin)
"""
RUNS = 7


def measure() -> str | None:
    """Print the peak of additional memory for each kind of picture, and the time of rendering."""
    if not Path("/proc/self/clear_refs").exists():
        return "Linux alone tells the peak of memory from a moment on"
    with tempfile.TemporaryDirectory() as folder:
        for name, file in _largest(Path(folder)).items():
            for side, use in ((1_600, "kept"), (2_400, "read")):
                memory, seconds = _take(file, side, use)
                line(f"{name}, {use}", f"{memory:.0f} MB, {seconds:.1f} s of a core", MOST.by(memory))
    set_up_django()
    for game in sample.games():
        for what, draw in (("picture of a legion", _picture), ("face of each card in it", _faces)):
            times = [_seconds(draw, game) for _ in range(RUNS)]
            middle = percentile(times, 0.5) * 1000
            line(f"{what}, {game}", f"{middle:.0f} ms", DRAWN.by(middle))
    return None


def _largest(folder: Path) -> dict[str, Path]:
    """Write pictures with the maximum number of pixels that are as hard to decode as possible, and return them by
    name.
    """
    grain = Image.effect_noise((WIDE // 8, HIGH // 8), 60).resize((WIDE, HIGH), Image.Resampling.BICUBIC)
    photo = Image.merge("RGB", (grain, grain.transpose(Image.Transpose.ROTATE_180), grain))
    flat = Image.new("RGBA", (WIDE, HIGH), (200, 10, 10, 100))
    long = photo.resize((8_000, 3_000))
    square = (4_000, 4_000)
    made: dict[str, tuple[Image.Image, str, dict[str, Any]]] = {
        "JPEG in passes": (photo, "p.jpg", {"quality": 50, "progressive": True, "subsampling": 0}),
        "JPEG for print, in passes": (long.convert("CMYK"), "c.jpg", {"quality": 40, "progressive": True}),
        "PNG on no ground": (flat, "a.png", {}),
        "WebP": (photo.resize(square), "l.webp", {"quality": 40, "method": 0}),
        "WebP without loss, on no ground": (flat.resize(square), "n.webp", {"lossless": True, "method": 0}),
    }
    for image, name, options in made.values():
        image.save(folder / name, **options)
    return {what: folder / name for what, (_, name, _) in made.items()}


def _take(file: Path, side: int, use: str) -> tuple[float, float]:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{file.parent}/bench.sqlite3",
        "SECRET_KEY": "bench" * 10,
    }
    done = subprocess.run(
        [sys.executable, "-c", TAKE, str(file), str(side), use],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    memory, seconds = done.stdout.split()
    return float(memory), float(seconds)


def _seconds(draw: Callable[[list[dict[str, Any]]], object], game: str) -> float:
    """Return the CPU time in seconds of rendering with empty caches."""
    from catalog.faces import svg_raster

    legion = sample.ready(game)[0]
    known = {card["slug"]: card for card in sample.cards(game)}
    slugs = [slug for pick in legion["picks"] for slug in (pick["card"], *pick.get("upgrades", ()))]
    svg_raster.rasterize.cache_clear()
    begin = time.process_time()
    draw([known[slug] for slug in slugs])
    return time.process_time() - begin


def _picture(cards: list[dict[str, Any]]) -> bytes:
    """Render a legion's preview image for chats, with as many faces as fit."""
    from legions.cards.stock import CardView
    from legions.sharing import preview_image

    drawn = [preview_image.PictureCard(CardView(card["game"], card["slug"], card), 1) for card in cards]
    drawing = preview_image.Drawing(
        label="A game",
        title="A legion of 120 points",
        outcome="legal",
        word="Legal",
        sums="120 of 120 points",
        share=1.0,
        faces=tuple(drawn[: preview_image.MAX_FACES]),
        names=", ".join(one.name for one in drawn[: preview_image.MAX_NAMED]),
        bare="",
    )
    return preview_image.draw(drawing)


def _faces(cards: list[dict[str, Any]]) -> list[str]:
    """Render the face of each card, in print size."""
    from catalog import faces

    return [faces.as_file(faces.face(card)) for card in cards]
