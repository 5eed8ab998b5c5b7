"""The facts of a kind of card in the order in which they decide most.

First come the facts that verdicts on lists depend on, then those that play needs, then the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from catalog.documents.card_facts import reportable_facts
from legions.cards.stock import Stock
from legions.game_words import vocabulary, words_of_game
from legions.saved_lists.published_lists import published_lists
from rulesapi.engine.core.library import find_ruleset
from rulesapi.judging import verdicts
from rulesapi.judging.fact_needs import FactKey, FactNeed, needs_of_lists, questions_with_fact


class Decides(StrEnum):
    """The things that a fact decides; the value for a fact that nothing reads is empty."""

    LISTS = "lists"
    PLAY = "play"
    NOTHING = ""


@dataclass(frozen=True, slots=True)
class OrderedFact:
    """A fact of a kind of card with everything that reads it.

    `rules` of lists depend on it, `lists` that were published would be undetermined without it, and `waiting` of them
    are. `questions` of play take it from the card.
    """

    fact: str
    decides: Decides
    rules: int = 0
    lists: int = 0
    waiting: int = 0
    questions: int = 0


def ordered_facts(stock: Stock, kind: str) -> tuple[OrderedFact, ...]:
    """Return every reportable fact of cards of a kind once, those that decide most first.

    The facts for which the ruleset says to ask first come first, ordered by published lists, then by rules. Then come
    other facts that rules name, then facts of play by questions, then the rest in the schema's order. The result is
    computed once for each release. Raises KeyError for a kind that the game does not have.
    """
    if not stock.fact_orders:
        needs = _needs(stock)
        kinds = [of for of, _title in vocabulary.card_kinds(stock.game["slug"])]
        stock.fact_orders.update({of: _ordered(stock, of, needs) for of in kinds})
    return stock.fact_orders[kind]


def _ordered(stock: Stock, kind: str, needs: Mapping[FactKey, FactNeed]) -> tuple[OrderedFact, ...]:
    game = stock.game["slug"]
    declared = _declared_facts(stock, kind)
    questions, for_play = questions_with_fact(game, kind), _facts_of_play(game, kind)
    found = []
    for fact in reportable_facts(f"{game}/{kind}.schema.json"):
        need = needs.get((kind, fact), FactNeed())
        decides = Decides.NOTHING
        if fact in declared or need.rules:
            decides = Decides.LISTS
        elif fact in questions or fact in for_play:
            decides = Decides.PLAY
        found.append(OrderedFact(fact, decides, len(need.rules), need.lists, need.waiting, questions.get(fact, 0)))
    tiers = list(Decides)
    # Sorting is stable: whatever is equal stays in the schema's order.
    return tuple(
        sorted(
            found,
            key=lambda ordered: (
                tiers.index(ordered.decides),
                ordered.fact not in declared,
                -ordered.lists,
                -ordered.rules,
                -ordered.waiting,
                _place(ordered.fact, declared),
                -ordered.questions,
                _place(ordered.fact, for_play),
            ),
        )
    )


def _place(fact: str, facts: Sequence[str]) -> int:
    return facts.index(fact) if fact in facts else len(facts)


def _declared_facts(stock: Stock, kind: str) -> list[str]:
    """Return the facts that the ruleset of a game asks for first, none for a game without known rules."""
    try:
        return [one.fact for one in find_ruleset(stock.game["ruleset"]).deciding_facts.get(kind, ())]
    except LookupError:
        return []


def _facts_of_play(game: str, kind: str) -> list[str]:
    """Return the facts that printed sheets have because play needs them, the main numbers first."""
    words = words_of_game(game)
    return [*words.fact_words.stats, words.wounds[0], *words.played, *words.play_facts.get(kind, ())]


def _needs(stock: Stock) -> dict[FactKey, FactNeed]:
    """Return the need of the published lists for each fact, empty for a game without known rules."""
    game = stock.game["slug"]
    try:
        find_ruleset(stock.game["ruleset"])
    except LookupError:
        return {}
    library = verdicts.library(game, stock.release)
    return needs_of_lists(library, [one.legion for one in published_lists(game)])
