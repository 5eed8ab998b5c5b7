"""The number of database queries of each page: fixed for every page, and equal with many legions and with 10."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from time import time
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalog import import_export, publishing
from legions.community.models import Comment, Favourite
from legions.saved_lists.models import BuildStatus, Legion, LegionRevision
from tests.browser.page_addresses import NO_PAGE, addresses
from tests.browser.populated_site import PopulatedSite, populate
from tests.sampling import MANY_LEGIONS, PAGES_BESIDE_MANY

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

LEADS_ON = set(NO_PAGE["only takes what is sent"].split()) | set(NO_PAGE["only leads on"].split())
"""Addresses that answer nobody who looks."""
DRAWN = {"legion-cards-pdf", "legion-sheet-pdf", "shared-cards-pdf", "shared-sheet-pdf"}
"""Files of Typst's, which take a second each; they ask what their pages ask (see `test_printing`)."""

QUERIES = """
account -/12 | account-data -/41 | account-delete -/42 | account_change_password -/3 | account_confirm_email 0/2
account_email -/5 | account_email_verification_sent 0/2 | account_inactive 0/2 | account_login 0/-
account_logout -/2 | account_reauthenticate -/8 | account_reset_password 0/2 | account_reset_password_done 0/2
account_reset_password_from_key 1/3 | account_reset_password_from_key_done 0/2 | account_signup 0/- | all-rules 2/4
all-sets 2/4 | all-wanted 2/4 | api-docs 0/2 | boxes 3/7 | build 8/13 | build-games 2/4 | card 12/17 | cards 4/8
collection 3/6 | collection-export 3/6 | collection-import 2/5 | collections 2/7 | comment-report -/5
conformance-cases 0/0 | contribute 3/6 | contributions -/9 | developers 0/2
everybody 9/11 | everybody-feed 7/7 | face 1/1 | favicon -/-
favourites -/7 | format-feed 9/9 | game-feed 9/9 | games 2/4 | home 3/18 | import 1/3 | legion -/18
legion-cards -/8 | legion-copies -/9 | legion-document -/4 | legion-release -/13
legion-sheet -/10 | legion-state -/7 | legion-wrong -/6 | legions 1/19 | legions-compare 0/3 | link 0/2 | livez 0/0
legal 1/3 | marks 0/2 | mfa_activate_totp -/- | mfa_add_webauthn -/8 | mfa_authenticate -/- | mfa_deactivate_totp -/4
mfa_download_recovery_codes -/3 | mfa_edit_webauthn -/3 | mfa_generate_recovery_codes -/3 | mfa_index -/4
mfa_list_webauthn -/3 | mfa_login_webauthn -/- | mfa_reauthenticate -/8 | mfa_reauthenticate_webauthn -/12
mfa_remove_webauthn -/3 | mfa_view_recovery_codes -/3 | odds 2/5 | oembed -/- | own-page -/4 | person 8/10
person-feed 6/6 | person-report -/3 | picture -/- | plans 2/7 | problem 0/2 | problems 0/2 | readyz 4/4
receipts 0/2 | robots 0/0 | rules 5/7 | security -/- | set 3/10 | sets 3/5 | sheet 2/6
sheet-export 2/5 | sheet-import 2/5 | shared 8/12 | shared-cards 5/7
shared-copies 7/9 | shared-document 2/2 | shared-embed 4/4 | shared-picture 4/4 | shared-report -/4
shared-sheet 6/8 | shared-wrong 4/6 | shield 1/1 | signing-keys 0/0 | sitemap 10/10 | sitemap-section 1/1
tokens -/3 | usersessions_list -/7 | wanted 2/4 | webhook -/6 | webhooks -/3
all-own-numbers 2/5 | own-numbers 3/8
coverage 1/3 | play 1/3 | question 4/7
adventure 3/5 | campaign -/12 | campaign-correct -/9 | campaign-join 7/- | campaign-record -/5 | campaign-result -/11
campaign-adventure -/6 | campaign-adventures -/6 | campaign-write -/7 | campaign-shared 8/10
shared-adventure 2/5 | campaign-release -/12 | adventure-report -/3
references 2/4 | campaign-shared-record 2/2 | campaign-start 3/5 | campaigns 1/5 | game-campaigns 2/4
"""
"""How often an address asks the database for a guest and for who has lived here, `-` where it has nothing for them."""


