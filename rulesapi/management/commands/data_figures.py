"""`manage.py data_figures`: write or check the figures of docs/data.md, or count the lists that cards would decide."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rulesapi.judging import data_figures

PAGE = Path(settings.BASE_DIR) / "docs" / "data.md"


class Command(BaseCommand):
    help = "Update the figures on the printed data in docs/data.md. With --check nothing is written."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is out of date")
        parser.add_argument(
            "--known",
            nargs="+",
            metavar="GAME/CARD",
            help="write nothing; count the published lists with a verdict if all facts of these cards were known",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["known"]:
            try:
                self.stdout.write("\n".join(data_figures.lists_decided_by(options["known"])))
            except LookupError as error:
                raise CommandError(error.args[0]) from error
            return
        page = PAGE.read_text("utf-8")
        now = data_figures.with_tables(page)
        if options["check"]:
            if now != page:
                raise CommandError("docs/data.md is out of date. Run manage.py data_figures.")
            self.stdout.write("docs/data.md is up to date.")
            return
        PAGE.write_text(now, "utf-8")
        self.stdout.write("Wrote docs/data.md.")
