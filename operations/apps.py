"""Operation of a site: backups, data checks, database moves, and readiness."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Tools for operators; this app may use every other app, and none of them uses it."""

    name = "operations"
    catalog_extension = "operations.catalog_extension.OperationsExtension"
