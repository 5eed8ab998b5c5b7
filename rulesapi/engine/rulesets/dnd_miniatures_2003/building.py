"""Factions, and whom a commander's Warband Building admits from other ones (FAQ, Factions and WARBAND BUILDING)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rulesapi.engine.common import Said
from rulesapi.engine.model import Answer, Broken, Card, Legion, Pick, Wanting
from rulesapi.engine.names import in_order
from rulesapi.engine.ratings import LEAST_RATING
from rulesapi.engine.readings import By, Excused, Open, Thing
from rulesapi.engine.ruleset import About, Library, any_card
from rulesapi.engine.rulesets.dnd_miniatures.cards import Admission, Creature2003
from rulesapi.engine.rulesets.dnd_miniatures.clauses import among
from rulesapi.engine.rulesets.dnd_miniatures.limits import Need, by_card, number, places
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


class Leading(NamedTuple):
    """What of a bearer tells whether it can admit a creature, beside the rows of its card."""

    leader: Answer
    rating: int | None


class _Bearers:
    """The cards of a warband whose Warband Building admits others, or may: each once, with its number and places.

    Those of which Warband Building is not known are `unsaid`, all alike together. A fact of a bearer that would tell is
    told once, however many strangers it is asked about.
    """

    def __init__(self, band: Warband) -> None:
        bearers = [one for one in band.present if one.card.building != () and one.card.leader is not False]
        self._picks = by_card(bearers)
        self.admitting: list[Creature2003] = []
        self.unsaid: dict[Leading, list[Creature2003]] = {}
        for card in sorted(self._picks, key=lambda card: card.slug):
            if card.building is None:
                self.unsaid.setdefault(Leading(card.leader, card.rating), []).append(card)
            else:
                self.admitting.append(card)
        self._told: dict[tuple[Leading, tuple[str, ...]], list[Creature2003]] = {}
        self._told_of: set[Need] = set()

    def number(self, card: Creature2003) -> int:
        """How many creatures of a card there are."""
        return number(self._picks.get(card, ()))

    def places(self, card: Creature2003) -> list[str]:
        """Where a card stands."""
        return [pick.at for pick in self._picks[card]]

    def wanting(self, needs: Iterable[Need], unsaid: Iterable[_Unsaid]) -> Iterator[Wanting]:
        """Facts that would tell, at every place of their card; none that was told before."""
        for need in needs:
            if need not in self._told_of:
                self._told_of.add(need)
                yield from self._at_each(*need)
        for alike, facts, but in unsaid:
            left = self._told.get((alike, facts), self.unsaid[alike])
            self._told[alike, facts] = [card for card in left if card is but]
            for card in left:
                if card is not but:
                    for fact in facts:
                        yield from self._at_each(card, fact)

    def _at_each(self, card: Creature2003, fact: str) -> list[Wanting]:
        return [Wanting(card.slug, fact, at) for at in self.places(card)]


class _Unsaid(NamedTuple):
    """Bearers that are alike and may admit a card, the facts of each that would tell, and the one that may not."""

    alike: Leading
    facts: tuple[str, ...]
    but: Creature2003 | None


@dataclass(slots=True)
class _Stranger:
    """A card that is not of the warband's faction, or may not be, and who admits it.

    `by` surely does; `too_difficult` are commanders that would but for their rating. `facts` of its own would tell
    whether somebody does, and so would `needs` and `unsaid`, those of others; `own` tell whether anybody has to.
    """

    picks: list[Pick]
    faction: str
    bearers: _Bearers
    by: By | None = None
    open: list[Open] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    needs: list[Need] = field(default_factory=list)
    unsaid: list[_Unsaid] = field(default_factory=list)
    own: list[Wanting] = field(default_factory=list)
    too_difficult: list[Creature2003] = field(default_factory=list)

    @property
    def undecided(self) -> bool:
        """Whether it is not known if anybody admits it, or has to."""
        return bool(self.own or self.facts or self.needs or self.unsaid or self.open)

    def as_of_no_faction(self) -> Said:
        """What the rule about factions says of it."""
        card = self.picks[0].card
        if self.by is None and self.undecided:
            yield from self.own
            for fact in dict.fromkeys(self.facts):
                yield Wanting(card.slug, fact, self.picks[0].at)
            yield from self.bearers.wanting(self.needs, self.unsaid)
            yield from self.open
        elif not (self.own if self.by is not None else self.too_difficult):
            facts = {"creature": card.title, "factions": sorted(card.factions or ()), "faction": self.faction}
            yield Broken(places(self.picks), facts) if self.by is None else Excused(places(self.picks), facts, self.by)

    def as_too_difficult(self) -> list[Thing]:
        """What the rule about Warband Building says of it: nothing while another one has something to say."""
        if self.by is not None or self.undecided or not self.too_difficult:
            return []
        card = self.picks[0].card
        best = min(self.too_difficult, key=lambda bearer: (-(bearer.rating or 0), bearer.slug))
        facts = {
            "creature": card.title,
            "difficult": card.difficult,
            "commander": best.title,
            "rating": best.rating,
            "faction": self.faction,
        }
        return [Broken(in_order({*places(self.picks), *self.bearers.places(best)}), facts)]


def _strangers(legion: Legion, band: Warband, named: str, asked: About = any_card) -> Iterator[_Stranger]:
    """The cards that are not of a faction, or may not be, of those that are asked for: one is told before the next."""
    counted = count(legion.format)
    own = _others([*band.chosen, *band.brought] if counted else band.chosen, named, asked)
    minions = _others(band.brought, named, asked) if counted is None else []
    if not own and not minions:
        return
    bearers = _Bearers(band)
    for picks in own:
        yield _admitted(legion, bearers, picks, named)
    for picks in minions:
        minion = _admitted(legion, bearers, picks, named)
        if minion.by is None:
            minion.open.append(Open(MINIONS, places(picks)))
        yield minion


def _others(picks: list[Pick], named: str, asked: About) -> list[list[Pick]]:
    """The picks of each card that is not surely of a faction, of those that are asked for."""
    others = [pick for pick in picks if pick.card.factions is None or named not in pick.card.factions]
    return list(by_card([pick for pick in others if asked(pick.card)]).values()) if others else []


def _admitted(legion: Legion, bearers: _Bearers, picks: list[Pick], named: str) -> _Stranger:
    """Who admits the creatures of a card."""
    stranger, own = _Stranger(picks, named, bearers), picks[0].card
    if own.factions is None:
        stranger.own = [Wanting(pick.card.slug, "/factions", pick.at) for pick in picks]
    alone = _followers_alone(legion) or bearers.number(own) == 1
    for alike, cards in bearers.unsaid.items():
        but = own if alone and own.building is None and Leading(own.leader, own.rating) == alike else None
        if but is None or len(cards) > 1:
            _could_admit(legion, stranger, alike, but)
    for card in bearers.admitting:
        for row in card.building or () if not (alone and card is own) else ():
            if row.into is None or named in row.into:
                _ask(legion, stranger, card, row)
    if stranger.by is not None:
        stranger.open, stranger.facts, stranger.needs, stranger.unsaid = [], [], [], []
    elif stranger.open:
        stranger.facts, stranger.needs, stranger.unsaid = [], [], []  # One more that may admit it changes no question.
    return stranger


def _followers_alone(legion: Legion) -> bool:
    return legion.format.settles.get(COMMANDERS_ADMITTED) == FOLLOWERS_ALONE


def _could_admit(legion: Legion, stranger: _Stranger, bearers: Leading, but: Creature2003 | None) -> None:
    """Ask bearers of which Warband Building is not known about a stranger: what would tell whether one admits it."""
    card = stranger.picks[0].card
    reading = legion.format.settles.get(COMMANDERS_ADMITTED)
    reaches, facts, needs = _reaches(bearers, card)
    if reaches is False or (card.leader and reading == FOLLOWERS_ALONE):
        return
    if card.leader is None and reading != COMMANDERS_TOO:
        facts = [*facts, "/commander"]
    stranger.facts += facts
    needs += ["/warband_building"] if bearers.leader else ["/commander", "/warband_building"]
    stranger.unsaid.append(_Unsaid(bearers, tuple(needs), but))


def _ask(legion: Legion, stranger: _Stranger, bearer: Creature2003, row: Admission) -> None:
    """Ask one row of a commander's Warband Building about a stranger."""
    card = stranger.picks[0].card
    answer, unknown = among(row.whom, card)
    reading = legion.format.settles.get(COMMANDERS_ADMITTED)
    if answer is False or (card.leader and reading == FOLLOWERS_ALONE):
        return
    reaches, facts, needs = _reaches(Leading(bearer.leader, bearer.rating), card)
    facts = [*unknown, *facts]
    if bearer.leader is None:
        needs.append("/commander")
    if card.leader is None and reading != COMMANDERS_TOO:
        facts.append("/commander")
    if reaches is False:
        if not facts and not needs and (not card.leader or reading == COMMANDERS_TOO):
            stranger.too_difficult.append(bearer)
    elif facts or needs:
        stranger.facts += facts
        stranger.needs += [(bearer, fact) for fact in needs]
    elif card.leader and reading is None:
        if not stranger.open:
            stranger.open.append(Open(COMMANDERS_ADMITTED, places(stranger.picks)))
    elif stranger.by is None:
        stranger.by = By("card", bearer.slug, bearer.title)


def _reaches(bearer: Leading, card: Creature2003) -> tuple[Answer, list[str], list[str]]:
    """Whether a Commander rating is as high as a creature is Difficult, and the facts that would tell.

    The first of these are the creature's, then come the bearer's. It is asked of whoever may be a commander, as if that
    were so.
    """
    rating, difficult = bearer.rating, card.difficult
    if difficult is not None and difficult <= LEAST_RATING:
        return True, [], []
    if rating is not None and difficult is not None:
        return rating >= difficult, [], []
    facts = [] if difficult is not None else ["/difficult"]
    return None, facts, [] if rating is not None else ["/commander_rating"]
