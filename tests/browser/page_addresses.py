"""Addresses of all pages of the website and the API, with sample parameters, and the other addresses with reasons."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from legions.play.play_hooks import play_hooks
from tests.browser.populated_site import GAMES, PopulatedSite

ELSEWHERE = ("admin/", "api/v1/")
"""Addresses that are not pages (the API) or have tests of their own (the admin)."""

WORDS: dict[str, Any] = {
    "game": "attack-wing",
    "release": 1,
    "code": "unknown-game",
    "uidb36": "1",
    "number": 1,
    "section": "pages",
    "question": "attack",
    "format": "standard",
}
"""Sample values of the URL parameters; a page with another parameter fails until it has a sample."""

SPECIAL: dict[str, dict[str, Any]] = {
    "adventure": {"slug": "the-ninth-bell"},
    "campaign-adventure": {"slug": "own-adventure"},
    "campaign-adventure-share": {"slug": "own-adventure"},
    "campaign-start": {"game": "attack-wing"},
    "card": {"slug": "wraith"},
    "chapter": {"chapter": "p15-combat-phase"},
    "card-watch": {"slug": "wraith"},
    "collection-card": {"slug": "wraith"},
    "collection-set": {"slug": "wraith-expansion"},
    "contribute": {"slug": "balagos"},
    "link-in-path": {"rest": "1AAAAAAAAAA"},
    "picture": {"digest": "0" * 64, "form": "webp"},
    "section": {"address": "p15/combat-phase"},
    "set": {"slug": "wraith-expansion"},
    "set-watch": {"slug": "wraith-expansion"},
    "sheet": {"slug": "starter-set"},
    "sheet-export": {"slug": "starter-set"},
    "sheet-import": {"slug": "starter-set"},
    "sheet-offer": {"slug": "starter-set"},
    "shared-marked": {"rest": f"{'x' * 32}//"},
    "shelf-photo": {"slug": "balagos"},
    "shield": {"slug": "wraith"},
    "storyline": {"slug": "primordial-graveyard"},
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
"""A card of each kind in each game, including little-known and retired cards and long names."""

NO_PAGE = {
    "only takes what is sent": (
        "account-alerts adventure-end-link adventure-use campaign-adventure-share campaign-do campaign-import"
        " card-watch collection-card collection-keep collection-set contribution-answer"
        " density display-name"
        " favourite-remove hints"
        " import-keep legion-copy legion-delete legion-offer legion-rename legion-share legion-undelete legions-do"
        " legions-undo link-keep offer-take-back play-keep play-table shared-comment shared-comments shared-copy"
        " shared-favourite"
        " set-watch sheet-offer theme token-end watching-read watching-stop webhook-again webhook-do"
    ),
    "is a file": (
        "campaign-record campaign-shared-record collection-export conformance-cases everybody-feed face favicon"
        " format-feed game-feed game-releases-feed legion-cards-pdf"
        " legion-document legion-sheet-pdf livez metrics mfa_download_recovery_codes mfa_login_webauthn"
        " oembed person-feed readyz robots security shared-cards-pdf shared-document shared-picture shared-sheet-pdf"
        " shelf-photo shield picture releases-feed signing-keys sheet-export sitemap sitemap-section storyline"
    ),
    "only leads on": (
        "account_confirm_login_code account_set_password legion-hand legion-history link-in-path random-list"
        " section set_language shared-hand shared-marked"
    ),
}
"""The names of addresses without a page of their own, by reason."""

SUBMITTED: tuple[tuple[str, dict[str, str], str], ...] = (
    ("/account/login/", {"Username or email": "keeper", "Password": "wrong"}, "Log in"),
    (
        "/account/signup/",
        {"Username": "keeper", "Password": "a long enough secret", "Repeat password": "other"},
        "Create account",
    ),
    ("/import/", {"List": "# Legion\nGallowglas\n2 Tower Jackdaw\nNobody"}, "Preview"),
    (
        "/collection/dungeon-command/import/",
        {"": "what,slug\npack,heart-of-cormyr\ncard,x"},
        "Preview",
    ),
    ("/account/login/", {"Username or email": "keeper", "Password": "a long enough secret"}, "Log in"),
)
"""Pages that answer a form: address, field values, button. The last leads to a second step."""


AREA = "targets_0_creature=Wraith&targets_0_measured_range=2&targets_1_creature=Balagos&targets_1_measured_range=1"
OF_AREA = f"{AREA}&targets_1_rolled_attack=hit.hit&targets_1_rolled_defense=dodge"
FACES = "attack_hits=3&attack_criticals=1&attack_concentrates=2&defense_dodges=3&defense_concentrates=2"


def addresses(house: PopulatedSite) -> Iterator[tuple[str, str]]:
    """Yield each named route with an address of it."""
    for name, parameters in _routes(get_resolver().url_patterns, ""):
        known = {**WORDS, **house.words, **SPECIAL.get(name, {})}
        known["number"] = house.words["numbers"].get(name, known["number"])
        known["pk"] = house.words["numbers"].get(name, known["pk"]) if name.startswith("mfa_") else known["pk"]
        if name == "campaign" or name.startswith("campaign-"):
            known |= house.words["campaigns"] | SPECIAL.get(name, {})
        if name == "campaign-join":
            known["key"] = known["invitation"]
        if name.startswith(("shared-adventure", "adventure-")):
            known["key"] = house.words["campaigns"]["published"]
        yield name, reverse(name, kwargs={word: known[word] for word in parameters})


def public_states() -> Iterator[str]:
    """Yield public pages in further states: each kind of card, each game, empty results, errors."""
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
    yield "/campaigns/dungeon-command/"
    yield "/campaigns/dungeon-command/new/"
    for game in GAMES:
        yield f"/games/{game}/"
        yield f"/published/{game}/"


def play_states() -> Iterator[str]:
    """Yield the pages of play: each question empty, answered, open and refused; the odds, references and coverage."""
    for question in play_hooks("attack-wing").forms:
        yield f"/play/attack-wing/{question}/"
    for asked in (
        "attack/?attacker=Wraith&defender=Balagos&measured_range=1&rolled_attack=hit.critical&spend_attacker=target",
        "attack/?attacker=Balagos&defender=Wraith&measured_range=4&attacker_attacked=on",
        "attack/?attacker=Wraith&defender=Balagos&measured_range=1&adventure_slug=ambush-in-the-valley",
        "attack/?attacker=A&measured_range=9",
        f"area-attack/?attacker=Balagos&upgrade=white-gale&level=air&{OF_AREA}",
        "area-attack/?attacker=Balagos&upgrade=tongue-of-old-kindle&level=air&targets_0_creature=Wraith",
        "maneuver/?creature=Balagos&bearing=turn&side=left&speed=2&colour=red&creature_exhaustion=1",
        "maneuver/?creature=Wraith&bearing=pivot&side=none&speed=0&colour=white",
        "damage/?creature=Wraith&normal=2&critical=1",
        "damage-deck/?set=the-nine-bells-of-tollwater&deal=our-game&words=salt,rope",
        "upgrade/?upgrade=within-the-rail&does=use",
        "upgrade/?upgrade=gaffer-thole&does=soldier-falls&fallen=2",
        "morale/?soldiers=3",
        "formation/?soldiers=0_1&soldiers=3_-1",
        "set-up/?lines_0=Wraith&lines_1=Balagos&total_0=50&total_1=60",
        "order/?lines_0=Wraith&lines_1=Nobody",
        "end-phase/?lines_0=Wraith&lines_1=Balagos&sides_0_creatures_0_damage=9",
        "winner/?lines_0=Wraith&lines_1=Balagos&adventure_slug=ambush-in-the-valley",
        "dispute/?rolled_attack=blank.blank.blank.hit.concentrate&rolled_defense=dodge.dodge.dodge.dodge.dodge",
    ):
        yield f"/play/attack-wing/{asked}"
    for question in play_hooks("dungeon-command").forms:
        yield f"/play/dungeon-command/{question}/"
    yield "/play/dungeon-command/take-damage/?creature=Drider&creature_taken=40&damage=60&morale=4"
    yield "/play/dungeon-command/deploy/?commander=Valnar+Trueblade&when=deploy-phase&leadership=12&creatures_0=Wolf"
    yield "/play/dungeon-command/attack/?attacker=War+Wizard&target=Shadow+Mastiff&attack=ranged&view=cover&distance=8"
    yield "/play/dungeon-command/order-odds/?commander=Valnar+Trueblade&deck=36&copies=4&turn=3&creatures=12&able=4"
    yield "/play/dungeon-command/move/?creature=Drider&squares=7&passes=on"
    yield "/play/dungeon-command/winner/?players_0_morale=0&players_1_morale=5&players_2_morale=5"
    yield "/play/dungeon-command/morale/?commander=Valnar+Trueblade&first_game=on&destroyed_0=Wolf"
    yield f"/play/dungeon-command/deploy/?when=start&{'&'.join(f'creatures_{place}=Wolf' for place in range(5))}"
    yield "/play/dnd-miniatures-2003/damage/?base=30&way=melee&lessened_0_by=5&lessened_0_because=Oak&lessened_1_by=10"
    yield "/play/dnd-miniatures-2008/attack-roll/?attacker=Deathcap&attacker_attacks_0=Cap&attacker_attacks_0_bonus=x"
    for asked in (
        "acting=Human+Ranger&order=Killing+Strike&now=activation",
        "acting=Human+Ranger&order=Killing+Strike&now=activation&helpers_0=Dwarven+Defender&helpers_1=Dwarf+Cleric",
        "acting=Drider&acting_tapped=on&order=Killing+Strike&now=other-turn",
    ):
        yield f"/play/dungeon-command/play-order/?{asked}"
    for question in play_hooks("dnd-miniatures-2003").forms:
        yield f"/play/dnd-miniatures-2003/{question}/"
    for asked in (
        "damage/?attacker=Dwarf+Axefighter&way=melee&lessened_0_by=5&lessened_0_least=5&lessened_1_by=5&defender=Axe+Sister",
        "attack/?attacker=Dwarf+Axefighter&target=Axe+Sister&way=melee&charges=on",
        "command/?creature=Dire+Rat&commander=Red+Wizard&sees=yes",
        "morale/?creature=Dwarf+Axefighter&creature_now=15&cause=half&dc=20",
        "initiative/?check=round&sides_0_bonus=3&sides_1_bonus=5",
        "victory-points/?lost_0=Axe+Sister&lost_0_owner=first&by_cost=yes",
    ):
        yield f"/play/dnd-miniatures-2003/{asked}"
    yield f"/odds/attack-wing/?red=5&green=3&dodges=1&armor=2&target=on&{FACES}"
    yield f"/odds/attack-wing/?attacker=wraith&weapon=0.0&defender=balagos&charge=on&pivot=on&resists=on&{FACES}"
    yield "/rules/attack-wing/reference/?q=token"
    yield "/rules/attack-wing/?q=crit"
    yield "/rules/attack-wing/?q=called-like-nothing"
    yield "/search/?q=crit&game=dnd-miniatures-2008"
    yield "/search/?q=called-like-nothing"
    yield "/rules/dnd-miniatures-2003/coverage/"
    yield "/rules/dnd-miniatures-2003/book/helpless/"
    yield "/rules/dnd-miniatures-2008/book/10/"


def own_states(house: PopulatedSite) -> Iterator[str]:
    """Yield pages in further states for the owner of the populated site."""
    for one in house.lists.values():
        yield f"/legions/{one.pk}/"
    broken, first = house.lists["broken"].pk, house.lists["attack-wing"].pk
    yield f"/legions/{broken}/?at=0&slot=arcane"
    yield f"/legions/{broken}/?slot=creature"
    yield f"/legions/{broken}/sheet/?full=on"
    for game in GAMES:
        yield f"/legions/{house.lists[game].pk}/play/"
    hand = f"/legions/{house.lists['dungeon-command'].pk}/hand/"
    yield f"{hand}?seed=7"
    yield f"{hand}?seed=7&turn=3"
    yield f"/legions/{first}/?share"
    yield f"/legions/compare/?with={first}&with={house.lists['variant'].pk}&with={broken}"
    yield f"/legions/compare/?with={first}"
    yield "/legions/?q=no-list-is-called-so"
    yield "/legions/?deleted=1"
    yield "/collection/dungeon-command/lists/"
    written = reverse("campaign-write", args=[house.words["campaigns"]["pk"]])
    yield f"{written}?copy=in-for-a-penny-in-for-a-pounding"
    yield f"{written}?json=1"


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
