"""The share of confirmed facts of the cards of a game, by set."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from catalog import documents
from catalog.curation.confirmations.fact_status import confirmable_facts
from catalog.documents.titles import document_title
from catalog.models import Confirmation, DocumentType, Revision
from catalog.models.confirmations import value_digest


@dataclass(slots=True)
class CardCoverage:
    """The confirmation coverage of one card: the numbers of known, confirmed and all (`total`) facts."""

    record: int
    document: dict[str, Any]
    known: int
    confirmed: int
    total: int

    @property
    def title(self) -> str:
        return document_title(self.document)

    @property
    def whole(self) -> bool:
        """True if all facts of the card are confirmed."""
        return self.confirmed == self.total

    @property
    def left(self) -> int:
        """The number of known facts that are not confirmed."""
        return self.known - self.confirmed


@dataclass(slots=True)
class SetCoverage:
    """The coverage of the cards of a set, of the cards without a known set (None), or of a whole game."""

    of_set: str | None
    cards: list[CardCoverage] = field(default_factory=list)

    @property
    def known(self) -> int:
        """The number of known facts."""
        return sum(one.known for one in self.cards)

    @property
    def confirmed(self) -> int:
        """The number of confirmed facts."""
        return sum(one.confirmed for one in self.cards)

    @property
    def whole(self) -> int:
        """The number of fully confirmed cards."""
        return sum(one.whole for one in self.cards)


def coverage_by_set(game: str) -> list[SetCoverage]:
    """Return the coverage of the published cards of a game by set; cards without a known set come last.

    Cards are ordered by name. Retired cards are left out.
    """
    digests: dict[tuple[str, str], set[str]] = {}
    rows = Confirmation.objects.filter(record__game=game, record__document_type=DocumentType.CARD)
    for slug, fact, digest in rows.values_list("record__slug", "fact", "digest"):
        digests.setdefault((slug, fact), set()).add(digest)
    parts: dict[str | None, SetCoverage] = {}
    cards = Revision.objects.newest().of_type(DocumentType.CARD, game).only("record_id", "document", "set_slug")
    for revision in cards.order_by("name", "slug").iterator(chunk_size=500):
        if "retired" not in revision.document:
            of_set = revision.set_slug
            parts.setdefault(of_set, SetCoverage(of_set)).cards.append(_card_coverage(revision, digests))
    return sorted(parts.values(), key=lambda part: (part.of_set is None, part.of_set or ""))


def _card_coverage(revision: Revision, digests: dict[tuple[str, str], set[str]]) -> CardCoverage:
    document = revision.document
    slugs = [document["slug"], *document.get("formerly", ())]
    facts = confirmable_facts(document)
    known = [fact for fact in facts if not documents.wanted_pointers(document[fact])]
    confirmed = [fact for fact in known if _is_confirmed(slugs, fact, document[fact], digests)]
    return CardCoverage(revision.record_id, document, len(known), len(confirmed), len(facts))


def _is_confirmed(
    slugs: Iterable[str], fact: str, value: Any, digests_by_fact: dict[tuple[str, str], set[str]]
) -> bool:
    digests = [one for slug in slugs for one in digests_by_fact.get((slug, fact), ())]
    return bool(digests) and value_digest(value) in digests
