"""Everything that writes people's legions: keyword-only, all or nothing, and never over somebody else's change.

An edit names the version it is based on. When the legion has moved on since, nothing is written and `Stale` is raised
with the newer state, so that a person can look at it or keep their own as a copy.
"""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from catalog import guard
from rulesapi import verdicts

from .changes import Change, Rename
from .models import Legion, LegionRevision, Profile, State, name_of, new_share_key
from .people import Holder
from .stock import stock

MOST_LEGIONS = 500
NAME_LENGTH = 120
WORDS_LENGTH = 300


class Stale(Exception):
    """The legion was changed since the version an edit is based on; nothing was written. `legion` is the newer one."""

    def __init__(self, legion: Legion, base: int) -> None:
        super().__init__(f"The legion is at version {legion.version}, the edit was based on {base}.")
        self.legion = legion
        self.base = base


class Refused(Exception):
    """Something that cannot be done, with the reason for people as its text."""


# -- making and changing -----------------------------------------------------------------------------------------


@transaction.atomic
def create(*, holder: Holder, document: dict[str, Any], what: str = "Started.") -> Legion:
    """Keep `document` as a new legion of `holder`.

    Raises Malformed when it is no legion that can be judged, Refused when the holder has too many.
    """
    if Legion.objects.held_by(holder).kept().count() >= MOST_LEGIONS:
        raise Refused(f"You keep {MOST_LEGIONS} legions, which is the most there is room for. Delete one first.")
    settled = settle(document)
    now = timezone.now()
    legion = Legion(
        owner=holder.user,
        guest_key=None if holder.user else holder.guest_key,
        game=settled["game"],
        document=settled,
        what=what[:WORDS_LENGTH],
        updated_at=now,
    )
    legion.save(force_insert=True)
    _write_down(legion)
    return legion


@transaction.atomic
def edit(*, legion: Legion, base: int, change: Change) -> Legion:
    """Apply one change to version `base` of `legion` and return its newest state.

    A change that changes nothing writes nothing. Raises Stale, or Malformed when the result is no legion.
    """
    if legion.version != base:
        raise Stale(legion, base)
    document = settle(change.apply(legion.document))
    if document == legion.document:
        return legion
    return _advance(legion, base, document, what=_words(change, legion.document), undo_to=base, redo_to=None)


def rename(*, legion: Legion, base: int, name: str) -> Legion:
    """Call the legion `name`; see `edit`."""
    return edit(legion=legion, base=base, change=Rename(name))


@transaction.atomic
def undo(*, legion: Legion, base: int) -> Legion:
    """Go back to the state before the last change; a legion with nothing to undo stays as it is. Raises Stale."""
    return _walk(legion, base, legion.undo_to, back=True)


@transaction.atomic
def redo(*, legion: Legion, base: int) -> Legion:
    """Make the change last undone again; a legion with nothing to redo stays as it is. Raises Stale."""
    return _walk(legion, base, legion.redo_to, back=False)


@transaction.atomic
def start(*, holder: Holder, document: dict[str, Any], change: Change) -> Legion:
    """Keep `document` as a new legion with a first change made to it, which can be undone. Raises as `create` does."""
    legion = create(holder=holder, document=document)
    return edit(legion=legion, base=legion.version, change=change)


def keep_mine(*, legion: Legion, base: int, change: Change, holder: Holder) -> Legion:
    """Keep what an edit of an older version would have led to as a copy; the legion itself is left alone.

    Raises Stale when there is no such version, else as `create` does.
    """
    mine = legion.revisions.filter(number=base).first()
    if mine is None:
        raise Stale(legion, base)
    return copy(document=change.apply(mine.document), holder=holder, what=_words(change, mine.document))


def copy(*, document: dict[str, Any], holder: Holder, what: str | None = None) -> Legion:
    """Keep a copy of a legion document for `holder`, under a name that says so. Raises as `create` does."""
    name = f"Copy of {name_of(document)}"[:NAME_LENGTH]
    return create(holder=holder, document={**document, "name": name}, what=what or f"Copied from {name_of(document)}.")


