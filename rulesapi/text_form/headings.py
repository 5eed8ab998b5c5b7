"""Lines that name no card: totals, verdicts, addresses, rules of dashes, headings, and labels about the list."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from rulesapi.engine.core.library import Library
from rulesapi.text_form.number_reading import POINT_WORDS

MAX_HEADING_WORDS = 5

_ADDRESS = re.compile(r"(?:https?://|www\.)\S", re.IGNORECASE)
_ENCLOSED_ADDRESS = re.compile(r"[(\[<]?(?P<address>(?:https?://|www\.)[^\s()\[\]<>]+)[)\]>]?", re.IGNORECASE)
_NO_LETTER = re.compile(r"[\W\d_]*\Z")
_LONE_NUMBER = re.compile(r"\W*(?:x\s*)?[\d²³¹¼-¾⅐-⅞]+(?:\s*x)?\W*\Z", re.IGNORECASE)
_SLUG = re.compile(r"[\W\d_]*\[(?=[a-z0-9-]*[a-z])[a-z0-9-]+\]")
_VERDICT = re.compile(r"(?:verdict|ergebnis|urteil)\s*:.*\Z", re.IGNORECASE)
_TOTALS = r"(?:sub)?totals?|sum|summe|gesamt|insgesamt|zusammen|altogether"
_OF_POINTS = rf"{POINT_WORDS}|costs?|kosten|gesamtkosten|gesamtpunkte"
_BESIDE_TOTALS = (
    "of|in|all|and|left|remaining|used|spent|over|under|half|full|army|list|squad|fleet|ship|legion|warband|the"
    "|von|vom|übrig|frei|noch|und"
)
_TOTAL = re.compile(
    rf"(?:[^\W\d_]+\W+){{0,3}}?(?:{_TOTALS})\b(?:\W+(?:{_BESIDE_TOTALS}|{_OF_POINTS})\b)*\W*\d.*\Z", re.I
)
_SLASH_TOTAL = re.compile(r"\W*\d+\s*/\s*\d+\s*[(\[][^()\[\]]*[)\]]\W*\Z")
_ONLY_POINTS = re.compile(rf"(?:[\W\d_]|(?<![^\W\d_])(?:{_TOTALS}|{_OF_POINTS}|{_BESIDE_TOTALS})(?![^\W_]))+\Z", re.I)
_POINTS_ALONE = re.compile(
    rf"[\W_]*(?:(\d{{2,6}})\s*-?\s*{POINT_WORDS}|(?:points|punkte|pts)\s*[:=]\s*(\d{{2,6}}))[\W_]*\Z", re.I
)
_SAYS_POINTS = re.compile(rf"(?<![^\W\d_])(?:{_TOTALS}|{_OF_POINTS})(?![^\W_])", re.IGNORECASE)
_TOTAL_LABEL = re.compile(r"(?:total|gesamt|summe)\s*:.*\Z", re.IGNORECASE)

_COMMENT = re.compile(r"(?://|--|;;|<!--)\s*\S")
_FRAMED = re.compile(r"(?P<frame>[-=~*_–—#•<>|.+]{2,})\s*\S.*?\s*[-=~*_–—#•<>|.+]{2,}\Z|==+[^=].*\Z|\+\s+\S.*\s\+\Z")
_MADE_WITH = re.compile(
    r"(?:created|exported|generated|built|made|erstellt|exportiert) (?:with|by|from|in|mit|von|aus)\b", re.IGNORECASE
)
_AMOUNT = re.compile(r"[(\[]?\s*\d+(?:\s*/\s*\d+)?\s*[)\]]?")

_SECTION_WORDS = frozenset(
    """
    about army armies ally allies artifact artifacts battlefield board card cards character characters commander
    commanders companion companions core creature creatures credits deck decklist description enemies equipment
    extra extras figure figures force forces header hero heroes item items leader leaders legion list lists main
    mainboard maindeck map maps maybeboard metadata minion minions misc miscellaneous monster monsters note
    notes order orders other others overview pool reserve reserves roster section side sideboard sidedeck spell
    spells squad strategy summary team terrain tile tiles token tokens troop troops unit units upgrade upgrades
    warband
    anmerkung anmerkungen armee aufstellung aufwertung aufwertungen ausrüstung befehl befehle beschreibung einheit
    einheiten figuren gelände geländeteile held helden karte karten kommandeur kommandeure kreatur kreaturen liste
    legionen monster notiz notizen reserve sonstiges team truppe truppen übersicht zauber zaubersprüche
    """.split()  # noqa: SIM905 - prose is easier to extend
)
"""Words that head a section of a list in any game."""

_BESIDE_SECTIONS = frozenset(("the", "my", "of", "and", "for", "in", "die", "der", "das", "und", "meine", "mein"))

_NO_WORDS = frozenset(
    ("slug", "name", "class", "title", "text", "flavour", "set", "game", "sources", "leader_power", "retired")
)
"""Card facts whose values identify single cards and so are no section headings."""

_CREATURE_WORDS = frozenset(("keywords",))
"""Facts whose values are headings in the plural only: “Beholder” may be a card missing from the catalog."""

MAX_WORD_LENGTH = 40

_SETTING_LABELS: Mapping[str, str] = {
    "format": "format",
    "limit": "points",
    "point limit": "points",
    "points limit": "points",
    "pointlimit": "points",
    "limit of points": "points",
    "max points": "points",
    "maximum points": "points",
    "punktelimit": "points",
    "punktegrenze": "points",
    "release": "release",
    "on": "on",
    "date": "date",
    "datum": "date",
    "house rule": "house_rules",
    "house rules": "house_rules",
    "hausregel": "house_rules",
    "hausregeln": "house_rules",
    "name": "name",
    "title": "name",
    "list": "name",
    "list name": "name",
    "listenname": "name",
    "titel": "name",
}
"""The setting for each label about the whole list."""

_REMARK_LABELS = frozenset(
    """
    about author autor bcc beschreibung betreff by cc club comment comments created description email event from
    game gesendet gespielt kommentar link location mail note notes notiz notizen ort player reply sent spieler
    played round source strategy subject tactics taktik to tournament turnier updated url user version view von
    website
    """.split()  # noqa: SIM905 - prose is easier to extend
)
"""Labels whose text does not concern cards."""

_LABEL = re.compile(r"([^\W\d_][^:=()\[\]]{0,40}?)\s*[:=]\s*(.*)\Z")


def is_blank(line: str) -> bool:
    """Return whether a line has nothing about cards: it is empty, a rule of dashes, a number, a total, a verdict or an
    address.
    """
    return not _SLUG.match(line) and bool(
        _NO_LETTER.match(line)
        or is_lone_number(line)
        or _VERDICT.match(line)
        or _TOTAL_LABEL.match(line)
        or has_address(line)
        or _SLASH_TOTAL.match(line)
        or _TOTAL.match(line.lstrip("-–—=*~>+ "))
        or (_ONLY_POINTS.match(line) and _SAYS_POINTS.search(line))
    )


def has_address(line: str) -> bool:
    """Return whether a line contains a web address."""
    return _ADDRESS.search(line) is not None


def address_in_bracket(line: str) -> str:
    """Return a line with each of its web addresses in round brackets."""
    return _ENCLOSED_ADDRESS.sub(lambda match: f"({match['address']})", line)


def points_alone(line: str) -> str:
    """Return the number of a line such as “200 points”, which has no word for a total; empty for any other line."""
    match = _POINTS_ALONE.match(line)
    return (match[1] or match[2]) if match else ""


def is_lone_number(line: str) -> bool:
    """Return whether a line consists of a single number or count, such as “3x” or “½”."""
    return _LONE_NUMBER.match(line) is not None


def label_of_list(line: str) -> tuple[str, str]:
    """Return the setting that a label line is about, and the text after the label; the setting is empty for other
    lines.
    """
    match = _LABEL.match(line)
    return (_SETTING_LABELS.get(_folded(match[1]), ""), match[2].strip()) if match else ("", "")


def is_remark(line: str) -> bool:
    """Return whether a line has a remark label, such as the author of the list, or names the program that wrote it."""
    if _MADE_WITH.match(line):
        return True
    match = _LABEL.match(line)
    return match is not None and _folded(match[1]).split(" ")[0] in _REMARK_LABELS


def is_comment(line: str) -> bool:
    """Return whether a line is marked as a comment or heading: “// Mainboard”, “--- Creatures ---”."""
    return _COMMENT.match(line) is not None or _FRAMED.match(line) is not None


