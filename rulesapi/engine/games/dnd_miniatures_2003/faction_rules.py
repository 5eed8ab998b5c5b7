"""Factions, and creatures of other factions that Warband Building admits (FAQ, Factions and WARBAND BUILDING)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rulesapi.engine.core.common_rules import RuleOutput
from rulesapi.engine.core.legion import Legion, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.ratings import MIN_RATING
from rulesapi.engine.core.rule_hints import CardPredicate, any_card
from rulesapi.engine.games.dnd_miniatures.cards import AdmissionRow, Creature2003
from rulesapi.engine.games.dnd_miniatures.conditions import matches_all
from rulesapi.engine.games.dnd_miniatures.limit_rules import NeededFact, creature_count, picks_by_card, places
from rulesapi.engine.games.dnd_miniatures_2003.minion_rules import MINIONS, WarbandParts, minions_count
from rulesapi.engine.games.dnd_miniatures_2003.published_warbands import copies_for_published, stands_as_published
from rulesapi.engine.values.interpretations import ExcusedBreach, RuleResult, UnresolvedQuestion, WaivedBy
from rulesapi.engine.values.model import Card, MissingFact, RuleBreach
from rulesapi.engine.values.names import sorted_pointers
from rulesapi.engine.values.truth import Truth, needs

FACTIONS = ("lawful-good", "chaotic-good", "lawful-evil", "chaotic-evil")
COMMANDERS_ADMITTED, FOLLOWERS_ALONE, COMMANDERS_TOO = "commanders-admitted", "followers-alone", "commanders-too"
FACTION = "dnd-miniatures-2003/faction"


def faction(legion: Legion, library: Library) -> RuleOutput:
    """One of the four factions is chosen, and every creature has it.

    FAQ, Factions
    """
    for band in legion.arranged:
        part = band.lines
        named = legion.fields[part.at].get("faction")
        if named in FACTIONS:
            for stranger in _off_faction_cards(legion, band, named):
                yield from stranger.off_faction_breach()
        elif named is not None:
            yield RuleBreach((f"{part.at}/faction",), {"faction": named, "factions": list(FACTIONS)})
        elif FACTION not in legion.format.waives:
            yield RuleBreach((part.at,), {"factions": list(FACTIONS), "fitting": _possible_factions(band)})


def may_be_difficult(card: Card) -> bool:
    """Return whether a card is a creature that is or may be Difficult."""
    return isinstance(card, Creature2003) and card.difficult != 0


def warband_building(legion: Legion, library: Library) -> RuleOutput:
    """A commander admits no creature whose Difficult rating is above its Commander rating.

    FAQ, WARBAND BUILDING
    """
    for band in legion.arranged:
        named = legion.fields[band.lines.at].get("faction")
        if named in FACTIONS:
            for stranger in _off_faction_cards(legion, band, named, may_be_difficult):
                yield from stranger.too_difficult_breach()


def _possible_factions(band: WarbandParts) -> list[str]:
    """Return the factions shared by all chosen creatures with known factions."""
    known = [pick.card.factions for pick in band.chosen if pick.card.factions is not None]
    return [one for one in FACTIONS if known and all(one in factions for factions in known)]


class LeaderFacts(NamedTuple):
    """Facts of a bearer, besides the rows of its card, that decide whether it can admit a creature."""

    leader: Truth
    rating: int | None


class _AdmittingCards:
    """The cards of a warband with Warband Building that admits or may admit others, each with its number and pointers.

    Cards with unknown Warband Building are in `unknown_admitters`, grouped by their leader facts. Each deciding fact of
    a bearer is reported once, for any number of off-faction cards that depend on it.
    """

    def __init__(self, band: WarbandParts) -> None:
        bearers = [one for one in band.present if one.card.building != () and one.card.leader is not False]
        self._picks = picks_by_card(bearers)
        self.admitting_cards: list[Creature2003] = []
        self.unknown_admitters: dict[LeaderFacts, list[Creature2003]] = {}
        for card in sorted(self._picks, key=lambda card: card.slug):
            if card.building is None:
                self.unknown_admitters.setdefault(LeaderFacts(card.leader, card.rating), []).append(card)
            else:
                self.admitting_cards.append(card)
        self._told: dict[tuple[LeaderFacts, tuple[str, ...]], list[Creature2003]] = {}
        self._reported: set[NeededFact] = set()

    def number(self, card: Creature2003) -> int:
        """Return the number of creatures of a card."""
        return creature_count(self._picks.get(card, ()))

    def places(self, card: Creature2003) -> list[str]:
        """Return the pointers of a card."""
        return [pick.at for pick in self._picks[card]]

    def missing_facts(
        self, needs: Iterable[NeededFact], unknown_admitters: Iterable[_UnknownAdmitters]
    ) -> Iterator[MissingFact]:
        """Yield the deciding facts at every pointer of their card, without facts that were yielded before."""
        for need in needs:
            if need not in self._reported:
                self._reported.add(need)
                yield from self._places_by_card(*need)
        for alike, facts, but in unknown_admitters:
            left = self._told.get((alike, facts), self.unknown_admitters[alike])
            self._told[alike, facts] = [card for card in left if card is but]
            for card in left:
                if card is not but:
                    for fact in facts:
                        yield from self._places_by_card(card, fact)

    def _places_by_card(self, card: Creature2003, fact: str) -> list[MissingFact]:
        return [MissingFact(card.slug, fact, at) for at in self.places(card)]


class _UnknownAdmitters(NamedTuple):
    """Bearers with equal leader facts that may admit a card, their deciding facts, and a bearer to leave out."""

    alike: LeaderFacts
    facts: tuple[str, ...]
    but: Creature2003 | None


@dataclass(slots=True)
class _OffFactionCard:
    """A card that is not or may not be of the warband's faction, and the state of its admission.

    `by` is the card that certainly admits it, and `too_difficult` are commanders whose rating is too low to admit it.
    `own` facts decide whether it needs admission. The card's `facts`, and the facts of other cards in `needs` and
    `unknown_admitters`, decide whether it is admitted.
    """

    picks: list[Pick]
    faction: str
    bearers: _AdmittingCards
    by: WaivedBy | None = None
    open: list[UnresolvedQuestion] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    needs: list[NeededFact] = field(default_factory=list)
    unknown_admitters: list[_UnknownAdmitters] = field(default_factory=list)
    own: list[MissingFact] = field(default_factory=list)
    too_difficult: list[Creature2003] = field(default_factory=list)

    @property
    def undecided(self) -> bool:
        """True if it is unknown whether the card is admitted or needs admission."""
        return bool(self.own or self.facts or self.needs or self.unknown_admitters or self.open)

    def off_faction_breach(self) -> RuleOutput:
        """Yield the results of the rule about factions."""
        card = self.picks[0].card
        if self.by is None and self.undecided:
            yield from self.own
            for fact in dict.fromkeys(self.facts):
                yield MissingFact(card.slug, fact, self.picks[0].at)
            yield from self.bearers.missing_facts(self.needs, self.unknown_admitters)
            yield from self.open
        elif not (self.own if self.by is not None else self.too_difficult):
            facts = {"creature": card.title, "factions": sorted(card.factions or ()), "faction": self.faction}
            yield (
                RuleBreach(places(self.picks), facts)
                if self.by is None
                else ExcusedBreach(places(self.picks), facts, self.by)
            )

    def too_difficult_breach(self) -> list[RuleResult]:
        """Return the breach of Warband Building, or an empty list if the card is or may be admitted."""
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
        return [RuleBreach(sorted_pointers({*places(self.picks), *self.bearers.places(best)}), facts)]


def _off_faction_cards(
    legion: Legion, band: WarbandParts, named: str, relevant: CardPredicate = any_card
) -> Iterator[_OffFactionCard]:
    """Yield the relevant cards that are not or may not be of a faction, each with the state of its admission."""
    counted = minions_count(legion.format)
    own = _possibly_off_faction([*band.chosen, *band.minions] if counted else band.chosen, named, relevant)
    minions = _possibly_off_faction(band.minions, named, relevant) if counted is None else []
    if copies := copies_for_published([*own, *minions], band.present):
        own, minions = [[of for of in group if not _was_published(of[0], copies, named)] for group in (own, minions)]
    if not own and not minions:
        return
    bearers = _AdmittingCards(band)
    for picks in own:
        yield _admission_of(legion, bearers, picks, named)
    for picks in minions:
        minion = _admission_of(legion, bearers, picks, named)
        if minion.by is None:
            minion.open.append(UnresolvedQuestion(MINIONS, places(picks)))
        yield minion


def _possibly_off_faction(picks: list[Pick], named: str, relevant: CardPredicate) -> list[list[Pick]]:
    """Return the relevant picks that are not certainly of a faction, grouped by card."""
    others = [pick for pick in picks if named not in pick.card.certain_factions]
    return list(picks_by_card([pick for pick in others if relevant(pick.card)]).values()) if others else []


def _was_published(pick: Pick, copies: Mapping[str, int], named: str) -> bool:
    """Return whether the creature has unknown factions and all companions of a published warband."""
    return pick.card.factions is None and stands_as_published(pick.card, copies, named)


def _admission_of(legion: Legion, bearers: _AdmittingCards, picks: list[Pick], named: str) -> _OffFactionCard:
    """Return the state of admission of a card's creatures."""
    stranger, own = _OffFactionCard(picks, named, bearers), picks[0].card
    if own.factions is None:
        stranger.own = [MissingFact(pick.card.slug, "/factions", pick.at) for pick in picks]
    alone = _followers_alone(legion) or bearers.number(own) == 1
    for alike, cards in bearers.unknown_admitters.items():
        but = own if alone and own.building is None and LeaderFacts(own.leader, own.rating) == alike else None
        if but is None or len(cards) > 1:
            _collect_deciding_facts(legion, stranger, alike, but)
    for card in bearers.admitting_cards:
        for row in card.building or () if not (alone and card is own) else ():
            if row.into is None or named in row.into:
                _apply_row(legion, stranger, card, row)
    if stranger.by is not None:
        stranger.open, stranger.facts, stranger.needs, stranger.unknown_admitters = [], [], [], []
    elif stranger.open:
        stranger.facts, stranger.needs, stranger.unknown_admitters = (
            [],
            [],
            [],
        )  # Further possible admitters do not change the open question.
    return stranger


