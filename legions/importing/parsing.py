"""Parsing of any input into a legion, with its detected format and the outcome of each part."""

from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents import json_input, load_schemas
from catalog.documents.errors import InvalidInput, format_number, json_pointer
from catalog.pictures import uploads
from catalog.text_files import UnreadableText, decode_text, file_kind, marked_up_kind
from legions.sharing import pasted_addresses
from legions.site import qr_codes
from rulesapi import pasted_lists, text_form
from rulesapi.engine.core.library import Library
from rulesapi.judging import supported_games, verdicts
from rulesapi.pasted_lists import JsonInText, refused, strip_markup
from rulesapi.text_form import ReportRow

MAX_BYTES = json_input.BODY_LIMIT

MAX_UPLOAD_BYTES = max(MAX_BYTES, uploads.MAX_BYTES)
"""Bytes of the largest accepted file, which is a photo."""
MAX_CODES = 4
"""Maximum QR codes read from one photo."""

LINK = "link"
DOCUMENT = "JSON"
MARKDOWN = "Markdown"
PHOTO = "QR code"
TEXT = "text"


@dataclass(frozen=True)
class ParsedImport:
    """A parsed list.

    `sort` is the detected format, `rows` the outcome of each part, `note` a sentence about the encoding of a file,
    `other_links` are links to further lists in the text, and `text` holds the lines that the rows refer to.
    """

    sort: str
    document: dict[str, Any]
    rows: list[ReportRow]
    note: str = ""
    other_links: list[str] = field(default_factory=list)
    text: str = ""

    def counted(self, outcome: str) -> int:
        """Return the number of rows with an outcome; "mapped" counts only rows with a card."""
        return sum(row.outcome == outcome for row in self.rows if row.card or outcome != "mapped")


def parse_import(sent: bytes | str, game: str = "") -> ParsedImport:
    """Parse a file or a pasted text. `game` is the game of a list that does not name it.

    Raises InvalidInput with a remedy.
    """
    if isinstance(sent, str):
        return _parse_text(sent, game)
    if (picture := uploads.image_format(sent)) and picture not in uploads.DOCUMENT_FORMATS:
        return _photo(sent, game)
    if (kind := file_kind(sent)) and not marked_up_kind(sent):
        raise _other_kind(kind)
    _check_size(len(sent))
    try:
        decoded = decode_text(sent)
    except UnreadableText as error:
        raise refused(error.code, str(error)) from error
    return replace(_parse_text(decoded.text, game), note=decoded.note)


def _parse_text(text: str, game: str) -> ParsedImport:
    words = text.removeprefix("\ufeff").strip()
    _check_size(len(words.encode("utf-8", "surrogatepass")))
    if not words:
        raise refused("empty", _("Paste a list or choose a file first."))
    if found := pasted_lists.find_json(words):
        return _document(found)

    def choose_library(names: str) -> Library:
        return _library(strip_markup(names), game)

    if linked := pasted_lists.read_linked(words, choose_library):
        return ParsedImport(LINK, linked.document, linked.rows, other_links=[f"#{code}" for code in linked.other_codes])
    if pasted_addresses.share_keys(words) and not pasted_lists.names_cards(words, choose_library):
        shared = pasted_addresses.shared_document(words)
        return ParsedImport(LINK, shared, pasted_lists.card_rows(shared))
    if kind := marked_up_kind(words.encode("utf-8", "surrogatepass")):
        raise _other_kind(kind)
    return _list(words, game)


def _check_size(size: int) -> None:
    if size > MAX_BYTES:
        message = _("More than {most} bytes, which no list takes.")
        raise refused("too-large", message.format(most=format_number(MAX_BYTES)), status=413)


def _other_kind(kind: str) -> InvalidInput:
    message = _("This is {kind}, and no list can be read from it. Open it, copy the list as text, and paste that.")
    return refused("no-list", message.format(kind=kind))


# -- a photo ---------------------------------------------------------------------------------------------------------


