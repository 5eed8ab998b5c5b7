"""`manage.py lint_cards`: what looks wrong with the cards that are published."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.faults import Malformed
from catalog.progress import printable
from rulesapi import curating, games
from rulesapi.engine.names import counted
from rulesapi.linting import CODES

UNREADABLE = 2


class Command(BaseCommand):
    help = (
        "Look for cards that nobody can carry, that are worse than another, that limit nothing or are easily confused "
        f"({', '.join(CODES)}) in the newest release. Ends with 1 when there is an error among the remarks."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", help="one game only, by its slug")

    def handle(self, *args: Any, **options: Any) -> None:
        errors = sum(self._lint(game) for game in ([options["game"]] if options["game"] else games.judged()))
        if errors:
            sys.exit(1)

    def _lint(self, game: str) -> int:
        """Print the remarks on a game's cards; return how many are errors."""
        try:
            remarks = curating.on_game(game)
        except Malformed as error:
            raise CommandError(error.faults[0].message, returncode=UNREADABLE) from error
        for remark in remarks:
            self.stdout.write(printable(f"{remark.level}: {remark.card}: {remark.sentence} [{remark.code}]"))
        errors = sum(remark.level == "error" for remark in remarks)
        said = f"{counted(errors, 'error', 'errors')}, {counted(len(remarks) - errors, 'warning', 'warnings')}"
        self.stdout.write(f"{game}: {said}.")
        return errors
