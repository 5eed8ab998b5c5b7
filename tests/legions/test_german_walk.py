"""Every page in German, as visited by every role: no text is left in English by mistake.

This includes responses to forms, feeds, drawn cards, pictures, mails and error pages (`german_walks.py` describes how
English is detected).
"""

from collections.abc import Iterator
from copy import deepcopy
from html import unescape

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache as kept
from django.db import OperationalError
from django.http import HttpResponseNotAllowed
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from catalog import publishing
from legions.sharing.preview_image import drawing_of
from legions.sharing.shared_list import SharedList
from legions.site import error_views
from legions.webhooks.models import Webhook
from tests import pseudo, worlds
from tests.browser.page_addresses import CARDS, addresses, own_states, public_states
from tests.browser.populated_site import PopulatedSite, populate
from tests.legions.german_walks import (
    GERMAN,
    NAMES_OF_NO_PAGE,
    OWN,
    UnmarkedNames,
    Walk,
    cards,
    english_names,
    visitor,
)
from tests.sampling import PAGES_IN_GERMAN

pytestmark = [pytest.mark.sampled, pytest.mark.django_db]


@worlds.once_a_module
def furnished() -> PopulatedSite:
    publishing.publish(cards(), by=None, why="First cards")
    with pseudo.spoken(), translation.override("de"):
        return populate(cards())


@pytest.fixture
def house(furnished: PopulatedSite) -> Iterator[PopulatedSite]:
    """A populated site with German in fullwidth letters."""
    with pseudo.spoken():
        yield deepcopy(furnished)
    kept.clear()  # nothing in fullwidth letters stays cached


def test_untranslated_text_would_be_noticed(house: PopulatedSite) -> None:
    walk = Walk()
    walk.look(
        "/", "<html lang=de><p>Ｄｉｅ Karte Wraith</p><p lang=en>Wraith</p><p lang=en>Save it</p><input value=Go>"
    )
    assert walk.told.count("/") == 2 and "Karte" in walk.told and "Save it" in walk.told
    with translation.override("de"):
        assert translation.gettext("Cards") == "Ｋａｒｔｅｎ"


def test_every_page_is_in_german_for_a_guest_for_who_is_new_and_for_who_has_lived_here(house: PopulatedSite) -> None:
    """Responses to the forms of a page are checked, too: sent empty, with invalid values, or with too much."""
    walk = Walk()
    named = [address for name, address in addresses(house) if name not in NAMES_OF_NO_PAGE]
    own = [address for address in named if address.startswith(OWN)]
    sent = 0
    for user, found in (
        (None, [*named, *public_states()]),
        (house.newcomer, own),
        (house.keeper, [*own, *own_states(house)]),
        (house.moderator, [address for name, address in addresses(house) if name in MODERATED]),
    ):
        walk.go(visitor(user), found[::PAGES_IN_GERMAN])
        sent += walk.send(user)
    assert walk.pages > 150 // PAGES_IN_GERMAN and sent > 100 // PAGES_IN_GERMAN
    if walk.left:
        pytest.fail(walk.told)


MARKED = [
    "/",
    "/play/",
    "/games/",
    "/games/attack-wing/",
    "/games/dungeon-command/",
    "/cards/attack-wing/",
    "/cards/attack-wing/?view=list",
    "/cards/attack-wing/tiamat/",
    "/cards/attack-wing/caught-on-the-rigging/",
    "/cards/dungeon-command/lokar-of-the-stonelands/",
    "/sets/attack-wing/",
    "/sets/attack-wing/wraith-expansion/",
    "/sets/dungeon-command/heart-of-cormyr/",
    "/shared/",
    "/import/",
    "/build/attack-wing/",
    "/build/attack-wing/?slot=creature",
    "/build/dungeon-command/",
    "/build/dnd-miniatures-2008/",
    "/play/attack-wing/",
    "/play/attack-wing/maneuver/?creature=Wraith",
    "/odds/attack-wing/",
    "/search/?q=dragon",
    "/play/attack-wing/attack/?attacker=Wraith&defender=Balagos&measured_range=1&rolled_attack=hit.critical",
    "/play/dungeon-command/",
    "/play/dungeon-command/play-order/?acting=Drider&order=Killing+Strike&now=other-turn",
    "/play/dnd-miniatures-2003/",
    "/play/dnd-miniatures-2003/damage/?attacker=Dwarf+Axefighter&defender=Axe+Sister&way=melee&added_0_by=5",
    "/play/dnd-miniatures-2003/morale/?creature=Dwarf+Axefighter&creature_now=15&cause=half&dc=20",
    "/campaigns/",
    "/campaigns/attack-wing/",
    "/published/attack-wing/",
    "/wanted/attack-wing/",
    "/rules/attack-wing/book/",
]
"""Pages whose names of cards and games are marked."""
MODERATED = {"shared", "person"}
"""Pages that show more to a moderator than to others."""


