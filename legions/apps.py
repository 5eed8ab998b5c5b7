"""People, their legions, and the website."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LegionsConfig(AppConfig):
    name = "legions"
    verbose_name = _("Legions")

    def ready(self) -> None:
        """Connect the receivers, and have credits name people."""
        from catalog.curation.confirmations import credits as confirmations_credits

        from . import receivers  # noqa: F401
        from .accounts import signals as accounts_signals

        accounts_signals.connect()
        confirmations_credits.register_provider(_names)


def _names(people: Any) -> list[Any]:
    from django.db.models import prefetch_related_objects

    from catalog import permissions
    from catalog.curation.confirmations import CreditedUser
    from legions.community import profile_names

    prefetch_related_objects(people, "profile")
    permissions.fetch_roles(people)
    return [CreditedUser(profile_names.display_name(one), profile_names.role_badge(one)) for one in people]
