"""`manage.py judge FILE...`: judge legions from files and print the verdicts."""

import re
import sys
from argparse import ArgumentParser
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand

from catalog.api_base import problems
from catalog.console import printable
from catalog.documents import canonical, json_input
from catalog.documents.errors import Fault, InvalidInput
from catalog.text_files import UnreadableText, decode_text, file_kind, marked_up_kind
from rulesapi import pasted_lists, text_form
from rulesapi.command_files import STDIN, read_bytes
from rulesapi.engine.core.library import Library
from rulesapi.judging import campaign_text, campaigns, supported_games, verdict_text, verdicts
from rulesapi.pasted_lists import refused

EXIT_ILLEGAL, EXIT_UNREADABLE = 1, 2
# A campaign record is an object with `entries`; a legion has none.
_RECORD = re.compile(rb"""\s*\{(?=.*"entries"\s*:)(?!.*"picks"\s*:)""", re.DOTALL)


class ReadLegion(NamedTuple):
    """A legion's document, the report about the lines of a text, and a note about its encoding."""

    legion: Any
    rows: list[text_form.ReportRow]
    note: str = ""


class Command(BaseCommand):
    help = (
        "Judge legions (JSON documents or plain lists) and records of campaigns in the given files with the newest "
        "release. Exits with 0 if none is illegal, 1 if one is, 2 if something could not be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file with a legion; - for standard input")
        parser.add_argument("--json", action="store_true", help="print one verdict or problem as JSON a line")
        parser.add_argument("--ledger", action="store_true", help="also show the price line by line")
        parser.add_argument("--game", help="the slug of the game; required for plain lists if there are several games")
        parser.add_argument("--release", type=int, help="a release other than the newest")

    def handle(self, *args: Any, **options: Any) -> None:
        code = 0
        for number, name in enumerate(options["files"]):
            if number and not options["json"]:
                self.stdout.write("")
            code = max(code, self._judge(name, options))
        if code:
            sys.exit(code)

    def _judge(self, name: str, options: dict[str, Any]) -> int:
        """Judge one file and print the result; return the exit code."""
        shown = "standard input" if name == STDIN else name
        try:
            raw = read_bytes(name)
            if _RECORD.match(raw):
                return self._judge_record(shown, raw, options)
            parsed = _read_legion(raw, options["game"], options["release"])
            verdict = verdicts.judge(parsed.legion, release=options["release"])
        except InvalidInput as error:
            self._refuse(shown, error, as_json=options["json"])
            return EXIT_UNREADABLE
        if parsed.note:
            self._tell(self.stderr, [parsed.note], f"{shown}: ")
        if options["json"]:
            self.stdout.write(canonical.compact(verdict))
            self._tell(self.stderr, verdict_text.report_lines(parsed.rows), f"{shown}: ")
        else:
            self._print(shown, parsed, verdict, ledger=options["ledger"])
        if any(row.outcome == "dropped" for row in parsed.rows):
            return EXIT_UNREADABLE
        return EXIT_ILLEGAL if verdict["verdict"] == "illegal" else 0

    def _judge_record(self, shown: str, raw: bytes, options: dict[str, Any]) -> int:
        """Judge a campaign record, print the verdict and return the exit code. Raises InvalidInput."""
        record = json_input.loads(raw, limit=json_input.BATCH_LIMIT, batch="entries")
        _check_game(record, options["game"])
        verdict = campaigns.judge_record(record, release=options["release"])
        if options["json"]:
            self.stdout.write(canonical.compact(verdict))
        else:
            called = f": {record['name']}" if record.get("name") else ""
            self.stdout.write(printable(f"{shown}: {verdict['verdict'].upper()}{called}"))
            cards = verdicts.library(verdict["game"], verdict["release"]).cards
            names = {slug: card.title for slug, card in cards.items()}
            self._tell(self.stdout, campaign_text.campaign_lines(verdict, names), "  ")
        return EXIT_ILLEGAL if verdict["verdict"] == "illegal" else 0

    def _print(self, shown: str, parsed: ReadLegion, verdict: dict[str, Any], *, ledger: bool) -> None:
        called = parsed.legion.get("name")
        self.stdout.write(
            printable(f"{shown}: {verdict_text.outcome_line(verdict)}" + (f": {called}" if called else ""))
        )
        self._tell(self.stdout, verdict_text.report_lines(parsed.rows), "  ")
        library = verdicts.library(verdict["game"], verdict["release"])
        self._tell(self.stdout, verdict_text.verdict_lines(verdict, parsed.legion, library, ledger=ledger), "  ")

    def _refuse(self, shown: str, error: InvalidInput, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(canonical.compact(problems.problem_document(error.code, error.faults)))
        for fault in error.faults:
            self._tell(self.stderr, [f"{fault.pointer or 'document'}: {fault.message} [{fault.code}]"], f"{shown}: ")

    def _tell(self, stream: Any, lines: Any, before: str) -> None:
        for line in lines:
            stream.write(printable(f"{before}{line}"))


def _read_legion(raw: bytes, game: str | None, release: int | None) -> ReadLegion:
    """Return the legion in a file: a JSON document, a link with a list, or a text. Raises InvalidInput."""
    if len(raw) > json_input.BODY_LIMIT:
        message = f"The file is too large. The limit is {json_input.BODY_LIMIT:,} bytes."
        raise InvalidInput("too-large", [Fault("", "too-large", message)])
    if (kind := file_kind(raw)) and not marked_up_kind(raw):
        raise refused("no-list", f"The file is {kind}. Give a list as text or JSON.")
    try:
        decoded = decode_text(raw)
    except UnreadableText as error:
        raise InvalidInput("malformed-json", [Fault("", error.code, str(error))]) from error
    if not decoded.text.strip():
        raise InvalidInput("malformed-json", [Fault("", "empty", "The file is empty. Give a list as text or JSON.")])
    return _read_text(decoded.text, game, release)._replace(note=decoded.note)


def _read_text(text: str, game: str | None, release: int | None) -> ReadLegion:
    if found := pasted_lists.find_json(text):
        if isinstance(found.value, list):
            message = "The file is a JSON list. Give one legion a file: its JSON object, or a plain list of its cards."
            raise refused("wrong-type", message)
        _check_game(found.value, game)
        return ReadLegion(found.value, pasted_lists.around_rows(found))

    def choose_library(_names: str) -> Library:
        return verdicts.library(game or _only_game(release), release)

    if linked := pasted_lists.read_linked(text, choose_library):
        _check_game(linked.document, game)
        return ReadLegion(linked.document, [row for row in linked.rows if row.outcome != "mapped"])
    plain = pasted_lists.strip_markup(text)
    names_cards = pasted_lists.names_cards(plain, choose_library)
    if not names_cards and (refusal := pasted_lists.link_refusal(text)):
        raise refusal
    if not names_cards and (kind := marked_up_kind(text.encode("utf-8", "surrogatepass"))):
        raise refused("no-list", f"The file is {kind}. Give a list as text or JSON.")
    legion, rows = verdicts.read_text(choose_library(plain), plain)
    return ReadLegion(legion, rows + pasted_lists.link_rows(text, pasted_lists.unread_links(text, legion)))


def _check_game(document: Any, chosen: str | None) -> None:
    """Raise InvalidInput if a document names another game than `--game`."""
    named = document.get("game") if isinstance(document, dict) else None
    if chosen is not None and isinstance(named, str) and named != chosen:
        message = f"The file names the game “{named}”, but --game names “{chosen}”. Leave out --game."
        raise InvalidInput("unknown-game", [Fault("/game", "other-game", message)])


def _only_game(release: int | None) -> str:
    """Return the game for a text without one: the only judged game. Raises InvalidInput `unknown-game`."""
    known = supported_games.judged_games(release)
    if len(known) == 1:
        return known[0]
    there_are = (
        f"The catalog has the games {', '.join(known)}. Choose one with --game."
        if known
        else "The catalog has no game yet. Import cards first."
    )
    raise InvalidInput("unknown-game", [Fault("/game", "unknown-game", there_are)])
