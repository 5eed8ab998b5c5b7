"""Every page there is, walked in German by everybody who may see it: nothing is left in English by mistake.

What goes through gettext is written in letters of double width (`tests.pseudo`), so each word in plain letters was
never translated. It has to be a name, what somebody wrote, or marked as English (`lang="en"`); and what is marked so
has to be English that Muster means to leave: the catalog's own words, and those of the API.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from time import time
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache as kept
from django.test import Client
from django.utils import translation

from catalog import exchange, publishing
from legions import ready
from legions.models import Legion
from rulesapi import problems
from rulesapi.engine.library import rulesets_of
from tests import pseudo
from tests.browser.addresses import NO_PAGE, addresses, own_states, public_states
from tests.browser.lived_in import BROKEN, GAMES, OPEN, House, furnish

pytestmark = pytest.mark.django_db
GERMAN = {"accept-language": "de"}
NAMES_OF_NO_PAGE = set(" ".join(NO_PAGE.values()).split())
OWN = ("/account/", "/collection/", "/favourites/", "/legions/", "/people/", "/s/")
"""Where somebody who is logged in finds other pages than a guest."""
NAMED = frozenset(("name", "class", "keywords", "keyword", "family", "terrain", "range", "reach")) | frozenset(
    ("source", "leader_power", "licence", "publisher", "wave")
)
"""Facts that are names, or as good as names: they stay as they are printed."""
SAME_EVERYWHERE = """
Muster D&D API JSON JSON-Patch HTTP HTTPS QR PNG PDF SVG CSV URL HTML CC0 UTF sha256 curl Python JavaScript OpenAPI
image/png English Deutsch testserver example org keeper newcomer wynne Phone www com net github fandom wiki scribd
document oneinchsquare default asp vs http https people wizards brederic dnd attackwing ai dd Incorporeal AcidixReborn
DungeonCommandGame AC Fort Ref Will CE CG LE LG energie energy-types UTC
"""
"""Words that are the same in German, and parts of addresses and of what people in the house are called."""
WRITTEN = """
Wynne of the Lamps; Somebody Else; wynne of the lamps and of the lower bridge; Winter league; The evening before
Why no Watch?; It holds the causeway.; Too slow for this bridge.; Something unkind.; Something rude.; Stay kind.
Two Wraiths.; Printed anew.; title: Bad gateway; called like nothing; Whoever would give a list o
ne word this long has to se
e it broken somewhere on a; phone
"""
"""What people in the house have written."""
EARLY = 20
"""How many faults are told of one walk."""


def strings(document: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a document with the key that it stands under."""
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
    return exchange.read(exchange.find([Path(settings.BASE_DIR) / "fixtures"])).documents


@cache
def english() -> str:
    """Return all English that stays: the catalog's and the API's, and the titles of books."""
    rules = [rule.cite for game in GAMES for ruleset in rulesets_of(game) for rule in ruleset.rules]
    cites = [words for cite in rules for words in (cite.source, cite.section) if words]
    lists = [text for game in GAMES for one in ready.of_game(game) for _key, text in strings(one.document)]
    api = (Path(settings.BASE_DIR) / "rulesapi/openapi.json").read_text("utf-8")
    said = [text for _key, text in strings(cards())]
    powers = [one["powers"] for one in cards() if one.get("powers")]
    said += [
        " ".join(f"{one['name']}: {one['text']}" if one["name"] else str(one["text"]) for one in row) for row in powers
    ]
    return " ".join(
        " ".join(
            (
                *said,
                *cites,
                *lists,
                api,
                "English",
                *(text for sort in problems.SORTS.values() for text in (sort.title, sort.meaning)),
            )
        ).split()
    )


def names() -> Iterator[str]:
    """Yield the names that stay as they are, and what people wrote."""
    yield from (text for key, text in strings(cards()) if key in NAMED or key in {"text", "flavour"})
    words = {"keywords", "keyword", "family", "terrain"}
    yield from (text.replace("-", " ") for key, text in strings(cards()) if key in words)
    rules = [rule.cite for game in GAMES for ruleset in rulesets_of(game) for rule in ruleset.rules]
    yield from (words for cite in rules for words in (cite.source, cite.section) if words)
    yield from problems.SORTS
    yield from (part for line in WRITTEN.split("\n") for part in line.split(";"))
    yield from (text for key, text in strings([one["translations"] for one in cards() if "translations" in one]))
    yield from (text for game in GAMES for one in ready.of_game(game) for _key, text in strings(one.document))
    for legion in (*Legion.objects.values_list("document", flat=True), BROKEN, OPEN):
        yield from (text for _key, text in strings(legion))
    yield from SAME_EVERYWHERE.split()


