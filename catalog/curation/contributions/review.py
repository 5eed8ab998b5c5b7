"""Decisions of curators about contributions: accept, decline, ask, or undo all work of a contributor.

Every decision waits for other writers first and names the version that it is about. If two curators decide at once, the
second gets an error and nothing of theirs is written.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog import audit, permissions, publishing
from catalog.curation.contributions import disputes, photos
from catalog.curation.contributions.quotas import ContributionRefused, trust
from catalog.curation.contributions.submission import Origin, with_facts
from catalog.documents import json_input
from catalog.documents.errors import json_pointer
from catalog.errors import ChangedMeanwhile
from catalog.models import Changeset, Contribution, Record, Revision
from catalog.models.changesets import ChangesetOrigin
from catalog.models.contributions import WAITING, ContributionState
from catalog.publishing.releases import lock_writers

MESSAGE_LENGTH = 500
MAX_MESSAGES = 20
ACCEPT, DECLINE, KEEP, UNDO = "accept", "decline", "keep", "undone"
CURATOR, PLAYER = "curator", "player"
CHANGESET_TITLE = "Accepted contributions"


class ContributionChanged(ChangedMeanwhile):
    """The contribution was decided or changed since the curator saw it; nothing was written."""


@dataclass(frozen=True, slots=True)
class UndoResult:
    """The effects of undoing a contributor's work: closed offers, facts removed from drafts, and published facts that
    remain.
    """

    offers: int
    facts: int
    published: int


@transaction.atomic
def decide(
    *,
    number: int,
    seen: int,
    by: User,
    accept: Collection[str] = (),
    decline: Collection[str] = (),
    keep: Collection[str] = (),
    why: str = "",
    changeset: Changeset | None = None,
) -> Contribution:
    """Accept and decline facts of a contribution, or keep them as disputes with the catalog.

    Accepted facts go into the draft of the card, with their source, in `changeset` or in the one of the contributions
    that the curator accepts now.

    Raises ContributionChanged. Raises ContributionRefused if nothing is chosen, for one's own contribution, for
    declining without a reason, and for a dispute if the catalog has no other value. Raises InvalidInput if the card's
    schema does not allow an accepted value.
    """
    contribution = _lock(number, seen, by)
    accepted = {fact: value for fact, value in contribution.undecided.items() if fact in accept}
    declined = [fact for fact in contribution.undecided if fact in decline and fact not in accepted]
    reason = clean_message(why)
    disputed = [
        fact for fact in contribution.undecided if fact in keep and fact not in accepted and fact not in declined
    ]
    if not accepted and not declined and not disputed:
        raise ContributionRefused(_("Choose for at least one fact whether to accept or decline it."))
    if declined and not reason:
        raise ContributionRefused(_("Give a reason, which is shown to the contributor."))
    if disputed:
        shown = publishing.current_revision(_record_today(contribution.record) or contribution.record)
        disputes.open_dispute(contribution, disputed, shown.document if shown else {}, by)
    if accepted:
        write_to_draft(contribution, accepted, by, changeset)
    contribution.decided |= {fact: {"do": ACCEPT} for fact in accepted}
    contribution.decided |= {fact: {"do": DECLINE, "why": reason} for fact in declined}
    contribution.decided |= {fact: {"do": KEEP} for fact in disputed}
    done = {ACCEPT: sorted(accepted), DECLINE: sorted(declined)} | ({KEEP: sorted(disputed)} if disputed else {})
    audit.log_action("contribution decided", by=by, of=_audit_label(contribution), after=done)
    save_decision(contribution)
    if accepted and contribution.by is not None:
        trust(contribution.by, more=len(accepted), by=by)
    return contribution


@transaction.atomic
def ask_contributor(*, number: int, seen: int, by: User, question: str) -> Contribution:
    """Ask the author of a contribution a question. Raises ContributionChanged or ContributionRefused."""
    contribution = _lock(number, seen, by)
    if contribution.by_id is None:
        raise ContributionRefused(_("The account is gone, so nobody can answer."))
    if not (text := clean_message(question)):
        raise ContributionRefused(_("Write what you want to know."))
    _add_message(contribution, CURATOR, text)
    contribution.state = ContributionState.ASKED
    audit.log_action("contribution asked about", by=by, of=_audit_label(contribution))
    return _save(contribution)


@transaction.atomic
def answer_curator(*, number: int, seen: int, by: User, answer: str) -> Contribution:
    """Answer a curator's question about one's own contribution. Raises ContributionChanged or ContributionRefused."""
    contribution = Contribution.objects.select_for_update(of=("self",)).filter(pk=number, by=by).first()
    if contribution is None or contribution.version != seen or contribution.state != ContributionState.ASKED:
        raise ContributionChanged
    if not (answer := clean_message(answer)):
        raise ContributionRefused(_("Write an answer first."))
    _add_message(contribution, PLAYER, answer)
    contribution.state = ContributionState.OFFERED
    return _save(contribution)


@transaction.atomic
def undo_all(*, of: User, by: User, why: str) -> UndoResult:
    """Undo all work of a contributor: decline open contributions, remove accepted facts from drafts, reject disputes.

    This covers the games that `by` curates. In a draft the fact and its source return to their values in the newest
    release, and the user loses the role of contributor. Published facts remain, because releases never change; they are
    counted, and have to be corrected in the next release. Raises ContributionRefused without a reason.
    """
    reason = clean_message(why)
    if not reason:
        raise ContributionRefused(_("Give a reason. It is saved, and shown to the contributor."))
    if of.pk == by.pk:
        raise ContributionRefused(_("Take back your own offers on the page of your contributions."))
    lock_writers()
    offers = facts = published = 0
    theirs = permissions.limit_to_games(
        Contribution.objects.filter(by=of), permissions.curated_games(by), "record__game"
    )
    for contribution in theirs.select_for_update(of=("self",)).exclude(state=ContributionState.UNDONE):
        waited = contribution.state in WAITING
        undone = _out_of_draft(contribution, by)
        left = len(contribution.taken) - len(undone)
        disputed = disputes.reject_all(contribution, by=by, why=reason)
        offers, facts, published = offers + waited, facts + len(undone), published + left
        if not waited and not undone and not disputed:
            continue
        contribution.decided |= {
            fact: {"do": UNDO, "why": reason} for fact in [*undone, *disputed, *contribution.undecided]
        }
        contribution.accepted = left
        contribution.state = ContributionState.UNDONE
        _save(contribution)
    if permissions.CONTRIBUTOR in permissions.roles_of(of):
        permissions.revoke(of, permissions.CONTRIBUTOR, by=by)
    counts = {"offers": offers, "facts": facts, "published": published}
    audit.log_action("contributions undone", by=by, of=f"user {of.pk}", after=counts)
    return UndoResult(offers, facts, published)


def source_of(contribution: Contribution) -> dict[str, Any]:
    """Return the source of a contribution in the format of documents."""
    return Origin(source=contribution.source, page=contribution.page).entry()


def credited_users(revision: Revision) -> list[User]:
    """Return the distinct users to thank by name on a card: authors of current, accepted facts who agreed to be
    named.
    """
    found = Contribution.objects.filter(record_id=revision.record_id, accepted__gt=0, thank=True, by__is_active=True)
    people: dict[int, User] = {}
    for contribution in found.select_related("by").order_by("offered_at", "pk"):
        if contribution.by is not None and any(
            revision.document.get(fact) == value for fact, value in contribution.taken.items()
        ):
            people.setdefault(contribution.by.pk, contribution.by)
    return list(people.values())


def clean_message(text: str) -> str:
    """Return the tidied text. Raises InvalidInput for malformed text, ContributionRefused if it is too long."""
    json_input.check(text)
    tidied: str = json_input.tidy(text).strip()
    if len(tidied) > MESSAGE_LENGTH:
        raise ContributionRefused(
            _("Use at most {longest} characters; this has {number}.").format(longest=MESSAGE_LENGTH, number=len(tidied))
        )
    return tidied


def _lock(number: int, seen: int, by: User) -> Contribution:
    """Return an open contribution in the version that `by` has seen, locked until the end of the transaction.

    Raises ContributionChanged or ContributionRefused.
    """
    lock_writers()
    contribution = Contribution.objects.select_for_update(of=("self",)).filter(pk=number).first()
    if contribution is None or contribution.version != seen or not contribution.waits:
        raise ContributionChanged
    if contribution.by_id == by.pk:
        raise ContributionRefused(_("This is your own offer. Another curator decides about it."))
    return contribution


def _audit_label(contribution: Contribution) -> str:
    return f"contribution {contribution.pk}, {contribution.record}"


def save_decision(contribution: Contribution) -> Contribution:
    """Save a contribution after a decision, with the state that follows from its decided facts."""
    contribution.accepted = len(contribution.taken)
    if contribution.state in (*WAITING, ContributionState.DISPUTED):
        if contribution.undecided:
            contribution.state = ContributionState.OFFERED
        elif any(how["do"] == KEEP for how in contribution.decided.values()):
            contribution.state = ContributionState.DISPUTED
        else:
            contribution.state = ContributionState.ACCEPTED if contribution.accepted else ContributionState.DECLINED
    return _save(contribution)


def _save(contribution: Contribution) -> Contribution:
    contribution.version += 1
    contribution.changed_at = timezone.now()
    contribution.save()
    if not contribution.waits and contribution.state != ContributionState.DISPUTED:
        photos.pass_on([contribution.pk])
    return contribution


def _add_message(contribution: Contribution, author: str, text: str) -> None:
    if len(contribution.messages) >= MAX_MESSAGES:
        raise ContributionRefused(_("There are enough questions and answers. Decide now."))
    contribution.messages = [*contribution.messages, {"who": author, "said": text, "at": timezone.now().isoformat()}]


def write_to_draft(
    contribution: Contribution, facts: dict[str, Any], by: User, changeset: Changeset | None = None
) -> None:
    """Write accepted facts into the draft of their card."""
    record = _record_today(contribution.record)
    shown = publishing.current_revision(record) if record else None
    if record is None or shown is None:
        raise ContributionRefused(_("The catalog does not have this card any more."))
    document = with_facts(shown.document, facts, source_of(contribution))
    draft = record.revisions.drafts().first()
    named = f"Contribution {contribution.pk}: {', '.join(sorted(facts))}"
    why = f"{draft.why}; {named}" if draft else named
    why = why if len(why) <= 300 else named[:300]
    publishing.save_draft(
        document,
        by=by,
        why=why,
        source=source_of(contribution)["source"],
        sources_hold=[
            json_pointer(fact) for fact in facts
        ],  # the contributor named the source for exactly these values
        changeset=changeset or accepted_changeset(by),
    )


def accepted_changeset(by: User) -> Changeset:
    """Return the changeset of the contributions that a curator accepts now."""
    return publishing.work_changeset(title=CHANGESET_TITLE, by=by, origin=ChangesetOrigin.CONTRIBUTIONS)


def _record_today(record: Record | None) -> Record | None:
    """Return the record under the card's current slug; None if the card is not in the catalog."""
    while record is not None and publishing.current_revision(record) is None:
        record = publishing.successor(record)
    return record


