"""The record of a campaign in, what follows from it out: judged by the adventures of a release of the catalog."""

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
    """Return the verdict on a record. The release it names itself goes before `release`; with neither it is the newest.

    With an adventure and a side in `entitling` it says what each player may use there next. `snapshot` is the release
    where that was looked up before. `spend` is told before
    anything is judged as how many cards that counts; what it raises ends the question.

    Raises InvalidInput `malformed-json`, `invalid-campaign`, `invalid-parameter`, `unknown-game`, `unknown-release`,
    `not-judged-yet`, or `too-large` for a record over a limit, of which nothing is judged.
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
    """Return as how many cards deriving what follows from a record counts; 0 for what is none that can be read."""
    try:
        valid = validated_record(record)
        library = verdicts.library(valid["game"], valid.get("release"))
    except InvalidInput:
        return 0
    return bounds.size_of(valid, library.adventures).cost


def entries_of(document: Any) -> list[Any]:
    """Return the entries of what may be no record yet; none if it has no list of them."""
    entries = document.get("entries") if isinstance(document, dict) else None
    return entries if isinstance(entries, list) else []


def validated_record(document: Any) -> dict[str, Any]:
    """Return a record. Raises InvalidInput `invalid-campaign` when it does not follow its schema, or an adventure of
    its own is not in order.
    """
    if errors := documents.faults_under_schema(CAMPAIGN_SCHEMA, document, batch="entries"):
        raise InvalidInput("invalid-campaign", errors)
    if errors := list(islice(own_adventure_faults(document), documents.MAX_FAULTS)):
        raise InvalidInput("invalid-campaign", errors)
    return document
