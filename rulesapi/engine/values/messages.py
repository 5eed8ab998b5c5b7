"""Messages: templates that are filled from the facts of a finding.

A rule has one or more templates; the first whose facts are all present and neither empty nor 0 is used. A page in
another language selects its own template by the code and the facts. In a template `{slots}` is a fact,
`{slots:slot|slots}` the noun that goes with its number, `{upgrades}` a list of words ("a, b and c"), `{icons:or}` a
list with another last word, `{family!k}` slugs as words, `{name!c}` a fact with a capital letter, `{kind!a}` one with
its article ("an order"). A fact may itself be a `Phrase`, which is created from a template and facts in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, NamedTuple

from rulesapi.engine.values.names import joined_list, slug_as_words, with_article

SENTENCE_ENDS = (".", "?", "!", "…")
"""The signs that end a sentence."""


class _TemplatePart(NamedTuple):
    """A part of a template: its plain text, and the fact that follows it, if any, with its format."""

    text: str
    name: str | None
    form: str
    conversion: str | None


@cache
def _template_parts(template: str) -> tuple[_TemplatePart, ...]:
    return tuple(_TemplatePart(text, name, form or "", how) for text, name, form, how in Formatter().parse(template))


@cache
def placeholders(template: str) -> frozenset[str]:
    """Return the names of the facts that a template is filled from."""
    return frozenset(piece.name for piece in _template_parts(template) if piece.name)


def choose_template(templates: Sequence[str], facts: Mapping[str, Any]) -> str:
    """Return the first template whose facts are all present, or the last one if there is none."""
    if len(templates) == 1:
        return templates[0]
    for template in templates:
        if all(facts.get(name) for name in placeholders(template)):
            return template
    return templates[-1]


def fill_template(templates: Sequence[str], facts: Mapping[str, Any]) -> str:
    """Return the message: the chosen template, filled from the facts.

    After a fact that ends a sentence itself, such as the name “Hold the Line!”, the template's full stop is left out.
    """
    message = ""
    for text, name, form, conversion in _template_parts(choose_template(templates, facts)):
        message += text[1:] if text.startswith(".") and message.endswith(SENTENCE_ENDS) else text
        if name is not None:
            message += _formatted(facts[name], form, conversion)
    return message


class Phrase(str):
    """A text created from a template and facts. It keeps both, so a page can show it in another language."""

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
    """Return a phrase, for use in a finding's facts or in a sentence about a card."""
    return Phrase(template, facts)


def _formatted(value: Any, form: str, conversion: str | None) -> str:
    """Return a fact in the format that a part of a template asks for; see `_TemplatePart`."""
    if "|" in form:
        one, many = form.split("|")
        return one if value == 1 else many
    if not conversion and isinstance(value, (str, int)):
        return str(value)
    words = [str(word) for word in (value if isinstance(value, list | tuple) else [value])]
    if conversion == "k":
        words = [slug_as_words(word) for word in words]
    elif conversion == "c":
        words = [word[:1].upper() + word[1:] for word in words]
    elif conversion == "a":
        words = [with_article(word) for word in words]
    return joined_list(words, form or "and")
