"""Cached verdicts on the records of campaigns.

The cache can be cleared at any time: the key is a digest of everything that decides a verdict.
"""

import json
import zlib
from hashlib import sha256
from typing import Any

from django.core.cache import caches

from catalog import snapshots
from catalog.documents.canonical import compact
from rulesapi.judging import campaigns

RULES_VERSION = 2
"""The version of the engine's verdicts on records; increment it when they change."""

CACHE_SECONDS = 7 * 24 * 3600

Document = dict[str, Any]


def judge_record(record: Document, *, entitling: tuple[str, str] | None = None) -> Document:
    """Return the verdict on a campaign's record, with the entitlements for the adventure and side in `entitling`.

    Raises InvalidInput as `campaigns.judge_record` does; refusals are not cached.
    """
    snapshot = snapshots.at(record.get("release"))
    said = compact([RULES_VERSION, snapshot.release, str(snapshot.published_at), entitling, record])
    key = f"campaign-verdict:{sha256(said.encode()).hexdigest()}"
    kept: bytes | None = caches["derived"].get(key)
    if kept is not None:
        found: Document = json.loads(zlib.decompress(kept))
        return found
    verdict = campaigns.judge_record(record, entitling=entitling, snapshot=snapshot)
    caches["derived"].set(key, zlib.compress(compact(verdict).encode(), 1), CACHE_SECONDS)
    return verdict
