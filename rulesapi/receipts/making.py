"""What a receipt says: which legion was judged by what, what came of it, and when."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from catalog.canonical import wire
from catalog.models import Revision, Shelf

from .. import verdicts
from ..engine.collection import without_collections
from ..problems import Refusal
from . import keys
from .codes import Signed, sign

VERSION = 1


class NoKey(Refusal):
    """Whoever runs this site has given no key, so that nothing can be signed."""

    def __init__(self) -> None:
        super().__init__("no-signing-key")


def make(document: Any, *, release: int | None = None) -> Signed:
    """Return the receipt of the verdict on a legion, by the release it names, else by `release` or the newest.

    What its player owns is left out before: a receipt is about the list, and so is its digest.

    Raises what `verdicts.judge` raises, and NoKey.
    """
    key = keys.signing()
    if key is None:
        raise NoKey
    legion = without_collections(verdicts.checked(document))
    verdict = verdicts.judge(legion, release=release)
    said = statement(legion, verdict, _house_rules(verdict))
    now = datetime.now(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z")
    return sign({**said, "key": key.public.id, "time": now, "version": VERSION}, key)


def statement(legion: dict[str, Any], verdict: dict[str, Any], rules: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """Return what a receipt says of a legion that got this verdict, but for the key and the time.

    `rules` are the documents of the house rules that it was judged under, by slug.
    """
    said = {key: verdict[key] for key in ("digest", "game", "format", "release", "ruleset", "verdict", "points")}
    said["codes"] = sorted({finding["code"] for finding in verdict["findings"]})
    if "on" in legion:
        said["on"] = legion["on"]
    if rules:
        digest = hashlib.sha256(wire(list(rules)).encode()).hexdigest()
        said["house_rules"] = {"slugs": [one["slug"] for one in rules], "digest": f"sha256:{digest}"}
    if any(fact["state"] == "used" for fact in verdict.get("facts", ())):
        said["own_numbers"] = True
    return said


def _house_rules(verdict: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the documents of the house rules that a verdict was given under, as they stand in its release."""
    slugs = [one["slug"] for one in verdict.get("house_rules", ())]
    if not slugs:
        return []
    standing = Revision.objects.at(verdict["release"]).shelf(Shelf.HOUSE_RULE, verdict["game"])
    return list(standing.filter(slug__in=slugs).order_by("slug").values_list("document", flat=True))
