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
        "Permanently delete old legions and collections of guests that are not shared, the old content of the trash, "
        "and idempotency keys older than a day. Without --yes it only counts them."
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
            help=f"how long a deleted legion can be restored (default {TRASH_DAYS})",
        )
        parser.add_argument("--yes", action="store_true", help="delete them")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete abandoned and discarded lists, or only count them. Raises CommandError for ages that are too short."""
        guest_days, trash_days = options["guest_days"], options["trash_days"]
        if guest_days < GUEST_DAYS:
            raise CommandError(f"--guest-days: the site promises guests {GUEST_DAYS} days. Give at least that.")
        if trash_days < 1:
            raise CommandError("--trash-days: give at least 1, so that a deleted legion can be restored.")
        try:
            idle_since, thrown_since = (timezone.now() - timedelta(days=days) for days in (guest_days, trash_days))
        except OverflowError as error:
            raise CommandError("The number of days is too large. Give a smaller one.") from error
        abandoned, trash = pruning.abandoned_legions(idle_since), Legion.objects.deleted_before(thrown_since)
        prune = services.delete_for_good if options["yes"] else _count
        guests, thrown = prune(legions=abandoned), prune(legions=trash)
        self.stdout.write(f"{_legions(guests)} of guests, not changed for {guest_days} days and not shared.")
        collections = pruning.abandoned_collections(idle_since)
        counted = collections.delete()[0] if options["yes"] else collections.count()
        self.stdout.write(f"{counted:,} collection{pluralize(counted)} of guests, not changed for as long.")
        numbers = pruning.abandoned_numbers(idle_since)
        counted = numbers.delete()[0] if options["yes"] else numbers.count()
        self.stdout.write(
            f"Facts that guests entered for cards of {counted:,} game{pluralize(counted)}, not changed for as long."
        )
        keys = IdempotencyRecord.objects.expired()
        counted = keys.delete()[0] if options["yes"] else keys.count()
        self.stdout.write(f"{counted:,} idempotency key{pluralize(counted)} older than a day.")
        self.stdout.write(f"{_legions(thrown)} deleted more than {trash_days} days ago.")
        self.stdout.write("Deleted." if options["yes"] else "Nothing was deleted. Use --yes to delete them.")


def _count(*, legions: Any) -> int:
    return legions.count()


def _legions(number: int) -> str:
    return f"{number:,} legion{pluralize(number)}"
