"""All writes to people's legions: with keyword arguments, in transactions, and never overwriting another edit.

An edit names the version it is based on. If the legion has changed since, nothing is written and `EditConflict` is
raised with the newer state, so that the user can look at it or save their own as a copy.
"""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext

from catalog.documents import json_input, names
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.errors import ChangedMeanwhile
from legions.accounts.holders import Holder
from legions.cards.stock import stock
from legions.changes.basic import Change, Rename
from legions.changes.change_sentences import retold
from legions.saved_lists import gallery_cards, quotas
from legions.saved_lists.ended_links import end_link
from legions.saved_lists.models import (
    Legion,
    LegionQuerySet,
    LegionRevision,
    LegionState,
    display_name_of_document,
    search_text,
)
from legions.site.errors import ActionRefused
from rulesapi.judging import verdicts

MAX_LEGIONS = 500
BATCH_SIZE = 500
"""The number of legions deleted in one transaction."""
MAX_NAME_LENGTH = 120
MAX_CHANGE_LENGTH = 300

Judge = Callable[[Any], dict[str, Any]]
"""A function that returns the verdict on a legion document, as `verdicts.judge` does."""


class EditConflict(ChangedMeanwhile):
    """The legion was changed since the version an edit is based on; nothing was written. `legion` is the newer
    state.
    """

    def __init__(self, legion: Legion, base: int) -> None:
        super().__init__(gettext("The edit is based on version {base}, which is not the newest.").format(base=base))
        self.legion = legion
        self.base = base


class TooManyLegions(ActionRefused):
    """The holder has reached a quota. The text says what to do about it."""

    code = "too-many-legions"
    pointer = ""


# -- create and change -------------------------------------------------------------------------------------------


@transaction.atomic
def create_legion(
    *,
    holder: Holder,
    document: dict[str, Any],
    what: str = "",
    origin: Legion | None = None,
    once: str = "",
    judge: Judge | None = None,
    **fields: Any,
) -> Legion:
    """Save `document` as a new legion of `holder`, copied from `origin` if given.

    `fields` are further fields of the new legion, such as its folder or family. `once` identifies the form submission:
    a second submission raises IntegrityError.

    Raises InvalidInput if the document cannot be judged, and ActionRefused if the holder has too many legions.
    """
    settled = validate_and_pin(document, judge=judge)
    now = timezone.now()
    legion = Legion(
        owner=holder.user,
        guest_key=None if holder.user else holder.guest_key,
        game=settled["game"],
        document=settled,
        what=(what or gettext("Started."))[:MAX_CHANGE_LENGTH],
        searched=search_text(settled),
        origin=origin,
        created_at=now,
        updated_at=now,
        stored=2 * quotas.document_size(settled),
        **fields,
    )
    _enforce_quota(legion, legions=1, size=legion.stored)
    legion.save(force_insert=True)
    _store_revision(legion, once)
    quotas.charge_revision_storage(legion, legion.stored, legions=1)
    return legion


def edit_legion(*, legion: Legion, base: int, change: Change, once: str = "", judge: Judge | None = None) -> Legion:
    """Apply one change to version `base` of `legion` and return its newest state.

    A change without effect writes nothing. `once` identifies the form submission: sent twice, it is applied once.
    Raises EditConflict, InvalidInput if the result is not a legion, ActionRefused if the holder has reached a quota,
    and RateLimitExceeded if too much was stored for the client.
    """

    def changed() -> dict[str, Any] | None:
        document = validate_and_pin(change.apply(legion.document), before=legion.document, judge=judge)
        if document == legion.document:
            return None
        return {"document": document, "what": _description(change, legion.document), "undo_to": base, "redo_to": None}

    return _make(legion, base, once, changed)


def rename_legion(*, legion: Legion, base: int, name: str) -> Legion:
    """Change the name of the legion; see `edit_legion`."""
    return edit_legion(legion=legion, base=base, change=Rename(name))


def undo_change(*, legion: Legion, base: int, once: str = "") -> Legion:
    """Restore the state before the last change, if there is one. See `edit_legion`."""

    def undone() -> dict[str, Any] | None:
        before = legion.state_at(legion.undo_to or 0)
        return {**_state(before), "redo_to": base} if before else None

    return _make(legion, base, once, undone)


