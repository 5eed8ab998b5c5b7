"""The marks of Markdown and of forums around the words of a list."""

import re

MAX_LINE_LENGTH = 2_000
"""Characters of a line in which marks are looked for; no line of a list is as long."""

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_LINKED = re.compile(r"!?\[([^\[\]]{0,500})\]\([^()\n]{0,1000}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?\)")
_FENCE = re.compile(r"\s*(?:```|~~~).*\Z")
_HEADING = re.compile(r"#{2,6}\s")
_CLOSED_TAG = re.compile(r"\[/([A-Za-z]{1,20})\]")
_TICK_BOX = re.compile(r"^(\s*(?:[-*+•]\s+)?)\[[ xX✓✔]\]\s+(?=\S)")


def strip_markup(text: str) -> str:
    """Return a text without marks: what is strong, linked, fenced, tagged, ticked or escaped as the plain words.

    Each line keeps its number.
    """
    tags = _tags(text)
    return "\n".join("" if _FENCE.match(line) else _plain_line(line, tags) for line in text.splitlines())


def _plain_line(line: str, tags: re.Pattern[str] | None) -> str:
    if len(line) > MAX_LINE_LENGTH:
        return line
    plain = _TICK_BOX.sub(r"\1", tags.sub("", line) if tags else line)
    return _HEADING.sub("# ", _ESCAPED.sub(r"\1", _STRONG.sub(r"\2", _LINKED.sub(r"\1", plain))))


def _tags(text: str) -> re.Pattern[str] | None:
    """Return a pattern of the forum tags that a text closes somewhere; "[wraith]" alone is a card's slug."""
    closed = {found.casefold() for found in _CLOSED_TAG.findall(text)}
    if not closed:
        return None
    return re.compile(rf"\[/?(?:{'|'.join(sorted(closed))})(?:=[^\]\n]{{0,300}})?\]|\[\*\]", re.IGNORECASE)
