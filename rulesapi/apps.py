"""The rules of games, and the REST API of cards and verdicts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RulesApiConfig(AppConfig):
    name = "rulesapi"
    verbose_name = _("Rules")
    catalog_extension = "rulesapi.catalog_extension.RulesExtension"
