"""Actions on several saved legions at once, and their undo.

An action stores its effect on each legion as plain JSON, so that the whole action can be undone: see `BulkResult`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any, Protocol
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext

from legions.accounts.holders import Holder
from legions.changes.tags import AddTags, RemoveTags
from legions.saved_lists import services
from legions.saved_lists.models import Legion, display_name_of_document
from legions.saved_lists.services import EditConflict
from legions.site.errors import ActionRefused

MAX_SELECTED = 100
"""The maximum number of legions of one action."""
_VARIANT = re.compile(r", [Vv]ariante? \d+\Z")
"""The end of a variant's name."""


class BulkAction(Protocol):
    """An action on one legion."""

    def do(self, legion: Legion, holder: Holder) -> tuple[Legion, Any] | None:
        """Apply the action. Return the legion to undo it on with the data for that, or None if nothing changed."""

    def words(self, many: int) -> str:
        """Return a sentence about the action for this number of legions."""


@dataclass(frozen=True, slots=True)
class BulkResult:
    """The result of a bulk action as JSON: its kind of undo, and each legion's id with the data for
    `UNDO_FUNCTIONS`.
    """

    message: str
    undo: str
    before: list[list[Any]] = field(default_factory=list)


@transaction.atomic
def run_bulk_action(*, holder: Holder, legions: Iterable[Legion], name: str, action: BulkAction) -> BulkResult:
    """Apply an action to all of these legions of `holder`, or to none.

    Raises ActionRefused, EditConflict, or InvalidInput if a legion would become invalid.
    """
    undone_on = [done for legion in legions if (done := action.do(legion, holder))]
    before = [[str(legion.pk), what] for legion, what in undone_on]
    return BulkResult(action.words(len(before)), UNDO_KINDS[name], before)


@transaction.atomic
def undo_bulk_action(*, holder: Holder, done: BulkResult) -> str:
    """Undo a bulk action on all legions that still belong to the holder. Return a message.

    A legion that was changed since then is skipped.
    """
    step = UNDO_FUNCTIONS[done.undo]
    found = {str(one.pk): one for one in locked_legions(holder, [pk for pk, _ in done.before])}
    left = sum(not (pk in found and step(found[pk], was)) for pk, was in done.before)
    if left:
        return ngettext(
            "Undone, but for %(left)d list that was changed or deleted since.",
            "Undone, but for %(left)d lists that were changed or deleted since.",
            left,
        ) % {"left": left}
    return str(gettext_lazy("Undone."))


def locked_legions(holder: Holder, pks: Iterable[str]) -> list[Legion]:
    """Return the legions of `holder` with these ids, deleted ones included, locked until the end of the transaction."""
    found = Legion.objects.held_by(holder).filter(pk__in=[UUID(pk) for pk in pks])
    return list(found.select_for_update().order_by("-updated_at", "pk"))


def create_variant(*, legion: Legion, holder: Holder, number: int | None = None, once: str = "") -> Legion:
    """Create a variant of a legion of the holder, from its state `number` or the newest, in its folder.

    `once` is described in `create_legion`. Raises ActionRefused if the state does not exist, and the errors of
    `create_legion`.
    """
    number = number or legion.version
    state = legion.state_at(number)
    if state is None:
        raise ActionRefused(gettext("There is no change {number} to start a variant from.").format(number=number))
    many = Legion.objects.held_by(holder).filter(family=legion.root).count() + 2
    of = display_name_of_document(state.document)
    name = gettext("{name}, variant {number}").format(
        name=_VARIANT.sub("", of)[: services.MAX_NAME_LENGTH - 20], number=many
    )
    what = gettext("A variant of {name}, from change {number}.").format(name=of, number=number)
    document = {**state.document, "name": name}
    fields: dict[str, Any] = {"origin_state": number, "family": legion.root, "folder": legion.folder}
    return services.create_legion(holder=holder, document=document, what=what, origin=legion, once=once, **fields)


# -- actions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArchiveAction:
    """An action that archives or unarchives a legion. Its document does not change."""

    away: bool = True

    def do(self, legion: Legion, holder: Holder) -> tuple[Legion, Any] | None:
        if (legion.archived_at is not None) == self.away:
            return None
        before = legion.archived_at
        _set(legion, archived_at=timezone.now() if self.away else None)
        return legion, before and before.isoformat()

    def words(self, many: int) -> str:
        if self.away:
            return ngettext("%(many)d list archived.", "%(many)d lists archived.", many) % {"many": many}
        return ngettext("%(many)d list is back.", "%(many)d lists are back.", many) % {"many": many}


