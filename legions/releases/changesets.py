"""The changesets of a release for everybody, with their authors if they have a public page."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from catalog.models import Release
from catalog.publishing import release_changesets
from catalog.publishing.release_changesets import PublishedChangeset
from legions.accounts.profile_names import profile_url


@dataclass(frozen=True, slots=True)
class PublicAuthor:
    """An author of a change. Name and address are empty if they have no public page."""

    name: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class PublicChangesets:
    """The changesets of a release that are shown, each with its author, and the number of further ones."""

    shown: tuple[tuple[PublishedChangeset, PublicAuthor | None], ...]
    more: int

    def only_repeats(self, release: Release) -> bool:
        """Return whether the only changeset says nothing but what the release says itself."""
        if len(self.shown) != 1:
            return False
        ((only, author),) = self.shown
        return only.title == release.why and not only.reasons and author == public_author(release.by)


def public_author(user: User | None) -> PublicAuthor | None:
    """Return the author as everybody may see them, None for none. Select `profile` along."""
    if user is None:
        return None
    address = profile_url(user)
    return PublicAuthor(user.profile.name, address) if address else PublicAuthor()


def changesets_of(release: Release) -> PublicChangesets:
    """Return the changesets of a release, the largest first, with three queries."""
    found = release_changesets.changesets_of(release, "by__profile")
    return PublicChangesets(tuple((one, public_author(one.by)) for one in found.shown), found.more)
