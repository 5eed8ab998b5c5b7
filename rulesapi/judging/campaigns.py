"""Verdicts on campaign records, judged by the adventures of a catalog release."""

from collections.abc import Callable
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from catalog import documents, snapshots
from catalog.documents import json_input
from catalog.documents.errors import Fault, InvalidInput
from catalog.snapshots import Snapshot
from rulesapi.engine.campaigns import bounds, verdict
from rulesapi.judging import verdicts
from rulesapi.judging.campaign_records import own_adventure_faults
from rulesapi.translation import translated

CAMPAIGN_SCHEMA = "campaign.schema.json"


def judge_record(
    document: Any,
    *,
    release: int | None = None,
    entitling: tuple[str, str] | None = None,
    snapshot: Snapshot | None = None,
    spend: Callable[[int], None] = lambda cards: None,
) -> dict[str, Any]:
    """Return the verdict on a record. A release named in the record takes precedence over `release`; the default is the
    newest.

    With an adventure and a side in `entitling`, the verdict includes the cards each player may use there next.
    `snapshot` is the release, if the caller has already looked it up. `spend` is called with the cost in cards before
    judging; an exception it raises ends the request.

    Raises InvalidInput `malformed-json`, `invalid-campaign`, `invalid-parameter`, `unknown-game`, `unknown-release`,
    `not-judged-yet`, or `too-large` for a record over a limit, which is not judged.
    """
    for entry in entries_of(document):
        json_input.check(entry)
    record = validated_record(document)
    snapshot = snapshot or snapshots.at(record.get("release", release))
    library = verdicts.library_at(record["game"], snapshot)
    size = bounds.size_of(record, library.adventures)
    if (excess := size.excess()) is not None:
        message = _("{excess} Shorten the record, or start another campaign.").format(excess=translated(excess))
        raise InvalidInput("too-large", [Fault("/entries", "too-large", message)], status=413)
    spend(size.cost)
    try:
        return verdict.judge_record(
            record,
            library.adventures,
            library.ruleset.campaign,
            release=library.release,
            entitling=entitling,
            names={slug: card.title for slug, card in library.cards.items()},
        )
    except LookupError as error:
        message = _("There is no such adventure, or it has no such side.")
        raise InvalidInput("invalid-parameter", [Fault("/adventure", "invalid-parameter", message)]) from error


def judging_cost(record: Any) -> int:
    """Return the cost of judging a record in cards; 0 for an invalid record."""
    try:
        valid = validated_record(record)
        library = verdicts.library(valid["game"], valid.get("release"))
    except InvalidInput:
        return 0
    return bounds.size_of(valid, library.adventures).cost


def entries_of(document: Any) -> list[Any]:
    """Return the entries of a possibly invalid record; empty if it has no list of entries."""
    entries = document.get("entries") if isinstance(document, dict) else None
    return entries if isinstance(entries, list) else []


def validated_record(document: Any) -> dict[str, Any]:
    """Return the record if it is valid.

    Raises InvalidInput `invalid-campaign` if it violates its schema or has an invalid own adventure.
    """
    if errors := documents.faults_under_schema(CAMPAIGN_SCHEMA, document, batch="entries"):
        raise InvalidInput("invalid-campaign", errors)
    if errors := list(islice(own_adventure_faults(document), documents.MAX_FAULTS)):
        raise InvalidInput("invalid-campaign", errors)
    return document