def test_shared_cached_pages_are_in_german_at_german_addresses(house: PopulatedSite) -> None:
    walk = Walk()
    for name, address in addresses(house):
        if name.endswith("-feed") or name in {"face", "shield", "storyline"}:
            walk.look(address, unescape(visitor().get(f"{address}?lang=de").content.decode()))
    for card in CARDS.split():
        game, slug = card.split("/")
        walk.look(card, visitor().get(f"/faces/1/{game}/{slug}.svg?lang=de").content.decode())
    with translation.override("de"):
        for legion in house.lists.values():
            drawing = drawing_of(SharedList(legion, own=False))
            walk.say(f"the picture of {legion.name}", drawing.label, drawing.word, drawing.sums, drawing.bare)
    if walk.left:
        pytest.fail(walk.told)


def test_names_of_cards_and_games_are_marked_as_english(house: PopulatedSite) -> None:
    keeper, left, seen = visitor(house.keeper), {}, 0
    campaigns = [address for name, address in addresses(house) if name == "campaign"]
    tables = [f"/legions/{legion.pk}/" for legion in house.lists.values()]
    shared = [address for name, address in addresses(house) if name in {"shared", "shared-play", "shared-embed"}]
    for client, found in (
        (visitor(), MARKED),
        (keeper, ["/", "/legions/", "/collection/attack-wing/", *campaigns, *shared]),
        (keeper, [*tables, *(f"{table}play/" for table in tables), *(f"{table}?slot=creature" for table in tables)]),
    ):
        for address in found:
            html = client.get(address, follow=True).content.decode()
            seen += html.count('lang="en"')
            left |= dict.fromkeys(UnmarkedNames(html).found, address)
    assert seen > 1000
    assert left == {}


def test_an_unmarked_name_would_be_noticed() -> None:
    assert UnmarkedNames("<p>Ｋａｒｔｅ Shield of the Vale</p>").found == []
    name = next(iter(english_names().values()))[0]
    for html in (f"<p>Ｋａｒｔｅ {name}</p>", f"<select><option>{name}", '<p title="<span lang=en>">'):
        assert UnmarkedNames(html).found, html
    assert UnmarkedNames(f"<p>Ｋａｒｔｅ <span lang=en>{name}</span></p><title>{name}</title>").found == []


def test_every_mail_and_message_is_in_german(house: PopulatedSite) -> None:
    walk = Walk()
    hook = Webhook.objects.filter(off="").first() or Webhook.objects.first()
    changed = {"name": "Two by the water", "before": "legal", "after": "illegal", "rules": (), "path": "/"}
    said = {
        "user": house.keeper,
        "hook": hook,
        "legions": [changed],
        "more": 2,
        "release": 2,
        "number": 3,
        "timestamp": timezone.now(),
        "ip": "192.0.2.1",
        "email": "wynne@example.org",
    }
    folder = settings.BASE_DIR / "templates"
    found = [str(path.relative_to(folder)) for path in folder.rglob("*.txt")]
    assert len(found) > 40
    with translation.override("de"):
        for path in found:
            walk.say(path, *render_to_string(path, said).splitlines())
    if walk.left:
        pytest.fail(walk.told)


def failed(code: str) -> OperationalError:
    """Return an error of the database as Django raises it for a code of SQLite."""
    error, cause = OperationalError(code), Exception()
    cause.sqlite_errorname = code
    error.__cause__ = cause
    return error


def test_every_page_for_what_went_wrong_is_in_german(house: PopulatedSite, rf: RequestFactory) -> None:
    walk = Walk()
    request = rf.get("/")
    request.session, request.user = visitor().session, AnonymousUser()
    with translation.override("de"):
        for answer in (
            error_views.bad_request,
            error_views.forbidden,
            error_views.csrf_failure,
            error_views.not_found,
            error_views.too_many_requests,
            error_views.server_error,
            error_views.busy,
            error_views.no_pdf,
        ):
            walk.take(answer.__name__, answer(request))
        for name in ("SQLITE_BUSY", "SQLITE_FULL", "SQLITE_CANTOPEN_FULLPATH"):
            walk.take(name, error_views.database_error(request, failed(name)))
        walk.take("405", error_views.method_not_allowed(request, HttpResponseNotAllowed(["POST"])))
    unknown = "8eec1d66-9823-4b18-9465-2466581d830f"
    walk.take("own", visitor().post(f"/campaigns/{unknown}/do/", {"name": "x"}, headers=GERMAN))
    walk.go(
        visitor(),
        [
            f"/legions/{unknown}/",
            "/no/such/page/",
            f"/s/{house.ended}/",
            "/s/no-such-key/",
            "/cards/attack-wing/no-such-card/",
        ],
    )
    forged = Client(enforce_csrf_checks=True, headers=GERMAN)
    walk.take("forged", forged.post("/language/", {"language": "de"}))
    assert walk.pages == 19
    if walk.left:
        pytest.fail(walk.told)
