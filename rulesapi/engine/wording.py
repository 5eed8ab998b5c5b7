"""Messages: templates that are filled from the facts of a finding.

A rule has one template or several, of which the first is used whose facts are all there and not empty or 0: so a page
in another language finds its own template by the code and the same facts. In a template `{slots}` is a fact,
`{slots:slot|slots}` the noun that goes with its number, `{upgrades}` a row of words ("a, b and c"), `{icons:or}` a row
with another last word, `{family!k}` slugs said as words.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from typing import Any

from rulesapi.engine.names import listed, spoken


class _Filler(string.Formatter):
    """`str.format` that knows rows of words and nouns that follow a number; it looks facts up by name alone."""

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        if conversion == "k":
            return spoken(value) if isinstance(value, str) else [spoken(slug) for slug in value]
        return super().convert_field(value, conversion)

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, list | tuple):
            return listed(map(str, value), format_spec or "and")
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return one if value == 1 else many
        return str(value)


_FILLER = _Filler()


def needs(template: str) -> set[str]:
    """The names of the facts that a template is filled from."""
    return {name for _, name, _, _ in _FILLER.parse(template) if name}


def fill(templates: Iterable[str], facts: Mapping[str, Any]) -> str:
    """The message: the first template whose facts are all there, or else the last one."""
    chosen = ""
    for chosen in templates:
        if all(facts.get(name) for name in needs(chosen)):
            break
    return _FILLER.vformat(chosen, (), facts)
