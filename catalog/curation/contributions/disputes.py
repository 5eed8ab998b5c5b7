"""Disputes: offered values that differ from the catalog's, stored until a curator decides.

In the meantime the published document is unchanged, and verdicts use it. A curator who considers the fact undecidable
publishes it as not known, by a draft; verdicts that depend on it are then undetermined.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog import audit, publishing
from catalog.curation.contributions.quotas import ContributionRefused
from catalog.documents import provenance
from catalog.models import Contribution, DocumentType
from catalog.models.confirmations import value_digest
from catalog.models.disputes import Dispute, DisputeOutcome


def disputes_of(document: Mapping[str, Any]) -> dict[str, list[Dispute]]:
    """Return the open disputes about a published card by fact, oldest first.

    A dispute whose value the card has by now is left out.
    """
    slugs = [document["slug"], *document.get("formerly", ())]
    record = {"record__game": document["game"], "record__document_type": DocumentType.CARD, "record__slug__in": slugs}
    found = open_disputes().filter(**{f"contribution__{key}": value for key, value in record.items()})
    by_fact: dict[str, list[Dispute]] = {}
    for dispute in found:
        if document.get(dispute.fact) != dispute.value:
            by_fact.setdefault(dispute.fact, []).append(dispute)
    return by_fact


def open_disputes() -> QuerySet[Dispute]:
    """Return the open disputes, with their contributions and authors."""
    return Dispute.objects.filter(outcome=DisputeOutcome.OPEN).select_related(
        "contribution__record", "contribution__by"
    )


def open_dispute(contribution: Contribution, facts: Iterable[str], document: Mapping[str, Any], by: User) -> None:
    """Open disputes between facts of a contribution and the document of its card.

    Raises ContributionRefused if the document has an equal value or none.
    """
    for fact in facts:
        if document.get(fact) is None or document[fact] == contribution.facts[fact]:
            raise ContributionRefused(
                _("The catalog has no other value for this, so there is nothing to store beside it.")
            )
        against = {"value": document[fact], "sources": provenance.sources_of(dict(document), fact)}
        made = Dispute.objects.create(contribution=contribution, fact=fact, against=against, kept_by=by)
        audit.log_action(
            "dispute opened", by=by, of=_audit_label(made), before=_digests(made)[0], after=_digests(made)[1]
        )


def disputes_about_same_fact(number: int) -> list[Dispute]:
    """Return an open dispute and all others about its fact; an empty list if it is not open."""
    dispute = open_disputes().filter(pk=number).first()
    if dispute is None:
        return []
    return list(open_disputes().filter(fact=dispute.fact, contribution__record=dispute.contribution.record))


def dispute_token(disputes: list[Dispute]) -> str:
    """Return a token of these disputes and the current value; a ruling requires it, to detect changes in the
    meantime.
    """
    shown = publishing.current_revision(disputes[0].contribution.record)
    current = shown.document.get(disputes[0].fact) if shown else None
    return value_digest([current, [one.pk for one in disputes]])[:16]


def reject_all(of: Contribution, *, by: User, why: str) -> list[str]:
    """Reject all open disputes of a contribution; return their facts."""
    found = list(open_disputes().filter(contribution=of))
    for dispute in found:
        close(dispute, DisputeOutcome.OUT, by=by, why=why)
    return [one.fact for one in found]


def close(dispute: Dispute, outcome: DisputeOutcome, *, by: User, why: str) -> None:
    """Close a dispute with its outcome. It is kept on record."""
    dispute.outcome, dispute.ruled_by, dispute.ruled_at, dispute.why = outcome, by, timezone.now(), why
    dispute.save(update_fields=["outcome", "ruled_by", "ruled_at", "why"])
    audit.log_action(
        "dispute ruled",
        by=by,
        of=_audit_label(dispute),
        after={"outcome": outcome, "sha256": _digests(dispute)[1]["sha256"]},
    )


def _digests(dispute: Dispute) -> tuple[dict[str, str], dict[str, str]]:
    return {"sha256": value_digest(dispute.against["value"])}, {"sha256": value_digest(dispute.value)}


def _audit_label(dispute: Dispute) -> str:
    record = dispute.contribution.record
    return f"{record.game}/{record.document_type}/{record.slug} {dispute.fact}"
