"""`manage.py seed_public_lists`: put the ready lists that come with Muster into the list for everybody."""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.db import transaction

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import Holder
from legions.cards import queries
from legions.community import profile_names
from legions.saved_lists import ready_lists, services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from rulesapi.judging import verdicts

NAME = "muster"
"""Whose they are: nobody can take this name, and nobody logs in by it."""
KEY_LENGTH = 64


class Command(BaseCommand):
    """Put each ready list there once: one that was taken out, or thrown away, stays so."""

    help = "Put the ready lists into the public lists, each once. Only legal ones; run it after cards were published."

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many were put there."""
        games = [game["slug"] for game in queries.published_games()]
        ready = [(game, one) for game in games for one in ready_lists.ready_lists(game)]
        done = sum(_put(game, one) for game, one in ready)
        self.stdout.write(f"Public lists: {done} ready lists added, {len(ready) - done} left as they are.")


@transaction.atomic
def _put(game: str, ready: ready_lists.ReadyList) -> bool:
    """Put one there; return whether that was to be done. What the catalog cannot judge as legal is left out."""
    key = f"ready-{game}-{ready.slug}"[:KEY_LENGTH]
    if Legion.objects.filter(share_key=key).exists() or not _is_legal(ready.document):
        return False
    legion = services.create_legion(holder=Holder(user=_owner()), document=ready.document, share_key=key)
    sharing_services.list_in_gallery(legion=legion)
    return True


def _is_legal(document: dict[str, Any]) -> bool:
    try:
        return bool(verdicts.judge(document)["verdict"] == "legal")
    except InvalidInput:
        return False


def _owner() -> User:
    """Return the account that they are of, which has no password."""
    user, made = get_user_model().objects.get_or_create(username=NAME)
    if made:
        user.set_unusable_password()
        user.save(update_fields=["password"])
        profile_names.set_display_name(user=user, name="Muster")
    return user
