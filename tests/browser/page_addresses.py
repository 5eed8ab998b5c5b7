"""Every address of the website and the API's pages, with samples for what stands in it, and what is no page and why."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from .populated_site import GAMES, PopulatedSite

ELSEWHERE = ("admin/", "api/v1/")
"""What is no page (the API) or has tests of its own (the admin)."""

WORDS: dict[str, Any] = {
    "game": "attack-wing",
    "release": 1,
    "code": "unknown-game",
    "uidb36": "1",
    "number": 1,
    "section": "pages",
    "format": "standard",
}
"""What stands in an address for each word; a page that needs another one fails until it gets a sample."""

SPECIAL: dict[str, dict[str, Any]] = {
    "card": {"slug": "wraith"},
    "collection-card": {"slug": "wraith"},
    "collection-set": {"slug": "wraith-expansion"},
    "contribute": {"slug": "balagos"},
    "picture": {"digest": "0" * 64, "form": "webp"},
    "set": {"slug": "wraith-expansion"},
    "sheet": {"slug": "starter-set"},
    "sheet-export": {"slug": "starter-set"},
    "sheet-import": {"slug": "starter-set"},
    "sheet-offer": {"slug": "starter-set"},
    "shield": {"slug": "wraith"},
    "face": {"slug": "wraith"},
    "webhook-do": {"hook": "00000000-0000-4000-8000-000000000000"},
    "webhook-again": {
        "hook": "00000000-0000-4000-8000-000000000000",
        "delivery": "00000000-0000-4000-8000-000000000000",
    },
    "token-end": {"number": "00000000-0000-4000-8000-000000000000"},
    "account_confirm_email": {"key": "wrong"},
    "account_reset_password_from_key": {"key": "wrong"},
}

CARDS = """
attack-wing/tiamat
attack-wing/balagos
attack-wing/caught-on-the-rigging
attack-wing/broken-bell-shot
attack-wing/adult-green-dragon-maneuvers
attack-wing/litany-of-the-drowned-names
attack-wing/ysolde-fenn-first-of-the-lamp-riders
dnd-miniatures-2003/standardbearer
dnd-miniatures-2003/bonfire-of-the-reed-shore
dnd-miniatures-2008/deathcap
dnd-miniatures-2008/the-treeline-in-spring
dungeon-command/lokar-of-the-stonelands
dungeon-command/skeletal-tomb-guardian
dungeon-command/bone-chilling-rally-cry
dungeon-command/tyranny-of-goblins-small-tile-2
"""
"""A card of each kind in each game, among them such as are little known, retired, or have long names."""

NO_PAGE = {
    "only takes what is sent": (
        "account-alerts collection-card collection-keep collection-set contribution-answer display-name"
        " favourite-remove hints"
        " import-keep legion-copy legion-delete legion-offer legion-rename legion-share legion-undelete legions-do"
        " legions-undo link-keep offer-take-back shared-comment shared-comments shared-copy shared-favourite"
        " sheet-offer theme token-end webhook-again webhook-do"
    ),
    "is a file": (
        "collection-export conformance-cases everybody-feed face favicon format-feed game-feed legion-cards-pdf"
        " legion-document legion-sheet-pdf livez mfa_download_recovery_codes mfa_login_webauthn oembed"
        " person-feed readyz robots security shared-cards-pdf shared-document shared-picture shared-sheet-pdf shield"
        " picture signing-keys sheet-export sitemap sitemap-section"
    ),
    "only leads on": "account_confirm_login_code account_set_password set_language",
}
"""The names of addresses at which no page of its own stands, by why."""

SUBMITTED: tuple[tuple[str, dict[str, str], str], ...] = (
    ("/account/login/", {"Username or email": "keeper", "Password": "wrong"}, "Log in"),
    (
        "/account/signup/",
        {"Username": "keeper", "Password": "a long enough secret", "The same password again": "other"},
        "Make the account",
    ),
    ("/import/", {"List": "# Legion\nGallowglas\n2 Tower Jackdaw\nNobody"}, "See how it is understood"),
    (
        "/collection/dungeon-command/import/",
        {"": "what,slug\npack,heart-of-cormyr\ncard,x"},
        "See how it is understood",
    ),
    ("/account/login/", {"Username or email": "keeper", "Password": "a long enough secret"}, "Log in"),
)
"""Pages that answer what is sent: where, what stands in which field, the button. The last leads to a second step."""


def addresses(house: PopulatedSite) -> Iterator[tuple[str, str]]:
    """Yield each named route with an address of it; what a route needs comes first."""
    for name, parameters in _routes(get_resolver().url_patterns, ""):
        known = {**WORDS, **house.words, **SPECIAL.get(name, {})}
        known["number"] = house.words["numbers"].get(name, known["number"])
        known["pk"] = house.words["numbers"].get(name, known["pk"]) if name.startswith("mfa_") else known["pk"]
        yield name, reverse(name, kwargs={word: known[word] for word in parameters})


def public_states() -> Iterator[str]:
    """Yield pages again as anybody finds them in other states: each kind of card, each game, what is empty or wrong."""
    for game in GAMES:
        for page in ("cards", "sets", "rules", "build", "collection"):
            yield f"/{page}/{game}/"
    for card in CARDS.split():
        yield f"/cards/{card}/"
    yield "/cards/attack-wing/?view=list"
    yield "/cards/attack-wing/?q=energie:fire"
    yield "/cards/attack-wing/?q=called-like-nothing"
    yield "/sets/dungeon-command/heart-of-cormyr/"
    yield "/build/attack-wing/?card=balagos"
    yield "/odds/attack-wing/?red=5&green=3&dodges=1&armor=2&target=on"


def own_states(house: PopulatedSite) -> Iterator[str]:
    """Yield pages again as the keeper of the house finds them in other states."""
    for one in house.lists.values():
        yield f"/legions/{one.pk}/"
    broken, first = house.lists["broken"].pk, house.lists["attack-wing"].pk
    yield f"/legions/{broken}/?at=0&slot=arcane"
    yield f"/legions/{broken}/?slot=creature"
    yield f"/legions/{broken}/sheet/?full=on"
    yield f"/legions/{first}/?share"
    yield f"/legions/compare/?with={first}&with={house.lists['variant'].pk}&with={broken}"
    yield "/legions/?q=no-list-is-called-so"
    yield "/legions/?deleted=1"
    yield "/collection/dungeon-command/lists/"


def _routes(
    patterns: list[URLPattern | URLResolver], prefix: str, before: tuple[str, ...] = ()
) -> Iterator[tuple[str, list[str]]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern).lstrip("^")
        if route.startswith(ELSEWHERE):
            continue
        parameters = [*before, *(pattern.pattern.converters or pattern.pattern.regex.groupindex)]
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route, tuple(parameters))
        elif pattern.name:
            yield pattern.name, parameters
