"""Queries of the audit log: by person, day, object and kind of action, each by an index and bounded."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db import connection
from django.db.models import Q, QuerySet

from catalog.models import AuditEntry

MAX_LISTED = 10_000
"""The maximum number of entries that are counted, paged through and exported; filters lead to older ones."""
MAX_SEARCHED = 50_000
"""The maximum number of entries, the newest that the filters leave, in which a search looks for text."""
SEPARATORS = " ,"
"""The characters after which the label of an object has a detail, such as a fact of a card."""


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """The conditions on entries. `last` is the last day that is included; days are those of UTC."""

    person: int | None = None
    first: date | None = None
    last: date | None = None
    about: str = ""
    action: str = ""

    def apply(self, entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        """Return the entries that fulfill all conditions."""
        if self.person is not None:
            entries = entries.filter(by=self.person)
        if self.first is not None:
            entries = entries.filter(at__gte=_midnight(self.first))
        if self.last is not None:
            entries = entries.filter(at__lt=_midnight(self.last + timedelta(days=1)))
        if self.about:
            entries = entries.filter(about_object(self.about))
        if self.action:
            entries = entries.filter(what=self.action)
        return entries


def about_object(label: str) -> Q:
    """Return the condition for entries about an object or a detail of it, by the label that entries begin with.

    Labels are compared in the order of their bytes, by the index of each database.
    """
    condition = Q(of=label)
    for sign in SEPARATORS:
        if connection.vendor == "postgresql":
            condition |= Q(of__startswith=f"{label}{sign}")
        else:
            condition |= Q(of__gte=f"{label}{sign}", of__lt=f"{label}{chr(ord(sign) + 1)}")
    return condition


def newest(entries: QuerySet[AuditEntry], most: int) -> QuerySet[AuditEntry]:
    """Return the newest entries of a query, at most `most`."""
    return entries.order_by("-at", "-pk")[:most]


def containing(entries: QuerySet[AuditEntry], condition: Q) -> QuerySet[AuditEntry]:
    """Return the entries that fulfill a condition without an index, among the newest `MAX_SEARCHED`."""
    searched = newest(entries.order_by(), MAX_SEARCHED).values("pk")
    return entries.filter(condition, pk__in=searched)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=UTC)
