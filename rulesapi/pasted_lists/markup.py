"""Removal of Markdown, forum and HTML markup from the text of a list."""

import html
import re

MAX_LINE_LENGTH = 2_000
"""The maximum length, in characters, of a line in which marks are looked for; no line of a list is longer."""

MAX_MARKED_LENGTH = 100_000
"""The maximum length, in characters, of a line in which tags are looked for; a list in HTML may be a single line."""

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_LINKED = re.compile(r"!?\[([^\[\]]{0,500})\]\([^()\n]{0,1000}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?\)")
_FENCE = re.compile(r"\s*(?:```|~~~).*\Z")
_TITLE = re.compile(r"#(?!#)")
_HEADING = re.compile(r"#{2,6}\s")
_CLOSED_TAG = re.compile(r"\[/([A-Za-z]{1,20})\]")
_TICK_BOX = re.compile(r"^(\s*(?:[-*+•]\s+)?)\[[ xX✓✔]\]\s+(?=\S)")


_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-f]{1,5}|[a-z]{2,12}\d{0,2});", re.IGNORECASE)
_BREAK = re.compile(
    r"</?(?:br|p|div|li|ul|ol|dl|dt|dd|tr|table|thead|tbody|h[1-6]|hr|pre|blockquote|details|summary|section)\b[^<>]*>"
    r"|\[\*\]|\[/?(?:li|tr)\]",
    re.IGNORECASE,
)
_CELL = re.compile(r"</t[dh]>\s*<t[dh]\b[^<>]*>|\[/t[dh]\]\s*\[t[dh]\]", re.IGNORECASE)
_STRIKE = re.compile(r"</?(?:s|del|strike)>|\[/?(?:s|del|strike)\]", re.IGNORECASE)
_INLINE = re.compile(
    r"</?(?:a|b|i|u|em|strong|span|font|small|big|sub|sup|code|mark|img|label|input|t[dh]|html|body)\b[^<>]*>"
    r"|\[/?t[dh]\]",
    re.IGNORECASE,
)


def strip_markup(text: str, *, titles: bool = True) -> str:
    """Return a text without markup: emphasis, links, fences, tags, tick boxes and escapes become plain text.

    Lines keep their numbers, except that a line with several items of HTML or of a forum list is split. With `titles`
    false, a line that starts with a single number sign stays unchanged.
    """
    tags = _tags(text)
    plain: list[str] = []
    for line in text.splitlines():
        if not titles and _TITLE.match(line):
            plain.append(line)
        else:
            plain += ("" if _FENCE.match(part) else _plain_line(part, tags) for part in _lines(line))
    return "\n".join(plain)


def _lines(line: str) -> list[str]:
    """Return the lines that HTML or forum breaks make of one line; table cells are separated by bars."""
    if len(line) <= MAX_MARKED_LENGTH and ("<" in line or "[" in line):
        parts = _BREAK.split(_STRIKE.sub("~~", _CELL.sub(" | ", line)))
        said = [part for part in (_INLINE.sub("", part) for part in parts) if part.strip()]
        return [html.unescape(part) if _ENTITY.search(part) else part for part in said] or [""]
    return [html.unescape(line) if _ENTITY.search(line) else line]


def _plain_line(line: str, tags: re.Pattern[str] | None) -> str:
    if len(line) > MAX_LINE_LENGTH:
        return line
    plain = _TICK_BOX.sub(r"\1", tags.sub("", line) if tags else line)
    return _HEADING.sub("# ", _ESCAPED.sub(r"\1", _STRONG.sub(r"\2", _LINKED.sub(r"\1", plain))))


def _tags(text: str) -> re.Pattern[str] | None:
    """Return a pattern of the forum tags that a text closes somewhere; “[wraith]” alone is a card's slug."""
    closed = {found.casefold() for found in _CLOSED_TAG.findall(text)}
    if not closed:
        return None
    return re.compile(rf"\[/?(?:{'|'.join(sorted(closed))})(?:=[^\]\n]{{0,300}})?\]|\[\*\]", re.IGNORECASE)
