"""The website in German: no English sentences on its main pages."""

import re
from html import unescape

import polib
import pytest

from legions.management.commands import makemessages as messages
from legions.sharing import services as sharing_services
from tests import factories
from tests.legions.page_parser import CREATURE, PERSONAL, PUBLIC, SPELL, UPGRADE, publish_world

pytestmark = pytest.mark.django_db
GERMAN = {"accept-language": "de"}
BOOK = polib.pofile(str(messages.LOCALES / "de/LC_MESSAGES/django.po"))
# English sentences of at least this length, without markup and cut off at the first placeholder.
LEAST = 18
ENGLISH = {
    piece
    for one in BOOK
    if one.msgid != one.msgstr
    for text in filter(None, (one.msgid, one.msgid_plural))
    for piece in (part.strip(" .,:;") for part in re.split(r"%\(\w+\)[sd]|\{[^}]*\}|<[^>]*>", text))
    if len(piece) >= LEAST and " " in piece
}
SAID_IN_GERMAN = "\n".join(text for one in BOOK for text in (one.msgstr, *one.msgstr_plural.values()))


def english(html: str) -> set[str]:
    """Return the English on a page, in its text or in a label."""
    page = unescape(re.sub(r"<(code|pre)\b.*?</\1>", "", html, flags=re.DOTALL))
    text = " ".join(re.sub(r"<[^>]*>", "\n", page).split())
    labels = " ".join(re.findall(r'(?:title|alt|aria-label|content|data-\w+)="([^"]*)"', page))
    return {piece for piece in ENGLISH if piece in text or piece in labels if piece not in SAID_IN_GERMAN}


@pytest.fixture
def world(django_user_model):
    publish_world()
    return django_user_model.objects.create_user("player", email="player@example.com", password="the-login-of-a-player")


def kept(owner, **fields):
    picks = [
        {"card": CREATURE, "count": 2},
        {"card": CREATURE, "upgrades": [SPELL, UPGRADE]},
        {"card": "unknown-beast"},
    ]
    return factories.legion(*picks, owner=owner, points=20, **fields)


def test_english_would_be_noticed(client) -> None:
    assert english(client.get("/").content.decode())


@pytest.mark.one_variant
@pytest.mark.parametrize("address", [*PUBLIC, "/build/attack-wing/", "/import/", "/shared/", "/l/", "/no/such/page/"])
def test_a_public_page_is_in_german(client, world, address) -> None:
    html = client.get(address, headers=GERMAN).content.decode()
    assert '<html lang="de"' in html
    assert english(html) == set()


@pytest.mark.sampled
def test_pages_of_an_account_are_in_german(client, world) -> None:
    client.force_login(world)
    for address in [*PERSONAL, "/legions/", "/collection/attack-wing/", "/favourites/"]:
        assert english(client.get(address, headers=GERMAN, follow=True).content.decode()) == set(), address


@pytest.mark.sampled
def test_a_table_with_findings_and_its_shared_page_are_in_german(client, world) -> None:
    client.force_login(world)
    legion = kept(world)
    sharing_services.share_legion(legion=legion)
    for part in ("", "history/", "copies/", "sheet/", "?pick=/picks/1"):
        address = f"/legions/{legion.pk}/{part}"
        html = client.get(address, headers=GERMAN, follow=True).content.decode()
        assert english(html) == set(), address
    table = client.get(f"/legions/{legion.pk}/", headers=GERMAN).content.decode()
    assert "braucht eine Kreatur mit Level" in table or "kostet" in table
    assert "ist einzigartig, aber die Legion hat sie" in table
    for part in ("", "embed/"):
        assert english(client.get(f"/s/{legion.share_key}/{part}", headers=GERMAN).content.decode()) == set(), part
