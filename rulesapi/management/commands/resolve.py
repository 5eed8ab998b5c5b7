"""`manage.py resolve QUESTION FILE...`: resolve situations from files and print the results."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.api_base import problems
from catalog.console import printable
from catalog.documents import canonical, json_input
from catalog.documents.errors import Fault, InvalidInput
from rulesapi.command_files import STDIN, read_bytes
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.values import known_games
from rulesapi.judging.resolution_text import resolution_lines
from rulesapi.judging.resolutions import MAX_SITUATIONS, Resolver

EXIT_FORBIDDEN, EXIT_UNREADABLE = 1, 2
SITUATIONS_FIELD = "situations"


class Command(BaseCommand):
    help = (
        "Resolve situations of play with the newest release. Each file is a JSON document with one situation, or with "
        "a list of them under “situations”. Exits with 0 if all is allowed or open, 1 if something is forbidden, 2 if "
        "something could not be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", metavar="QUESTION", help="the question of play, for example attack")
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file with a situation; - for standard input")
        parser.add_argument("--json", action="store_true", help="print one resolution or problem as JSON a line")
        parser.add_argument("--game", help="the slug of the game; required if several games have this question")
        parser.add_argument("--release", type=int, help="a release other than the newest")

    def handle(self, *args: Any, **options: Any) -> None:
        resolver = self._resolver(options)
        code = max(self._resolve_file(name, resolver, as_json=options["json"]) for name in options["files"])
        if code:
            sys.exit(code)

    def _resolver(self, options: dict[str, Any]) -> Resolver:
        """Return the resolver of the question. Raises CommandError for an unknown game, question or release."""
        known = {package.replace("_", "-") for package in known_games.PLAY_PACKAGES}
        games = sorted(known & {options["game"]} if options["game"] else known)
        if not games:
            raise CommandError(f"This game has no questions. Choose one with --game: {', '.join(sorted(known))}.")
        rulesets = [find_play_ruleset(game) for game in games]
        having = [play for play in rulesets if options["question"] in play.questions]
        if not having:
            choices = sorted({name for play in rulesets for name in play.questions})
            raise CommandError(f"There is no such question. Choose one of: {', '.join(choices)}.")
        if len(having) > 1:
            named = ", ".join(play.game for play in having)
            raise CommandError(f"Several games have this question. Choose one with --game: {named}.")
        try:
            return Resolver(having[0], having[0].questions[options["question"]], options["release"])
        except InvalidInput as error:
            raise CommandError(" ".join(fault.message for fault in error.faults)) from error

    def _resolve_file(self, name: str, resolver: Resolver, *, as_json: bool) -> int:
        """Resolve the situations of one file and print the results; return the exit code."""
        shown = "standard input" if name == STDIN else name
        try:
            situations = _situations(
                json_input.loads(read_bytes(name), limit=json_input.BATCH_LIMIT, batch=SITUATIONS_FIELD)
            )
        except InvalidInput as error:
            return self._refuse(shown, error, as_json=as_json)
        code = 0
        for number, situation in enumerate(situations, start=1):
            place = f"{shown} {number}" if len(situations) > 1 else shown
            try:
                resolution = resolver.resolve_one_of_many(situation)
            except InvalidInput as error:
                code = max(code, self._refuse(place, error, as_json=as_json))
                continue
            self._print(place, resolution, as_json=as_json)
            code = max(code, EXIT_FORBIDDEN if resolution["outcome"] == "forbidden" else 0)
        return code

    def _print(self, place: str, resolution: dict[str, Any], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(canonical.compact(resolution))
            return
        self.stdout.write(printable(f"{place}: {resolution['outcome'].upper()}"))
        for line in resolution_lines(resolution):
            self.stdout.write(printable(f"  {line}"))

    def _refuse(self, place: str, error: InvalidInput, *, as_json: bool) -> int:
        if as_json:
            self.stdout.write(canonical.compact(problems.problem_document(error.code, error.faults)))
        for fault in error.faults:
            line = f"{place}: {fault.pointer or 'document'}: {fault.message} [{fault.code}]"
            self.stderr.write(printable(line))
        return EXIT_UNREADABLE


def _situations(document: Any) -> list[Any]:
    """Return the situations of a file: the document itself, or the list in it. Raises InvalidInput."""
    if not isinstance(document, dict) or SITUATIONS_FIELD not in document:
        return [document]
    found = document[SITUATIONS_FIELD]
    if not isinstance(found, list):
        message = "Expected a list of situations."
        raise InvalidInput("invalid-situation", [Fault(f"/{SITUATIONS_FIELD}", "wrong-type", message)])
    if len(found) > MAX_SITUATIONS:
        message = f"The file has too many situations. The limit is {MAX_SITUATIONS}; put the others into further files."
        raise InvalidInput("too-many-situations", [Fault(f"/{SITUATIONS_FIELD}", "too-many", message)])
    return found
