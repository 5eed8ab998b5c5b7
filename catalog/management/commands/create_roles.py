"""`manage.py create_roles`: the groups of the admin, with just the permissions of their roles."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from catalog import roles


class Command(BaseCommand):
    help = "Make or mend the groups of curators and admins, and give people their role."

    def add_arguments(self, parser: ArgumentParser) -> None:
        for role in roles.ROLES:
            parser.add_argument(
                f"--{role}", action="append", default=[], metavar="USERNAME", help=f"give this user the role {role}"
            )

    def handle(self, *args: Any, **options: Any) -> None:
        for group in roles.ensure_roles():
            self.stdout.write(f"{group.name}: {', '.join(sorted(roles.permissions_of(group.name)))}")
        users = get_user_model().objects
        for role in roles.ROLES:
            for username in options[role]:
                user = users.filter(username=username).first()
                if user is None:
                    raise CommandError(f"There is no user “{username}”.")
                roles.grant(user, role)
                self.stdout.write(f"{username} is {role}.")
