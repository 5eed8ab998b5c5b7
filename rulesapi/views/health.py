"""Two questions that whatever runs Muster asks: does the process live, and can it serve."""

import logging
from functools import cache

from django.core.cache import cache as shared_cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from .. import snapshots

logger = logging.getLogger(__name__)
_PROBE = "readyz"


@require_safe
def livez(request: HttpRequest) -> HttpResponse:
    """Say that the process answers; nothing else is asked."""
    return _plain("alive", 200)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether database, migrations and cache are in order. What is not stands in the log and not in the answer."""
    try:
        snapshots.newest()
        ready = _migrated() and _caches()
    except Exception:
        logger.exception("Not ready")
        ready = False
    return _plain("ready", 200) if ready else _plain("not ready", 503)


def _migrated() -> bool:
    """Return whether all migrations of this program are applied. Once that is so it stays so and is not asked again."""
    try:
        _check_migrations()
    except LookupError as error:
        logger.error("Not ready: %s", error)
        return False
    return True


@cache
def _check_migrations() -> None:
    executor = MigrationExecutor(connection)
    if missing := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise LookupError(f"{len(missing)} migrations are not applied")


def _caches() -> bool:
    shared_cache.set(_PROBE, "kept", timeout=10)
    kept = shared_cache.get(_PROBE) == "kept"
    if kept and not getattr(shared_cache, "is_away", False):  # what stands in for it is not shared
        return True
    logger.error("Not ready: the cache does not keep what it is given")
    return False


def _plain(text: str, status: int) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8", headers=headers)
