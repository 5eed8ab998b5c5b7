"""Rules, and the REST API of cards and verdicts."""

from django.apps import AppConfig


class RulesApiConfig(AppConfig):
    name = "rulesapi"
    verbose_name = "Rules"
