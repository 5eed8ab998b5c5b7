"""`manage.py answering_questions`: write which question of play applies each rule most often, or check the files."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesapi.rulebooks import answering_questions


class Command(BaseCommand):
    help = "Update rulesapi/rulebooks/answers from the cases of questions of play. With --check nothing is written."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        texts = answering_questions.counted_files()
        if not texts:
            raise CommandError("The cases are missing: they are in the tests, which are not installed here.")
        for name, text in texts.items():
            file = answering_questions.FOLDER / name
            if not options["check"]:
                file.write_text(text, "utf-8")
                self.stdout.write(f"Wrote {name}.")
            elif not file.exists() or file.read_text("utf-8") != text:
                raise CommandError(f"{name} is out of date. Run manage.py answering_questions.")
            else:
                self.stdout.write(f"{name} is up to date.")
