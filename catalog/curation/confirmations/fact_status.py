"""What is confirmed of a card: of each fact that is printed on it, whose word stands for the value it has now."""

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
    """One fact of a card: its value, the sources its document names, the confirmations of just this value, and the
    other values that stand beside it until somebody rules."""

    fact: str
    value: Any
    sources: tuple[dict[str, Any], ...]
    confirmations: tuple[Confirmation, ...]
    disputes: tuple[Dispute, ...]

    @property
    def known(self) -> bool:
        """Whether all of it is known: what is not can be confirmed by nobody."""
        return not documents.wanted_pointers(self.value)

    @property
    def digest(self) -> str:
        """What its value is told apart by."""
        return value_digest(self.value)

    @property
    def confirmed(self) -> bool:
        """Whether a second person has said that it is so."""
        return bool(self.confirmations)


def confirmable_facts(document: Document) -> list[str]:
    """Return the facts that make a card confirmed when all of them are: what is printed on it and the game knows of
    its kind, in the schema's order."""
    order = card_facts.readable_facts(documents.schema_path(dict(document)))
    return [fact for fact in order if fact in document]


def fact_statuses(document: Document) -> list[FactStatus]:
    """Return every fact of a card with what is confirmed and disputed of it."""
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
    """Return whether a card with these facts is confirmed: each is known in full, checked, and undisputed."""
    return all(one.known and one.confirmed and not one.disputes for one in facts)


def confirmations_of_card(document: Document) -> QuerySet[Confirmation]:
    """Return whatever was confirmed of a card, under a former slug too, and of values that it had before."""
    slugs = [document["slug"], *document.get("formerly", ())]
    return Confirmation.objects.filter(
        record__game=document["game"], record__document_type=DocumentType.CARD, record__slug__in=slugs
    )