def redo_change(*, legion: Legion, base: int, once: str = "") -> Legion:
    """Redo the last undone change, if there is one. See `edit_legion`."""

    def redone() -> dict[str, Any] | None:
        after = legion.state_at(legion.redo_to or 0)
        return _state(after) if after else None

    return _make(legion, base, once, redone)


def create_with_change(
    *, holder: Holder, document: dict[str, Any], change: Change, once: str = "", judge: Judge | None = None
) -> Legion:
    """Save `document` as a new legion with a first change, which can be undone.

    A form sent twice creates one legion. Raises the errors of `create_legion`.
    """
    try:
        with transaction.atomic():
            legion = create_legion(holder=holder, document=document, judge=judge)
            return edit_legion(legion=legion, base=legion.version, change=change, once=once, judge=judge)
    except IntegrityError:
        started = Legion.objects.held_by(holder).filter(revisions__once=once).first() if once else None
        if started is None:
            raise
        return started


def save_conflict_copy(*, legion: Legion, base: int, change: Change, holder: Holder) -> Legion:
    """Save the result of an edit of an older version as a copy; the legion itself does not change.

    Raises EditConflict if the version does not exist, and the errors of `create_legion`.
    """
    mine = legion.state_at(base)
    if mine is None:
        raise EditConflict(legion, base)
    return copy_legion(document=change.apply(mine.document), holder=holder, what=_description(change, mine.document))


def restore_state(*, legion: Legion, base: int, number: int, once: str = "") -> Legion:
    """Restore the document of state `number` as a new state, so that the history stays complete.

    Raises ActionRefused if the state does not exist, and the errors of `edit_legion`.
    """
    earlier = legion.state_at(number)
    if earlier is None:
        raise ActionRefused(gettext("There is no change {number} to go back to.").format(number=number))

    def gone_back() -> dict[str, Any] | None:
        if earlier.document == legion.document:
            return None
        what = gettext("Back to change {number}: {what}").format(number=number, what=retold(earlier.what))
        return {"document": earlier.document, "what": what, "undo_to": base, "redo_to": None}

    return _make(legion, base, once, gone_back)


def copy_legion(
    *, document: dict[str, Any], holder: Holder, what: str | None = None, origin: Legion | None = None, **fields: Any
) -> Legion:
    """Save a copy of a legion document for `holder`, with a name that marks it as a copy. See `create_legion`.

    `origin` is the shared legion that it is copied from; the copy keeps a reference to it.
    """
    name = gettext("Copy of {name}").format(name=display_name_of_document(document))[:MAX_NAME_LENGTH]
    template = gettext("Copied from {name}.")
    if document.get("facts"):
        template = gettext("Copied from {name}. Its own numbers came along.")
    words = what or template.format(name=display_name_of_document(document))
    return create_legion(holder=holder, document={**document, "name": name}, what=words, origin=origin, **fields)


@transaction.atomic
def delete_legion(*, legion: Legion) -> None:
    """Move the legion to the trash; `undelete_legion` restores it with its link. Without effect on a deleted legion."""
    Legion.objects.not_deleted().filter(pk=legion.pk).update(deleted_at=timezone.now())


@transaction.atomic
def undelete_legion(*, legion: Legion) -> None:
    """Restore a legion from the trash."""
    Legion.objects.filter(pk=legion.pk).update(deleted_at=None)


def delete_for_good(*, legions: LegionQuerySet) -> int:
    """Delete these legions permanently, with all their states. Return their number."""
    pruned = 0
    while True:
        with transaction.atomic():
            # Locked, so that no request shares, changes or restores a legion between the query and the deletion.
            found = list(legions.select_for_update().order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE])
            if not found:
                return pruned
            for legion in Legion.objects.filter(pk__in=found, share_key__isnull=False).only("pk"):
                end_link(legion)
            Legion.objects.filter(pk__in=found).delete()
        pruned += len(found)


# -- accounts ----------------------------------------------------------------------------------------------------


@transaction.atomic
def adopt_guest_legions(*, guest_key: str | None, user: User) -> int:
    """Move a guest's legions into the account of `user`. Return the number of legions."""
    if not guest_key:
        return 0
    return Legion.objects.filter(guest_key=guest_key).update(guest_key=None, owner=user)


# -- implementation ----------------------------------------------------------------------------------------------


