"""Messages: templates that are filled from the facts of a finding.

A rule has one template or several, of which the first is used whose facts are all there and not empty or 0: so a page
in another language finds its own template by the code and the same facts. In a template `{slots}` is a fact,
`{slots:slot|slots}` the noun that goes with its number, `{upgrades}` a row of words ("a, b and c"), `{icons:or}` a row
with another last word, `{family!k}` slugs said as words, `{name!c}` a fact with a capital letter. A fact may itself be
a `Phrase`, which is made of a template and facts in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, NamedTuple

from rulesapi.engine.values.names import joined_list, slug_as_words


class _TemplatePart(NamedTuple):
    """A stretch of a template: its plain text, and the fact that follows it, if any, with how that is said."""

    text: str
    name: str | None
    form: str
    conversion: str | None


@cache
def _template_parts(template: str) -> tuple[_TemplatePart, ...]:
    return tuple(_TemplatePart(text, name, form or "", how) for text, name, form, how in Formatter().parse(template))


@cache
def placeholders(template: str) -> frozenset[str]:
    """The names of the facts that a template is filled from."""
    return frozenset(piece.name for piece in _template_parts(template) if piece.name)


def choose_template(templates: Sequence[str], facts: Mapping[str, Any]) -> str:
    """The first template whose facts are all there, or else the last one."""
    if len(templates) == 1:
        return templates[0]
    for template in templates:
        if all(facts.get(name) for name in placeholders(template)):
            return template
    return templates[-1]


def fill_template(templates: Sequence[str], facts: Mapping[str, Any]) -> str:
    """The message: the template that suits the facts, filled from them."""
    return "".join(
        [
            piece.text if piece.name is None else piece.text + _formatted(facts[piece.name], piece)
            for piece in _template_parts(choose_template(templates, facts))
        ]
    )


class Phrase(str):
    """Words that are made of a template and facts, and keep both, so that a page can say them in another language."""

    __slots__ = ("facts", "template")

    template: str
    facts: Mapping[str, Any]

    def __new__(cls, template: str, facts: Mapping[str, Any]) -> Phrase:
        """Fill the template."""
        self = super().__new__(cls, fill_template((template,), facts))
        self.template, self.facts = template, facts
        return self

    def __reduce__(self) -> tuple[type[Phrase], tuple[str, Mapping[str, Any]]]:
        return Phrase, (self.template, self.facts)


def phrase(template: str, **facts: Any) -> Phrase:
    """Words of a template and facts, for what is part of a finding's facts or a sentence about a card."""
    return Phrase(template, facts)


def _formatted(value: Any, piece: _TemplatePart) -> str:
    """One fact as the template wants it said."""
    if "|" in piece.form:
        one, many = piece.form.split("|")
        return one if value == 1 else many
    if isinstance(value, str) and not piece.conversion:
        return value
    words = [str(word) for word in (value if isinstance(value, list | tuple) else [value])]
    if piece.conversion == "k":
        words = [slug_as_words(word) for word in words]
    elif piece.conversion == "c":
        words = [word[:1].upper() + word[1:] for word in words]
    return joined_list(words, piece.form or "and")
