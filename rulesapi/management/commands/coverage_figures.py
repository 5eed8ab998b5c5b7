"""`manage.py coverage_figures`: write the figures of docs/rulebooks.md, or check that they are current."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rulesapi.rulebooks import coverage_figures

PAGE = Path(settings.BASE_DIR) / "docs" / "rulebooks.md"


class Command(BaseCommand):
    help = "Update the number of sections by state in docs/rulebooks.md. With --check nothing is written."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        page = PAGE.read_text("utf-8")
        now = coverage_figures.with_table(page)
        if options["check"]:
            if now != page:
                raise CommandError("docs/rulebooks.md is out of date. Run manage.py coverage_figures.")
            self.stdout.write("docs/rulebooks.md is up to date.")
            return
        PAGE.write_text(now, "utf-8")
        self.stdout.write("Wrote docs/rulebooks.md.")
