"""Factions, and whom a commander's Warband Building admits from other ones (FAQ, Factions and WARBAND BUILDING)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulesapi.engine.common import Said
from rulesapi.engine.model import Answer, Broken, Card, Legion, Pick, Wanting
from rulesapi.engine.names import in_order
from rulesapi.engine.readings import By, Excused, Open, Thing
from rulesapi.engine.ruleset import About, Library, any_card
from rulesapi.engine.rulesets.dnd_miniatures.cards import Admission, Creature2003
from rulesapi.engine.rulesets.dnd_miniatures.clauses import among
from rulesapi.engine.rulesets.dnd_miniatures.limits import by_card, number, places
from rulesapi.engine.rulesets.dnd_miniatures_2003.minions import MINIONS, Warband, count

FACTIONS = ("lawful-good", "chaotic-good", "lawful-evil", "chaotic-evil")
COMMANDERS_ADMITTED, FOLLOWERS_ALONE, COMMANDERS_TOO = "commanders-admitted", "followers-alone", "commanders-too"
FACTION = "dnd-miniatures-2003/faction"


def faction(legion: Legion, library: Library) -> Said:
    """One of the four factions is chosen, and every creature has it.

    FAQ, Factions
    """
    for band in legion.arranged:
        part = band.lines
        named = legion.fields[part.at].get("faction")
        if named in FACTIONS:
            for stranger in _strangers(legion, band, named):
                yield from stranger.as_of_no_faction()
        elif named is not None:
            yield Broken((f"{part.at}/faction",), {"faction": named, "factions": list(FACTIONS)})
        elif FACTION not in legion.format.waives:
            yield Broken((part.at,), {"factions": list(FACTIONS), "fitting": _fitting(band)})


def hard_to_lead(card: Card) -> bool:
    """Creatures that are Difficult, or may be."""
    return isinstance(card, Creature2003) and card.difficult != 0


def warband_building(legion: Legion, library: Library) -> Said:
    """A commander admits no creature whose Difficult rating is above its Commander rating.

    FAQ, WARBAND BUILDING
    """
    for band in legion.arranged:
        named = legion.fields[band.lines.at].get("faction")
        if named in FACTIONS:
            for stranger in _strangers(legion, band, named, hard_to_lead):
                yield from stranger.as_too_difficult()


def _fitting(band: Warband) -> list[str]:
    """The factions that every chosen creature has whose factions are known."""
    known = [pick.card.factions for pick in band.chosen if pick.card.factions is not None]
    return [one for one in FACTIONS if known and all(one in factions for factions in known)]


@dataclass(slots=True)
class _Stranger:
    """A card that is not of the warband's faction, or may not be, and who admits it.

    `by` surely does; `too_difficult` are commanders that would but for their rating. `wanting` are facts that would
    tell whether somebody does, `own` those that would tell whether anybody has to.
    """

    picks: list[Pick]
    faction: str
    by: By | None = None
    open: list[Open] = field(default_factory=list)
    wanting: list[Wanting] = field(default_factory=list)
    own: list[Wanting] = field(default_factory=list)
    too_difficult: list[Pick] = field(default_factory=list)

    def as_of_no_faction(self) -> list[Thing]:
        """What the rule about factions says of it."""
        card = self.picks[0].card
        facts = {"creature": card.title, "factions": sorted(card.factions or ()), "faction": self.faction}
        if self.by is not None:
            return [] if self.own else [Excused(places(self.picks), facts, self.by)]
        if self.own or self.wanting or self.open:
            return [*self.own, *self.wanting, *self.open]
        return [] if self.too_difficult else [Broken(places(self.picks), facts)]

    def as_too_difficult(self) -> list[Thing]:
        """What the rule about Warband Building says of it: nothing while another one has something to say."""
        if self.by is not None or self.own or self.wanting or self.open or not self.too_difficult:
            return []
        card = self.picks[0].card
        best = min(self.too_difficult, key=lambda pick: (-pick.card.rating, pick.card.slug))
        places_of_best = [pick.at for pick in self.too_difficult if pick.card is best.card]
        facts = {
            "creature": card.title,
            "difficult": card.difficult,
            "commander": best.card.title,
            "rating": best.card.rating,
            "faction": self.faction,
        }
        return [Broken(in_order({*places(self.picks), *places_of_best}), facts)]


def _strangers(legion: Legion, band: Warband, named: str, asked: About = any_card) -> list[_Stranger]:
    """The cards that are not of a faction, or may not be, of those that are asked for."""
    counted = count(legion.format)
    own = [*band.chosen, *band.brought] if counted else band.chosen
    found = [_admitted(legion, band, picks, named) for picks in _others(own, named, asked)]
    if counted is None:
        for picks in _others(band.brought, named, asked):
            minion = _admitted(legion, band, picks, named)
            if minion.by is None:
                minion.open.append(Open(MINIONS, places(picks)))
            found.append(minion)
    return found


def _others(picks: list[Pick], named: str, asked: About) -> Iterable[list[Pick]]:
    """The picks of each card that is not surely of a faction, of those that are asked for."""
    others = [pick for pick in picks if pick.card.factions is None or named not in pick.card.factions]
    return by_card([pick for pick in others if asked(pick.card)]).values() if others else ()


def _admitted(legion: Legion, band: Warband, picks: list[Pick], named: str) -> _Stranger:
    """Who admits the creatures of a card."""
    stranger = _Stranger(picks, named)
    if picks[0].card.factions is None:
        stranger.own = [Wanting(pick.card.slug, "/factions", pick.at) for pick in picks]
    bearers = [one for one in band.present if one.card.building != () and one.card.leader is not False]
    for bearer in sorted(bearers, key=lambda pick: pick.card.slug):
        card = bearer.card
        if card is picks[0].card and (_followers_alone(legion) or _number_of(card, bearers) == 1):
            continue
        if card.building is None:
            stranger.wanting += _could_admit(legion, bearer, picks[0])
            continue
        for row in card.building:
            if row.into is None or named in row.into:
                _ask(legion, stranger, bearer, row)
    if stranger.by is not None:
        stranger.open, stranger.wanting = [], []
    elif stranger.open:
        stranger.wanting = []  # One more commander that may admit it leaves the same question.
    return stranger


def _followers_alone(legion: Legion) -> bool:
    return legion.format.settles.get(COMMANDERS_ADMITTED) == FOLLOWERS_ALONE


def _number_of(card: Card, picks: list[Pick]) -> int:
    return number(pick for pick in picks if pick.card is card)


def _could_admit(legion: Legion, bearer: Pick, pick: Pick) -> list[Wanting]:
    """The facts that would tell whether a card of which Warband Building is not known admits a creature."""
    reading = legion.format.settles.get(COMMANDERS_ADMITTED)
    reaches, wanting = _reaches(bearer, pick)
    if reaches is False or (pick.card.leader and reading == FOLLOWERS_ALONE):
        return []
    if pick.card.leader is None and reading != COMMANDERS_TOO:
        wanting.append(Wanting(pick.card.slug, "/commander", pick.at))
    facts = ["/warband_building"] if bearer.card.leader else ["/commander", "/warband_building"]
    return [*wanting, *(Wanting(bearer.card.slug, fact, bearer.at) for fact in facts)]


def _ask(legion: Legion, stranger: _Stranger, bearer: Pick, row: Admission) -> None:
    """Ask one row of a commander's Warband Building about a stranger."""
    pick = stranger.picks[0]
    answer, facts = among(row.whom, pick.card)
    reading = legion.format.settles.get(COMMANDERS_ADMITTED)
    if answer is False or (pick.card.leader and reading == FOLLOWERS_ALONE):
        return
    reaches, rating_facts = _reaches(bearer, pick)
    wanting = [*(Wanting(pick.card.slug, fact, pick.at) for fact in facts), *rating_facts]
    if bearer.card.leader is None:
        wanting.append(Wanting(bearer.card.slug, "/commander", bearer.at))
    if pick.card.leader is None and reading != COMMANDERS_TOO:
        wanting.append(Wanting(pick.card.slug, "/commander", pick.at))
    if reaches is False:
        if not wanting and (not pick.card.leader or reading == COMMANDERS_TOO):
            stranger.too_difficult.append(bearer)
    elif wanting:
        stranger.wanting += wanting
    elif pick.card.leader and reading is None:
        stranger.open.append(Open(COMMANDERS_ADMITTED, places(stranger.picks)))
    elif stranger.by is None:
        stranger.by = By("card", bearer.card.slug, bearer.card.title)


def _reaches(bearer: Pick, pick: Pick) -> tuple[Answer, list[Wanting]]:
    """Whether a Commander rating is as high as a creature is Difficult, and the facts that would tell."""
    rating, difficult = bearer.card.rating, pick.card.difficult
    if difficult == 0:
        return True, []
    if rating is not None and difficult is not None:
        return rating >= difficult, []
    wanting = [] if difficult is not None else [Wanting(pick.card.slug, "/difficult", pick.at)]
    return None, wanting + ([] if rating is not None else [Wanting(bearer.card.slug, "/commander_rating", bearer.at)])
