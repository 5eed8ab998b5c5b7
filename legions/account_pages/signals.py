"""Signal receivers for log-ins and for accounts saved by any form, the admin or a command."""

from typing import Any

from allauth.account.signals import user_logged_in
from django.contrib.auth import get_user_model
from django.db.models.signals import post_save, pre_save


def connect() -> None:
    """Connect the receivers."""
    pre_save.connect(validate_name, sender=get_user_model(), dispatch_uid="legions.accounts.check_name")
    post_save.connect(store_name_skeletons, sender=get_user_model(), dispatch_uid="legions.accounts.keep_name")
    post_save.connect(end_tokens, sender=get_user_model(), dispatch_uid="legions.accounts.end_tokens")
    user_logged_in.connect(end_surplus_sessions, dispatch_uid="legions.accounts.end_surplus_sessions")


def validate_name(instance: Any, raw: bool = False, update_fields: Any = None, **kwargs: Any) -> None:
    """Raise `account_names.NameTaken` before an account is saved with a name that looks like another's."""
    from legions.accounts import account_names
    from legions.accounts.models import AccountName

    if raw or _leaves_name(update_fields):
        return
    stored = AccountName.objects.filter(user=instance.pk).first() if instance.pk else None
    if stored is None or stored.name != instance.get_username():
        account_names.validate_unused(instance.get_username(), instance)


def store_name_skeletons(instance: Any, raw: bool = False, update_fields: Any = None, **kwargs: Any) -> None:
    """Store the skeletons of the username. Raises `account_names.NameTaken` if a similar name was stored meanwhile."""
    from legions.accounts import account_names

    if not raw and not _leaves_name(update_fields):
        account_names.store_skeletons(instance)


def end_tokens(instance: Any, created: bool, raw: bool = False, **kwargs: Any) -> None:
    """Revoke the API tokens of an account whose password was changed, unless its owner asked to keep them.

    Django keeps the raw password on the instance until it is saved, but not if it only rehashes it. Afterwards
    `ended_tokens` has the names of the revoked tokens that had not expired.
    """
    if raw or created or instance._password is None:
        return
    from legions.api_tokens import services

    instance.ended_tokens = (
        [] if getattr(instance, "keeps_tokens", False) else services.revoke_all_tokens(user=instance)
    )


def end_surplus_sessions(user: Any, **kwargs: Any) -> None:
    """End the least recently used sessions of a user beyond the maximum, after a log-in."""
    from legions.accounts import session_activity

    session_activity.end_excess_sessions(user)


def _leaves_name(update_fields: Any) -> bool:
    return update_fields is not None and get_user_model().USERNAME_FIELD not in update_fields
