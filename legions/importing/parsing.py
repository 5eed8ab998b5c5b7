"""From whatever somebody sends to a legion, with what it was taken for and what became of each part."""

import re
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from catalog.documents import guard, load_schemas
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.pictures import uploads
from catalog.tables.file_formats import encoding_of
from legions.sharing.unsaved_list import extract_link_code
from legions.site import qr_codes
from rulesapi import text_form
from rulesapi.engine.core.library import Library
from rulesapi.judging import supported_games, verdicts
from rulesapi.share_links import UnreadableCode, link_service
from rulesapi.text_form import ReportRow

MAX_BYTES = guard.BODY_LIMIT

MAX_UPLOAD_BYTES = max(MAX_BYTES, uploads.MAX_BYTES)
"""Bytes of the largest file that is looked at, which is a photo."""
MAX_CODES = 4
"""QR codes of one photo that are tried."""

LINK = "link"
DOCUMENT = "JSON"
MARKDOWN = "Markdown"
PHOTO = "QR code"
TEXT = "text"

_ONE_WORD = re.compile(r"\S+\Z")
_CODE = re.compile(r"1[A-Za-z0-9_-]{5,}\Z")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_LINKED = re.compile(r"!?\[([^\]]*)\]\(\s*[^)\s]*[^)]*\)")
_FENCE = re.compile(r"\s*(?:```|~~~).*\Z")
_HEADING = re.compile(r"#{2,6}\s")


@dataclass(frozen=True)
class ParsedImport:
    """What was sent: `sort` is what it was taken for, `rows` what became of each part that is worth telling."""

    sort: str
    document: dict[str, Any]
    rows: list[ReportRow]

    def counted(self, outcome: str) -> int:
        """How many rows have an outcome."""
        return sum(row.outcome == outcome for row in self.rows)


def parse_import(raw: bytes, game: str = "") -> ParsedImport:
    """Read what somebody sent, as a file or pasted. `game` is the one a list is of, where it does not say so itself.

    Raises InvalidInput with what to do about it.
    """
    if uploads.image_format(raw):
        return _photo(raw, game)
    if len(raw) > MAX_BYTES:
        raise _refused(
            "too-large",
            _("More than {most} bytes, which no list takes.").format(
                most=number_format(MAX_BYTES, force_grouping=True)
            ),
            status=413,
        )
    words = _decoded(raw).strip()
    if not words:
        raise _refused("empty", _("Paste a list or choose a file first."))
    if words[0] in "{[":
        return _document(words)
    if _ONE_WORD.match(words) and _CODE.match(extract_link_code(words)):
        return _link(words)
    plain = strip_markdown(words)
    return _list(plain, TEXT if plain.splitlines() == words.splitlines() else MARKDOWN, game)


def _decoded(raw: bytes) -> str:
    """Return the text that bytes spell: UTF-8, or what a mark at their beginning names."""
    try:
        return raw.decode(encoding_of(raw))
    except UnicodeDecodeError as error:
        raise _refused("bad-utf-8", _("This is no text. A list is text, JSON or a link.")) from error


# -- a photo ---------------------------------------------------------------------------------------------------------


def _photo(raw: bytes, game: str) -> ParsedImport:
    """Read the QR codes in a photo; the first that says a legion is taken, and what it says is as little trusted."""
    try:
        texts = qr_codes.read_qr_codes(raw)
    except uploads.UnreadablePicture as error:
        raise _refused("no-picture", str(error), status=413 if len(raw) > uploads.MAX_BYTES else 400) from error
    refusal = _refused("no-code", _("No QR code was found in this picture. Take it from nearer and in good light."))
    for words in texts[:MAX_CODES]:
        try:
            taken = parse_import(words.encode("utf-8", "surrogatepass"), game)
        except InvalidInput as error:
            refusal = error
        else:
            return ParsedImport(PHOTO, taken.document, taken.rows)
    raise refusal


# -- a link ----------------------------------------------------------------------------------------------------------


def _link(words: str) -> ParsedImport:
    try:
        document = link_service.decode_legion(extract_link_code(words))
    except UnreadableCode as error:
        raise _refused(error.reason, str(error)) from error
    return ParsedImport(LINK, document, _card_rows(document))


# -- JSON ------------------------------------------------------------------------------------------------------------


