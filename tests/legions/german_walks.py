"""Helpers for the German page walks: visitors, checks of pages, and texts that may stay English.

Everything that goes through gettext is written in fullwidth letters (`tests.pseudo`), so each word in plain letters was
never translated. It has to be a name, a text that a user wrote, or marked as English (`lang="en"`); and text with that
mark has to be English on purpose: the catalog's own words, and those of the API.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache as kept
from django.db import transaction
from django.test import Client

from catalog import import_export
from catalog.api_base import problems
from catalog.documents.titles import document_title
from legions.saved_lists import ready_lists
from legions.saved_lists.models import Legion
from legions.saved_lists.published_lists import published_lists
from rulesapi.engine.core.library import rulesets_of
from rulesapi.judging.resolutions import play_ruleset
from tests import pseudo
from tests.browser.page_addresses import NO_PAGE
from tests.browser.populated_site import BROKEN, GAMES, OPEN
from tests.clients import confirm_password
from tests.sampling import GERMAN_SUBMISSIONS

GERMAN = {"accept-language": "de"}
NAMES_OF_NO_PAGE = set(" ".join(NO_PAGE.values()).split())
OWN = ("/account/", "/campaigns/", "/collection/", "/favourites/", "/legions/", "/people/", "/s/")
"""Addresses whose pages differ for logged-in users and guests."""
NAMED = frozenset(("name", "class", "keywords", "keyword", "family", "terrain", "range", "reach")) | frozenset(
    ("source", "leader_power", "licence", "publisher", "wave")
)
"""Facts that are names, or used like names: they stay as printed."""
SAME_EVERYWHERE = """
Muster D&D API JSON JSON-Patch HTTP HTTPS QR PNG PDF SVG CSV URL HTML CC0 UTF sha256 curl Python JavaScript OpenAPI
image/png English Deutsch testserver example org keeper newcomer moderator wynne Phone www com net github fandom wiki
scribd document oneinchsquare default asp vs http https people wizards brederic dnd attackwing ai dd Incorporeal
AcidixReborn DungeonCommandGame diehardgamefan AC Fort Ref Will CE CG LE LG energie fire energy-types UTC XP 2-alone
dragon equipment monster heroic arcane divine any
"""
"""Words that are equal in German, and parts of addresses and of the test users' names."""
WRITTEN = """
Wynne of the Lamps; Somebody Else; wynne of the lamps and of the lower bridge; Winter league; The evening before
Why no Watch?; It holds the causeway.; Too slow for this bridge.; Something unkind.; Something rude.; Stay kind.
Two Wraiths.; Printed anew.; The first box.; title: Bad gateway; called like nothing; Whoever would give a list o
ne word this long has to se
e it broken somewhere on a; phone; Seen on three cards.
First cards; Costs of the spring; By candlelight.; It was dark, and nobody saw the end.; Who left is not known.; Nobody
The campaign that began with one evening and has gone on for more winters than anybody can count
"""
"""Texts written by the test users."""
EARLY = 20
"""Maximum number of errors reported for one walk."""


