"""The changesets of a release as they are public: titles and reasons.

Notes of curators, reviewers' messages and drafts are never part of them.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, Q

from catalog.models import Changeset, Release, Revision
from catalog.models.changesets import ChangesetOrigin

MAX_CHANGESETS = 50
"""The maximum number of changesets of a release that are shown, the largest first; further ones are counted."""
MAX_REASONS = 5
"""The maximum number of reasons of a changeset that are shown; further ones are counted."""
MAX_REASONS_READ = 1_000
"""The maximum number of reasons that are read from the database."""


@dataclass(frozen=True, slots=True)
class PublishedChangeset:
    """A changeset of a release.

    `title` is empty if it may be the reason of a draft that is not published. `by` is its author, who is public only if
    they have a public page; None if no account is known, as for imported files.
    """

    title: str
    origin: str
    documents: int
    reasons: tuple[str, ...]
    more_reasons: int
    by: User | None


@dataclass(frozen=True, slots=True)
class ReleaseChangesets:
    """The changesets of a release that are shown, and the number of further ones."""

    shown: tuple[PublishedChangeset, ...]
    more: int


def changesets_of(release: Release, *related: str) -> ReleaseChangesets:
    """Return the changesets of a release, the largest first, with three queries; `related` is selected along."""
    brought = Revision.objects.filter(since=release, changeset__isnull=False).order_by()
    counted = brought.values_list("changeset").annotate(number=Count("pk")).order_by("-number", "changeset")
    counts = dict(counted.iterator())
    shown = list(counts)[:MAX_CHANGESETS]
    drafts = Exists(Revision.objects.drafts().filter(Q(changeset=OuterRef("pk")) | Q(changeset=OuterRef("reverts"))))
    found = Changeset.objects.select_related("by", *related).annotate(unfinished=drafts).in_bulk(shown)
    reasons = _reasons(brought.filter(changeset__in=shown))
    published = (_published(found[pk], counts[pk], reasons[pk]) for pk in shown if pk in found)
    return ReleaseChangesets(tuple(published), len(counts) - len(shown))


def _reasons(brought: Any) -> dict[int, list[str]]:
    """Return the different reasons of revisions, the most frequent first, keyed by changeset."""
    counted = brought.values_list("changeset", "why").annotate(number=Count("pk")).order_by("-number", "why")
    found: dict[int, list[str]] = defaultdict(list)
    for changeset, why, _number in counted[:MAX_REASONS_READ]:
        found[changeset].append(why)
    return found


def _published(changeset: Any, documents: int, reasons: list[str]) -> PublishedChangeset:
    """Return a changeset as it is public.

    The reasons of accepted contributions are left out: they only name the contributions by number. The title of a
    changeset is at first the reason of its first draft. While it has drafts, this may be one of them, so the title is
    shown only if a published document has the same reason. A changeset that takes back another repeats its title, so
    the drafts of the other count, too.
    """
    is_public = not changeset.unfinished or changeset.title in reasons
    is_offers = changeset.origin == ChangesetOrigin.CONTRIBUTIONS
    other = [] if is_offers else [why for why in reasons if why and why != changeset.title]
    return PublishedChangeset(
        title=changeset.title if is_public else "",
        origin=changeset.origin,
        documents=documents,
        reasons=tuple(other[:MAX_REASONS]),
        more_reasons=len(other[MAX_REASONS:]),
        by=changeset.by,
    )
