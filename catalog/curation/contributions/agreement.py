"""Facts on which two accounts agree from their printed cards; a curator accepts all of a set at once.

A fact is agreed on if the catalog does not know it, open contributions of two accounts give the same value from the
printed card, and no open contribution gives another value. Facts entered by guests do not count, and neither do the
curator's own contributions. Accepted facts go into the drafts of the cards, and from there through review.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from catalog import audit, documents, publishing
from catalog.curation.contributions.quotas import ContributionRefused, trust
from catalog.curation.contributions.review import ACCEPT, ContributionChanged, accepted_changeset, save_decision
from catalog.curation.contributions.submission import with_facts
from catalog.documents import canonical
from catalog.documents.errors import json_pointer
from catalog.models import Contribution, DocumentType, Record
from catalog.models.confirmations import value_digest
from catalog.models.contributions import ContributionQuerySet
from catalog.publishing.releases import lock_writers

AGREED_SOURCE = "Two players’ cards"
MAX_COMPARED = 20_000
"""The maximum number of contributions compared with each other."""


@dataclass(frozen=True, slots=True)
class AgreedFact:
    """A fact of a card on which several accounts agree, with their contributions and the card's current `document`."""

    record: Record
    document: dict[str, Any]
    fact: str
    value: Any
    offers: tuple[Contribution, ...]

    @property
    def set_slug(self) -> str:
        """The slug of the card's set; `""` if it is not known."""
        return self.document.get("set") or ""


def agreed_facts(game: str, *, by: User, set_slug: str | None = None) -> list[AgreedFact]:
    """Return the agreed facts of the cards of a game, or of one set; contributions of `by` do not count."""
    found: list[AgreedFact] = []
    shown: dict[int, dict[str, Any]] = {}
    for (number, fact), others in _agreements([game], by):
        record = others[0].record
        if number not in shown:
            current = publishing.current_revision(record)
            shown[number] = current.document if current else {}
        document = shown[number]
        if fact in document and not documents.wanted_pointers(document[fact]):
            continue
        if document and (set_slug is None or (document.get("set") or "") == set_slug):
            found.append(AgreedFact(record, document, fact, others[0].facts[fact], others))
    return found


def agreed_count(games: Collection[str] | None, *, by: User) -> int:
    """Return the number of facts on which accounts other than `by` agree in these games (None for all)."""
    return sum(1 for _one in _agreements(games, by))


def _agreements(games: Collection[str] | None, by: User) -> Iterator[tuple[tuple[int, str], tuple[Contribution, ...]]]:
    """Yield the record and name of each fact on which two accounts agree, with their contributions."""
    offers = _comparable()
    if games is not None:
        offers = offers.filter(record__game__in=games)
    said: dict[tuple[int, str], dict[str, list[Contribution]]] = defaultdict(lambda: defaultdict(list))
    for one in offers.select_related("record", "by").order_by("record__slug", "pk")[:MAX_COMPARED]:
        for fact, value in one.undecided.items():
            said[one.record_id, fact][canonical.compact(value)].append(one)
    for place, values in said.items():
        alike = tuple(one for one in next(iter(values.values())) if one.by_id != by.pk)
        if len(values) == 1 and len({one.by_id for one in alike}) > 1:
            yield place, alike


def _comparable() -> ContributionQuerySet:
    """Return the open contributions of active accounts from printed cards."""
    return Contribution.objects.offered().filter(
        record__document_type=DocumentType.CARD, by__is_active=True, mends=False, source=""
    )


def facts_offered_by_others(*, by: User, game: str, slugs: Collection[str]) -> dict[str, dict[str, bool]]:
    """Return the facts of cards that an account and another one have offered, by slug, with whether all open
    contributions give the same value.
    """
    said: dict[tuple[str, str], list[tuple[bool, str]]] = defaultdict(list)
    offers = _comparable().filter(record__game=game, record__slug__in=slugs).select_related("record")
    for one in offers.order_by("pk")[:MAX_COMPARED]:
        for fact, value in one.undecided.items():
            said[one.record.slug, fact].append((one.by_id == by.pk, canonical.compact(value)))
    found: dict[str, dict[str, bool]] = {}
    for (slug, fact), values in said.items():
        if len(dict(values)) == 2:
            found.setdefault(slug, {})[fact] = len({value for _mine, value in values}) == 1
    return found


def agreements_by_set(game: str, *, by: User) -> dict[str, list[AgreedFact]]:
    """Return the agreed facts of a game by the slug of the set; `""` for cards without a known set."""
    by_set: dict[str, list[AgreedFact]] = {}
    for one in agreed_facts(game, by=by):
        by_set.setdefault(one.set_slug, []).append(one)
    return dict(sorted(by_set.items()))


def agreement_token(facts: list[AgreedFact]) -> str:
    """Return a token of these facts; accepting requires it, to detect changes made in the meantime."""
    return value_digest([[one.record.pk, one.fact, one.value, [offer.pk for offer in one.offers]] for one in facts])[
        :16
    ]


@transaction.atomic
def accept_agreed(*, game: str, set_slug: str, seen: str, by: User) -> int:
    """Accept all agreed facts of a set, or none; return their number.

    Raises ContributionChanged if the facts differ from `seen`, ContributionRefused if there are none, and InvalidInput
    if a card's schema does not allow a value.
    """
    lock_writers()
    found = agreed_facts(game, by=by, set_slug=set_slug)
    if not found:
        raise ContributionRefused(_("There is nothing agreed on of this set any more."))
    if agreement_token(found) != seen:
        raise ContributionChanged
    by_record: dict[int, list[AgreedFact]] = {}
    for one in found:
        by_record.setdefault(one.record.pk, []).append(one)
    accepted: dict[int, list[str]] = {}
    for facts in by_record.values():
        _write(facts, by)
        for one in facts:
            for offer in one.offers:
                accepted.setdefault(offer.pk, []).append(one.fact)
    for offer in Contribution.objects.select_for_update(of=("self",)).filter(pk__in=accepted).order_by("pk"):
        facts_of_offer = accepted[offer.pk]
        if not set(facts_of_offer) <= offer.undecided.keys() or not offer.waits:
            raise ContributionChanged
        offer.decided |= {fact: {"do": ACCEPT} for fact in facts_of_offer}
        label = f"contribution {offer.pk}, {offer.record}"
        audit.log_action("contribution decided", by=by, of=label, after={ACCEPT: sorted(facts_of_offer)})
        save_decision(offer)
        if offer.by is not None:
            trust(offer.by, more=len(facts_of_offer), by=by)
    return len(found)


def _write(agreed: list[AgreedFact], by: User) -> None:
    """Write the agreed facts of one card into its draft, with their source."""
    facts = {one.fact: one.value for one in agreed}
    entry = {"source": AGREED_SOURCE, "checked": False, "basis": "printed"}
    why = f"Agreed by two: {', '.join(sorted(facts))}"[:300]
    held = [json_pointer(fact) for fact in facts]  # the source is given for exactly these values
    document = with_facts(agreed[0].document, facts, entry)
    publishing.save_draft(
        document, by=by, why=why, source=AGREED_SOURCE, sources_hold=held, changeset=accepted_changeset(by)
    )
