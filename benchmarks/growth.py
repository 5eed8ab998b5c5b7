"""Growth of a site: pages, disk, memory, releases, backups and upgrades with many lists, releases and cards.

Each site is filled once and kept in a folder, and so are its figures: filling that was stopped goes on where it ended.
`python -m benchmarks growth` measures what is missing and writes docs/growth.md; `python -m benchmarks.growth --help`
chooses sites and databases.
"""

import argparse
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks import growth_page, growth_upgrades
from benchmarks.growth_page import Size
from benchmarks.measured_site import Site
from benchmarks.report import line
from benchmarks.serving import ROOT

SIZES = {
    "base": Size(1_000, 1, 1_000),
    "lists": Size(100_000, 1, 1_000),
    "releases": Size(1_000, 40, 1_000),
    "cards": Size(1_000, 1, 10_000),
    "all": Size(100_000, 40, 10_000),
}
UPGRADES = {"upgrade-few": 1_000, "upgrade-some": 10_000, "upgrade": 100_000}
"""The number of lists of each site that is upgraded from the last released version."""
DATABASES = ("sqlite", "postgresql")
FOLDER = ROOT / "var" / "growth"


def measure(arguments: list[str] | None = None) -> str | None:
    """Measure the sites that have no figures yet, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    names = [*SIZES, *UPGRADES]
    parser.add_argument("--size", choices=names, action="append", help="of these sizes only; repeatable")
    parser.add_argument("--database", choices=DATABASES, action="append", help="on this database only; repeatable")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where sites and figures are kept")
    parser.add_argument("--again", action="store_true", help="measure sites that have figures, too")
    parser.add_argument("--drop", action="store_true", help="delete each site after it was measured")
    options = parser.parse_args(arguments or [])
    folder = options.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    databases = [name for name in options.database or DATABASES if name in _available()]
    for site in (Site(database, name, folder) for database in databases for name in options.size or names):
        if options.again or not site.figures.exists():
            site.create()
            figures = _measure_upgrade(site) if site.name in UPGRADES else _measure(site)
            site.figures.write_text(json.dumps(figures, indent=1), "utf-8")
            if options.drop:
                site.drop()
    growth_page.write(_figures(folder, SIZES), _figures(folder, UPGRADES))
    return None if databases else "set BENCH_DATABASE_URL to the address of a PostgreSQL database"


def _available() -> tuple[str, ...]:
    return DATABASES if "BENCH_DATABASE_URL" in os.environ else DATABASES[:1]


def _measure(site: Site) -> dict[str, Any]:
    size = SIZES[site.name]
    site.run("manage.py", "migrate", "--verbosity", "0")
    site.run("manage.py", "import_cards", "fixtures", "--if-empty", "--why", "First cards")
    site.run("manage.py", "collectstatic", "--noinput", "--verbosity", "0")
    site.run("-m", "benchmarks.growth_site", "fill", *map(str, size))
    figures: dict[str, Any] = json.loads(site.run("-m", "benchmarks.growth_site", "measure"))
    slowest = max(figures["pages"].items(), key=lambda page: page[1]["cpu"])
    line(f"{site.database}, {size}", f"{slowest[1]['cpu'] * 1000:,.0f} ms", f"the most expensive page: {slowest[0]}")
    return figures


def _measure_upgrade(site: Site) -> dict[str, Any]:
    lists = UPGRADES[site.name]
    growth_upgrades.fill(site, lists)
    figures = growth_upgrades.measure(site, lists)
    line(f"{site.database}, an upgrade with {lists:,} lists", f"{figures['wall']:,.0f} s")
    return figures


def _figures(folder: Path, names: Mapping[str, object]) -> dict[str, dict[str, Any]]:
    """Return the figures of the named sites by database and name."""
    return {
        database: {
            name: json.loads(site.figures.read_text("utf-8"))
            for name in names
            if (site := Site(database, name, folder)).figures.exists()
        }
        for database in DATABASES
    }


if __name__ == "__main__":
    sys.exit(measure(sys.argv[1:]))
