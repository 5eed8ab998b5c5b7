"""People, their legions, and the website."""

from django.apps import AppConfig


class LegionsConfig(AppConfig):
    name = "legions"
    verbose_name = "Legions"

    def ready(self) -> None:
        """Have the API list and describe the addresses of kept legions."""
        from rulesapi import chapters

        chapters.add(_chapter)


def _chapter() -> object:
    from .api.description.chapter import chapter

    return chapter()
