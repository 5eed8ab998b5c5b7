"""`manage.py build_questions`: write the files derived from declared questions, or check that they are current."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rulesapi.judging import question_files


class Command(BaseCommand):
    help = "Write the schemas, API components and tables of declared questions. With --check nothing is written."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        for file, text in question_files.derived_files().items():
            name = file.relative_to(settings.BASE_DIR)
            current = file.exists() and file.read_text("utf-8") == text
            if options["check"] and not current:
                raise CommandError(f"{name} is out of date. Run manage.py build_questions.")
            if not current:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, "utf-8")
                self.stdout.write(f"Wrote {name}.")
        self.stdout.write("The files of declared questions are up to date.")
