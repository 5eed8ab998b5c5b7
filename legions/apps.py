"""People, their legions, and the website."""

from django.apps import AppConfig


class LegionsConfig(AppConfig):
    name = "legions"
    verbose_name = "Legions"

    def ready(self) -> None:
        """Have the API list and describe the addresses of this app, and webhooks told of releases."""
        from catalog.publishing import announcing
        from rulesapi import chapters

        from .hooks import delivering

        chapters.add(_chapter)
        chapters.add(_of_hooks)
        chapters.add(_of_wanted)
        announcing.register(delivering.announce)


def _chapter() -> object:
    from .api.description.chapter import chapter

    return chapter()


def _of_hooks() -> object:
    from .api.description.hooks import chapter

    return chapter()


def _of_wanted() -> object:
    from .api.description.wanted import chapter

    return chapter()
