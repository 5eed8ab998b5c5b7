"""Decoding of uploaded text files, and recognition of files that are not text."""

import re
import unicodedata
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from catalog.pictures.decoding.inspection import image_format

UTF_8 = "UTF-8"
WINDOWS_1252 = "Windows-1252"

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig", UTF_8),
    (b"\xff\xfe\0\0", "utf-32", "UTF-32"),
    (b"\0\0\xfe\xff", "utf-32", "UTF-32"),
    (b"\xff\xfe", "utf-16", "UTF-16"),
    (b"\xfe\xff", "utf-16", "UTF-16"),
)
_UTF_8_LETTER = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|(?P<stray>[\x80-\xff])"
)
_CONTROLS = re.compile(r"[\0-\x08\x0e-\x1f\x7f]")
_EXAMINED_BYTES = 4_096
"""Number of bytes that are examined for the kind of a file and for UTF-16 without a byte order mark."""

_BEGINNINGS = (
    (b"%PDF", gettext_noop("a PDF")),
    (b"%!PS", gettext_noop("a document in PostScript")),
    (b"\xd0\xcf\x11\xe0", gettext_noop("an old document of Word or Excel")),
    (b"\x1f\x8b", gettext_noop("a compressed file")),
    (b"7z\xbc\xaf", gettext_noop("a compressed file")),
    (b"Rar!", gettext_noop("a compressed file")),
    (b"SQLite format 3\0", gettext_noop("a database")),
)
_ARCHIVED = (
    (b"xl/", gettext_noop("a spreadsheet (xlsx)")),
    (b"word/", gettext_noop("a document of Word (docx)")),
    (b"ppt/", gettext_noop("a presentation (pptx)")),
    (b"opendocument.spreadsheet", gettext_noop("a spreadsheet (ods)")),
    (b"opendocument.text", gettext_noop("a text document (odt)")),
)
_ARCHIVE = gettext_noop("a compressed file (zip)")
_RTF = (b"{\\rtf", gettext_noop("a document in RTF"))
_XML = gettext_noop("a document in XML")
_WEB_PAGE = gettext_noop("a web page (HTML)")
_PICTURE = gettext_noop("a picture")
_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,500}?-->\s*)*(?:<!doctype\s+html|<html)[\s>]",
    re.IGNORECASE | re.DOTALL,
)


class UnreadableText(ValueError):
    """A file that is not text, or damaged text. `code` names the fault; the message describes it and its remedy."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class DecodedText(NamedTuple):
    """The text of a file. `encoding` is the name of its encoding; `assumed` is true if nothing in the file names it."""

    text: str
    encoding: str
    assumed: bool = False

    @property
    def note(self) -> str:
        """A sentence about the encoding for the reader, empty for UTF-8."""
        if self.encoding == UTF_8:
            return ""
        if not self.assumed:
            return _("Read as {encoding}.").format(encoding=self.encoding)
        message = _(
            "This is not UTF-8. It was read as {encoding}, which is assumed. If letters look wrong, save it as UTF-8."
        )
        return message.format(encoding=self.encoding)


def decode_text(raw: bytes) -> DecodedText:
    """Return the text of an uploaded file in UTF-8, the encoding of its byte order mark, UTF-16 or Windows-1252.

    Only for files: request bodies are UTF-8. Raises UnreadableText.
    """
    for mark, codec, encoding in _MARKS:
        if raw.startswith(mark):
            return _checked(raw, codec, encoding)
    if unmarked := _unmarked_utf_16(raw):
        return _checked(raw, unmarked, "UTF-16", assumed=True)
    try:
        return _without_nul(DecodedText(raw.decode("utf-8"), UTF_8))
    except UnicodeDecodeError as error:
        if _is_damaged_utf_8(raw):
            message = _("Byte {number} is not UTF-8, though most of the file is. Save it as UTF-8 again.")
            raise UnreadableText("bad-utf-8", message.format(number=error.start + 1)) from error
    decoded = _checked(raw, "cp1252", WINDOWS_1252, assumed=True)
    if _CONTROLS.search(decoded.text):
        raise _no_text(raw)
    return decoded


def file_kind(raw: bytes) -> str:
    """Return the kind of a file that is not plain text in words (“a PDF”), empty for other files."""
    start = raw[:_EXAMINED_BYTES]
    for beginning, kind in _BEGINNINGS:
        if start.startswith(beginning):
            return _(kind)
    if start.startswith(b"PK\3\4"):
        return _(next((kind for part, kind in _ARCHIVED if part in raw), _ARCHIVE))
    return _(_PICTURE) if image_format(raw) else marked_up_kind(start)


def marked_up_kind(raw: bytes) -> str:
    """Return the kind of a text in a markup language in words (“a web page (HTML)”), empty for other texts."""
    beginning, kind = _RTF
    if raw.startswith(beginning):
        return _(kind)
    if _HTML.match(raw[:_EXAMINED_BYTES]):
        return _(_WEB_PAGE)
    return _(_XML) if raw.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<?xml") else ""


def _checked(raw: bytes, codec: str, encoding: str, *, assumed: bool = False) -> DecodedText:
    try:
        text = raw.decode(codec)
    except UnicodeDecodeError as error:
        raise _no_text(raw) from error
    return _without_nul(DecodedText(text, encoding, assumed))


def _without_nul(decoded: DecodedText) -> DecodedText:
    if "\0" in decoded.text:
        raise UnreadableText("nul", _("The file is not text: it has NUL characters. Save it as UTF-8."))
    return decoded


def _no_text(raw: bytes) -> UnreadableText:
    kind = file_kind(raw)
    if kind:
        return UnreadableText("bad-utf-8", _("This is {kind}, and no text.").format(kind=kind))
    return UnreadableText("bad-utf-8", _("The file is not text. Save it as text in UTF-8."))


def _unmarked_utf_16(raw: bytes) -> str | None:
    """Return the codec of UTF-16 without a byte order mark: most characters have a zero byte on one side."""
    start = raw[:_EXAMINED_BYTES]
    if len(raw) < 4 or len(raw) % 2:
        return None
    sides = start[1::2].count(0), start[::2].count(0)
    if 2 * max(sides) < len(start) // 2 or min(sides):
        return None
    codec = "utf-16-le" if sides[0] > sides[1] else "utf-16-be"
    text = start.decode(codec, "replace")
    return codec if all(unicodedata.category(letter) != "Cc" or letter.isspace() for letter in text) else None


def _is_damaged_utf_8(raw: bytes) -> bool:
    """Return whether most bytes beyond ASCII are part of valid UTF-8 sequences."""
    stray = sum(found["stray"] is not None for found in _UTF_8_LETTER.finditer(raw))
    letters = sum(found["stray"] is None for found in _UTF_8_LETTER.finditer(raw))
    return letters > stray
