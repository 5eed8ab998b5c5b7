"""Cards imported per second: files read, checked against their schemas, published in one transaction."""

import itertools
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import sample
from benchmarks.report import Target, rate
from catalog.documents import canonical

CARDS = 5_000
IMPORT = """
import sys, time
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
begin = time.perf_counter()
call_command("import_cards", sys.argv[1], verbosity=0)
print(time.perf_counter() - begin, file=sys.stderr)
"""


def measure() -> str | None:
    """Print import rates on SQLite, and on PostgreSQL if BENCH_DATABASE_URL names an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        _write_files(Path(folder, "cards"))
        seconds = _import(Path(folder, "cards"), f"sqlite:///{folder}/bench.sqlite3")
        rate("SQLite", [CARDS / seconds], "cards/s", Target(5_000, 2_500))
        url = os.environ.get("BENCH_DATABASE_URL")
        if not url:
            return "PostgreSQL: set BENCH_DATABASE_URL to an empty database"
        seconds = _import(Path(folder, "cards"), url)
        rate("PostgreSQL", [CARDS / seconds], "cards/s", Target(must=1_500))
    return None


def _write_files(folder: Path) -> None:
    """Write CARDS files of all kinds: copies of the game's cards with different slugs."""
    for number, card in zip(range(CARDS), itertools.cycle(sample.cards()), strict=False):
        copy = {key: value for key, value in card.items() if key != "formerly"}
        copy |= {"slug": f"{card['slug']}-{number}", "set": None}
        copy["sources"] = {key: value for key, value in card["sources"].items() if key != "/set"}
        file = folder / card["kind"] / f"{copy['slug']}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(canonical.pretty(copy), "utf-8")


def _import(folder: Path, url: str) -> float:
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": "bench" * 10,
        "INSECURE_HTTP": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", IMPORT, str(folder)], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stderr.split()[-1])