def _followers_alone(legion: Legion) -> bool:
    return legion.format.interpretations.get(COMMANDERS_ADMITTED) == FOLLOWERS_ALONE


def _collect_deciding_facts(
    legion: Legion, stranger: _OffFactionCard, bearers: LeaderFacts, but: Creature2003 | None
) -> None:
    """Add the facts that decide whether a bearer with unknown Warband Building admits the card."""
    card = stranger.picks[0].card
    interpretation = legion.format.interpretations.get(COMMANDERS_ADMITTED)
    reaches, facts, needs = _rating_suffices(bearers, card)
    if reaches is False or (card.leader and interpretation == FOLLOWERS_ALONE):
        return
    if card.leader is None and interpretation != COMMANDERS_TOO:
        facts = [*facts, "/commander"]
    stranger.facts += facts
    needs += ["/warband_building"] if bearers.leader else ["/commander", "/warband_building"]
    stranger.unknown_admitters.append(_UnknownAdmitters(bearers, tuple(needs), but))


def _apply_row(legion: Legion, stranger: _OffFactionCard, bearer: Creature2003, row: AdmissionRow) -> None:
    """Apply one row of a commander's Warband Building to the card."""
    card = stranger.picks[0].card
    answer, unknown = matches_all(row.whom, card)
    interpretation = legion.format.interpretations.get(COMMANDERS_ADMITTED)
    if answer is False or (card.leader and interpretation == FOLLOWERS_ALONE):
        return
    reaches, facts, needs = _rating_suffices(LeaderFacts(bearer.leader, bearer.rating), card)
    facts = [*unknown, *facts]
    if bearer.leader is None:
        needs.append("/commander")
    if card.leader is None and interpretation != COMMANDERS_TOO:
        facts.append("/commander")
    if reaches is False:
        if not facts and not needs and (not card.leader or interpretation == COMMANDERS_TOO):
            stranger.too_difficult.append(bearer)
    elif facts or needs:
        stranger.facts += facts
        stranger.needs += [(bearer, fact) for fact in needs]
    elif card.leader and interpretation is None:
        if not stranger.open:
            stranger.open.append(UnresolvedQuestion(COMMANDERS_ADMITTED, places(stranger.picks)))
    elif stranger.by is None:
        stranger.by = WaivedBy("card", bearer.slug, bearer.title)


def _rating_suffices(bearer: LeaderFacts, card: Creature2003) -> tuple[Truth, list[str], list[str]]:
    """Return whether a Commander rating covers a creature's Difficult rating, and the facts that would decide.

    The first list holds facts of the creature, the second facts of the bearer. A bearer that may be a commander is
    treated as one.
    """
    rating, difficult = bearer.rating, card.difficult
    if difficult is not None and difficult <= MIN_RATING:
        return True, [], []
    if rating is not None and difficult is not None:
        return rating >= difficult, [], []
    return None, needs({"/difficult": difficult}), needs({"/commander_rating": rating})
