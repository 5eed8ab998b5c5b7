"""People, their legions, and the website."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LegionsConfig(AppConfig):
    name = "legions"
    verbose_name = _("Legions")

    def ready(self) -> None:
        """Connect the receivers, add the addresses of this app to the API, and have credits name people."""
        from catalog.api_base import schema_extensions
        from catalog.curation.confirmations import credits as confirmations_credits

        from . import receivers  # noqa: F401
        from .accounts import signals as accounts_signals

        accounts_signals.connect()
        schema_extensions.register(_chapter)
        schema_extensions.register(_of_hooks)
        schema_extensions.register(_of_wanted)
        confirmations_credits.register_provider(_names)
        schema_extensions.register(_of_contributions)
        schema_extensions.register(_of_curation)


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

    from catalog import permissions
    from catalog.curation.confirmations import CreditedUser
    from legions.community import profile_names

    prefetch_related_objects(people, "profile")
    permissions.fetch_roles(people)
    return [CreditedUser(profile_names.display_name(one), profile_names.role_badge(one)) for one in people]


def _of_contributions() -> object:
    from .api.description.contributions import chapter

    return chapter()


def _of_curation() -> object:
    from .api.description.curation import chapter

    return chapter()
