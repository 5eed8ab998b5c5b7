"""`manage.py check_game GAME`: list what a game lacks, part by part."""

import re
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import pluralize

from catalog.console import printable
from operations import game_checks

MAX_SHOWN = 20
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Command(BaseCommand):
    """The check command. The exit code is 0 if every part of the game is there, and 1 if one is missing or wrong."""

    help = "Check that a game is complete, and list what is missing in the order in which it is written."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the slug of the game, for example my-game")
        parser.add_argument("--all", action="store_true", help=f"show every fault, not only {MAX_SHOWN} of each part")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the checks. Raises CommandError if a part is missing."""
        game = options["game"]
        if not SLUG.fullmatch(game):
            raise CommandError("A game is named by its slug: lower-case letters, digits and hyphens.")
        most = None if options["all"] else MAX_SHOWN
        incomplete = [
            part.name for part in game_checks.all_parts() if self._shows_faults(part.name, part.faults(game), most)
        ]
        for part in game_checks.optional_parts():
            if not (game_checks.ROOT / part.file(game)).exists():
                self.stdout.write(f"left out  {part.name} ({part.file(game)}): {part.without}")
            elif self._shows_faults(part.name, game_checks.optional_faults(part, game), most):
                incomplete.append(part.name)
        if incomplete:
            number = f"{len(incomplete)} part{pluralize(len(incomplete))}"
            raise CommandError(f"{number} to complete: {', '.join(incomplete)}. docs/new-game.md builds a game.")
        self.stdout.write("Everything is there.")

    def _shows_faults(self, name: str, faults: Iterable[str], most: int | None) -> bool:
        """Print a part with its first faults, all if `most` is None, and return whether it has any."""
        found = list(faults)
        self.stdout.write(f"{'MISSING ' if found else 'ok      '}  {name}")
        for fault in found[:most]:
            self.stdout.write(printable(f"          {fault}"))
        if most is not None and len(found) > most:
            self.stdout.write(f"          … and {len(found) - most:,} more; --all shows them.")
        return bool(found)
