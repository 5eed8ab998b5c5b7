"""`manage.py create_roles`: create the groups of the roles with their permissions, and assign roles and games."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from catalog import documents, permissions
from catalog.console import printable


class Command(BaseCommand):
    help = "Create or repair the groups of the roles, give users a role, and set the games of a curator."

    def add_arguments(self, parser: ArgumentParser) -> None:
        for role in permissions.ROLES:
            parser.add_argument(
                f"--{role}", action="append", default=[], metavar="USERNAME", help=f"give this user the role {role}"
            )
        parser.add_argument(
            "--keeps",
            action="append",
            nargs=2,
            default=[],
            metavar=("USERNAME", "GAME"),
            help="restrict this curator to this game; repeatable. A curator without a game curates all games",
        )

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Create the roles and assign all of them, or none. Raises CommandError for an unknown user or game."""
        for group in permissions.ensure_roles():
            self.stdout.write(f"{group.name}: {', '.join(sorted(permissions.permissions_of(group.name)))}")
        for role in permissions.ROLES:
            for username in options[role]:
                permissions.grant(_user(username), role)
                self.stdout.write(f"{username} is {role}.")
        games_by_user: dict[str, set[str]] = {}
        for username, game in options["keeps"]:
            if game not in documents.card_kinds():
                known = ", ".join(documents.card_kinds())
                raise CommandError(f"There is no game “{game}”. There are: {known}. Nothing was changed.")
            games_by_user.setdefault(username, set()).add(game)
        for username, games in games_by_user.items():
            user = _user(username)
            if permissions.CURATOR not in permissions.roles_of(user):
                raise CommandError(f"{username} is no curator. Give --curator {username} as well. Nothing was changed.")
            permissions.assign_games(user, games)
            self.stdout.write(f"{username} curates {', '.join(sorted(games))}.")


def _user(username: str) -> Any:
    user = get_user_model().objects.filter(username=username).first()
    if user is None:
        raise CommandError(f"There is no user “{printable(username)}”. Nothing was changed.")
    return user
