"""People, their legions, and the website."""

from django.apps import AppConfig


class LegionsConfig(AppConfig):
    name = "legions"
    verbose_name = "Legions"
