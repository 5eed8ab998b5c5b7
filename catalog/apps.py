"""The catalog: cards, their validation and publication, and their admin."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CatalogConfig(AppConfig):
    name = "catalog"
    verbose_name = _("Catalog")

    def ready(self) -> None:
        """Connect the receivers, and detect a replaced SQLite file before each write."""
        from catalog import receivers  # noqa: F401
        from catalog.database import sqlite_file

        sqlite_file.watch_connections()