@pytest.fixture
def house() -> Iterator[House]:
    """Let people live in a house where German is spoken, and written wide."""
    kept.clear()
    publishing.publish(cards(), by=None, why="First cards")
    with pseudo.spoken():
        with translation.override("de"):
            house = furnish(cards())
        yield house
    kept.clear()  # what was written wide is kept nowhere


def visitor(user: Any = None) -> Client:
    """Return somebody's browser that asks for German; who is logged in has just said the password."""
    client = Client(headers=GERMAN)
    if user:
        client.force_login(user)
        session = client.session
        session["account_authentication_methods"] = [{"method": "password", "at": time()}]
        session.save()
    return client


class Walk:
    """A walk from page to page that notes what is left in English."""

    def __init__(self) -> None:
        self.names = pseudo.Names(names())
        self.left: dict[str, list[str]] = defaultdict(list)
        self.seen: set[tuple[str, str]] = set()
        self.pages = 0

    def go(self, client: Client, found: Iterable[str]) -> None:
        """Look at each address that is a page."""
        for address in sorted(set(found)):
            answer = client.get(address)
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                self.look(address, answer.content.decode())

    def look(self, address: str, html: str) -> None:
        """Note what a page says in English though nothing says that it is."""
        self.pages += 1
        for text, language in pseudo.Text(html).said:
            if (text, language) not in self.seen:
                self.seen.add((text, language))
                if language == "en":
                    self.check(address, text)
                elif (words := self.names.others(QUOTED.sub(" ", text))) and not stays(text):
                    self.left[text].append(f"{address}: {' '.join(words)}")

    def check(self, address: str, text: str) -> None:
        """Note what is said to be English and is none that stays. The description of the API is English throughout."""
        words = COUNTED.sub("", " ".join(text.split())).rstrip("….")
        if words not in english() and not address.startswith(("/api/", "/developers/")):
            self.left[text].append(f"{address} (marked as English, and no English of the catalog)")

    @property
    def told(self) -> str:
        """What is left, each text once with the page it was first seen on."""
        lines = [f"{where[0]}\n    {plain(text)[:200]}" for text, where in self.left.items()]
        return "\n".join([*lines[:EARLY], *([f"and {len(lines) - EARLY} more"] if len(lines) > EARLY else [])])


LINE = 12
"""How many letters a line has at least that can be told from a word."""
COUNTED = re.compile(r"^\d+ × ")
QUOTED = re.compile(r"„[^“]*“|sha256:\w+|https?://\S+|(\w)\1{20,}")
"""What somebody asked for, digests, addresses, and what a test of ours sends that is long."""


def stays(text: str) -> bool:
    """Return whether a text is a line of a longer one of the catalog that is in German."""
    return len(text) > LINE and " ".join(text.split()) in german()


@cache
def german() -> str:
    """Return the texts of the catalog that are in German, and the notes of the lists in the house."""
    told = [one["translations"] for one in cards() if "translations" in one]
    lists = [one.document for game in GAMES for one in ready.of_game(game)]
    return " ".join(" ".join(text for _key, text in strings([told, lists, BROKEN])).split())


def plain(text: str) -> str:
    """Return a text in letters of single width, as people read it in a fault."""
    return "".join(chr(ord(one) - 0xFEE0) if "Ａ" <= one <= "ｚ" else one for one in text)


def test_what_was_never_translated_is_noticed(house: House) -> None:
    walk = Walk()
    walk.look(
        "/", "<html lang=de><p>Ｄｉｅ Karte Wraith</p><p lang=en>Wraith</p><p lang=en>Save it</p><input value=Go>"
    )
    assert walk.told.count("/") == 2 and "Karte" in walk.told and "Save it" in walk.told
    with translation.override("de"):
        assert translation.gettext("Cards") == "Ｋａｒｔｅｎ"


def test_every_page_is_in_german_for_a_guest_for_who_is_new_and_for_who_has_lived_here(house: House) -> None:
    walk = Walk()
    named = [address for name, address in addresses(house) if name not in NAMES_OF_NO_PAGE]
    own = [address for address in named if address.startswith(OWN)]
    walk.go(visitor(), [*named, *public_states()])
    walk.go(visitor(house.newcomer), own)
    walk.go(visitor(house.keeper), [*own, *own_states(house)])
    assert walk.pages > 150
    if walk.left:
        pytest.fail(walk.told)
