"""`manage.py build_confusables`: write the table of confusable characters from Unicode's data."""

import re
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from legions.accounts.name_skeletons import TABLE

HEAD = """\
# Characters and what they look like, as hexadecimal code points: made by `manage.py build_confusables` of
# https://www.unicode.org/Public/security/latest/confusables.txt
# {version}
# Copyright Unicode, Inc. Distributed under the Unicode License v3, https://www.unicode.org/license.txt
# Comments were left out and nothing else was changed.
"""
LINE = re.compile(r"([0-9A-F]{4,6})\s*;\s*([0-9A-F]{4,6}(?: [0-9A-F]{4,6})*)\s*;\s*MA\b")
VERSION = re.compile(r"^# (Version: \d+\.\d+\.\d+)\s*$", re.MULTILINE)


class Command(BaseCommand):
    """Run this after a new version of Unicode; then `manage.py rebuild` updates the skeletons of names."""

    help = "Rebuild the table of similar-looking characters from Unicode's confusables.txt."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument for the file."""
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        """Write the table. Raises CommandError for a file in another format."""
        text = file.read_text("utf-8-sig")
        version = VERSION.search(text)
        lines = sorted(_lines(text))
        if version is None or not lines:
            raise CommandError(f"{file} is not Unicode's confusables.txt.")
        body = "".join(f"{source:04X} {prototype}\n" for source, prototype in lines)
        TABLE.write_text(HEAD.format(version=version[1]) + body, "ascii")
        self.stdout.write(f"Wrote {len(lines)} characters, {version[1]}.")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for line in text.splitlines():
        if found := LINE.match(line):
            yield int(found[1], 16), found[2]
