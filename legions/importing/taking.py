"""From whatever somebody sends to a legion, with what it was taken for and what became of each part."""

import re
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from catalog import guard, images
from catalog.documents import schemas
from catalog.faults import Fault, Malformed, point
from catalog.tables.sheets import encoding_of
from legions import qr
from legions.presenting.linked import code_in
from rulesapi import games, linked, text, verdicts
from rulesapi.engine.ruleset import Library
from rulesapi.links import Unreadable
from rulesapi.text import Row

MOST_BYTES = guard.BODY_LIMIT

LARGEST = max(MOST_BYTES, images.MOST_BYTES)
"""Bytes of the largest file that is looked at, which is a photo."""
MOST_CODES = 4
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
class Taken:
    """What was sent: `sort` is what it was taken for, `rows` what became of each part that is worth telling."""

    sort: str
    document: dict[str, Any]
    rows: list[Row]

    def counted(self, outcome: str) -> int:
        """How many rows have an outcome."""
        return sum(row.outcome == outcome for row in self.rows)

    @property
    def sure(self) -> bool:
        """Whether every part was understood as it stands."""
        return all(row.outcome == "mapped" for row in self.rows)


def take(raw: bytes, game: str = "") -> Taken:
    """Read what somebody sent, as a file or pasted. `game` is the one a list is of, where it does not say so itself.

    Raises Malformed with what to do about it.
    """
    if images.kind_of(raw):
        return _photo(raw, game)
    if len(raw) > MOST_BYTES:
        raise _refused(
            "too-large",
            _("More than {most} bytes, which no list takes.").format(
                most=number_format(MOST_BYTES, force_grouping=True)
            ),
            status=413,
        )
    words = _decoded(raw).strip()
    if not words:
        raise _refused("empty", _("Paste a list or choose a file first."))
    if words[0] in "{[":
        return _document(words)
    if _ONE_WORD.match(words) and _CODE.match(code_in(words)):
        return _link(words)
    plain = unmarked(words)
    return _list(plain, TEXT if plain.splitlines() == words.splitlines() else MARKDOWN, game)


def _decoded(raw: bytes) -> str:
    """Return the text that bytes spell: UTF-8, or what a mark at their beginning names."""
    try:
        return raw.decode(encoding_of(raw))
    except UnicodeDecodeError as error:
        raise _refused("bad-utf-8", _("This is no text. A list is text, JSON or a link.")) from error


# -- a photo ---------------------------------------------------------------------------------------------------------


def _photo(raw: bytes, game: str) -> Taken:
    """Read the QR codes in a photo; the first that says a legion is taken, and what it says is as little trusted."""
    try:
        said = qr.read(raw)
    except images.NoPicture as error:
        raise _refused("no-picture", str(error), status=413 if len(raw) > images.MOST_BYTES else 400) from error
    refusal = _refused("no-code", _("No QR code was found in this picture. Take it from nearer and in good light."))
    for words in said[:MOST_CODES]:
        try:
            taken = take(words.encode("utf-8", "surrogatepass"), game)
        except Malformed as error:
            refusal = error
        else:
            return Taken(PHOTO, taken.document, taken.rows)
    raise refusal


# -- a link ----------------------------------------------------------------------------------------------------------


def _link(words: str) -> Taken:
    try:
        document = linked.legion_of(code_in(words))
    except Unreadable as error:
        raise _refused(error.reason, str(error)) from error
    return Taken(LINK, document, _told(document))


# -- JSON ------------------------------------------------------------------------------------------------------------


def _document(words: str) -> Taken:
    """Read a legion's document, also one that stands in what the API is sent: fields it does not know are dropped."""
    sent = guard.loads(words.encode("utf-8", "surrogatepass"), limit=MOST_BYTES)
    dropped: list[Row] = []
    if isinstance(sent, dict) and "game" not in sent and isinstance(sent.get("legion"), dict):
        dropped += [_dropped(point(key), _("It stands beside the list.")) for key in sent if key != "legion"]
        sent = sent["legion"]
    if not isinstance(sent, dict):
        raise _refused("wrong-type", _("A list is a JSON object, with “game” and “picks”."))
    document = _known(sent, dropped)
    return Taken(DOCUMENT, verdicts.checked(document), [*_told(document), *dropped])