@transaction.atomic
def delete(*, legion: Legion) -> None:
    """Throw the legion away; `undelete` brings it back, link and all. Twice is the same as once."""
    Legion.objects.kept().filter(pk=legion.pk).update(deleted_at=timezone.now())


@transaction.atomic
def undelete(*, legion: Legion) -> None:
    """Bring a legion back that was thrown away."""
    Legion.objects.filter(pk=legion.pk).update(deleted_at=None)


# -- sharing -----------------------------------------------------------------------------------------------------


@transaction.atomic
def share(*, legion: Legion) -> str:
    """Return the key under which others can see the legion, making one if there is none."""
    Legion.objects.filter(pk=legion.pk, share_key__isnull=True).update(share_key=new_share_key())
    legion.refresh_from_db(fields=["share_key"])
    return legion.share_key


@transaction.atomic
def rotate(*, legion: Legion) -> str:
    """Return a new key for others and end the old one."""
    legion.share_key = new_share_key()
    Legion.objects.filter(pk=legion.pk).update(share_key=legion.share_key)
    return legion.share_key


@transaction.atomic
def revoke(*, legion: Legion) -> None:
    """End the key for others: its address answers like one that never was."""
    Legion.objects.filter(pk=legion.pk).update(share_key=None)
    legion.share_key = None


# -- people ------------------------------------------------------------------------------------------------------


@transaction.atomic
def adopt(*, guest_key: str | None, user: AbstractBaseUser) -> int:
    """Move what a guest built into the account of `user`; return how many legions moved."""
    if not guest_key:
        return 0
    return Legion.objects.filter(guest_key=guest_key).update(guest_key=None, owner=user)


@transaction.atomic
def call(*, user: AbstractBaseUser, name: str) -> Profile:
    """Show `user` as `name` beside what they share."""
    profile, _ = Profile.objects.update_or_create(user=user, defaults={"name": name})
    return profile


def display_name(user: AbstractBaseUser) -> str:
    """Return the name that stands beside what `user` shares: the chosen one, else the name of the account."""
    try:
        return user.profile.name
    except Profile.DoesNotExist:
        return user.get_username()


# -- how it is done ----------------------------------------------------------------------------------------------


def settle(document: Any) -> dict[str, Any]:
    """Return a legion document as it is stored: checked, tidied, and naming the release it was judged on.

    Raises Malformed for what is no legion, or one that nothing can judge (an unknown game, format or release).
    """
    guard.check(document)
    tidied = guard.tidy(document)
    return {**tidied, "release": verdicts.judge(tidied)["release"]}


def _advance(
    legion: Legion, base: int, document: dict[str, Any], *, what: str, undo_to: int | None, redo_to: int | None
) -> Legion:
    """Make `document` the state after `base`, if no other came first."""
    now = timezone.now()
    state = {"document": document, "what": what[:WORDS_LENGTH], "undo_to": undo_to, "redo_to": redo_to}
    same = Legion.objects.kept().filter(pk=legion.pk, version=base)
    if not same.update(version=base + 1, updated_at=now, **state):
        legion.refresh_from_db()
        raise Stale(legion, base)
    for field, value in {**state, "version": base + 1, "updated_at": now}.items():
        setattr(legion, field, value)
    _write_down(legion)
    return legion


def _walk(legion: Legion, base: int, number: int | None, *, back: bool) -> Legion:
    """Make state `number` the newest again. The way it came from leads on from there."""
    if legion.version != base:
        raise Stale(legion, base)
    if number is None:
        return legion
    target: State = legion.revisions.get(number=number)
    return _advance(
        legion,
        base,
        target.document,
        what=target.what,
        undo_to=target.undo_to,
        redo_to=base if back else target.redo_to,
    )


def _write_down(legion: Legion) -> None:
    LegionRevision.objects.create(
        legion=legion,
        number=legion.version,
        document=legion.document,
        what=legion.what,
        undo_to=legion.undo_to,
        redo_to=legion.redo_to,
        saved_at=legion.updated_at,
    )


def _words(change: Change, document: dict[str, Any]) -> str:
    return change.words(document, stock(document["game"], document.get("release")).title)
