"""Shared caches of a process: in the reader's language, regardless of the first reader.

A sample of the pages is read in both orders (`tests.sampling`).
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache as kept
from django.test import Client

from catalog import publishing
from tests.browser.page_addresses import addresses, own_states, public_states
from tests.browser.populated_site import PopulatedSite, populate
from tests.legions.german_walks import NAMES_OF_NO_PAGE, OWN, cards
from tests.pseudo import forget_functions
from tests.sampling import PAGES_IN_BOTH_LANGUAGES

pytestmark = [pytest.mark.sampled, pytest.mark.django_db]

CHANGING = re.compile(r"[A-Za-z0-9]{64}|\?[0-9a-f]{8,}|name=\"once\"[^>]*|data-[a-z]+=\"[\w-]{16}\"|:\w{6}:[\w-]{43}\"")
"""Parts of a page that differ each time: form tokens, and the times of signatures."""


@pytest.fixture
def house() -> Iterator[PopulatedSite]:
    kept.clear()
    publishing.publish(cards(), by=None, why="First cards")
    yield populate(cards())
    kept.clear()


def forget() -> None:
    """Clear the caches of Muster's functions, as in a new process."""
    kept.clear()
    forget_functions()


def pages(addresses: list[str], language: str, user: Any) -> dict[str, str]:
    """Return each page as a reader of `language` sees it."""
    client = Client(headers={"accept-language": language})
    if user:
        client.force_login(user)
    seen = {}
    for address in addresses:
        answer = client.get(address)
        if not answer.streaming and answer.get("Content-Type", "").startswith("text/html"):
            seen[address] = CHANGING.sub("", answer.content.decode())
    return seen


def test_a_page_does_not_depend_on_the_language_of_the_request_before(house: PopulatedSite) -> None:
    named = [address for name, address in addresses(house) if name not in NAMES_OF_NO_PAGE]
    for user, found in (
        (None, [*(one for one in named if not one.startswith(OWN)), *public_states()]),
        (house.keeper, [*own_states(house)]),
    ):
        found = sorted(set(found))[::PAGES_IN_BOTH_LANGUAGES]
        pages(found, "en", user)  # changes of a first visit are made before
        forget()
        english, german_after = pages(found, "en", user), pages(found, "de", user)
        forget()
        german, english_after = pages(found, "de", user), pages(found, "en", user)
        assert len(english) > 20 // PAGES_IN_BOTH_LANGUAGES
        assert english != german
        for fresh, after in ((english, english_after), (german, german_after)):
            differing = [address for address in fresh if fresh[address] != after[address]]
            assert not differing, _first_difference(fresh[differing[0]], after[differing[0]], differing)


def _first_difference(fresh: str, after: str, addresses: list[str]) -> str:
    place = next(at for at, (one, other) in enumerate(zip(fresh, after, strict=False)) if one != other)
    near = slice(max(0, place - 120), place + 120)
    return f"{addresses}\n--- fresh\n{fresh[near]}\n--- after the other language\n{after[near]}"
