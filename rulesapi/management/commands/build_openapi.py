"""`manage.py build_openapi`: write the API description after the API changed."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesapi import openapi


class Command(BaseCommand):
    help = "Write the description of the API (OpenAPI 3.1), or check that it is up to date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if the file is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        text = openapi.build()
        if not options["check"]:
            openapi.DESCRIPTION_FILE.write_text(text, "utf-8")
            self.stdout.write(f"Wrote {openapi.DESCRIPTION_FILE.name}.")
        elif not openapi.DESCRIPTION_FILE.exists() or openapi.DESCRIPTION_FILE.read_text("utf-8") != text:
            raise CommandError(f"{openapi.DESCRIPTION_FILE.name} is out of date: run manage.py build_openapi.")
