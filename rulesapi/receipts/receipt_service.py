"""The contents of a receipt: the legion judged, the release and ruleset, the verdict, and the time."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from catalog.api_base.problems import ProblemError
from catalog.documents.canonical import compact
from catalog.models import DocumentType, Revision
from rulesapi.engine.core.collection import without_collections
from rulesapi.judging import verdicts
from rulesapi.receipts import keys
from rulesapi.receipts.codec import SignedReceipt, sign

VERSION = 1


class NoSigningKey(ProblemError):
    """The operator has configured no signing key."""

    def __init__(self) -> None:
        super().__init__("no-signing-key")


def make_receipt(document: Any, *, release: int | None = None) -> SignedReceipt:
    """Return the receipt of the verdict on a legion, by the release it names, otherwise by `release` or the newest.

    The players' collections are removed first, so a receipt and its digest cover only the list.

    Raises the errors of `verdicts.judge`, and NoSigningKey.
    """
    key = keys.signing_key()
    if key is None:
        raise NoSigningKey
    legion = without_collections(verdicts.validated_legion(document))
    verdict = verdicts.judge(legion, release=release)
    fields = statement(legion, verdict, _house_rules(verdict))
    now = datetime.now(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z")
    return sign({**fields, "key": key.public.id, "time": now, "version": VERSION}, key)


def statement(
    legion: Mapping[str, Any], verdict: dict[str, Any], rules: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """Return the fields of a receipt for a legion with this verdict, except the key and the time.

    `rules` are the documents of the house rules in the verdict, sorted by slug.
    """
    fields = {key: verdict[key] for key in ("digest", "game", "format", "release", "ruleset", "verdict", "points")}
    fields["codes"] = sorted({finding["code"] for finding in verdict["findings"]})
    if "on" in legion:
        fields["on"] = legion["on"]
    if rules:
        digest = hashlib.sha256(compact(list(rules)).encode()).hexdigest()
        fields["house_rules"] = {"slugs": [one["slug"] for one in rules], "digest": f"sha256:{digest}"}
    if any(fact["state"] == "used" for fact in verdict.get("facts", ())):
        fields["own_numbers"] = True
    return fields


def _house_rules(verdict: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the documents of a verdict's house rules in its release."""
    slugs = [one["slug"] for one in verdict.get("house_rules", ())]
    if not slugs:
        return []
    standing = Revision.objects.at(verdict["release"]).of_type(DocumentType.HOUSE_RULE, verdict["game"])
    return list(standing.filter(slug__in=slugs).order_by("slug").values_list("document", flat=True))