def validate_and_pin(
    document: Any, *, before: dict[str, Any] | None = None, judge: Judge | None = None
) -> dict[str, Any]:
    """Return a legion document ready to be stored: validated, normalized, and with the release it was judged by.

    A name and tags that the document had `before` are kept, even if they would be rejected now. `judge` is called
    instead of `verdicts.judge`, so that a caller who shows the verdict does not have to judge twice.

    Raises InvalidInput for an invalid legion, for one that cannot be judged (an unknown game, format or release), for
    an invisible name or tag, for characters not allowed in names, and for a team: each of its players saves their own
    legion.
    """
    json_input.check(document)
    if faults := names.faults(document, before):
        raise InvalidInput("invalid-legion", faults)
    tidied = json_input.tidy(document)
    release = (judge or verdicts.judge)(tidied)["release"]
    if "team" in tidied:
        raise InvalidInput(
            "invalid-legion", [Fault("/team", "not-allowed", gettext("Save each player’s list separately."))]
        )
    if errors := _blank(tidied, before or {}):
        raise InvalidInput("invalid-legion", errors)
    return {**tidied, "release": release}


def _blank(document: dict[str, Any], before: dict[str, Any]) -> list[Fault]:
    """Return the faults of an invisible name and invisible tags."""
    errors = []
    if json_input.is_blank(name := document.get("name", "")) and name != before.get("name"):
        message = gettext("This name is invisible. Use letters, or leave it empty.")
        errors.append(Fault("/name", "blank", message))
    for place, tag in enumerate(document.get("tags", ())):
        if json_input.is_blank(tag) and tag not in before.get("tags", ()):
            errors.append(Fault(json_pointer("tags", place), "blank", gettext("This tag is invisible. Use letters.")))
    return errors


def _make(legion: Legion, base: int, once: str, step: Callable[[], dict[str, Any] | None]) -> Legion:
    """Store the state returned by `step` as the one after version `base`; nothing if it returns None.

    Raises EditConflict, with the newer state loaded, if another edit came first, unless this form made that edit.
    """
    try:
        with transaction.atomic():
            if legion.version != base:
                raise EditConflict(legion, base)
            if state := step():
                _advance(legion, base, state, once)
            elif not Legion.objects.not_deleted().filter(pk=legion.pk, version=base).exists():
                raise EditConflict(legion, base)
    except EditConflict:
        legion.refresh_from_db()
        if not once or not legion.revisions.filter(number=base + 1, once=once).exists():
            raise
    return legion


def _advance(legion: Legion, base: int, state: dict[str, Any], once: str) -> None:
    """Store `state` as the one after `base`. Raises EditConflict if another edit came first."""
    # Clocks are sometimes set back; the times of states must not decrease.
    now = max(timezone.now(), legion.updated_at)
    state = {**state, "what": state["what"][:MAX_CHANGE_LENGTH], "version": base + 1, "updated_at": now}
    state["searched"] = search_text(state["document"])
    size = quotas.document_size(state["document"])
    more = size + size - quotas.document_size(legion.document)
    if not Legion.objects.not_deleted().filter(pk=legion.pk, version=base).update(**state, stored=F("stored") + more):
        raise EditConflict(legion, base)
    _enforce_quota(legion, size=0)
    for field, value in state.items():
        setattr(legion, field, value)
    if legion.public:
        gallery_cards.write_cards(legion)
    _store_revision(legion, once)
    quotas.charge_revision_storage(legion, size + max(0, more - size))


def _enforce_quota(legion: Legion, *, legions: int = 0, size: int = 0) -> None:
    """Make room in the quota of a legion's holder, if necessary by deleting their trash.

    Raises TooManyLegions.
    """
    try:
        surplus = quotas.trash_to_delete(legion, most=MAX_LEGIONS, legions=legions, size=size)
    except quotas.QuotaExceeded as error:
        raise TooManyLegions(str(error)) from error
    if surplus is not None:
        delete_for_good(legions=surplus)


def _state(revision: LegionState) -> dict[str, Any]:
    return {field: getattr(revision, field) for field in ("document", "what", "undo_to", "redo_to")}


def _store_revision(legion: Legion, once: str = "") -> None:
    LegionRevision.objects.create(
        legion=legion, number=legion.version, once=once, saved_at=legion.updated_at, **_state(legion)
    )


def _description(change: Change, document: dict[str, Any]) -> str:
    return change.words(document, stock(document["game"], document.get("release")).title)
