"""Rules, and the REST API of cards and verdicts."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RulesApiConfig(AppConfig):
    name = "rulesapi"
    verbose_name = _("Rules")

    def ready(self) -> None:
        """Have documents that name rules held against the rules before they are published, and the files made after,
        and queries about cards told what fits a creature."""
        from catalog.publishing import announcing, checks

        from . import asking, bulk, naming_rules

        checks.register(naming_rules.faults)
        announcing.register(bulk.enqueue)
        asking.set_fits_resolver(_fits)


def _fits(game: str | None, snapshot: Any, slug: str | None) -> Any:
    from . import card_fitting

    return card_fitting.fits(game, snapshot, slug)