def _photo(raw: bytes, game: str) -> ParsedImport:
    """Parse the QR codes in a photo as untrusted input; the first one with a legion is used."""
    try:
        texts = qr_codes.read_qr_codes(raw)
    except uploads.UnreadablePicture as error:
        raise refused("no-picture", str(error), status=413 if len(raw) > uploads.MAX_BYTES else 400) from error
    refusal = refused("no-code", _("No QR code was found in this picture. Take it from nearer and in good light."))
    for words in texts[:MAX_CODES]:
        try:
            taken = parse_import(words, game)
        except InvalidInput as error:
            refusal = error
        else:
            return replace(taken, sort=PHOTO)
    raise refusal


# -- JSON ------------------------------------------------------------------------------------------------------------


def _document(pasted: JsonInText) -> ParsedImport:
    """Parse a legion's document, or the request body of a verdict that contains one. Unknown fields are dropped."""
    payload = pasted.value
    dropped: list[ReportRow] = []
    if isinstance(payload, dict) and "game" not in payload and isinstance(payload.get("legion"), dict):
        dropped += [
            _dropped(json_pointer(key), _("It is shown beside the list.")) for key in payload if key != "legion"
        ]
        payload = payload["legion"]
    if not isinstance(payload, dict):
        raise refused("wrong-type", _("A list is a JSON object, with “game” and “picks”."))
    document = _known(payload, dropped)
    rows = [*pasted_lists.card_rows(document), *dropped, *pasted_lists.around_rows(pasted)]
    return ParsedImport(DOCUMENT, verdicts.validated_legion(document), rows)


def _known(payload: dict[str, Any], dropped: list[ReportRow]) -> dict[str, Any]:
    """Return a document without unknown fields; those are added to `dropped`."""
    schema = load_schemas()["legion.schema.json"]
    fields, of_picks = set(schema["properties"]), set(schema["$defs"]["pick"]["properties"])

    def keep(part: dict[str, Any], fields: set[str], *place: str | int) -> dict[str, Any]:
        message = _("A list has no such field.")
        dropped.extend(_dropped(json_pointer(*place, key), message) for key in part if key not in fields)
        return {key: value for key, value in part.items() if key in fields}

    document = keep(payload, fields)
    if isinstance(picks := document.get("picks"), list):
        document["picks"] = [
            keep(pick, of_picks, "picks", number) if isinstance(pick, dict) else pick
            for number, pick in enumerate(picks)
        ]
    return document


def _dropped(place: str, message: str) -> ReportRow:
    return ReportRow(0, place[:200], "dropped", message=message)


# -- a list ----------------------------------------------------------------------------------------------------------


def _list(text: str, game: str) -> ParsedImport:
    plain = strip_markup(text)
    try:
        document, rows = verdicts.read_text(_library(plain, game), plain)
        if not any(row.card and row.outcome in {"mapped", "guessed"} for row in rows):
            raise _no_card(rows)
    except InvalidInput as error:
        raise pasted_lists.link_refusal(text) or error from error
    links = pasted_lists.unread_links(text, document)
    rows += pasted_lists.link_rows(text, links)
    sort = TEXT if plain.splitlines() == text.splitlines() else MARKDOWN
    return ParsedImport(sort, document, rows, other_links=[f"#{found.code}" for found in links], text=plain)


def _no_card(report: list[ReportRow]) -> InvalidInput:
    """Return the refusal of a text without a card: the reason for the first line left out, if a line was."""
    left_out = next((row for row in report if row.outcome == "dropped" and row.message), None)
    if left_out is None:
        return refused("no-list", _("No line of this names a card of the game. Write one card a line."))
    message = _("Line {line}, “{text}”: {reason}")
    return refused("no-list", message.format(line=left_out.line, text=left_out.text[:200], reason=left_out.message))


def _library(text: str, game: str) -> Library:
    """Return the library of the game, or of the game with the most exact card names in the list."""
    known = supported_games.judged_games()
    if game:
        if game not in known:
            raise refused("unknown-game", _("There is no such game."))
        return verdicts.library(game)
    libraries = [verdicts.library(game) for game in known]
    counted = [(text_form.exact_line_count(library, text), library) for library in libraries]
    most, library = max(counted, key=lambda pair: pair[0], default=(0, None))
    if library is None or not most:
        raise refused("no-list", _("No line of this names a card that is known. Choose its game, or check the names."))
    return library
