"""The status of each printed fact of a card: confirmations and disputes of its current value."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from catalog import documents
from catalog.curation.contributions import disputes_of
from catalog.documents import card_facts, provenance
from catalog.models import Confirmation, DocumentType
from catalog.models.confirmations import value_digest
from catalog.models.disputes import Dispute

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FactStatus:
    """One fact of a card: its value, the sources in its document, the confirmations of this value, and the open
    disputes about it.
    """

    fact: str
    value: Any
    sources: tuple[dict[str, Any], ...]
    confirmations: tuple[Confirmation, ...]
    disputes: tuple[Dispute, ...]

    @property
    def known(self) -> bool:
        """True if the value is known in full; only then can it be confirmed."""
        return not documents.wanted_pointers(self.value)

    @property
    def digest(self) -> str:
        return value_digest(self.value)

    @property
    def confirmed(self) -> bool:
        """True if a second person has confirmed the value."""
        return bool(self.confirmations)


def confirmable_facts(document: Document) -> list[str]:
    """Return the facts that must be confirmed for a card to be confirmed: those printed on its kind of card and present
    in the document, in the schema's order.
    """
    order = card_facts.readable_facts(documents.schema_path(dict(document)))
    return [fact for fact in order if fact in document]


def fact_statuses(document: Document) -> list[FactStatus]:
    """Return the status of every confirmable fact of a card."""
    disputes = disputes_of(document)
    by_fact: dict[tuple[str, str], list[Confirmation]] = {}
    for one in confirmations_of_card(document).select_related("by"):
        by_fact.setdefault((one.fact, one.digest), []).append(one)
    return [
        FactStatus(
            fact,
            document[fact],
            tuple(provenance.sources_of(dict(document), fact)),
            tuple(by_fact.get((fact, value_digest(document[fact])), ())),
            tuple(disputes.get(fact, ())),
        )
        for fact in confirmable_facts(document)
    ]


def is_confirmed(facts: Iterable[FactStatus]) -> bool:
    """Return whether a card with these facts is confirmed: each is known in full, confirmed and undisputed."""
    return all(one.known and one.confirmed and not one.disputes for one in facts)


def confirmations_of_card(document: Document) -> QuerySet[Confirmation]:
    """Return all confirmations of a card, including those under former slugs and of former values."""
    slugs = [document["slug"], *document.get("formerly", ())]
    return Confirmation.objects.filter(
        record__game=document["game"], record__document_type=DocumentType.CARD, record__slug__in=slugs
    )
