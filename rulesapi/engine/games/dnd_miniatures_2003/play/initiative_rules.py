"""The rules of initiative. The texts paraphrase the FAQ."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2003.citations import faq_citation
from rulesapi.engine.games.dnd_miniatures_2003.play.faq import forbids, happens

INITIATIVE_RULES = (
    happens(
        "initiative",
        "Initiative",
        faq_citation("General Questions", "general-questions/1"),
        "Each round initiative is rolled for whole warbands, which take turns activating 2 creatures each.",
        "The totals are {totals}.",
    ),
    happens(
        "improved-initiative",
        "Improved Initiative",
        faq_citation("Improved Initiative", "improved-initiative/1"),
        "Improved Initiative counts for each initiative check, that for terrain included.",
        "Improved Initiative gives {side} {by} more.",
    ),
    happens(
        "tie-by-bonus",
        "Tie broken by the bonus",
        faq_citation("Improved Initiative", "improved-initiative/2"),
        "Of equal totals the one with the greater bonus wins, Improved Initiative included.",
        "{side} wins the tie with the greater bonus of {bonus}.",
        "{side} wins the tie with the greater bonus.",
    ),
    happens(
        "tie-remains",
        "Tie with equal bonuses",
        faq_citation("Improved Initiative", "improved-initiative/2"),
        "The FAQ does not say who wins with equal totals and equal bonuses.",
        "{sides} have equal totals and bonuses. The FAQ does not say who wins: agree, or roll again.",
    ),
    forbids(
        "reveal-first",
        "Reveal before terrain initiative",
        faq_citation("Terrain Tiles", "terrain-tiles/4", "terrain-tiles/3"),
        "Warbands and their terrain tiles are revealed before the roll for terrain.",
    ),
    forbids(
        "one-warband",
        "Too few warbands",
        faq_citation("General Questions", "general-questions/1"),
        "Initiative decides between warbands.",
        "One warband alone does not roll for initiative.",
    ),
)
