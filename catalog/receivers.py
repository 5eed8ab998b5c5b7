"""What follows here when a release is published (`catalog.publishing.signals`)."""

from typing import Any

from django.dispatch import receiver

from .models import Release
from .publishing.signals import release_published


@receiver(release_published, dispatch_uid="catalog.build_files")
def enqueue_files(release: Release, **kwargs: Any) -> None:
    """Have a worker make the files of the release."""
    from .api import bulk_files

    bulk_files.build_files.enqueue(release.number)
