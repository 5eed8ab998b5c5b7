"""Everything that writes people's legions: keyword-only, all or nothing, and never over somebody else's change.

An edit names the version it is based on. When the legion has moved on since, nothing is written and `EditConflict` is
raised with the newer state, so that a person can look at it or keep their own as a copy.
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
"""How many legions are deleted in one transaction."""
MAX_NAME_LENGTH = 120
MAX_CHANGE_WORDS = 300

Judge = Callable[[Any], dict[str, Any]]
"""Returns the verdict on a legion document, as `verdicts.judge` does."""


class EditConflict(ChangedMeanwhile):
    """The legion was changed since the version an edit is based on; nothing was written. `legion` is the newer one."""

    def __init__(self, legion: Legion, base: int) -> None:
        super().__init__(gettext("The edit is based on version {base}, which is not the newest.").format(base=base))
        self.legion = legion
        self.base = base


class TooManyLegions(ActionRefused):
    """Somebody keeps as much as they may, with what to do about it as its text."""

    code = "too-many-legions"
    pointer = ""


# -- making and changing -----------------------------------------------------------------------------------------


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
    """Keep `document` as a new legion of `holder`, copied from `origin` if there is one.

    `fields` are more fields of the new legion: where it is kept, and what it is a variant of. `once` marks the form
    that asks: of the same form sent again comes an IntegrityError.

    Raises InvalidInput when it is no legion that can be judged, ActionRefused when the holder has too many.
    """
    settled = validate_and_pin(document, judge=judge)
    now = timezone.now()
    legion = Legion(
        owner=holder.user,
        guest_key=None if holder.user else holder.guest_key,
        game=settled["game"],
        document=settled,
        what=(what or gettext("Started."))[:MAX_CHANGE_WORDS],
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

    A change that changes nothing writes nothing. `once` marks the form that asks: sent twice it is made once. Raises
    EditConflict, InvalidInput when the result is no legion, ActionRefused when the holder may store no more
    state, and RateLimitExceeded when too much was stored for the client.
    """

    def changed() -> dict[str, Any] | None:
        document = validate_and_pin(change.apply(legion.document), before=legion.document, judge=judge)
        if document == legion.document:
            return None
        return {"document": document, "what": _words(change, legion.document), "undo_to": base, "redo_to": None}

    return _make(legion, base, once, changed)


def rename_legion(*, legion: Legion, base: int, name: str) -> Legion:
    """Call the legion `name`; see `edit_legion`."""
    return edit_legion(legion=legion, base=base, change=Rename(name))


def undo_change(*, legion: Legion, base: int, once: str = "") -> Legion:
    """Go back to the state before the last change; a legion with nothing to undo stays as it is. See `edit_legion`."""

    def undone() -> dict[str, Any] | None:
        before = legion.state_at(legion.undo_to or 0)
        return {**_state(before), "redo_to": base} if before else None

    return _make(legion, base, once, undone)


def redo_change(*, legion: Legion, base: int, once: str = "") -> Legion:
    """Make the change last undone again; a legion with nothing to redo stays as it is. See `edit_legion`."""

    def redone() -> dict[str, Any] | None:
        after = legion.state_at(legion.redo_to or 0)
        return _state(after) if after else None

    return _make(legion, base, once, redone)


def create_with_change(
    *, holder: Holder, document: dict[str, Any], change: Change, once: str = "", judge: Judge | None = None
) -> Legion:
    """Keep `document` as a new legion with a first change made to it, which can be undone.

    The same form sent twice starts one legion. Raises as `create_legion` does.
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
    """Keep what an edit of an older version would have led to as a copy; the legion itself is left alone.

    Raises EditConflict when there is no such version, else as `create_legion` does.
    """
    mine = legion.state_at(base)
    if mine is None:
        raise EditConflict(legion, base)
    return copy_legion(document=change.apply(mine.document), holder=holder, what=_words(change, mine.document))


def restore_state(*, legion: Legion, base: int, number: int, once: str = "") -> Legion:
    """Make the document of state `number` the newest again, as a new state: nothing of the history is lost.

    Raises ActionRefused when there is no such state, else see `edit_legion`.
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
    """Keep a copy of a legion document for `holder`, under a name that says so. See `create_legion`.

    `origin` is the shared legion that it is copied from, which the copy goes on naming.
    """
    name = gettext("Copy of {name}").format(name=display_name_of_document(document))[:MAX_NAME_LENGTH]
    template = gettext("Copied from {name}.")
    if document.get("facts"):
        template = gettext("Copied from {name}. Its own numbers came along.")
    words = what or template.format(name=display_name_of_document(document))
    return create_legion(holder=holder, document={**document, "name": name}, what=words, origin=origin, **fields)


