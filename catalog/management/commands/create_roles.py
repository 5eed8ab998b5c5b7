"""`manage.py create_roles`: create the groups of the roles with their permissions, and assign roles and games."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from catalog import documents, permissions


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

    def handle(self, *args: Any, **options: Any) -> None:
        for group in permissions.ensure_roles():
            self.stdout.write(f"{group.name}: {', '.join(sorted(permissions.permissions_of(group.name)))}")
        for role in permissions.ROLES:
            for username in options[role]:
                permissions.grant(_user(username), role)
                self.stdout.write(f"{username} is {role}.")
        games_by_user: dict[str, set[str]] = {}
        for username, game in options["keeps"]:
            if game not in documents.card_kinds():
                raise CommandError(f"There is no game “{game}”. There are: {', '.join(documents.card_kinds())}.")
            games_by_user.setdefault(username, set()).add(game)
        for username, games in games_by_user.items():
            permissions.assign_games(_user(username), games)
            self.stdout.write(f"{username} curates {', '.join(sorted(games))}.")


def _user(username: str) -> Any:
    user = get_user_model().objects.filter(username=username).first()
    if user is None:
        raise CommandError(f"There is no user “{username}”.")
    return user
