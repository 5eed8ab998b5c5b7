"""The page docs/growth.md: the measured figures and what follows from them."""

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).resolve().parent.parent / "docs" / "growth.md"
GROWN = {"lists": "lists", "releases": "releases", "cards": "game_cards"}
"""The sites that have more of one thing, and the figure that says how much of it."""
LARGEST = "all"
"""The site that has more of everything."""
MANY_TIMES = 2
"""The factor from which a page that costs more on a larger site is named."""
SLOW_SECONDS = 1.0
"""The CPU time from which the first request of a page is named."""
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


def write(figures: Mapping[str, Figures], upgrades: Mapping[str, Figures]) -> None:
    """Replace the tables of the page between its marks."""
    before, _, rest = PAGE.read_text("utf-8").partition(MARKED[0])
    after = rest.partition(MARKED[1])[2]
    parts = [line for database, sites in figures.items() if "base" in sites for line in tables(database, sites)]
    parts += list(upgrade_table(upgrades))
    PAGE.write_text(before + "\n".join([MARKED[0], "", *parts, MARKED[1]]) + after, "utf-8")


def exponent(small: float, large: float, factor: float) -> float:
    """Return the power of the size with which a cost grows: 0 for a constant cost, 1 for a proportional one."""
    return math.log(large / small) / math.log(factor)


def tables(database: str, sites: Figures) -> Iterator[str]:
    """Yield the lines of the tables of one database."""
    names = [name for name in ("base", *GROWN, LARGEST) if name in sites]
    grown = [name for name in GROWN if name in sites]
    headings = [_heading(sites[name]) for name in names]
    yield from (f"### {NAMES[database]}", "")
    yield from _table(["", *headings], _site_rows([sites[name] for name in names]))
    exponents = [f"Exponent of {name}" for name in grown]
    yield from _table(["Address", *headings, *exponents, "Queries"], _page_rows(sites, names, grown))
    yield from (_named(sites, name) for name in names[1:])
    yield from (_slow_at_first(sites[name]) for name in names[-1:])


def upgrade_table(upgrades: Mapping[str, Figures]) -> Iterator[str]:
    """Yield the lines of the table of upgrades; none without figures."""
    measured = [(NAMES[database], site) for database, sites in upgrades.items() for site in sites.values()]
    if not measured:
        return
    stages = [f"{title}, s" for title, _seconds in measured[0][1]["stages"]]
    yield from (f"### An upgrade from {measured[0][1]['version']}", "")
    headings = ["", "Lists", "Database", "Peak memory", "CPU time", "Elapsed time", *stages]
    yield from _table(headings, (_upgrade_row(name, site) for name, site in measured))


def _upgrade_row(name: str, site: Mapping[str, Any]) -> list[str]:
    return [
        name,
        f"{site['lists']:,}",
        f"{site['disk'] * 1e-6:,.0f} MB",
        f"{site['memory'] * 1e-6:,.0f} MB",
        f"{site['cpu']:,.0f} s",
        f"{site['wall']:,.0f} s",
        *(f"{seconds:,.0f}" for _title, seconds in site["stages"]),
    ]


def _table(headings: list[str], cells: Iterator[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(headings)} |"
    yield f"|{'---|' * len(headings)}"
    yield from (f"| {' | '.join(row)} |" for row in cells)
    yield ""


def _heading(site: Mapping[str, Any]) -> str:
    return f"{site['lists']:,} lists, {site['releases']} rel., {site['cards']:,} cards"


def _site_rows(sites: list[dict[str, Any]]) -> Iterator[list[str]]:
    megabytes = {
        "Database": "disk",
        "Size of a backup": "backup_bytes",
        "Memory of a process at its start": "memory_at_start",
        "Its peak memory, all addresses": "memory",
        "Its peak memory with backup, preview and release": "memory_of_all",
    }
    works = {
        "A backup": "backup",
        "Preview of a release of one changed card": "preview",
        "A release of 50 changed cards": "release",
    }
    for title, key in megabytes.items():
        yield [title, *(f"{site[key] * 1e-6:,.1f} MB" for site in sites)]
    for title, key in works.items():
        yield [title, *("{:,.1f} / {:,.1f} s".format(*site[key]) for site in sites)]


def _page_rows(sites: Figures, names: list[str], grown: list[str]) -> Iterator[list[str]]:
    for page in sites["base"]["pages"]:
        costs = [sites[name]["pages"][page] for name in names]
        queries = sorted({cost["queries"] for cost in costs})
        yield [
            page,
            *(f"{cost['cpu'] * 1000:,.1f} / {cost['wall'] * 1000:,.1f} ms" for cost in costs),
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


def _slow_at_first(site: Mapping[str, Any]) -> str:
    """Return a paragraph that names the pages whose first request in a process takes long."""
    slow = {name: page["first"] for name, page in site["pages"].items() if page["first"] >= SLOW_SECONDS}
    named = [f"{name} ({seconds:.1f} s)" for name, seconds in slow.items()]
    intro = f"{SLOW_SECONDS:.0f} s of CPU time or more for the first request of a process with {_heading(site)}"
    return f"{intro}: {', '.join(named) or 'no address'}.\n"