@transaction.atomic
def delete_legion(*, legion: Legion) -> None:
    """Throw the legion away; `undelete_legion` brings it back, link and all. Twice is the same as once."""
    Legion.objects.not_deleted().filter(pk=legion.pk).update(deleted_at=timezone.now())


@transaction.atomic
def undelete_legion(*, legion: Legion) -> None:
    """Bring a legion back that was thrown away."""
    Legion.objects.filter(pk=legion.pk).update(deleted_at=None)


def delete_for_good(*, legions: LegionQuerySet) -> int:
    """Delete these legions for good, with every state they were in; return how many there were."""
    pruned = 0
    while True:
        with transaction.atomic():
            # Locked, so that nobody shares, changes or brings one back between the look and the deletion.
            found = list(legions.select_for_update().order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE])
            if not found:
                return pruned
            for legion in Legion.objects.filter(pk__in=found, share_key__isnull=False).only("pk"):
                end_link(legion)
            Legion.objects.filter(pk__in=found).delete()
        pruned += len(found)


# -- people ------------------------------------------------------------------------------------------------------


@transaction.atomic
def adopt_guest_legions(*, guest_key: str | None, user: User) -> int:
    """Move what a guest built into the account of `user`; return how many legions moved."""
    if not guest_key:
        return 0
    return Legion.objects.filter(guest_key=guest_key).update(guest_key=None, owner=user)


# -- how it is done ----------------------------------------------------------------------------------------------


def validate_and_pin(
    document: Any, *, before: dict[str, Any] | None = None, judge: Judge | None = None
) -> dict[str, Any]:
    """Return a legion document as it is stored: checked, tidied, and naming the release it was judged on.

    A name and tags that it had `before` it keeps, even such as nobody would be let write now. `judge` is called
    instead of `verdicts.judge`, so that a caller who shows the verdict need not judge again.

    Raises InvalidInput for what is no legion, or one that nothing can judge (an unknown game, format or release), for a
    name or tags of which nothing can be seen or with characters that no name has, and for a team: each of its players
    keeps a legion.
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
    """Return the faults of a name and tags that would look as if nothing were there."""
    errors = []
    if json_input.is_blank(name := document.get("name", "")) and name != before.get("name"):
        message = gettext("This name is invisible. Use letters, or leave it empty.")
        errors.append(Fault("/name", "blank", message))
    for place, tag in enumerate(document.get("tags", ())):
        if json_input.is_blank(tag) and tag not in before.get("tags", ()):
            errors.append(Fault(json_pointer("tags", place), "blank", gettext("This tag is invisible. Use letters.")))
    return errors


def _make(legion: Legion, base: int, once: str, step: Callable[[], dict[str, Any] | None]) -> Legion:
    """Make the state that `step` gives the one after version `base`, none when there is nothing to change.

    Raises EditConflict when another edit came first, with the newer state read; not when the same form made that edit.
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
    """Make `state` the one after `base`, if no other came first. Raises EditConflict."""
    # Clocks are set back now and then; what comes later is not said to have come before.
    now = max(timezone.now(), legion.updated_at)
    state = {**state, "what": state["what"][:MAX_CHANGE_WORDS], "version": base + 1, "updated_at": now}
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
    """Have room for so much more of whoever holds a legion, if need be by emptying their trash.

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


def _words(change: Change, document: dict[str, Any]) -> str:
    return change.words(document, stock(document["game"], document.get("release")).title)
