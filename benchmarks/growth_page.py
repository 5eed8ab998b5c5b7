"""The page docs/growth.md: the measured figures and what follows from them."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).resolve().parent.parent / "docs" / "growth.md"
GROWN = {"lists": "lists", "many-lists": "lists", "releases": "releases", "cards": "cards"}
"""The larger sites, and what each has more of."""
MANY_TIMES = 2
"""The factor from which a page that costs more on a larger site is named."""
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
MARKED = ("<!-- python -m benchmarks growth -->", "<!-- /growth -->")

Figures = dict[str, dict[str, Any]]
"""The figures of the sites on one database, by the name of their size."""


class Size(NamedTuple):
    """The size of a site: its public lists, its releases and its cards."""

    lists: int
    releases: int
    cards: int

    def __str__(self) -> str:
        return f"{self.lists:,} lists, {self.releases} releases, {self.cards:,} cards"


def write(figures: dict[str, Figures]) -> None:
    """Replace the tables of the page between its marks."""
    before, _, rest = PAGE.read_text("utf-8").partition(MARKED[0])
    after = rest.partition(MARKED[1])[2]
    parts = [line for database, found in figures.items() if "base" in found for line in tables(database, found)]
    PAGE.write_text(before + "\n".join([MARKED[0], "", *parts, MARKED[1]]) + after, "utf-8")


def exponent(small: float, large: float, factor: float) -> float:
    """Return the power of the size with which a cost grows: 0 for a constant cost, 1 for a proportional one."""
    return math.log(large / small) / math.log(factor)


def tables(database: str, sites: Figures) -> Iterator[str]:
    """Yield the lines of the tables of one database."""
    grown = [name for name in GROWN if name in sites]
    headings = [_heading(sites[name]) for name in ("base", *grown)]
    yield from (f"### {NAMES[database]}", "")
    yield from _table(["", *headings], _site_rows([sites[name] for name in ("base", *grown)]))
    exponents = [f"Exponent of {name.replace('-', ' ')}" for name in grown]
    yield from _table(["Address", *headings, *exponents, "Queries"], _page_rows(sites, grown))
    yield from (_named(sites, name) for name in grown)


def _table(headings: list[str], cells: Iterator[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(headings)} |"
    yield f"|{'---|' * len(headings)}"
    yield from (f"| {' | '.join(row)} |" for row in cells)
    yield ""


def _heading(site: dict[str, Any]) -> str:
    return f"{site['lists']:,} lists, {site['releases']} rel., {site['cards']:,} cards"


def _site_rows(sites: list[dict[str, Any]]) -> Iterator[list[str]]:
    rows = {
        "Database": ("disk", 1e-6, "MB"),
        "Peak memory of the process, all addresses": ("memory", 1e-6, "MB"),
        "Peak memory with backup, preview and release": ("memory_of_all", 1e-6, "MB"),
        "A backup": ("backup", 1, "s"),
        "Size of the backup": ("backup_bytes", 1e-6, "MB"),
        "Preview of a release of one changed card": ("preview", 1, "s"),
        "A release of 50 changed cards": ("release", 1, "s"),
    }
    for title, (key, factor, unit) in rows.items():
        yield [title, *(f"{site[key] * factor:,.1f} {unit}" for site in sites)]


def _page_rows(sites: Figures, grown: list[str]) -> Iterator[list[str]]:
    for page in sites["base"]["pages"]:
        costs = [sites[name]["pages"][page] for name in ("base", *grown)]
        queries = sorted({cost["queries"] for cost in costs})
        yield [
            page,
            *(f"{cost['cpu'] * 1000:,.1f} ms" for cost in costs),
            *(f"{_growth(sites, page, name):.2f}" for name in grown),
            " to ".join(map(str, dict.fromkeys((queries[0], queries[-1])))),
        ]


def _growth(sites: Figures, page: str, name: str) -> float:
    base, grown = sites["base"], sites[name]
    factor = grown[GROWN[name]] / base[GROWN[name]]
    return exponent(base["pages"][page]["cpu"], grown["pages"][page]["cpu"], factor)


def _named(sites: Figures, name: str) -> str:
    """Return a paragraph that names the pages that cost many times as much on a larger site."""
    base, grown = sites["base"], sites[name]
    factors = {page: grown["pages"][page]["cpu"] / cost["cpu"] for page, cost in base["pages"].items()}
    named = [f"{page} ({factor:.1f} times)" for page, factor in factors.items() if factor > MANY_TIMES]
    return f"More than {MANY_TIMES} times as much with {_heading(grown)}: {', '.join(named) or 'no address'}.\n"
