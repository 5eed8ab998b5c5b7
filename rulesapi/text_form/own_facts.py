"""Own numbers in a text: one line per card, `= Balagos: cost 38, slots ["dragon", "dragon"]`, each value as JSON."""

import json
import re
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from catalog import documents
from catalog.documents import card_facts, json_input
from catalog.documents.errors import InvalidInput
from rulesapi.engine.core.library import Library
from rulesapi.text_form.line_parser import MAX_SLUG_LENGTH, SLUG, normalized_line
from rulesapi.text_form.name_index import NameIndex

MARKER = "="
MAX_OWN_FACTS_LENGTH = 5_000
MAX_OWN_FACT_CARDS = 100
MAX_OWN_FACTS = 200
"""The maximum number of own facts read from a text, within the limits of documents from outside."""

_LINE = re.compile(r"=\s*+(?P<card>.*?\S)\s*+:\s++(?P<facts>(?:[a-z0-9_]+\s|\").*)\Z")
_IN_BRACKETS = re.compile(rf".*\[({SLUG})\]\Z")
_WORD = re.compile(r"[a-z0-9_]+\Z")
_FACT = re.compile(r'\s*([a-z0-9_]+|"(?:[^"\\]|\\.)*")\s+')
_NEXT = re.compile(r"\s*(?:,|\Z)")
_DECODER = json.JSONDecoder()


def write_own_facts(names: NameIndex, facts: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of a legion's own numbers."""
    for slug, facts_of_card in facts.items():
        values = ", ".join(f"{_key(fact)} {_json(value)}" for fact, value in facts_of_card.items())
        for shown in _fact_parts(names, slug):
            line = f"{MARKER} {shown}: {values}"
            if read_own_facts(names, line)[:2] == (slug, facts_of_card):
                yield line
                break


def read_own_facts(names: NameIndex, line: str) -> tuple[str | None, dict[str, Any], str]:
    """Return the card slug of a line of own numbers, its facts, and a message about anything that could not be read.

    The slug is None if nothing could be read. The facts returned are valid by the schema of the card.
    """
    match = _LINE.match(line)
    if match is None:
        return None, {}, _("Own numbers are written as: = Name of the card: fact value, fact value.")
    slug = card_of(names, match["card"])
    if slug is None:
        return None, {}, _("No card has this name.")
    facts, unread = _facts(match["facts"])
    errors = _own_fact_errors(names.library, slug, facts)
    wrong = {fault.pointer.split("/")[1] for fault in errors}
    unreadable = " ".join(f"{fault.pointer[1:]}: {fault.message}" for fault in errors)
    if unread:
        message = _("“{words}” is not a fact with a value.").format(words=unread.strip()[:40])
        unreadable = f"{unreadable} {message}".strip()
    return slug, {fact: value for fact, value in facts.items() if fact not in wrong}, unreadable


def card_of(names: NameIndex, text: str) -> str | None:
    """Return the slug in square brackets or of the only card with this name; None if there is none."""
    bracket = _IN_BRACKETS.match(text)
    if bracket and len(bracket[1]) <= MAX_SLUG_LENGTH:
        return bracket[1]
    found = names.find(text)
    return found[0].slug if len(found) == 1 else None


def _fact_parts(names: NameIndex, slug: str) -> Iterator[str]:
    card = names.library.cards.get(slug)
    if card is not None:
        yield " ".join(normalized_line(card.title).split())
    yield f"[{slug}]"


def _facts(text: str) -> tuple[dict[str, Any], str]:
    """Return the facts of a line up to the first syntax error, and the rest of the line."""
    facts: dict[str, Any] = {}
    at = 0
    while at < len(text):
        fact = _FACT.match(text, at)
        if fact is None:
            return facts, text[at:]
        try:
            _, end = _DECODER.raw_decode(text, fact.end())
            key, value = json_input.loads(f"[{_quoted(fact[1])},{text[fact.end() : end]}]".encode())
        except (ValueError, RecursionError, InvalidInput):
            return facts, text[at:]
        follows = _NEXT.match(text, end)
        if follows is None:
            return facts, text[at:]
        facts[key] = value
        at = follows.end()
    return facts, ""


def _own_fact_errors(library: Library, slug: str, facts: dict[str, Any]) -> list[Any]:
    card = library.cards.get(slug)
    if card is None:
        return card_facts.forbidden_facts(facts)
    return card_facts.faults_in_facts(documents.schema_path(dict(library.documents[card.slug])), facts)


def _key(fact: str) -> str:
    return fact if _WORD.match(fact) else _json(fact)


def _quoted(key: str) -> str:
    return key if key.startswith('"') else f'"{key}"'


def _json(value: Any) -> str:
    """Return a value as JSON; escaped to ASCII if a line would lose invisible characters."""
    text = json.dumps(value, ensure_ascii=False)
    return text if normalized_line(text) == text else json.dumps(value)
