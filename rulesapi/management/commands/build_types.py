"""`manage.py build_types`: write the TypeScript types of the API after its description changed."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesapi import openapi, typescript


class Command(BaseCommand):
    help = "Write the TypeScript types of the API, or check that they are up to date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if the file is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        text = typescript.build(json.loads(openapi.stored())["components"]["schemas"])
        if not options["check"]:
            typescript.TYPES_FILE.write_text(text, "utf-8")
            self.stdout.write(f"Wrote {typescript.TYPES_FILE.name}.")
        elif not typescript.TYPES_FILE.exists() or typescript.TYPES_FILE.read_text("utf-8") != text:
            raise CommandError(f"{typescript.TYPES_FILE.name} is out of date: run manage.py build_types.")
