"""`manage.py seed_public_lists`: add Muster's ready lists to the public gallery."""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.db import transaction

from catalog.documents.errors import InvalidInput
from legions.accounts import profile_names
from legions.accounts.holders import Holder
from legions.cards import queries
from legions.saved_lists import ready_lists, services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from rulesapi.judging import verdicts

NAME = "muster"
"""The owner's user name, which nobody can register or log in with."""
KEY_LENGTH = 64


class Command(BaseCommand):
    """Add each ready list once. A list that was removed or deleted is not added again."""

    help = "Add the legal ready lists to the public lists, each once. Run it after publishing cards."

    def handle(self, *args: Any, **options: Any) -> None:
        """Add the missing lists, and report their number and the reasons for refused ones."""
        games = [game["slug"] for game in queries.published_games()]
        ready = [(game, one) for game in games for one in ready_lists.ready_lists(game)]
        missing = [(game, one) for game, one in ready if not Legion.objects.filter(share_key=_key(game, one)).exists()]
        reasons = [(game, one, _why_not(game, one.document)) for game, one in missing]
        for game, one, reason in reasons:
            if reason:
                self.stdout.write(f"“{one.name}” ({game}) was not added: {reason}")
            else:
                _put(game, one)
        done, refused = sum(not reason for *_one, reason in reasons), sum(bool(reason) for *_one, reason in reasons)
        left = len(ready) - len(missing)
        counts = f"{done} ready lists added, {left} left unchanged"
        self.stdout.write(f"Public lists: {counts}{f', {refused} could not be added' if refused else ''}.")


def _key(game: str, ready: ready_lists.ReadyList) -> str:
    return f"ready-{game}-{ready.slug}"[:KEY_LENGTH]


@transaction.atomic
def _put(game: str, ready: ready_lists.ReadyList) -> None:
    legion = services.create_legion(holder=Holder(user=_owner()), document=ready.document, share_key=_key(game, ready))
    sharing_services.list_in_gallery(legion=legion)


def _why_not(game: str, document: dict[str, Any]) -> str:
    """Return why the catalog cannot judge a ready list as legal, empty if it can."""
    try:
        verdict = verdicts.judge(document)
    except InvalidInput as error:
        return " ".join(fault.message for fault in error.faults) or str(error)
    if verdict["verdict"] == "legal":
        return ""
    unknown = [one["facts"]["card"] for one in verdict["findings"] if one["code"].endswith("/unknown-card")]
    if unknown:
        return f"the catalog has no {', '.join(dict.fromkeys(unknown))}. Import the cards of this version first."
    errors = [one["message"] for one in verdict["findings"] if one["level"] == "error"]
    return f"it is {verdict['verdict']}. {' '.join(errors)}".rstrip()


def _owner() -> User:
    """Return the account that owns the ready lists; it has no password."""
    user, made = get_user_model().objects.get_or_create(username=NAME)
    if made:
        user.set_unusable_password()
        user.save(update_fields=["password"])
        profile_names.set_display_name(user=user, name="Muster")
    return user
