"""Links about a game: no page leads to a part that the game does not have, and every link answers."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories, smallest_game
from tests.nonempty import nonempty

pytestmark = pytest.mark.django_db

GAME = smallest_game.GAME
PAGES = (
    *("/", "/play/", "/games/", "/cards/", "/sets/", "/build/", "/rules/", "/search/", "/search/?q=no-such-word"),
    *("/wanted/", "/collection/", "/numbers/", "/import/", "/shared/", "/campaigns/", "/published/"),
    *(f"/games/{GAME}/", f"/cards/{GAME}/", f"/cards/{GAME}/flint/", f"/sets/{GAME}/", f"/sets/{GAME}/bag/"),
    *(f"/rules/{GAME}/?q=no-such-word", f"/rules/{GAME}/coverage/", f"/campaigns/{GAME}/", f"/wanted/{GAME}/"),
)
"""Pages with links to the parts of a game."""
OF_LISTS = ("build", "collection", "own-numbers", "rules", "campaign-start")
"""The URL names of the parts of a game whose lists are judged."""


@pytest.fixture(params=[True, False], ids=["judged", "not judged"])
def judged(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[bool]:
    """Publish a game without a rulebook and a referee, with rules for lists or without, next to one with more."""
    documents: list[dict[str, Any]] = smallest_game.documents()
    if not request.param:
        next(one for one in documents if one["kind"] == "game")["ruleset"] = "no-such-rules/1"
    with smallest_game.known(tmp_path / "schemas"):
        factories.publish_documents(documents, by=None, why="A small game")
        factories.publish_frame(factories.creature(slug="giant"))
        yield request.param


def addresses_on(client: Client, page: str) -> list[str]:
    """Return the addresses that a page leads to or takes its images from."""
    html = client.get(page, follow=True).content.decode()
    found = {urljoin(page, link.replace("&amp;", "&")) for link in re.findall(r'\b(?:href|src)="([^"]+)"', html)}
    return sorted({link.partition("#")[0] for link in found if link.startswith("/") and "/static/" not in link})


@pytest.mark.sampled
@pytest.mark.parametrize("member", [False, True])
def test_each_link_on_the_pages_about_a_game_answers(client: Client, judged: bool, member: bool) -> None:
    if member:
        client.force_login(factories.UserFactory())
    answers: dict[str, int] = {}
    for page in PAGES:
        for address in nonempty(addresses_on(client, page)):
            if address not in answers:
                answers[address] = client.get(address, follow=True).status_code
            assert answers[address] == 200, (page, address)


@pytest.mark.sampled
def test_only_a_game_whose_lists_are_judged_is_offered_for_lists(client: Client, judged: bool) -> None:
    parts = {name: reverse(name, args=[GAME]) for name in OF_LISTS}
    linked = {address for page in PAGES for address in addresses_on(client, page)}
    assert {name for name, address in parts.items() if address in linked} == (set(OF_LISTS) if judged else set())
    answers = {name: client.get(address).status_code for name, address in parts.items()}
    assert set(answers.values()) == {200 if judged else 404}, answers
