"""The catalog: cards, the door they come in by, and their admin."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CatalogConfig(AppConfig):
    name = "catalog"
    verbose_name = _("Catalog")

    def ready(self) -> None:
        """Have a file of SQLite that another was put in the place of noticed before anything is written."""
        from .database import sqlite_file

        sqlite_file.watch_connections()
