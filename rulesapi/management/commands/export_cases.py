"""`manage.py export_cases FOLDER`: export the conformance cases, for other engines to run."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.documents import canonical
from rulesapi.judging import conformance_cases

STDOUT = "-"


class Command(BaseCommand):
    help = (
        "Write the conformance cases of every game and their schemas to FOLDER, or all as one JSON document to "
        "standard output (-)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", help="the folder to write to, created if missing; - for standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        if not conformance_cases.games():
            raise CommandError(
                "The conformance cases are missing: they are in the tests, which are not installed here. Use a "
                "full checkout."
            )
        if options["folder"] == STDOUT:
            self.stdout.write(canonical.pretty(conformance_cases.all_cases()), ending="")
            return
        folder = Path(options["folder"])
        written = {
            str(file): conformance_cases.CASES_FOLDER / file for file in conformance_cases.files()
        } | conformance_cases.schemas()
        try:
            for name, source in written.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(source.read_bytes())
        except OSError as error:
            raise CommandError(f"Cannot write {error.filename or folder}: {error.strerror}.") from error
        self.stdout.write(f"{len(written)} files in {folder}; README.md there says how to run them.")
