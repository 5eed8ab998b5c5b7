"""The catalog: cards, the door they come in by, and their admin."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CatalogConfig(AppConfig):
    name = "catalog"
    verbose_name = _("Catalog")

    def ready(self) -> None:
        """Have the files of each release made, and a file of SQLite that was replaced noticed before a write."""
        from .api import bulk_files
        from .database import sqlite_file
        from .publishing import signals

        sqlite_file.watch_connections()
        signals.on_release_published(bulk_files.enqueue)