def strings(document: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a document with its key."""
    if isinstance(document, str):
        yield key, document
    elif isinstance(document, dict):
        for name, one in document.items():
            yield from strings(one, name)
    elif isinstance(document, list | tuple):
        for one in document:
            yield from strings(one, key)


@cache
def cards() -> list[dict[str, Any]]:
    return import_export.read(import_export.find([Path(settings.BASE_DIR) / "fixtures"])).documents


@cache
def english() -> str:
    """Return all English that stays: the catalog's and the API's, and the titles of books."""
    rules = [rule.cite for game in GAMES for ruleset in rulesets_of(game) for rule in ruleset.rules]
    cites = [words for cite in rules for words in (cite.source, cite.section) if words]
    plays = [rule.cite for game in GAMES if (play := play_ruleset(game)) for rule in play.rules.values()]
    cites += [words for cite in plays for words in (cite.source, cite.section) if words]
    lists = [text for game in GAMES for one in ready_lists.ready_lists(game) for _key, text in strings(one.document)]
    lists += [text for game in GAMES for one in published_lists(game) for text in (one.title, one.source, one.note)]
    api = (Path(settings.BASE_DIR) / "rulesapi/openapi.json").read_text("utf-8")
    texts = [text for _key, text in strings(cards())]
    powers = [one["powers"] for one in cards() if one.get("powers")]
    ways = [text for key, text in strings(cards()) if key in ("exits", "storyline")]
    texts += [words for text in ways for words in (text.replace("-", " "), text.replace("-", " ").capitalize())]
    texts += [
        " ".join(f"{one['name']}: {one['text']}" if one["name"] else str(one["text"]) for one in row) for row in powers
    ]
    return " ".join(
        " ".join(
            (
                *texts,
                *cites,
                *lists,
                api,
                "English",
                *(text for sort in problems.PROBLEM_TYPES.values() for text in (sort.title, sort.meaning)),
            )
        ).split()
    )


def names() -> Iterator[str]:
    """Yield names that are never translated, and texts that users wrote."""
    yield from same_names()
    for legion in (*Legion.objects.values_list("document", flat=True), BROKEN, OPEN):
        yield from (text for _key, text in strings(legion))


@cache
def same_names() -> tuple[str, ...]:
    """Return the names that are never translated on any walk, without duplicates."""
    return tuple(dict.fromkeys(_same_names()))


def _same_names() -> Iterator[str]:
    yield from (text for key, text in strings(cards()) if key in NAMED or key in {"text", "flavour"})
    words = {"keywords", "keyword", "family", "terrain", "exits"}
    yield from (text.replace("-", " ") for key, text in strings(cards()) if key in words)
    rules = [rule.cite for game in GAMES for ruleset in rulesets_of(game) for rule in ruleset.rules]
    yield from (words for cite in rules for words in (cite.source, cite.section) if words)
    yield from problems.PROBLEM_TYPES
    yield from (part for line in WRITTEN.split("\n") for part in line.split(";"))
    yield from (text for key, text in strings([one["translations"] for one in cards() if "translations" in one]))
    yield from (text for game in GAMES for one in ready_lists.ready_lists(game) for _key, text in strings(one.document))
    yield from SAME_EVERYWHERE.split()


def visitor(user: Any = None) -> Client:
    """Return a client that requests German; a logged-in user has just entered the password."""
    client = Client(headers=GERMAN)
    if user:
        client.force_login(user)
        confirm_password(client)
    return client


class Walk:
    """A walk from page to page that records remaining English; `also` holds further words without a translation."""

    def __init__(self, also: Iterable[str] = ()) -> None:
        self.names = pseudo.Names([*names(), *also])
        self.left: dict[str, list[str]] = defaultdict(list)
        self.seen: set[tuple[str, str]] = set()
        self.pages = 0
        self.forms: dict[tuple[str, ...], Form] = {}

    def go(self, client: Client, addresses: Iterable[str]) -> None:
        """Check each address that is a page."""
        for address in sorted(set(addresses)):
            self.take(address, client.get(address))

    def take(self, address: str, answer: Any) -> None:
        """Check a response, if it is a page, and keep its forms."""
        if answer.streaming:
            answer.close()
            return
        if not answer.get("Content-Type", "").startswith("text/html"):
            return
        html = answer.content.decode()
        self.look(address, html)
        for form in Forms(html, address).found:
            self.forms.setdefault(form.sort, form)

    def send(self, user: Any = None) -> int:
        """Send every collected form empty, with invalid values, and with too much; return how many were sent.

        In a sample each form is sent in one of these ways, in rotation. Each is sent by a new client, and its effects
        are rolled back.
        """
        forms, self.forms = self.forms, {}
        entered = visitor(user).cookies
        for turn, form in enumerate(form for form in forms.values() if form.address != CHOOSES_LANGUAGE):
            for filled in (form.sendings * 2)[turn % len(form.sendings) :][
                : min(GERMAN_SUBMISSIONS, len(form.sendings))
            ]:
                kept.clear()  # reset the counts of attempts
                client = visitor()
                client.cookies = deepcopy(entered)
                with transaction.atomic():
                    answer = client.post(form.address, filled, follow=True)
                    transaction.set_rollback(True)
                self.take(f"{form.address} ({form.button})", answer)
        return len(forms)

    def look(self, address: str, html: str) -> None:
        """Record the text of a page that is English without being marked as English."""
        self.pages += 1
        for text, language in pseudo.Text(html).said:
            if (text, language) not in self.seen:
                self.seen.add((text, language))
                if language == "en":
                    self.check(address, text)
                elif (words := self.names.others(QUOTED.sub(" ", text))) and not stays(text):
                    self.left[text].append(f"{address}: {' '.join(words)}")

    def say(self, place: str, *texts: str) -> None:
        """Record the English in texts that are not pages."""
        self.look(place, "".join(f"<p>{escape(text)}</p>" for text in texts))

    def check(self, address: str, text: str) -> None:
        """Record text that is marked as English and may not stay. The description of the API is English throughout."""
        words = " ".join(text.split()).rstrip("….")
        names = [words] if words in english() else words.split(", ")
        if not all(COUNTED.sub("", name) in english() for name in names) and not address.startswith(
            ("/api/", "/developers/")
        ):
            self.left[text].append(f"{address} (marked as English, and no English of the catalog)")

    @property
    def told(self) -> str:
        """The remaining English, each text once with the first page that shows it."""
        lines = [f"{where[0]}\n    {plain(text)[:200]}" for text, where in self.left.items()]
        return "\n".join([*lines[:EARLY], *([f"and {len(lines) - EARLY} more"] if len(lines) > EARLY else [])])


@dataclass
class Form:
    """A form on a page: its address, its button, and its fields with their values."""

    address: str
    button: tuple[str, str]
    fields: dict[str, str]
    hidden: frozenset[str]

    @property
    def sort(self) -> tuple[str, ...]:
        """A key for forms, equal if checking one of them is enough."""
        name, value = self.button
        return (re.sub(r"[0-9a-f-]{36}|\d+", "0", self.address), name, value.partition("/")[0], *sorted(self.fields))

    @property
    def sendings(self) -> list[dict[str, str]]:
        """The data to submit: empty, nonsense, and too long; unchanged if there is nothing to fill in."""
        button = {self.button[0]: self.button[1]} if self.button[0] else {}
        typed = self.fields.keys() - self.hidden
        return [
            self.fields | dict.fromkeys(typed, words) | button
            for words in (("", "{-1", "§" * 20_000) if typed else ("",))
        ]


class Forms(HTMLParser):
    """A parser for the posted forms of a page, one for each of their buttons."""

    def __init__(self, html: str, address: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._address = address.partition("?")[0].partition(" ")[0]
        self._open: Form | None = None
        self._buttons: list[tuple[str, str]] = []
        for form in FORM.findall(html):  # most of a page is outside of forms
            self.feed(form)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        name, sort = known.get("name", ""), known.get("type", "")
        if tag == "form" and known.get("method", "").lower() == "post":
            self._open, self._buttons = Form(known.get("action") or self._address, ("", ""), {}, frozenset()), []
        elif self._open is None:
            return
        elif tag == "button" and sort != "button":
            self._buttons.append((name, known.get("value", "")))
        elif tag in {"input", "select", "textarea"} and name and sort != "file":
            self._open.fields[name] = known.get("value", "")
            if sort == "hidden":
                self._open.hidden |= {name}

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._open is not None:
            self.found += [replace(self._open, button=button) for button in self._buttons or [("", "")]]
            self._open = None


@cache
def english_names() -> dict[str, list[str]]:
    """Return the titles of cards of at least two words, and the names of games and sets, by their first word.

    Names that are part of the class of a card are left out: classes stand in lines of German words.
    """
    named = {*(document_title(one) for one in cards() if one["kind"] in CARD_KINDS), *GAME_NAMES}
    classes = " ".join(one["class"] for one in cards() if one.get("class"))
    found: dict[str, list[str]] = defaultdict(list)
    for name in sorted(one for one in named if " " in one and one not in classes):
        found[name.split()[0]].append(name)
    return dict(found)


class UnmarkedNames(HTMLParser):
    """A parser that finds English names in the German text of a page, and markup in its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside: list[tuple[str, str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.found += [f"{name}={value}" for name, value in known.items() if "<span" in value or "<span" in name]
        around = self._inside[-1][1] if self._inside else "de"
        if tag not in pseudo.Text.VOID:
            self._inside.append((tag, known.get("lang", around)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in pseudo.Text.VOID:
            self._inside.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._inside and any(name == tag for name, _ in self._inside):
            if self._inside.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        tags = {tag for tag, _language in self._inside}
        if self._inside and self._inside[-1][1] != "en" and not tags & UNMARKABLE:
            text = " ".join(data.split())
            for first in re.finditer(r"\S+", text):
                named = english_names().get(first[0], ())
                self.found += [text for name in named if text.startswith(name, first.start()) and not stays(text)]


CARD_KINDS = frozenset(("creature", "upgrade", "spell", "commander", "order", "tile", "map", "artifact"))
GAME_NAMES = ("D&D Attack Wing", "D&D Miniatures (2003)", "D&D Miniatures (2008)", "Dungeon Command")
UNMARKABLE = pseudo.Text.SILENT | {"title", "desc"}
"""Elements that hold text alone, without markup for a part of it."""
CHOOSES_LANGUAGE = "/language/"
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)

LINE = 12
"""Minimum number of letters of a line that can be distinguished from a word."""
COUNTED = re.compile(r"^\d+ × ")
QUOTED = re.compile(r"„[^“]*“|sha256:\w+|https?://\S+|(?<!\S)[\w:/-]*/[\w/-]*/(?!\S)|(\w)\1{20,}")
"""Quoted input, digests, addresses, and long strings sent by a test."""


def stays(text: str) -> bool:
    """Return whether a text is a line of a longer German text of the catalog."""
    return len(text) > LINE and " ".join(text.split()) in german()


@cache
def german() -> str:
    """Return the catalog's German texts, and the notes of the test site's lists."""
    translations = [one["translations"] for one in cards() if "translations" in one]
    lists = [one.document for game in GAMES for one in ready_lists.ready_lists(game)]
    return " ".join(" ".join(text for _key, text in strings([translations, lists, BROKEN])).split())


def plain(text: str) -> str:
    """Return a text in ordinary letters, for readable error messages."""
    return "".join(chr(ord(one) - 0xFEE0) if "Ａ" <= one <= "ｚ" else one for one in text)