def pinned() -> dict[str, tuple[str, str]]:
    entries = (entry.split() for line in QUERIES.strip().splitlines() for entry in line.split(" | "))
    counted = {name: (counts.split("/")[0], counts.split("/")[1]) for name, counts in entries}
    if connection.vendor == "postgresql":
        counted["readyz"] = (
            "5",
            "5",
        )  # it checks for a writable database; SQLite's file, without a query
    return counted


@pytest.fixture
def house() -> PopulatedSite:
    cache.clear()
    cards = import_export.read(import_export.find([Path(settings.BASE_DIR) / "fixtures"])).documents
    publishing.publish(cards, by=None, why="First cards")
    return populate(cards)


def client_of(user: Any) -> Client:
    """Return a client that has just entered the password."""
    client = Client()
    client.force_login(user)
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time()}]
    session.save()
    return client


def grow(house: PopulatedSite, count: int) -> None:
    """Give the keeper `count` legions: shared, tagged, wanted, trashed; with comments and likes."""
    pattern = house.lists["variant"]
    document = {**pattern.document, "tags": ["league"]}
    earlier = pattern.updated_at - timedelta(days=1)  # those of every game stay on the first page
    missing = count - Legion.objects.filter(owner=house.keeper).count()
    legions = Legion.objects.bulk_create(
        Legion(
            owner=house.keeper,
            game=pattern.game,
            document={**document, "name": f"Legion {number}"},
            what="Started.",
            share_key=f"key-{count}-{number}",
            public=True,
            published_at=earlier,
            updated_at=earlier,
            family=pattern.family,
            folder=("", "Winter league")[number % 2],
            mark=("", BuildStatus.BUILT, BuildStatus.WANTED)[number % 3],
            archived_at=pattern.updated_at if number % 5 == 0 else None,
        )
        for number in range(missing)
    )
    first = house.lists["attack-wing"]
    Favourite.objects.bulk_create(Favourite(user=house.keeper, legion=one, key_hash="") for one in legions)
    Comment.objects.bulk_create(
        Comment(legion=first, by=house.keeper, text="Yes.", written_at=pattern.updated_at) for _ in legions
    )
    LegionRevision.objects.bulk_create(
        LegionRevision(legion=one, number=1, document=one.document, what=one.what, saved_at=one.updated_at)
        for one in legions
    )


def asked(client: Client, named: Iterable[tuple[str, str]], known: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the name of each address with its number of queries.

    An address whose number differs from `known` is visited again, with warm caches, and the second number counts.
    """
    for name, address in named:
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address)
        if answer.status_code != 200:
            yield name, "-"
            continue
        if str(len(queries)) != known.get(name):
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
        yield name, str(len(queries))


@pytest.mark.sampled
def test_each_page_asks_the_database_as_often_beside_many_legions_as_beside_10(house: PopulatedSite) -> None:
    guest, keeper = Client(), client_of(house.keeper)
    counted: dict[int, dict[str, tuple[str, str]]] = {}
    known: dict[Client, dict[str, str]] = {guest: {}, keeper: {}}
    for count, part in ((10, 1), (MANY_LEGIONS, PAGES_BESIDE_MANY)):
        grow(house, count)
        named = [one for one in addresses(house) if one[0] not in LEADS_ON | DRAWN][::part]
        for client in (keeper, guest):
            known[client] = dict(asked(client, named, known[client]))
        counted[count] = {name: (number, known[keeper][name]) for name, number in known[guest].items()}
    assert counted[10] == pinned(), "an address that is new, or asks more or less than is written down"
    assert counted[MANY_LEGIONS] == {name: counted[10][name] for name, _ in named}
