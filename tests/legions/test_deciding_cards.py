"""The cards whose facts would decide the most lists: what is counted, what is not, and the section of a game's page."""

from typing import Any

import pytest
from django.core.cache import caches
from django.utils import timezone

from legions.cards.stock import stock
from legions.contributing import deciding_cards
from legions.contributing.deciding_cards import WaitingCards, cards_waiting_in, waiting_cards
from legions.saved_lists.models import Legion
from legions.saved_lists.published_lists import published_lists
from legions.shelf.models import ShelfCard
from tests import factories, worlds
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.usefixtures("world")]

GAME = "attack-wing"
GAME_PAGE = "/games/attack-wing/"
HEAD = "What would decide most"


@worlds.once_a_module
def world() -> None:
    factories.publish_frame(
        factories.creature(slug="beast", name="Grey Beast", cost=None, attack=None),
        factories.creature(slug="ghost", name="Ghost", unique=None, cost=None),
        factories.creature(slug="wight", name="Wight"),
    )


def save_list(*slugs: str, owner: Any = None, public: bool = True) -> Legion:
    saved = factories.legion(*({"card": slug} for slug in slugs), owner=owner or factories.UserFactory())
    if public:
        Legion.objects.filter(pk=saved.pk).update(
            public=True, share_key=f"key-{saved.pk}"[:22], published_at=timezone.now()
        )
    return saved


def waiting() -> dict[str, int]:
    caches["derived"].clear()
    return waiting_cards(stock(GAME)).lists_by_card()


def test_public_lists_without_a_certain_verdict_wait_for_cards_with_missing_facts() -> None:
    save_list("beast")
    save_list("beast", "ghost")
    save_list("wight")
    assert waiting() == {"beast": 2, "ghost": 1}
    found = waiting_cards(stock(GAME))
    assert found.undetermined == 2
    assert found.counted == 3 + len(published_lists(GAME))
    assert found.cards[0].others == 0
    assert found.cards[0].facts == {"cost"}


def test_private_and_deleted_lists_and_lists_without_cards_are_not_counted() -> None:
    save_list("beast", public=False)
    Legion.objects.filter(pk=save_list("beast").pk).update(deleted_at=timezone.now())
    save_list()
    assert waiting() == {}
    assert waiting_cards(stock(GAME)).counted == len(published_lists(GAME))


def test_an_illegal_list_waits_for_nothing() -> None:
    save_list(*["wight"] * 20, "beast")
    assert waiting() == {}


def test_of_cards_in_equally_many_lists_the_one_with_fewer_others_comes_first() -> None:
    verdicts = [
        {"verdict": "undetermined", "unknown": [_unknown("a"), _unknown("b")]},
        {"verdict": "undetermined", "unknown": [_unknown("c"), _unknown("c", "/slots")]},
        {"verdict": "legal", "unknown": [_unknown("d")]},
        {"verdict": "undetermined", "unknown": [], "open": ["a question of the rulebook"]},
    ]
    found = cards_waiting_in(verdicts)
    assert [(card.slug, card.lists, card.others) for card in found.cards] == [("c", 1, 0), ("a", 1, 1), ("b", 1, 1)]
    assert (found.counted, found.undetermined) == (4, 2)
    assert cards_waiting_in([]) == WaitingCards()


def _unknown(card: str, fact: str = "/cost") -> dict[str, Any]:
    return {"card": card, "fact": fact, "needed_by": ["point-limit"], "at": []}


def test_the_newest_public_lists_are_judged_up_to_a_maximum(monkeypatch: pytest.MonkeyPatch) -> None:
    for slug in ("beast", "wight", "wight"):
        save_list(slug)
    monkeypatch.setattr(deciding_cards, "MAX_PUBLIC_LISTS", 2)
    assert waiting() == {}
    monkeypatch.undo()
    assert waiting() == {"beast": 1}
    monkeypatch.setattr(deciding_cards, "MAX_PUBLIC_CARDS", 4)
    assert waiting() == {}


def test_a_list_that_names_an_old_release_counts_with_the_newest() -> None:
    saved = save_list("beast")
    Legion.objects.filter(pk=saved.pk).update(document={**saved.document, "release": 1})
    factories.publish_documents([factories.creature(slug="beast", cost=5)], by=None, why="The cost.")
    assert waiting() == {}


def test_the_page_of_a_game_has_the_first_cards_with_their_facts_and_lists(client: Any) -> None:
    save_list("beast")
    save_list("beast", "ghost")
    page = Page(client.get(GAME_PAGE))
    assert HEAD in page.words
    assert "2 have no certain verdict" in page.words
    assert page.all("a", href="/shelf/attack-wing/?q=Grey%20Beast#choose")
    assert "Grey Beast" in Page(client.get("/shelf/attack-wing/?q=Grey%20Beast")).words
    assert "2 lists wait for it" in page.words
    assert "1 list waits for it" in page.words
    assert page.all("a", href="/wanted/attack-wing/")


def test_the_page_of_missing_facts_begins_with_the_cards_that_decide(client: Any) -> None:
    factories.legion({"card": "beast"})
    save_list("ghost")
    page = Page(client.get("/wanted/attack-wing/"))
    names = [link["href"].split("/")[-2] for link in page.all("a") if link.get("class") == "card-row__name"]
    assert names == ["ghost", "beast"]
    assert "1 published or public list waits for them" in page.words
    assert "Fewer than 5 lists wait for them" in page.words


def test_the_next_card_of_a_shelf_is_the_one_that_the_page_of_the_game_names_first(client: Any) -> None:
    for _ in range(6):
        save_list("beast", public=False)
    save_list("ghost")
    client.force_login(factories.UserFactory())
    client.post("/shelf/attack-wing/", {"do": "add-next"})
    assert ShelfCard.objects.get().slug == "ghost"


def test_the_section_is_left_out_if_no_list_waits(client: Any) -> None:
    save_list("wight")
    assert HEAD not in Page(client.get(GAME_PAGE)).words


def test_at_most_a_few_cards_are_shown(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding_cards, "MAX_SHOWN_CARDS", 1)
    save_list("beast", "ghost")
    page = Page(client.get(GAME_PAGE))
    assert len([link for link in page.all("a") if link["href"].endswith("#choose")]) == 1


@pytest.mark.parametrize("count", [1, 12])
def test_the_page_of_a_game_asks_the_database_as_often_for_many_lists(
    client: Any, django_assert_num_queries: Any, count: int
) -> None:
    for _ in range(count):
        save_list("beast")
    client.get(GAME_PAGE)
    caches["derived"].clear()
    with django_assert_num_queries(6):
        client.get(GAME_PAGE)
    with django_assert_num_queries(4):
        client.get(GAME_PAGE)
