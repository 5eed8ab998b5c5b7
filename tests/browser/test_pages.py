"""Every page for a guest, a new user and an established user: free of errors and accessible.

A fifteenth of the pages is visited for each commit, and axe-core checks each in one of six looks; with `LONG=1`, as in
`make long`, all of them are, in all looks (see `sampling`).
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page

from tests.browser.error_watch import ErrorWatch
from tests.browser.page_addresses import NO_PAGE, SUBMITTED, addresses, own_states, public_states
from tests.browser.page_checks import LOOKS, errors, narrow
from tests.browser.populated_site import PopulatedSite
from tests.browser.sampling import Sample

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OWN = (
    "/account/",
    "/adventures/shared/",
    "/campaigns/",
    "/collection/",
    "/favourites/",
    "/legions/",
    "/people/",
    "/s/",
    "/shelf/",
)
"""Addresses whose pages differ for logged-in users and guests."""
NAMES_OF_NO_PAGE = set(" ".join(NO_PAGE.values()).split())


def is_page(client: Client, address: str) -> bool:
    """Return whether an address has a page of its own."""
    answer = client.get(address)
    return answer.status_code == 200 and answer["Content-Type"].startswith("text/html")


def opens(page: Page, address: str, watch: ErrorWatch) -> bool:
    """Open an address; return whether it has a page of its own."""
    answer = page.goto(address)
    assert answer, address
    if answer.status == 200 and not answer.request.redirected_from:
        return answer.headers["content-type"].startswith("text/html")
    assert answer.status < 500, address
    watch.take()  # the response that there is no page
    return False


def walk(page: Page, named: Iterable[tuple[str, str]], watch: ErrorWatch, sample: Sample) -> str:
    """Visit each page of the sample at one of these addresses; return all errors."""
    wrong = []
    for address, looks in sample.pages((address for _, address in named), LOOKS):
        if opens(page, address, watch):
            wrong += errors(page, address, watch, looks)
    return "\n".join(wrong)


def states(addresses: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield addresses without a name of their own."""
    return (("", address) for address in addresses)


def named(house: PopulatedSite) -> list[tuple[str, str]]:
    """Return every address that may have a page, with its name."""
    return [one for one in addresses(house) if one[0] not in NAMES_OF_NO_PAGE]


def own(house: PopulatedSite) -> list[tuple[str, str]]:
    """Return the addresses whose pages differ for each user."""
    return [one for one in named(house) if one[1].startswith(OWN) or one[1] == "/"]


def test_every_page_is_sound_for_a_guest(
    house: PopulatedSite, visit_as: Callable[..., Page], watch: ErrorWatch, sample: Sample
) -> None:
    assert walk(visit_as(), chain(named(house), states(public_states())), watch, sample) == ""


def test_every_page_is_sound_for_who_is_new(
    house: PopulatedSite, visit_as: Callable[..., Page], watch: ErrorWatch, sample: Sample
) -> None:
    assert walk(visit_as(house.newcomer), own(house), watch, sample) == ""


def test_every_page_is_sound_for_who_has_lived_here(
    house: PopulatedSite, visit_as: Callable[..., Page], watch: ErrorWatch, sample: Sample
) -> None:
    assert walk(visit_as(house.keeper), chain(own(house), states(own_states(house))), watch, sample) == ""


def test_no_page_in_german_is_wider_than_its_window(
    house: PopulatedSite, visit_as: Callable[..., Page], watch: ErrorWatch, sample: Sample, live_server: Any
) -> None:
    page, wrong, spoken = visit_as(house.keeper), [], set()
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "de", "url": live_server.url}])
    found = (address for _, address in (*named(house), *states(own_states(house))))
    for address in sample.addresses(found):
        if opens(page, address, watch):
            spoken.add(page.locator("html").get_attribute("lang"))
            wrong += [f"{address}: {complaint}" for complaint in narrow(page, watch)]
    assert "de" in spoken
    assert "\n".join(wrong) == ""


def test_every_address_is_the_page_of_one_of_them(house: PopulatedSite, client_as: Callable[..., Client]) -> None:
    unseen = dict(named(house))
    for client in (client_as(), client_as(house.newcomer), client_as(house.keeper)):
        unseen = {name: address for name, address in unseen.items() if not is_page(client, address)}
    assert set(unseen) == {"mfa_authenticate"}, "pages that nobody has seen; see below"


def test_every_address_listed_as_no_page_is_none(house: PopulatedSite, client_as: Callable[..., Client]) -> None:
    known, client = dict(addresses(house)), client_as(house.keeper)
    assert known.keys() >= NAMES_OF_NO_PAGE
    for name in NAMES_OF_NO_PAGE:
        assert not is_page(client, known[name]), name


def test_pages_that_answer_what_is_sent_are_sound(
    house: PopulatedSite, visit_as: Callable[..., Page], watch: ErrorWatch, sample: Sample
) -> None:
    page, wrong = visit_as(), []
    for turn, (address, fields, button) in enumerate(SUBMITTED, sample.turn):
        page.goto(address)
        for label, value in fields.items():
            field = page.get_by_label(label, exact=True) if label else page.get_by_role("main").locator("textarea")
            field.fill(value)
        with page.expect_navigation():
            page.get_by_role("main").get_by_role("button", name=button, exact=True).click()
        wrong += errors(page, f"{address} sent", watch, sample.looks(LOOKS, turn))
    assert "/2fa/authenticate/" in page.url
    assert "\n".join(wrong) == ""


def test_pages_that_are_not_there_are_sound(
    house: PopulatedSite, visit_as: Callable[..., Page], watch: ErrorWatch, sample: Sample
) -> None:
    page, wrong = visit_as(), []
    for status in (400, 404, 410):
        watch.foresee(f"status of {status}")
    gone = ["/nowhere/", "/cards/nowhere/", "/s/wrong/", f"/s/{house.ended}/", "/odds/attack-wing/?red=500"]
    for address, looks in sample.pages(gone, LOOKS):
        answer = page.goto(address)
        assert answer and answer.status >= 400, address
        wrong += errors(page, address, watch, looks)
    assert "\n".join(wrong) == ""
