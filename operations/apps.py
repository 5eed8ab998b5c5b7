"""Running a site: backups, checks of the data, moving a database, and whether it is ready."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """What whoever runs a site needs; it may use every other app, and none of them uses it."""

    name = "operations"
