"""The audit log: actor, action, time, request, and the states before and after. Entries are only ever added.

It records the actions of people with a role, and refused attempts to sign in. A person is identified by the number of
their account only: the log has no name, no address and none of their texts. An account can therefore be deleted without
changing the log. The database itself refuses to change or delete a row (`catalog/migrations`).
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from catalog import log_context
from catalog.documents.differences import ABSENT, Difference
from catalog.models import AuditEntry

MAX_OBJECT_LENGTH = AuditEntry._meta.get_field("of").max_length
ROWS_PER_CHUNK = 1_000
MAX_REQUEST_LENGTH = AuditEntry._meta.get_field("request").max_length


def new_entry(action: str, *, by: Any, of: str = "", before: Any = None, after: Any = None) -> AuditEntry:
    """Return an unsaved entry. `by` is a user, or None for commands of the operator and unknown actors."""
    number = by.pk if by is not None and by.is_authenticated else None
    request = log_context.request_id()[:MAX_REQUEST_LENGTH]
    return AuditEntry(what=action, by=number, of=one_line(of), before=before, after=after, request=request)


def log_action(action: str, *, by: Any, of: str = "", before: Any = None, after: Any = None) -> None:
    """Write one action to the log, in the transaction of the action itself."""
    new_entry(action, by=by, of=of, before=before, after=after).save(force_insert=True)


def log_entries(entries: Iterable[AuditEntry]) -> None:
    """Write many entries at once."""
    AuditEntry.objects.bulk_create(entries, batch_size=ROWS_PER_CHUNK)


def before_and_after(differences: Iterable[Difference]) -> dict[str, dict[str, Any]]:
    """Return differences as `before` and `after`, keyed by pointer. A fact absent on one side is left out there."""
    states: dict[str, dict[str, Any]] = {"before": {}, "after": {}}
    for one in differences:
        for side, value in (("before", one.before), ("after", one.after)):
            if value is not ABSENT:
                states[side][one.pointer] = value
    return states


def digest(text: str) -> str:
    """Return the SHA-256 that identifies a text in the log, which does not hold the text itself."""
    return sha256(text.encode()).hexdigest()


def one_line(text: str) -> str:
    """Return `text` on one line, cut to `MAX_OBJECT_LENGTH`, with unprintable characters replaced."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)[:MAX_OBJECT_LENGTH]
