"""Rules, and the REST API of cards and verdicts."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RulesApiConfig(AppConfig):
    name = "rulesapi"
    verbose_name = _("Rules")

    def ready(self) -> None:
        """Have documents that name rules held against the rules before they are published, and the files made after."""
        from catalog.publishing import announcing, checks

        from . import naming_rules

        checks.register(naming_rules.faults)
        announcing.register(_build)


def _build(release: Any) -> None:
    from . import bulk

    bulk.work.enqueue(release.number)
