"""The changesets of a release for everybody: title, reasons, and the author if they have a public page.

Notes of curators, reviewers' messages, drafts and account names are never part of them.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef

from catalog.models import Changeset, Release, Revision
from catalog.models.changesets import ChangesetOrigin
from legions.accounts.profile_names import profile_url

MAX_CHANGESETS = 50
"""The maximum number of changesets of a release that are shown, the largest first; further ones are counted."""
MAX_REASONS = 5
"""The maximum number of reasons of a changeset that are shown; further ones are counted."""
MAX_REASONS_READ = 1_000
"""The maximum number of reasons that are read from the database."""


@dataclass(frozen=True, slots=True)
class PublicAuthor:
    """An author of a change. Name and address are empty if they have no public page."""

    name: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class PublicChangeset:
    """A changeset of a release; `author` is None if no account is known, as for imported files.

    `title` is empty if it may be the reason of a draft that is not published.
    """

    title: str
    origin: str
    documents: int
    reasons: tuple[str, ...]
    more_reasons: int
    author: PublicAuthor | None


@dataclass(frozen=True, slots=True)
class ReleaseChangesets:
    """The changesets of a release that are shown, and the number of further ones."""

    shown: tuple[PublicChangeset, ...]
    more: int

    def only_repeats(self, release: Release) -> bool:
        """Return whether the only changeset says nothing but what the release says itself."""
        if len(self.shown) != 1:
            return False
        (only,) = self.shown
        return only.title == release.why and not only.reasons and only.author == public_author(release.by)


def public_author(user: User | None) -> PublicAuthor | None:
    """Return the author as everybody may see them, None for none. Prefetch `profile`."""
    if user is None:
        return None
    address = profile_url(user)
    return PublicAuthor(user.profile.name, address) if address else PublicAuthor()


def changesets_of(release: Release) -> ReleaseChangesets:
    """Return the changesets of a release, the largest first, with three queries."""
    brought = Revision.objects.filter(since=release, changeset__isnull=False).order_by()
    counts = dict(
        brought.values_list("changeset").annotate(number=Count("pk")).order_by("-number", "changeset").iterator()
    )
    shown = list(counts)[:MAX_CHANGESETS]
    drafts = Exists(Revision.objects.drafts().filter(changeset=OuterRef("pk")))
    found = Changeset.objects.select_related("by__profile").annotate(unfinished=drafts).in_bulk(shown)
    reasons = _reasons(brought.filter(changeset__in=shown))
    return ReleaseChangesets(
        tuple(_public(found[pk], counts[pk], reasons[pk]) for pk in shown if pk in found), len(counts) - len(shown)
    )


def _reasons(brought: Any) -> dict[int, list[str]]:
    """Return the different reasons of revisions, the most frequent first, keyed by changeset."""
    counted = brought.values_list("changeset", "why").annotate(number=Count("pk")).order_by("-number", "why")
    found: dict[int, list[str]] = defaultdict(list)
    for changeset, why, _number in counted[:MAX_REASONS_READ]:
        found[changeset].append(why)
    return found


def _public(changeset: Any, documents: int, reasons: list[str]) -> PublicChangeset:
    """Return a changeset as everybody may see it.

    The reasons of accepted contributions are left out: they only name the contributions by number. The title of a
    changeset is at first the reason of its first draft. While it has drafts, this may be one of them, so the title is
    shown only if a published document has the same reason.
    """
    is_public = not changeset.unfinished or changeset.title in reasons
    is_offers = changeset.origin == ChangesetOrigin.CONTRIBUTIONS
    other = [] if is_offers else [why for why in reasons if why and why != changeset.title]
    return PublicChangeset(
        title=changeset.title if is_public else "",
        origin=changeset.origin,
        documents=documents,
        reasons=tuple(other[:MAX_REASONS]),
        more_reasons=len(other[MAX_REASONS:]),
        author=public_author(changeset.by),
    )
