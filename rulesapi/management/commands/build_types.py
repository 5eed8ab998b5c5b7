"""`manage.py build_types`: write the TypeScript and Python types of the API after its description changed."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulesapi import openapi, typed_dicts, typescript


class Command(BaseCommand):
    help = "Write the TypeScript and Python types of the API, or check that they are up to date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        schemas = json.loads(openapi.stored())["components"]["schemas"]
        for file, text in {
            typescript.TYPES_FILE: typescript.build(schemas),
            typed_dicts.TYPES_FILE: typed_dicts.build(),
        }.items():
            if not options["check"]:
                file.write_text(text, "utf-8")
                self.stdout.write(f"Wrote {file.name}.")
            elif not file.exists() or file.read_text("utf-8") != text:
                raise CommandError(f"{file.name} is out of date: run manage.py build_types.")