@dataclass(frozen=True, slots=True)
class MoveToFolder:
    """An action that moves a legion into a folder; an empty name removes it from its folder."""

    folder: str

    def do(self, legion: Legion, holder: Holder) -> tuple[Legion, Any] | None:
        before = legion.folder
        if before == self.folder:
            return None
        _set(legion, folder=self.folder)
        return legion, before

    def words(self, many: int) -> str:
        if not self.folder:
            words = ngettext("%(many)d list taken out of its folder.", "%(many)d lists taken out of folders.", many)
            return words % {"many": many}
        words = ngettext("%(many)d list moved to “%(folder)s”.", "%(many)d lists moved to “%(folder)s”.", many)
        return words % {"many": many, "folder": self.folder}


@dataclass(frozen=True, slots=True)
class TagAction:
    """An action that adds or removes tags: a change of each legion, with a state of its own."""

    change: AddTags | RemoveTags

    def do(self, legion: Legion, holder: Holder) -> tuple[Legion, Any] | None:
        before = legion.version
        services.edit_legion(legion=legion, base=before, change=self.change)
        return (legion, legion.version) if legion.version != before else None

    def words(self, many: int) -> str:
        if isinstance(self.change, AddTags):
            words = ngettext("%(many)d list tagged %(tags)s.", "%(many)d lists tagged %(tags)s.", many)
        else:
            words = ngettext(
                "%(many)d list no longer tagged %(tags)s.", "%(many)d lists no longer tagged %(tags)s.", many
            )
        return words % {"many": many, "tags": ", ".join(f"“{tag}”" for tag in self.change.tags)}


@dataclass(frozen=True, slots=True)
class DeleteAction:
    """An action that moves a legion to the trash."""

    def do(self, legion: Legion, holder: Holder) -> tuple[Legion, Any] | None:
        services.delete_legion(legion=legion)
        return legion, None

    def words(self, many: int) -> str:
        return ngettext("%(many)d list deleted.", "%(many)d lists deleted.", many) % {"many": many}


@dataclass(frozen=True, slots=True)
class DuplicateAction:
    """An action that copies a legion, or creates a variant of it, in its folder.

    A form, identified by `once`, creates one copy of each legion. A second submission raises IntegrityError.
    """

    variant: bool = False
    once: str = ""

    def do(self, legion: Legion, holder: Holder) -> tuple[Legion, Any] | None:
        once = sha256(f"{self.once}{legion.pk}".encode()).hexdigest() if self.once else ""
        if self.variant:
            return create_variant(legion=legion, holder=holder, once=once), None
        fields: dict[str, Any] = {"origin": legion, "folder": legion.folder, "once": once}
        return services.copy_legion(document=legion.document, holder=holder, **fields), None

    def words(self, many: int) -> str:
        if self.variant:
            words = ngettext("%(many)d variant started.", "%(many)d variants started.", many)
        else:
            words = ngettext("%(many)d list duplicated.", "%(many)d lists duplicated.", many)
        return words % {"many": many}


BULK_ACTIONS: Mapping[str, BulkAction] = {
    "archive": ArchiveAction(),
    "unarchive": ArchiveAction(away=False),
    "delete": DeleteAction(),
}
"""The actions without parameters, by the name that a form sends."""


# -- undo --------------------------------------------------------------------------------------------------------


def _set(legion: Legion, **fields: Any) -> bool:
    """Set fields that say where a legion is kept. Its version and time of change stay."""
    Legion.objects.filter(pk=legion.pk).update(**fields)
    for name, value in fields.items():
        setattr(legion, name, value)
    return True


def _archived(legion: Legion, before: Any) -> bool:
    return _set(legion, archived_at=before and datetime.fromisoformat(before))


def _moved(legion: Legion, before: Any) -> bool:
    return _set(legion, folder=before)


def _changed(legion: Legion, version: Any) -> bool:
    try:
        services.undo_change(legion=legion, base=version)
    except EditConflict:
        return False
    return True


def _deleted(legion: Legion, before: Any) -> bool:
    services.undelete_legion(legion=legion)
    return True


def _made(legion: Legion, before: Any) -> bool:
    if legion.version != 1:
        return False
    services.delete_legion(legion=legion)
    return True


UNDO_FUNCTIONS: Mapping[str, Callable[[Legion, Any], bool]] = {
    "archived": _archived,
    "moved": _moved,
    "changed": _changed,
    "deleted": _deleted,
    "made": _made,
}
"""Functions that undo an action on a legion with its stored data, keyed by kind. They return whether it was undone."""

UNDO_KINDS = {
    "duplicate": "made",
    "branch": "made",
    "archive": "archived",
    "unarchive": "archived",
    "delete": "deleted",
    "move": "moved",
    "tag": "changed",
    "untag": "changed",
}
"""The kind of undo of each action."""
