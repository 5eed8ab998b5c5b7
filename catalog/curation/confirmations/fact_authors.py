"""The authors of each fact of a card; they may not confirm it."""

from collections.abc import Iterable, Mapping
from typing import Any

from catalog import publishing
from catalog.curation.confirmations.fact_status import Document, confirmable_facts
from catalog.models import Contribution, DocumentType, Record, Revision
from catalog.models.drafts import DraftAction, DraftState


def authors_by_fact(document: Document) -> dict[str, set[int]]:
    """Return the accounts that wrote or offered the current value of each fact of a card.

    Approving or publishing a draft does not count as writing. Facts imported by a command have no author.
    """
    found: dict[str, set[int]] = {fact: set() for fact in confirmable_facts(document)}
    before: Mapping[str, Any] = {}
    published: Mapping[str, Any] = {}
    for one in _history(document):
        state = publishing.document_of(one) if isinstance(one, DraftState) else one.document
        if one.by_id is not None:
            for fact in _new(state, before, document, found):
                found[fact].add(one.by_id)
        if isinstance(one, Revision):
            published = state
        before = published if isinstance(one, DraftState) and one.deed == DraftAction.DISCARDED else state
    for offer in Contribution.objects.filter(record__in=_records(document)):
        if offer.by_id is not None:
            for fact in _new(offer.facts, {}, document, found):
                found[fact].add(offer.by_id)
    return found


def _new(state: Document, before: Document, document: Document, facts: Iterable[str]) -> list[str]:
    """Return the facts that got their current value in this state."""
    return [fact for fact in facts if state.get(fact) == document[fact] != before.get(fact)]


def _history(document: Document) -> list[DraftState | Revision]:
    """Return all states of a card, under former slugs too, oldest first."""
    states = [one for record in _records(document) for one in publishing.timeline(record)]
    return sorted(states, key=publishing.timeline_key)


def _records(document: Document) -> list[Record]:
    slugs = [document["slug"], *document.get("formerly", ())]
    return list(Record.objects.filter(game=document["game"], document_type=DocumentType.CARD, slug__in=slugs))
