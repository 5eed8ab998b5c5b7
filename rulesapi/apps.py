"""Rules, and the REST API of cards and verdicts."""

from django.apps import AppConfig


class RulesApiConfig(AppConfig):
    name = "rulesapi"
    verbose_name = "Rules"

    def ready(self) -> None:
        """Have documents that name rules held against the rules before they are published."""
        from catalog.publishing import checks

        from . import naming_rules

        checks.register(naming_rules.faults)
