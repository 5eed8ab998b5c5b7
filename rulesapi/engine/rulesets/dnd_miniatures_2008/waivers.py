"""Warband Building: what a champion's card waives when a warband is built around it (217.2 of the rules guide)."""

from __future__ import annotations

from rulesapi.engine.model import Pick, Wanting
from rulesapi.engine.reading import Lines
from rulesapi.engine.readings import By
from rulesapi.engine.rulesets.dnd_miniatures.clauses import among
from rulesapi.engine.rulesets.dnd_miniatures.limits import Excuse

CHAMPION, BUILDING = "/champion", "/warband_building"


def excuse(part: Lines, code: str, pick: Pick) -> Excuse:
    """The champion that waives a restriction for a creature of its warband; see `limits.Excuse`."""
    wanting: list[Wanting] = []
    bearers = [one for one in part.picks if one.card.building != () and one.card.leader is not False]
    for bearer in sorted(bearers, key=lambda one: one.card.slug):
        card = bearer.card
        if card.building is None:
            wanting += _of_the_bearer(bearer)
            continue
        for row in card.building:
            if code not in row.codes:
                continue
            answer, facts = among(row.whom, pick.card)
            if answer and card.leader:
                return By("card", card.slug, card.title), ()
            if answer is not False:
                wanting += [Wanting(pick.card.slug, fact, pick.at) for fact in facts]
                wanting += [Wanting(card.slug, CHAMPION, bearer.at)] if card.leader is None else []
    return None, tuple(wanting)


def _of_the_bearer(bearer: Pick) -> list[Wanting]:
    facts = [BUILDING] if bearer.card.leader else [CHAMPION, BUILDING]
    return [Wanting(bearer.card.slug, fact, bearer.at) for fact in facts]