def is_heading(card_terms: frozenset[str], line: str) -> bool:
    """Return whether a line is a heading: it consists of section words or ends with a colon.

    `card_terms` are shared terms of the game's cards, such as their kinds.
    """
    text = line.strip().strip("*_~=-–—#<>[](){}.| \"'“”„«»")
    if text.endswith(":"):
        return True
    written = [word for word in re.split(r"[\s/&+,]+", _AMOUNT.sub(" ", _folded(text))) if word]
    named = [_singular(word) for word in written]
    known = {*card_terms, *map(_singular, _SECTION_WORDS)}
    return (
        0 < len(named) <= MAX_HEADING_WORDS
        and not set(named) <= _BESIDE_SECTIONS
        and (
            not known.isdisjoint((" ".join(named), " ".join(written)))
            or all(
                not known.isdisjoint(pair) or pair[0] in _BESIDE_SECTIONS for pair in zip(named, written, strict=True)
            )
        )
    )


def card_words(library: Library) -> frozenset[str]:
    """Return the terms that the cards of a library share: kinds, classes, keywords, slots."""
    found: set[str] = set()
    for document in library.documents.values():
        for fact, value in document.items():
            if fact in _CREATURE_WORDS:
                found.update(f"{words}s" for words in _words_of(value))
            elif fact not in _NO_WORDS:
                found.update(_words_of(value))
    return frozenset(found)


def _words_of(value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [
        " ".join(map(_singular, _folded(one.replace("-", " ")).split()))
        for one in values
        if isinstance(one, str) and 2 < len(one) <= MAX_WORD_LENGTH and not any(map(str.isdigit, one))
    ]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def silent_words(line: str) -> str:
    """Return the message for a line for which `is_blank` is true."""
    if has_address(line):
        return _("An address; it names no card.")
    if _VERDICT.match(line):
        return _("A verdict; it names no card.")
    if is_lone_number(line):
        message = _("“{number}” was not read: a number alone names no card. Write a count before the name of its card.")
        return message.format(number=line.strip())
    if any(map(str.isdigit, line)) or any(map(str.isalpha, line)):
        return _("A total; it names no card.")
    return _("No words; it names no card.")
