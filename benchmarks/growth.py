"""Growth of a site: pages, disk, memory, releases and backups with many lists, releases and cards.

Each site is filled once and kept in a folder, and so are its figures: filling that was stopped goes on where it ended.
`python -m benchmarks growth` measures what is missing and writes docs/growth.md; `python -m benchmarks.growth --help`
chooses sites and databases.
"""

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import growth_page
from benchmarks.growth_page import Size
from benchmarks.report import line
from benchmarks.serving import ROOT

SIZES = {
    "base": Size(1_000, 1, 1_000),
    "lists": Size(27_000, 1, 1_000),
    "many-lists": Size(100_000, 1, 1_000),
    "releases": Size(1_000, 40, 1_000),
    "cards": Size(1_000, 1, 10_000),
}
DATABASES = ("sqlite", "postgresql")
FOLDER = ROOT / "var" / "growth"


@dataclass(frozen=True)
class Site:
    """A site of one size on one database, with its files."""

    database: str
    name: str
    folder: Path

    @property
    def home(self) -> Path:
        """The folder of its files."""
        return self.folder / f"{self.database}-{self.name}"

    @property
    def figures(self) -> Path:
        """The file of its figures."""
        return self.folder / f"{self.database}-{self.name}.json"

    @property
    def url(self) -> str:
        """The address of its database."""
        if self.database == "sqlite":
            return f"sqlite:///{self.home}/muster.sqlite3"
        return f"{os.environ['BENCH_DATABASE_URL']}_{self.name}"

    def run(self, *command: str) -> str:
        """Run a program of this site; return its output. Raises CalledProcessError."""
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": self.url,
            "VAR_DIR": str(self.home),
            "SECRET_KEY": "bench" * 10,
            "INSECURE_HTTP": "1",
            "ALLOWED_HOSTS": "testserver",
            "LOG_LEVEL": "ERROR",
            "API_LIMITS": "0",
            "THROTTLE_FACTOR": "1000000",
        }
        program = [sys.executable, *command]
        return subprocess.run(program, env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def measure(arguments: list[str] | None = None) -> str | None:
    """Measure the sites that have no figures yet, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--size", choices=SIZES, action="append", help="of these sizes only; repeatable")
    parser.add_argument("--database", choices=DATABASES, action="append", help="on this database only; repeatable")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where sites and figures are kept")
    parser.add_argument("--again", action="store_true", help="measure sites that have figures, too")
    options = parser.parse_args(arguments or [])
    folder = options.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    databases = [name for name in options.database or DATABASES if name in _available()]
    for site in (Site(database, name, folder) for database in databases for name in options.size or SIZES):
        if options.again or not site.figures.exists():
            _measure(site)
    growth_page.write(_figures(folder))
    return None if databases else "set BENCH_DATABASE_URL to the address of a PostgreSQL database"


def _available() -> tuple[str, ...]:
    return DATABASES if "BENCH_DATABASE_URL" in os.environ else DATABASES[:1]


def _measure(site: Site) -> None:
    site.home.mkdir(exist_ok=True)
    site.run("manage.py", "migrate", "--verbosity", "0")
    site.run("manage.py", "import_cards", "fixtures", "--if-empty", "--why", "First cards")
    site.run("manage.py", "collectstatic", "--noinput", "--verbosity", "0")
    size = SIZES[site.name]
    site.run("-m", "benchmarks.growth_site", "fill", *map(str, size))
    figures = json.loads(site.run("-m", "benchmarks.growth_site", "measure"))
    site.figures.write_text(json.dumps(figures, indent=1), "utf-8")
    slowest = max(figures["pages"].items(), key=lambda page: page[1]["cpu"])
    line(f"{site.database}, {size}", f"{slowest[1]['cpu'] * 1000:,.0f} ms", f"the most expensive page: {slowest[0]}")


def _figures(folder: Path) -> dict[str, dict[str, Any]]:
    """Return all figures by database and size."""
    return {
        database: {
            name: json.loads(site.figures.read_text("utf-8"))
            for name in SIZES
            if (site := Site(database, name, folder)).figures.exists()
        }
        for database in DATABASES
    }


if __name__ == "__main__":
    sys.exit(measure(sys.argv[1:]))