def _document(words: str) -> ParsedImport:
    """Read a legion's document, also one that stands in what the API is sent: fields it does not know are dropped."""
    payload = guard.loads(words.encode("utf-8", "surrogatepass"), limit=MAX_BYTES)
    dropped: list[ReportRow] = []
    if isinstance(payload, dict) and "game" not in payload and isinstance(payload.get("legion"), dict):
        dropped += [
            _dropped(json_pointer(key), _("It is shown beside the list.")) for key in payload if key != "legion"
        ]
        payload = payload["legion"]
    if not isinstance(payload, dict):
        raise _refused("wrong-type", _("A list is a JSON object, with “game” and “picks”."))
    document = _known(payload, dropped)
    return ParsedImport(DOCUMENT, verdicts.validated_legion(document), [*_card_rows(document), *dropped])


def _known(payload: dict[str, Any], dropped: list[ReportRow]) -> dict[str, Any]:
    """Return a document with the fields that legions have; the others go into `dropped`."""
    schema = load_schemas()["legion.schema.json"]
    fields, of_picks = set(schema["properties"]), set(schema["$defs"]["pick"]["properties"])

    def keep(part: dict[str, Any], known: set[str], *place: str | int) -> dict[str, Any]:
        words = _("A list has no such field.")
        dropped.extend(_dropped(json_pointer(*place, key), words) for key in part if key not in known)
        return {key: value for key, value in part.items() if key in known}

    document = keep(payload, fields)
    if isinstance(picks := document.get("picks"), list):
        document["picks"] = [
            keep(pick, of_picks, "picks", number) if isinstance(pick, dict) else pick
            for number, pick in enumerate(picks)
        ]
    return document


def _dropped(place: str, words: str) -> ReportRow:
    return ReportRow(0, place[:200], "dropped", message=words)


# -- a list ----------------------------------------------------------------------------------------------------------


def strip_markdown(words: str) -> str:
    """Return Markdown without its marks: what is strong, linked, fenced or escaped as the plain words."""
    lines = [line for line in words.splitlines() if not _FENCE.match(line)]
    plain = [_ESCAPED.sub(r"\1", _STRONG.sub(r"\2", _LINKED.sub(r"\1", line))) for line in lines]
    return "\n".join(_HEADING.sub("# ", line) for line in plain)


def _list(words: str, sort: str, game: str) -> ParsedImport:
    known = supported_games.judged_games()
    if game and game not in known:
        raise _refused("unknown-game", _("There is no such game."))
    library = verdicts.library(game) if game else _likely(words, known)
    document, rows = text_form.parse_text(library, words)
    if not any(row.outcome in {"mapped", "guessed"} for row in rows):
        raise _refused("no-list", _("No line of this names a card of the game. Write one card a line."))
    return ParsedImport(sort, document, rows)


def _likely(words: str, known: list[str]) -> Library:
    """Return the library of the game that has most of a list's cards by their very names."""
    libraries = [verdicts.library(game) for game in known]
    counted = [(text_form.exact_line_count(library, words), library) for library in libraries]
    most, library = max(counted, key=lambda one: one[0], default=(0, None))
    if library is None or not most:
        raise _refused("no-list", _("No line of this names a card that is known. Choose its game, or check the names."))
    return library


# -- what was understood -----------------------------------------------------------------------------------------------


def _card_rows(document: dict[str, Any]) -> list[ReportRow]:
    """Return a row for each card of a document that says its cards by slug."""
    if not isinstance(document.get("picks"), list) or not isinstance(document.get("game"), str):
        return []
    library = verdicts.library(document["game"], document.get("release"))
    rows = []
    for number, pick in enumerate(document["picks"]):
        if not isinstance(pick, dict):
            continue
        rows.append(_card(library, pick.get("card"), json_pointer("picks", number)))
        upgrades = pick.get("upgrades")
        for place, slug in enumerate(upgrades if isinstance(upgrades, list) else ()):
            rows.append(_card(library, slug, json_pointer("picks", number, "upgrades", place)))
    return rows


def _card(library: Library, slug: Any, at: str) -> ReportRow:
    if isinstance(slug, str) and slug in library.cards:
        return ReportRow(0, slug, "mapped", card=slug, at=at)
    return ReportRow(
        0,
        str(slug)[:200],
        "unknown",
        at=at,
        message=_("Release {release} has no card of this slug.").format(release=library.release),
    )


def _refused(code: str, message: str, *, status: int = 400) -> InvalidInput:
    return InvalidInput("invalid-legion", [Fault("", code, message)], status=status)
