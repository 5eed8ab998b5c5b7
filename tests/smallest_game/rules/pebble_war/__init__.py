"""Pebble War: a side is a banner and at least three stones."""

from collections import Counter
from collections.abc import Iterable

from rulesapi.engine.core.legion import Legion
from rulesapi.engine.core.library import Library, Ruleset
from rulesapi.engine.core.rule_builder import RuleBuilder
from rulesapi.engine.values.interpretations import RuleResult
from rulesapi.engine.values.model import Citation, RuleBreach

GAME = "pebble-war"
LEAST_STONES = 3
MOST_COPIES = 3

builder = RuleBuilder(GAME, "side")


def one_banner(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A side has exactly one banner.

    p. 1
    """
    banners = [pick for pick in legion.picks if pick.card.kind == "banner"]
    count = sum(pick.copies for pick in banners)
    if count != 1:
        yield RuleBreach(tuple(pick.at for pick in banners) or ("",), {"count": count})


def stones(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A side has at least three stones.

    p. 1
    """
    count = sum(pick.copies for pick in legion.picks if pick.card.kind == "stone")
    if count < LEAST_STONES:
        yield RuleBreach(("",), {"count": count, "least": LEAST_STONES})


def copies(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """No stone is in a side more than three times.

    p. 1
    """
    counts = Counter[str]()
    for pick in legion.picks:
        counts[pick.card.slug] += pick.copies
    for slug in sorted(slug for slug, count in counts.items() if count > MOST_COPIES):
        places = tuple(pick.at for pick in legion.picks if pick.card.slug == slug)
        title = library.cards[slug].title
        yield RuleBreach(places, {"stone": title, "count": counts[slug], "most": MOST_COPIES})


RULES = (
    builder.rule(
        "one-banner", "One banner", one_banner, Citation("Pebble War", 1), "The side has {count} banners. It has one."
    ),
    builder.rule(
        "stones", "Stones", stones, Citation("Pebble War", 1), "The side has {count} stones. It needs at least {least}."
    ),
    builder.rule(
        "copies",
        "Copies of a stone",
        copies,
        Citation("Pebble War", 1),
        "{stone} is in the side {count} times. At most {most} are allowed.",
    ),
)

RULESETS = (Ruleset(name=f"{GAME}/1", rules=RULES, bearers=frozenset(("stone", "banner"))),)
