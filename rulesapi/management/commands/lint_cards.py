"""`manage.py lint_cards`: print remarks on likely mistakes in the published cards."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.console import printable
from catalog.documents.errors import InvalidInput
from rulesapi.engine.values.names import count_phrase
from rulesapi.judging import supported_games
from rulesapi.linting import CODES, linting_service

UNREADABLE = 2


class Command(BaseCommand):
    help = (
        "Find cards of the newest release that no creature can carry, that are worse than another card, that limit "
        f"nothing or that are easily confused ({', '.join(CODES)}). Exits with 1 if a remark is an error."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", help="one game only, by its slug")

    def handle(self, *args: Any, **options: Any) -> None:
        errors = sum(
            self._lint(game) for game in ([options["game"]] if options["game"] else supported_games.judged_games())
        )
        if errors:
            sys.exit(1)

    def _lint(self, game: str) -> int:
        """Print the remarks on a game's cards; return the number of errors."""
        try:
            remarks = linting_service.lint_game(game)
        except InvalidInput as error:
            raise CommandError(error.faults[0].message, returncode=UNREADABLE) from error
        for remark in remarks:
            self.stdout.write(printable(f"{remark.level}: {remark.card}: {remark.sentence} [{remark.code}]"))
        errors = sum(remark.level == "error" for remark in remarks)
        summary = (
            f"{count_phrase(errors, 'error', 'errors')}, {count_phrase(len(remarks) - errors, 'warning', 'warnings')}"
        )
        self.stdout.write(f"{game}: {summary}.")
        return errors
