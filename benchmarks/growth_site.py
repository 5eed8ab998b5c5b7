"""One site of the growth measurement, in a process of its own: `fill LISTS RELEASES CARDS`, or `measure`."""

import gc
import json
import re
import resource
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import django

RUNS = 5
"""The runs of each page, of which the cheapest counts: other programs use the machine as well."""
CHEAP_SECONDS, CHEAP_RUNS = 0.005, 100
"""The CPU time below which a page is run more often, and how often: its cost is that of a few interruptions."""
GAME = "attack-wing"
"""The game that most pages are about; all copied cards are of this game."""


class Cost(NamedTuple):
    """The CPU time of a piece of work and the time that it took, in seconds."""

    cpu: float
    wall: float


def main() -> None:
    """Fill or measure the site of the environment."""
    django.setup()
    from django.db import connections

    from benchmarks import growth_data, growth_page

    connections.settings["default"]["OPTIONS"].pop("pool", None)
    if sys.argv[1] == "fill":
        growth_data.fill(growth_page.Size(*map(int, sys.argv[2:])))
        _analyze()
    else:
        print(json.dumps(_measured()))


def _analyze() -> None:
    """Update the statistics of PostgreSQL, as its autovacuum does in the course of time."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
            cursor.execute("VACUUM ANALYZE")


def _measured() -> dict[str, Any]:
    from benchmarks import growth_data
    from catalog.models import Release
    from legions.saved_lists.models import Legion
    from operations import upgrades

    import_module("config.wsgi")  # loads all pages and sets the garbage collector up, as in each process of the server
    figures: dict[str, Any] = {
        "lists": Legion.objects.public().count(),
        "releases": Release.objects.newest(),
        "cards": growth_data.card_count(),
        "game_cards": growth_data.card_count(GAME),
        "disk": upgrades.database_bytes(),
        "memory_at_start": _resident_memory(),
        "pages": _pages(),
        "memory": _peak_memory(),
    }
    figures["backup"], figures["backup_bytes"] = _backup()
    figures["preview"] = _preview()
    figures["release"] = _cost_of(lambda: growth_data.change_cards(figures["releases"] + 1))
    return {**figures, "memory_of_all": _peak_memory()}


def _resident_memory() -> int:
    """Return the resident memory of this process in bytes. Linux only."""
    pages = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert pages is not None
    return int(pages[1]) * 1024


def _peak_memory() -> int:
    """Return the peak resident memory of this process in bytes. Linux only."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _addresses() -> dict[str, str]:
    """Return the addresses that are measured, by what they are; the card is the one in the most public lists."""
    from django.db.models import Count

    from legions.pages.sitemaps import PAGE_SIZE
    from legions.saved_lists.models import Legion, PublicCard

    cards = PublicCard.objects.filter(game=GAME).values("slug").annotate(lists=Count("pk")).order_by("-lists", "slug")
    common, rare = cards[0]["slug"], cards.reverse()[0]["slug"]
    listed = Legion.objects.public().filter(game=GAME).order_by("pk")
    first, key, handle = listed.values_list("pk", "share_key", "owner__profile__handle")[0]
    last = -(-Legion.objects.public().count() // PAGE_SIZE)
    return {
        "Home": "/",
        "Games": "/games/",
        "A game": f"/games/{GAME}/",
        "Cards of a game": f"/cards/{GAME}/",
        "Cards that match a search": f"/cards/{GAME}/?q=cost%3C5",
        "The card in most lists": f"/cards/{GAME}/{common}/",
        "The card in fewest lists": f"/cards/{GAME}/{rare}/",
        "Sets of a game": f"/sets/{GAME}/",
        "Gallery": "/shared/",
        "Gallery of a game": f"/shared/?game={GAME}",
        "Gallery, a common word": f"/shared/?game={GAME}&q=ember",
        "Gallery, a rare word": f"/shared/?game={GAME}&q=ember+raven+777",
        "Gallery by a common card": f"/shared/?game={GAME}&card={common}",
        "Gallery by favorites": "/shared/?sort=favourites",
        "Feed of the gallery": "/shared/atom/",
        "A shared list": f"/s/{key}/",
        "A person": f"/people/{handle}/",
        "Wanted facts": f"/wanted/{GAME}/",
        "Releases": "/releases/",
        "The newest release": f"/releases/{_newest()}/",
        "New list": f"/build/{GAME}/",
        "Search": "/search/?q=dragon",
        "Site map": "/sitemap.xml",
        "Site map, lists": "/sitemap-shared.xml",
        "Site map, last lists": f"/sitemap-shared.xml?p={last}",
        "Site map, people": "/sitemap-people.xml",
        "Site map, cards": "/sitemap-cards.xml",
        "API: cards": f"/api/v1/cards/?game={GAME}",
        "API: a card": f"/api/v1/cards/{GAME}/{common}/",
        "API: changes": "/api/v1/changes/?since=1",
        "API: releases": "/api/v1/releases/",
        "My lists": "/legions/",
        "The builder": f"/legions/{first}/",
        "Account": "/account/",
    }


def _newest() -> int:
    from catalog.models import Release

    return Release.objects.newest()


def _pages() -> dict[str, Any]:
    """Return the cost, the cost of the first request, the queries and the bytes of each address."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    addresses = _addresses()
    owner = get_user_model().objects.get(legions__pk=addresses["The builder"].split("/")[2])
    visitor, member = Client(), Client()
    member.force_login(owner)
    own = ("My lists", "The builder", "Account")
    return {name: _page(member if name in own else visitor, address) for name, address in addresses.items()}


def _page(client: Any, address: str) -> dict[str, Any]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    first = _cost_of(lambda: client.get(address))  # fills the caches of the release
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address)
    if response.status_code != 200:
        raise RuntimeError(f"{address} answers {response.status_code}")
    count = len(queries)  # the next request resets the log
    gc.collect()
    costs = [_cost_of(lambda: client.get(address)) for _ in range(RUNS)]
    if min(cost.cpu for cost in costs) < CHEAP_SECONDS:
        costs += [_cost_of(lambda: client.get(address)) for _ in range(CHEAP_RUNS)]
    return {
        "address": address,
        "cpu": min(cost.cpu for cost in costs),
        "wall": min(cost.wall for cost in costs),
        "first": first.cpu,
        "queries": count,
        "bytes": len(response.content),
    }


def _cost_of(work: Callable[[], Any]) -> Cost:
    cpu, wall = _cpu_seconds(), time.perf_counter()
    work()
    return Cost(_cpu_seconds() - cpu, time.perf_counter() - wall)


def _cpu_seconds() -> float:
    """Return the CPU time of this process and, on PostgreSQL, of the process of its connection."""
    from django.db import connection

    served = 0
    if connection.vendor == "postgresql":
        connection.ensure_connection()
        process = connection.connection.info.backend_pid
        served = int(Path(f"/proc/{process}/schedstat").read_text().split()[0])
    return time.process_time() + served / 1e9


def _backup() -> tuple[Cost, int]:
    """Return the cost of a backup and its size in bytes."""
    from django.conf import settings

    from catalog.publishing import no_progress
    from operations import backups

    target = Path(settings.VAR_DIR, "growth.backup")
    cost = _cost_of(lambda: backups.write_backup(target, no_progress))
    size = target.stat().st_size
    target.unlink()
    return cost, size


def _preview() -> Cost:
    """Return the cost of the effects of one changed card on all lists, which a worker computes."""
    from benchmarks import growth_data
    from catalog.publishing import previews, upcoming_releases

    upcoming = growth_data.upcoming_release()
    preview = previews.request_preview(upcoming, by=None)
    cost = _cost_of(lambda: previews.compute_preview.call(preview.key))
    upcoming_releases.discard_upcoming(upcoming, by=None, seen=upcoming.version)
    return cost


if __name__ == "__main__":
    main()