def _known(sent: dict[str, Any], dropped: list[Row]) -> dict[str, Any]:
    """Return a document with the fields that legions have; the others go into `dropped`."""
    schema = schemas()["legion.schema.json"]
    fields, of_picks = set(schema["properties"]), set(schema["$defs"]["pick"]["properties"])

    def keep(part: dict[str, Any], known: set[str], *place: str | int) -> dict[str, Any]:
        words = _("A list has no such field.")
        dropped.extend(_dropped(point(*place, key), words) for key in part if key not in known)
        return {key: value for key, value in part.items() if key in known}

    document = keep(sent, fields)
    if isinstance(picks := document.get("picks"), list):
        document["picks"] = [
            keep(pick, of_picks, "picks", number) if isinstance(pick, dict) else pick
            for number, pick in enumerate(picks)
        ]
    return document


def _dropped(place: str, words: str) -> Row:
    return Row(0, place[:200], "dropped", message=words)


# -- a list ----------------------------------------------------------------------------------------------------------


def unmarked(words: str) -> str:
    """Return Markdown without its marks: what is strong, linked, fenced or escaped as the plain words."""
    lines = [line for line in words.splitlines() if not _FENCE.match(line)]
    plain = [_ESCAPED.sub(r"\1", _STRONG.sub(r"\2", _LINKED.sub(r"\1", line))) for line in lines]
    return "\n".join(_HEADING.sub("# ", line) for line in plain)


def _list(words: str, sort: str, game: str) -> Taken:
    known = games.judged()
    if game and game not in known:
        raise _refused("unknown-game", _("There is no such game."))
    library = verdicts.library(game) if game else _likely(words, known)
    document, rows = text.read(library, words)
    if not any(row.outcome in {"mapped", "guessed"} for row in rows):
        raise _refused("no-list", _("No line of this names a card of the game. Write one card a line."))
    return Taken(sort, document, rows)


def _likely(words: str, known: list[str]) -> Library:
    """Return the library of the game that has most of a list's cards by their very names."""
    libraries = [verdicts.library(game) for game in known]
    counted = [(text.exact(library, words), library) for library in libraries]
    most, library = max(counted, key=lambda one: one[0], default=(0, None))
    if library is None or not most:
        raise _refused("no-list", _("No line of this names a card that is known. Choose its game, or check the names."))
    return library


# -- what was understood -----------------------------------------------------------------------------------------------


def _told(document: dict[str, Any]) -> list[Row]:
    """Return a row for each card of a document that says its cards by slug."""
    if not isinstance(document.get("picks"), list) or not isinstance(document.get("game"), str):
        return []
    library = verdicts.library(document["game"], document.get("release"))
    rows = []
    for number, pick in enumerate(document["picks"]):
        if not isinstance(pick, dict):
            continue
        rows.append(_card(library, pick.get("card"), point("picks", number)))
        upgrades = pick.get("upgrades")
        for place, slug in enumerate(upgrades if isinstance(upgrades, list) else ()):
            rows.append(_card(library, slug, point("picks", number, "upgrades", place)))
    return rows


def _card(library: Library, slug: Any, at: str) -> Row:
    if isinstance(slug, str) and slug in library.cards:
        return Row(0, slug, "mapped", card=slug, at=at)
    return Row(
        0,
        str(slug)[:200],
        "unknown",
        at=at,
        message=_("Release {release} has no card of this slug.").format(release=library.release),
    )


def _refused(code: str, message: str, *, status: int = 400) -> Malformed:
    return Malformed("invalid-legion", [Fault("", code, message)], status=status)
