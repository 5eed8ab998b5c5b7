"""Rules, and the REST API of cards and verdicts."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RulesApiConfig(AppConfig):
    name = "rulesapi"
    verbose_name = _("Rules")

    def ready(self) -> None:
        """Register the validator of documents that name rules, and what tells queries which cards fit a creature."""
        from catalog.publishing import validators
        from catalog.search import card_search

        from .judging import rule_reference_checks

        validators.register(rule_reference_checks.rule_reference_errors)
        card_search.set_fits_resolver(_fits)


def _fits(game: str | None, snapshot: Any, slug: str | None) -> Any:
    from .judging import card_fitting

    return card_fitting.cards_fitting(game, snapshot, slug)
