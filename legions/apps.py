"""People, their legions, and the website."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LegionsConfig(AppConfig):
    name = "legions"
    verbose_name = _("Legions")

    def ready(self) -> None:
        """Have the API list and describe the addresses of this app and name people, webhooks and owners told of
        releases, and whoever scheduled one told that it did not go out; and listen to accounts being saved."""
        from catalog.confirming import naming
        from catalog.publishing import announcing
        from rulesapi import chapters

        from .accounts import signals
        from .hooks import delivering

        signals.connect()
        chapters.add(_chapter)
        chapters.add(_of_hooks)
        chapters.add(_of_wanted)
        naming.register(_names)
        chapters.add(_of_contributions)
        chapters.add(_of_curation)
        announcing.register(delivering.announce)
        announcing.register(_tell_owners)
        announcing.register_for_stops(_tell_who_scheduled)


def _chapter() -> object:
    from .api.description.chapter import chapter

    return chapter()


def _of_hooks() -> object:
    from .api.description.hooks import chapter

    return chapter()


def _of_wanted() -> object:
    from .api.description.wanted import chapter

    return chapter()


def _names(people: Any) -> list[Any]:
    from django.db.models import prefetch_related_objects

    from catalog import roles
    from catalog.confirming import Named

    from . import services

    prefetch_related_objects(people, "profile")
    roles.fetch_roles(people)
    return [Named(services.display_name(one), services.badge_of(one)) for one in people]


def _of_contributions() -> object:
    from .api.description.contributions import chapter

    return chapter()


def _of_curation() -> object:
    from .api.description.curation import chapter

    return chapter()


def _tell_owners(release: Any) -> None:
    from .alerts import telling

    telling.announce(release)


def _tell_who_scheduled(upcoming: Any) -> None:
    from .alerts import stops

    stops.announce(upcoming)
