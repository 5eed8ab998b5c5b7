"""Verdicts on the records of campaigns, each kept for as long as its record and its release stay as they are.

What is kept can be thrown away at any time: it is in the cache of what can be computed again, under a digest of all
that decides a verdict.
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
"""Counted up with each change of what the engine says of a record."""

CACHE_SECONDS = 7 * 24 * 3600

Document = dict[str, Any]


def judge_record(record: Document, *, entitling: tuple[str, str] | None = None) -> Document:
    """Return the verdict on a campaign's record, with what players may use on the side of an adventure in `entitling`.

    Raises InvalidInput as `campaigns.judge_record` does; a refusal is not kept.
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
