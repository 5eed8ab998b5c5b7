"""The cards whose facts would decide the most lists: published lists, and public ones of players.

Private lists are not counted, so every number can be shown.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import Any

from catalog.documents import card_facts
from catalog.documents.errors import InvalidInput
from legions.cards import card_sheet
from legions.cards.stock import CardView, Stock
from legions.contributing.affected_lists import counted_for_all
from legions.contributing.fact_order import ordered_facts
from legions.saved_lists.models import Legion
from legions.saved_lists.published_lists import published_lists
from legions.site import wording
from rulesapi.judging import verdicts
from rulesapi.judging.batches import judging_cost

MAX_PUBLIC_LISTS = 200
"""The maximum number of public lists that are judged, the newest first."""
MAX_PUBLIC_CARDS = 4_000
"""The maximum number of cards in these lists; further lists are left out."""
MAX_SHOWN_CARDS = 5
MAX_SHOWN_FACTS = 3


@dataclass(frozen=True, slots=True)
class WaitingCard:
    """A card with facts that lists wait for: the facts by name, the number of lists and of rules that need them.

    `others` is the smallest number of other cards for which one of these lists waits, too.
    """

    slug: str
    facts: frozenset[str]
    lists: int
    rules: int
    others: int


@dataclass(frozen=True, slots=True)
class WaitingCards:
    """The lists that were counted, those that are undetermined for missing facts, and the cards that these wait for.

    The cards that most lists wait for come first; of others, those of a list that waits for few cards.
    """

    counted: int = 0
    undetermined: int = 0
    cards: tuple[WaitingCard, ...] = ()

    def lists_by_card(self) -> dict[str, int]:
        """Return the number of lists that wait for each card, by its slug."""
        return {card.slug: card.lists for card in self.cards}


@dataclass(frozen=True, slots=True)
class DecidingCard:
    """A card as a page shows it: with the labels of its first facts, and the number of further ones.

    `lists` wait for its facts. `questions` of play take one of its missing facts from the card.
    """

    card: CardView
    labels: str
    further: int
    lists: int
    questions: int


@dataclass(frozen=True, slots=True)
class DecidingCards:
    """The cards that would decide most, with the numbers of lists that were counted and that are undetermined."""

    counted: int
    undetermined: int
    cards: tuple[DecidingCard, ...]


def waiting_cards(stock: Stock) -> WaitingCards:
    """Return the cards that the published and the public lists of a game wait for in the newest release.

    The result is cached for all users; while the first count runs, and for a game without known rules, it is empty.
    """
    game = stock.game["slug"]
    key = f"cards-waiting:{game}:{stock.release}"
    return counted_for_all(key, lambda: cards_waiting_in(_verdicts(stock))) or WaitingCards()


def cards_waiting_in(judged_lists: Iterable[Mapping[str, Any]]) -> WaitingCards:
    """Return the cards for whose facts these verdicts wait."""
    counted = undetermined = 0
    rules: dict[str, set[str]] = {}
    facts: dict[str, set[str]] = {}
    lists: dict[str, list[int]] = {}
    for verdict in judged_lists:
        counted += 1
        if verdict["verdict"] != "undetermined" or not verdict["unknown"]:
            continue  # an undetermined list without unknown facts depends on an open question of the rulebook
        undetermined += 1
        cards = {unknown["card"] for unknown in verdict["unknown"]}
        for slug in cards:
            lists.setdefault(slug, []).append(len(cards) - 1)
        for unknown in verdict["unknown"]:
            rules.setdefault(unknown["card"], set()).update(unknown["needed_by"])
            facts.setdefault(unknown["card"], set()).add(unknown["fact"].split("/")[1])
    waiting = [
        WaitingCard(slug, frozenset(facts[slug]), len(others), len(rules[slug]), min(others))
        for slug, others in lists.items()
    ]
    ordered = sorted(waiting, key=lambda card: (-card.lists, card.others, -card.rules, card.slug))
    return WaitingCards(counted, undetermined, tuple(ordered))


def deciding_cards(stock: Stock) -> DecidingCards | None:
    """Return the few cards whose facts would decide most, or None if no list waits for any."""
    found = waiting_cards(stock)
    cards = [card for card in found.cards if stock.card(card.slug).known][:MAX_SHOWN_CARDS]
    if not cards:
        return None
    return DecidingCards(found.counted, found.undetermined, tuple(_shown(stock, card) for card in cards))


def _shown(stock: Stock, waiting: WaitingCard) -> DecidingCard:
    card = stock.card(waiting.slug)
    sheet = card_sheet.CardSheet(dict(card.document))
    wanted = frozenset(card_facts.wanted_facts(card.document))
    ordered = ordered_facts(stock, card.document["kind"])
    facts = [one.fact for one in ordered if one.fact in waiting.facts]
    return DecidingCard(
        card,
        ", ".join(wording.inline_noun(sheet.label(fact)) for fact in facts[:MAX_SHOWN_FACTS]),
        max(0, len(facts) - MAX_SHOWN_FACTS),
        waiting.lists,
        max((one.questions for one in ordered if one.fact in wanted), default=0),
    )


def _verdicts(stock: Stock) -> Iterator[dict[str, Any]]:
    """Yield the verdict on each list of a game that can be judged, by the release of the snapshot."""
    game = stock.game["slug"]
    judge = verdicts.sequential_judge(stock.release)
    for document in (*(one.legion for one in published_lists(game)), *_public_documents(game)):
        verdict = judge(document)
        if not isinstance(verdict, InvalidInput):
            yield verdict


def _public_documents(game: str) -> Iterator[dict[str, Any]]:
    """Yield the newest public lists with cards as visitors see them, without the release that they name."""
    newest = Legion.objects.public().filter(game=game).order_by("-published_at", "-id")[:MAX_PUBLIC_LISTS]
    documents = [{key: value for key, value in legion.shown.items() if key != "release"} for legion in newest]
    filled = [document for document in documents if document.get("picks")]
    costs = accumulate(map(judging_cost, filled))
    for document, _cost in zip(filled, takewhile(lambda cost: cost <= MAX_PUBLIC_CARDS, costs), strict=False):
        yield document
