"""The record of a campaign in, what follows from it out: judged by the adventures of a release of the catalog."""

from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from catalog import documents
from catalog.documents import guard
from catalog.documents.errors import Fault, InvalidInput

from ..engine.campaigns import verdict
from . import verdicts
from .campaign_records import own_adventure_faults

CAMPAIGN_SCHEMA = "campaign.schema.json"


def judge_record(
    document: Any, *, release: int | None = None, entitling: tuple[str, str] | None = None
) -> dict[str, Any]:
    """Return the verdict on a record. The release it names itself goes before `release`; with neither it is the newest.

    With an adventure and a side in `entitling` it says what each player may use there next.

    Raises InvalidInput `malformed-json`, `invalid-campaign`, `invalid-parameter`, `unknown-game`, `unknown-release` or
    `not-judged-yet`.
    """
    for entry in entries_of(document):
        guard.check(entry)
    record = validated_record(document)
    library = verdicts.library(record["game"], record.get("release", release))
    terms = library.ruleset.campaign
    try:
        return verdict.judge_record(record, library.adventures, terms, release=library.release, entitling=entitling)
    except LookupError as error:
        message = _("There is no such adventure, or it has no such side.")
        raise InvalidInput("invalid-parameter", [Fault("/adventure", "invalid-parameter", message)]) from error


def entries_of(document: Any) -> list[Any]:
    """Return the entries of what may be no record yet; none where it has no list of them."""
    entries = document.get("entries") if isinstance(document, dict) else None
    return entries if isinstance(entries, list) else []


def validated_record(document: Any) -> dict[str, Any]:
    """Return a record. Raises InvalidInput `invalid-campaign` when it does not follow its schema, or an adventure of
    its own is not in order.
    """
    if errors := documents.faults_under_schema(CAMPAIGN_SCHEMA, document):
        raise InvalidInput("invalid-campaign", errors)
    if errors := list(islice(own_adventure_faults(document), documents.MAX_FAULTS)):
        raise InvalidInput("invalid-campaign", errors)
    return document
