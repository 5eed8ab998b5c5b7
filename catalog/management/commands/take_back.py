"""`manage.py take_back CHANGESET --by NAME --why REASON`: take back a published changeset of any size."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.console import user_named
from catalog.documents.errors import InvalidInput
from catalog.errors import Refused
from catalog.models import Changeset
from catalog.publishing import changeset_publication


class Command(BaseCommand):
    help = "Put a changeset up for review that takes back the published documents of another."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("changeset", type=int, help="the number of the changeset, as in the address of its page")
        parser.add_argument("--by", required=True, help="the account name of the curator who takes it back")
        parser.add_argument("--why", required=True, help="the reason in one line, published with the release")

    def handle(self, *args: Any, **options: Any) -> None:
        author = user_named(options["by"])
        if author is None:
            raise CommandError("--by: name the account of a curator.")
        changeset = Changeset.objects.filter(pk=options["changeset"]).first()
        if changeset is None:
            raise CommandError(f"There is no changeset {options['changeset']}.")
        try:
            revert, plan = changeset_publication.revert_changeset(changeset, by=author, why=options["why"])
        except InvalidInput as error:
            raise CommandError(f"--why: {error.faults[0].message}") from error
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{len(plan.documents)} documents are put up for review as changeset {revert.pk}.")
        for one in plan.kept:
            self.stdout.write(f"{one.revision.slug} stays: {one.reason}")
