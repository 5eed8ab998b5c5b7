"""The messages of the website: where they stand in the program, and the files that say them in other languages.

`python -m tests.messages` collects them into `locale/*/LC_MESSAGES/django.po`, keeping what is translated, and compiles
each into the `.mo` beside it, which is committed so that a machine with Python alone speaks every language. It needs no
gettext.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polib
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "locale"
APPS = ("legions", "catalog", "rulesapi", "config")
ONE = {"gettext", "gettext_lazy", "gettext_noop", "_"}
MANY = {"ngettext", "ngettext_lazy"}
WITH_CONTEXT = {"pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"}


class Message(NamedTuple):
    """One message as gettext knows it."""

    context: str | None
    text: str
    plural: str | None


def collect() -> dict[Message, list[str]]:
    """Return every message with the files that it stands in."""
    found: dict[Message, list[str]] = {}
    for file, messages in (*_of_templates(), *_of_code(), *_of_data()):
        for message in messages:
            places = found.setdefault(message, [])
            if file not in places:
                places.append(file)
    return found


def _of_templates() -> Iterator[tuple[str, list[Message]]]:
    for file in sorted((ROOT / "templates").rglob("*")):
        if file.suffix in {".html", ".txt"}:
            yield str(file.relative_to(ROOT)), list(in_template(file.read_text("utf-8")))


def _of_code() -> Iterator[tuple[str, list[Message]]]:
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            if "engine" not in file.parts and "migrations" not in file.parts:
                yield str(file.relative_to(ROOT)), list(in_code(ast.parse(file.read_text("utf-8"))))


def _of_data() -> Iterator[tuple[str, list[Message]]]:
    """What is said by the engine and the schemas, which know nothing of gettext."""
    return iter(())


CALL = re.compile(r"\b(?:n?p?gettext|_)\(")


def in_template(text: str) -> Iterator[Message]:
    """Yield the messages of a template."""
    source = templatize(text)
    for start in CALL.finditer(source):
        for end in (match.end() for match in re.finditer(r"\)", source[start.end() :])):
            try:
                call = ast.parse(source[start.start() : start.end() + end], mode="eval")
            except (SyntaxError, ValueError):
                continue
            yield from in_code(call)
            break


def in_code(tree: ast.AST) -> Iterator[Message]:
    """Yield the messages of a piece of Python."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if not texts:
                continue
            if name in ONE:
                yield Message(None, texts[0], None)
            elif name in MANY and len(texts) > 1:
                yield Message(None, texts[0], texts[1])
            elif name in WITH_CONTEXT and len(texts) > 1:
                yield Message(texts[0], texts[1], texts[2] if name.startswith("n") else None)


def update(file: Path) -> None:
    """Write a language's messages anew: what is gone leaves, what is new waits for its translation."""
    kept = {(one.msgctxt, one.msgid): one for one in polib.pofile(str(file), wrapwidth=0)}
    book = polib.POFile(wrapwidth=0)
    old = polib.pofile(str(file), wrapwidth=0)
    book.header, book.metadata = old.header, old.metadata
    plurals = int(re.search(r"nplurals=(\d)", old.metadata["Plural-Forms"])[1])
    for (context, text, plural), places in collect().items():
        entry = kept.get((context, text)) or polib.POEntry(msgctxt=context, msgid=text)
        entry.occurrences = [(place, "") for place in places]
        entry.previous_msgid = None
        if plural and not entry.msgid_plural:
            entry.msgid_plural, entry.msgstr = plural, ""
            entry.msgstr_plural = dict.fromkeys(range(plurals), "")
        book.append(entry)
    book.save(str(file))
    file.with_suffix(".mo").write_bytes(book.to_binary())


if __name__ == "__main__":
    for one in sorted(LOCALES.glob("*/LC_MESSAGES/django.po")):
        update(one)
        book = polib.pofile(str(one))
        sys.stdout.write(
            f"{one.relative_to(ROOT)}: {len(book)} messages, {len(book.untranslated_entries())} not translated\n"
        )
