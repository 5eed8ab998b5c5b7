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
        from catalog.api_base import schema_extensions
        from catalog.curation.confirmations import credits as confirmations_credits
        from catalog.publishing import signals as publishing_signals

        from .accounts import signals as accounts_signals
        from .webhooks import delivery

        accounts_signals.connect()
        schema_extensions.register(_chapter)
        schema_extensions.register(_of_hooks)
        schema_extensions.register(_of_wanted)
        confirmations_credits.register_provider(_names)
        schema_extensions.register(_of_contributions)
        schema_extensions.register(_of_curation)
        publishing_signals.on_release_published(delivery.note_release)
        publishing_signals.on_release_published(_tell_owners)
        publishing_signals.on_schedule_stopped(_tell_who_scheduled)


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


def _tell_owners(release: Any) -> None:
    from .notifications import verdict_changes

    verdict_changes.enqueue_notifications(release)


def _tell_who_scheduled(upcoming: Any) -> None:
    from .notifications import stopped_schedules

    stopped_schedules.enqueue_notification(upcoming)
