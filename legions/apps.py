"""People, their legions, and the website."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LegionsConfig(AppConfig):
    name = "legions"
    verbose_name = _("Legions")
    catalog_extension = "legions.catalog_extension.LegionsExtension"

    def ready(self) -> None:
        """Connect the signal receivers."""
        from legions import receivers  # noqa: F401
        from legions.account_pages import signals as accounts_signals

        accounts_signals.connect()
