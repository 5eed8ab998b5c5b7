"""Receivers of the signal of a new release (`catalog.publishing.signals`)."""

from typing import Any

from django.dispatch import receiver

from catalog.models import Release
from catalog.publishing.signals import release_published


@receiver(release_published, dispatch_uid="catalog.build_files")
def enqueue_files(release: Release, **kwargs: Any) -> None:
    """Queue the generation of the files of the release."""
    from catalog.api import bulk_files

    bulk_files.build_files.enqueue(release.number)