def _out_of_draft(contribution: Contribution, by: User) -> list[str]:
    """Remove accepted, unpublished facts of a contribution from the draft of its card; return their names."""
    record = _record_today(contribution.record)
    draft = record.revisions.drafts().first() if record and contribution.taken else None
    in_force = record.revisions.newest().first() if record else None
    if record is None or draft is None or in_force is None:
        return []
    before = in_force.document
    undone = [
        fact
        for fact, value in contribution.taken.items()
        if draft.document.get(fact) == value and before.get(fact) != value
    ]
    if not undone:
        return []
    document = _as_before(draft.document, before, undone)
    why = f"Contribution {contribution.pk} undone: {', '.join(sorted(undone))}"[:300]
    if document == before:
        publishing.discard_draft(record, by=by, why=why)
    else:
        publishing.save_draft(document, by=by, why=why, sources_hold=None)
    return undone


def _as_before(draft: dict[str, Any], before: dict[str, Any], facts: list[str]) -> dict[str, Any]:
    """Return a draft with these facts and their sources reset to the values in the release."""
    sources = {pointer: one for pointer, one in draft["sources"].items() if not _is_of(pointer, facts)}
    sources |= {pointer: one for pointer, one in before["sources"].items() if _is_of(pointer, facts)}
    document = {**{key: value for key, value in draft.items() if key not in facts}, "sources": sources}
    return document | {fact: before[fact] for fact in facts if fact in before}


def _is_of(pointer: str, facts: list[str]) -> bool:
    """Return whether a pointer refers to one of these facts or to a part of one, not to the whole card."""
    return bool(pointer) and pointer.split("/")[1] in facts
