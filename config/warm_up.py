"""Warm-up of a web server process: rendering the pages that are slow the first time.

The first page that needs them loads cards, indexes rules and compiles templates, which takes many times as long as
later pages. After a warm-up, users do not wait for that.
"""

import logging
from collections.abc import Iterator
from threading import Thread
from typing import Any
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.db import connections
from django.urls import reverse

from config.request_queue import WsgiApplication
from legions.cards import queries
from legions.cards.stock import stock
from legions.site import static_files
from rulesapi.judging.release_cache import keep_from_collector

logger = logging.getLogger(__name__)


def begin_warm_up(application: WsgiApplication) -> None:
    """Warm up in a thread in parallel to the first requests, if settings say so; it ends with the process."""
    if settings.WARM_UP:
        Thread(target=warm_up, args=(application,), name="warm-up", daemon=True).start()


def warm_up(application: WsgiApplication) -> None:
    """Request the pages of `first_pages`. Errors are logged; users would see them, too."""
    if not static_files.are_collected():
        logger.error("Pages cannot be rendered: %s", static_files.NOT_COLLECTED)
        return
    try:
        for address in first_pages():
            _ask(application, address)
    except Exception:
        logger.warning("The first pages could not be rendered in advance", exc_info=True)
    finally:
        connections.close_all()
    keep_from_collector()


def first_pages() -> Iterator[str]:
    """Yield the addresses of the home page, of each game's builder with a card selected, of the results of a search
    over all games, and of the API description.

    The requests only read. The search opens the rulebooks and indexes the rules for pages and API, and the API
    description is compressed as a result.
    """
    yield reverse("home")
    for game in queries.published_games():
        address = reverse("build", args=[game["slug"]])
        creatures = (slug for slug, card in stock(game["slug"]).cards.items() if card.stands and not card.carried)
        yield f"{address}?card={next(creatures, '')}"
    yield f"{reverse('search')}?q=cover"
    yield reverse("api-openapi")


def _ask(application: WsgiApplication, address: str) -> None:
    path, _, query = address.partition("?")
    environ: dict[str, Any] = {
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "HTTP_ACCEPT_ENCODING": "br",
        "HTTP_HOST": settings.ALLOWED_HOSTS[0].lstrip("*.") or "localhost",
        "HTTP_X_FORWARDED_PROTO": "https",
        "wsgi.url_scheme": "https",
        "muster.warm_up": True,
    }
    setup_testing_defaults(environ)
    answer = application(environ, lambda status, headers, exc_info=None: logger.debug("%s: %s", path, status))
    try:
        for _ in answer:
            pass
    finally:
        if close := getattr(answer, "close", None):
            close()
