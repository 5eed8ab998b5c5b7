"""The audit log: who did what, when, in which request, and what it was before and after. It is only ever added to.

It tells of what people with a role do, and of who was refused where they wanted in. Of a person it keeps the number of
the account alone: no name, no address, nothing that they wrote. So an account can go and the log stays as it is, which
the database sees to itself: it refuses to change or take away a row (`catalog/migrations`).
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from typing import Any

from catalog.documents.differences import ABSENT, Difference
from catalog.models import AuditEntry

MAX_OBJECT_LENGTH = AuditEntry._meta.get_field("of").max_length
CHUNK = 1_000
_request: ContextVar[str] = ContextVar("request", default="")


@contextmanager
def request_context(number: str) -> Iterator[None]:
    """Have what is noted inside carry the number of a request."""
    token = _request.set(number)
    try:
        yield
    finally:
        _request.reset(token)


def request_number() -> str:
    """Return the number of the request that is being answered; empty outside of any."""
    return _request.get()


def new_entry(what: str, *, by: Any, of: str = "", before: Any = None, after: Any = None) -> AuditEntry:
    """Return an entry to be written. `by` is a user, or None for the operator's commands and for nobody known."""
    number = by.pk if by is not None and by.is_authenticated else None
    return AuditEntry(what=what, by=number, of=one_line(of), before=before, after=after, request=_request.get())


def log_action(what: str, *, by: Any, of: str = "", before: Any = None, after: Any = None) -> None:
    """Write down what somebody did to what, in the transaction in which it is done."""
    new_entry(what, by=by, of=of, before=before, after=after).save(force_insert=True)


def log_entries(entries: Iterable[AuditEntry]) -> None:
    """Write down many things at once."""
    AuditEntry.objects.bulk_create(entries, batch_size=CHUNK)


def before_and_after(differences: Iterable[Difference]) -> dict[str, dict[str, Any]]:
    """Return what differs as `before` and `after`, by pointer; a fact that is absent on a side is left out there."""
    states: dict[str, dict[str, Any]] = {"before": {}, "after": {}}
    for one in differences:
        for side, value in (("before", one.before), ("after", one.after)):
            if value is not ABSENT:
                states[side][one.pointer] = value
    return states


def digest(text: str) -> str:
    """Return the SHA-256 by which the log names a text that it does not hold."""
    return sha256(text.encode()).hexdigest()


def one_line(text: str) -> str:
    """Return `text` as one line that nothing in it can make two, or make look like another."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)[:MAX_OBJECT_LENGTH]
