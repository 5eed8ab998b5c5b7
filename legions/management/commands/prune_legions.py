"""`manage.py prune_legions`: permanently delete abandoned guest lists and old trash."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import pluralize
from django.utils import timezone

from legions.accounts.holders import GUEST_RETENTION
from legions.api_tokens.models import IdempotencyRecord
from legions.campaigns import pruning
from legions.saved_lists import services
from legions.saved_lists.models import Legion

GUEST_DAYS = GUEST_RETENTION.days
TRASH_DAYS = 30


class Command(BaseCommand):
    """The command only counts unless `--yes` is given."""

    help = (
        "Delete for good the legions and collections of guests that nobody changed or shared for long, and what was "
        "thrown away long ago, and idempotency keys older than a day. Without --yes it only says how many there are."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for both ages in days, and the confirmation."""
        parser.add_argument(
            "--guest-days",
            type=int,
            default=GUEST_DAYS,
            help=f"how long a guest's legion stays without a change (default {GUEST_DAYS})",
        )
        parser.add_argument(
            "--trash-days",
            type=int,
            default=TRASH_DAYS,
            help=f"how long a legion that was thrown away can be brought back (default {TRASH_DAYS})",
        )
        parser.add_argument("--yes", action="store_true", help="delete them")

    def handle(self, *args: Any, **options: Any) -> None:
        """Count or delete. Raises CommandError for ages shorter than the promised retention."""
        guest_days, trash_days = options["guest_days"], options["trash_days"]
        if guest_days < GUEST_DAYS:
            raise CommandError(f"--guest-days: guests are told that a list is kept for {GUEST_DAYS} days.")
        if trash_days < 1:
            raise CommandError("--trash-days: leave at least a day to bring a legion back.")
        try:
            idle_since, thrown_since = (timezone.now() - timedelta(days=days) for days in (guest_days, trash_days))
        except OverflowError as error:
            raise CommandError("So many days ago there was no calendar.") from error
        abandoned, trash = pruning.abandoned_legions(idle_since), Legion.objects.deleted_before(thrown_since)
        prune = services.delete_for_good if options["yes"] else _count
        guests, thrown = prune(legions=abandoned), prune(legions=trash)
        self.stdout.write(f"{_legions(guests)} of guests, not changed for {guest_days} days and not shared.")
        collections = pruning.abandoned_collections(idle_since)
        counted = collections.delete()[0] if options["yes"] else collections.count()
        self.stdout.write(f"{counted:,} collection{pluralize(counted)} of guests, as long not changed.")
        numbers = pruning.abandoned_numbers(idle_since)
        counted = numbers.delete()[0] if options["yes"] else numbers.count()
        self.stdout.write(
            f"Numbers that guests read off cards of {counted:,} game{pluralize(counted)}, as long not changed."
        )
        keys = IdempotencyRecord.objects.expired()
        counted = keys.delete()[0] if options["yes"] else keys.count()
        self.stdout.write(f"{counted:,} idempotency key{pluralize(counted)} older than a day.")
        self.stdout.write(f"{_legions(thrown)} thrown away more than {trash_days} days ago.")
        self.stdout.write("Deleted." if options["yes"] else "Nothing was deleted; --yes deletes them.")


def _count(*, legions: Any) -> int:
    return legions.count()


def _legions(number: int) -> str:
    return f"{number:,} legion{pluralize(number)}"
