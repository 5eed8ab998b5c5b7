"""Pebble War: the stones of a side and their weight (rulebook p. 2).

The number of banners and stones, and the copies of one stone, are numbers in the document of the game.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulesapi.engine.core.common_rules import RuleOutput
from rulesapi.engine.core.legion import Legion
from rulesapi.engine.core.library import Library, Ruleset, deciding
from rulesapi.engine.core.parsing import common_card_facts
from rulesapi.engine.core.rule_builder import RuleBuilder
from rulesapi.engine.values.model import Citation, Document, MissingFact, PickableCard, RuleBreach
from rulesapi.engine.values.names import sorted_pointers

GAME = "pebble-war"

builder = RuleBuilder(GAME, "side")


@dataclass(frozen=True, slots=True, eq=False)
class Stone(PickableCard):
    """A stone with its weight."""

    weight: int | None


def read_stone(document: Document) -> Stone:
    """Return the stone that a card's document describes."""
    return Stone(**common_card_facts(document), weight=document["weight"])


def weight(legion: Legion, library: Library) -> RuleOutput:
    """The stones of a side weigh no more together than the format allows.

    Pebble War, p. 2
    """
    most = legion.format.numbers.get("weight")
    if most is None:
        return
    for side in legion.parts:
        stones = [pick for pick in side.picks if isinstance(pick.card, Stone)]
        total = sum(pick.copies * pick.card.weight for pick in stones if pick.card.weight is not None)
        if total > most:
            yield RuleBreach(sorted_pointers(pick.at for pick in stones), {"weight": total, "most": most})
        else:
            yield from (MissingFact(pick.card.slug, "/weight", pick.at) for pick in stones if pick.card.weight is None)


RULES = (
    builder.rule(
        "weight",
        "Weight of the stones",
        weight,
        Citation("Pebble War", 2),
        "The stones weigh {weight}. At most {most} is allowed.",
    ),
)

RULESETS = (
    Ruleset(
        name=f"{GAME}/1",
        rules=RULES,
        bearers=frozenset(("stone", "banner")),
        readers={"stone": read_stone},
        deciding_facts={"stone": deciding("weight")},
    ),
)
