"""Derivation of a campaign from its record: each player's earnings and uses, by entry, and the record's errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from rulesapi.engine.campaigns.adventures import DEFEATED, LEFT, Adventure, Claim, Report, Side
from rulesapi.engine.campaigns.breaches import BreachLog
from rulesapi.engine.campaigns.earners import EarnedCard, Earners
from rulesapi.engine.campaigns.outcomes import DRAW, Earned, Ending, Result, ending_of
from rulesapi.engine.campaigns.records import (
    ENDED,
    JOINED,
    MOVED_OUT,
    PLAYED,
    REPLACED,
    SETTLED,
    UPGRADED,
    Entry,
    read_entries,
)
from rulesapi.engine.campaigns.terms import DRAW_USES_UP, ONCE_TOGETHER, TEAM_SPENDING, CampaignTerms
from rulesapi.engine.values.model import Document
from rulesapi.engine.values.truth import Truth, all3


@dataclass(frozen=True, slots=True)
class EarnedXP:
    """Points that a player earned in one session, as a range."""

    entry: str
    adventure: str
    least: int
    most: int


class Use(NamedTuple):
    """Experience spent, or a card carried, in a session. After a draw it may be unknown whether the use counts."""

    entry: str
    adventure: str
    counts: Truth
    xp: int = 0
    card: str | None = None


@dataclass(slots=True)
class Player:
    """A player of a campaign, with everything earned and used.

    `place` counts the players in the order in which they joined, `span` is the minimum and maximum of the experience.
    `owned` has the earned cards by slug, a certain one in preference to a possible one. `first_cards` has by adventure
    the entry in which a card was certainly gained, None if it is uncertain. `first_uses` has by adventure and card
    (None for experience) the first use, a certain one in preference to a possible one.
    """

    player: str
    name: str
    joined: str
    place: int
    left: str | None = None
    xp: list[EarnedXP] = field(default_factory=list)
    cards: list[EarnedCard] = field(default_factory=list)
    owned: dict[str, EarnedCard] = field(default_factory=dict)
    first_cards: dict[str, str | None] = field(default_factory=dict)
    by_adventure: dict[str, tuple[int, int]] = field(default_factory=dict)
    first_rewards: dict[str, tuple[Truth, str | None]] = field(default_factory=dict)
    span: tuple[int, int] = (0, 0)
    uses: dict[str, list[Use]] = field(default_factory=dict)
    first_uses: dict[tuple[str, str | None], Use] = field(default_factory=dict)
    sessions: list[str] = field(default_factory=list)
    wins: list[str] = field(default_factory=list)

    def earn(self, earned: EarnedXP) -> None:
        """Add the points of a session. The points of an adventure are earned only once."""
        self.xp.append(earned)
        if self.rewarded(earned.adventure)[0] is not True:
            self.first_rewards[earned.adventure] = (True if earned.least else None, earned.entry)
        low, high = before = self.by_adventure.get(earned.adventure, (0, 0))
        now = self.by_adventure[earned.adventure] = _once(low, high, earned)
        self.span = (self.span[0] + now[0] - before[0], self.span[1] + now[1] - before[1])

    def own(self, card: EarnedCard) -> None:
        self.cards.append(card)
        known = self.owned.get(card.card)
        if known is None or (card.sure and not known.sure):
            self.owned[card.card] = card
        if not self.first_cards.get(card.adventure):
            self.first_cards[card.adventure] = card.entry if card.gained else None

    def use(self, use: Use) -> None:
        self.uses.setdefault(use.adventure, []).append(use)
        if use.counts is not False:
            first = self.first_uses.setdefault((use.adventure, use.card), use)
            if use.counts and not first.counts:
                self.first_uses[use.adventure, use.card] = use

    def first_use(self, adventure: str, card: str | None) -> Use | None:
        """Return the first use of a card in an adventure, or of experience for `None`.

        A use that counts comes before one that may.
        """
        return self.first_uses.get((adventure, card))

    def rewarded(self, adventure: str) -> tuple[Truth, str | None]:
        """Return whether the player has earned points in an adventure, and in which entry."""
        return self.first_rewards.get(adventure, (False, None))


def _once(low: int, high: int, later: EarnedXP) -> tuple[int, int]:
    """Return the range of experience from two sessions of one adventure. Only the first that yields any counts."""
    if low:
        return low, high
    if not high:
        return later.least, later.most
    return min(later.least, 1), max(high, later.most)


@dataclass(frozen=True, slots=True)
class Session:
    """A session with its results: each player's side, the outcomes that hold, and each player's rewards."""

    entry: str
    adventure: str
    seats: tuple[tuple[str, str], ...]
    ending: Ending
    rewards: tuple[tuple[str, Earned], ...]


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """An open question on which part of the record depends, with the places and the entries."""

    question: str
    adventure: str | None
    at: str
    entry: str


@dataclass(slots=True)
class Campaign:
    """A campaign as derived from its record.

    `settled` has readings by question, `ended` the entry that ended the campaign; `last_played` the last session of
    each adventure, `draws` those that must be played again first, with their players.
    """

    terms: CampaignTerms
    adventures: Mapping[str, Adventure]
    settled: dict[str, str]
    names: Mapping[str, str]
    players: dict[str, Player] = field(default_factory=dict)
    sessions: list[Session] = field(default_factory=list)
    breaches: BreachLog = field(default_factory=BreachLog)
    open: list[OpenPoint] = field(default_factory=list)
    needs: list[tuple[str, str]] = field(default_factory=list)
    ended: str | None = None
    carried_off: dict[tuple[str, str], str] = field(default_factory=dict)
    last_played: dict[str, str] = field(default_factory=dict)
    draws: dict[str, tuple[str, frozenset[str]]] = field(default_factory=dict)
    earners: Earners = field(default_factory=Earners)
    endings: dict[Hashable, Ending] = field(default_factory=dict)

    def ending(self, adventure: Adventure, report: Report) -> Ending:
        """Return the ending of a session by its report, cached for equal reports."""
        key = adventure.slug, report.order, tuple(sorted(report.sides.items(), key=itemgetter(0)))
        if key not in self.endings:
            self.endings[key] = ending_of(adventure, report, self.settled)
        return self.endings[key]

    def breach(self, code: str, pointers: str | Iterable[str], entries: Iterable[str], **facts: Any) -> None:
        """Add an error, or a remark, at a place or at several."""
        self.breaches.add(code, (pointers,) if isinstance(pointers, str) else pointers, entries, facts)

    def card_facts(self, card: str) -> dict[str, Any]:
        """Return the facts by which a message names a card."""
        return {"card": card, "card_name": self.names[card]} if card in self.names else {"card": card}

    def leave_open(
        self, question: str, pointers: str | Iterable[str], entry: str, adventure: str | None = None
    ) -> None:
        """Note an open question that part of the record depends on, at a place or at several."""
        for place in (pointers,) if isinstance(pointers, str) else pointers:
            self.open.append(OpenPoint(question, adventure, place, entry))


def derive(
    record: Document,
    adventures: Mapping[str, Adventure],
    terms: CampaignTerms,
    names: Mapping[str, str] = MappingProxyType({}),
) -> Campaign:
    """Return the campaign of a record. `adventures` are the catalog's adventures; the record's own take precedence.

    `names` are the names of cards by slug: messages use the slug of a card that is not among them.
    """
    own = {row["slug"]: Adventure.read(row) for row in record.get("adventures", ())}
    campaign = Campaign(terms, {**adventures, **own}, {}, names)
    _settle(campaign, record)
    read = read_entries(record["entries"])
    for breach in read.breaches:
        campaign.breaches.add(breach.code, breach.at, breach.entries, breach.facts)
    for entry in read.entries:
        if campaign.ended is not None and entry.document["type"] != SETTLED:
            campaign.breach("entry-order", entry.at, [entry.id, campaign.ended], entry=entry.id)
            continue
        _FOLDS[entry.document["type"]](campaign, entry)
    return campaign


def _settle(campaign: Campaign, record: Document) -> None:
    """Read the campaign's answers to open questions of its own and of adventures."""
    readings = {question.slug: {one.slug for one in question.interpretations} for question in campaign.terms.questions}
    for adventure in campaign.adventures.values():
        for slug, row in adventure.questions.items():
            readings.setdefault(slug, set()).update(one["reading"] for one in row["readings"])
    for number, row in enumerate(record.get("settles", ())):
        if row["reading"] in readings.get(row["question"], ()):
            campaign.settled[row["question"]] = row["reading"]
        else:
            facts = {"question": row["question"], "reading": row["reading"]}
            campaign.breach("unknown-question", f"/settles/{number}", (), **facts)


# -- people --------------------------------------------------------------------------------------------------------


def _join(campaign: Campaign, entry: Entry) -> None:
    player = entry.document["player"]
    known = campaign.players.get(player)
    if known is not None and known.left is None:
        campaign.breach("joined-already", f"{entry.at}/player", [known.joined, entry.id], player=known.name)
    elif known is not None:
        known.left = None
    else:
        place = len(campaign.players)
        campaign.players[player] = Player(player, entry.document.get("name", player), entry.id, place)


def _move_out(campaign: Campaign, entry: Entry) -> None:
    player = _present(campaign, entry.document["player"], f"{entry.at}/player", entry.id)
    if player is not None:
        player.left = entry.id


def _replace(campaign: Campaign, entry: Entry) -> None:
    """Give a player's place, with everything earned and used, to another person."""
    player = _present(campaign, entry.document["player"], f"{entry.at}/player", entry.id)
    by = entry.document["by"]
    if player is None:
        return
    if by in campaign.players:
        there = campaign.players[by]
        campaign.breach("joined-already", f"{entry.at}/by", [there.joined, entry.id], player=there.name)
        return
    name, place = entry.document.get("name", by), len(campaign.players)
    campaign.players[by] = replace(player, player=by, name=name, joined=entry.id, place=place)
    campaign.players[player.player] = Player(player.player, player.name, player.joined, player.place, entry.id)
    campaign.earners.move(player.place, place)


def _end(campaign: Campaign, entry: Entry) -> None:
    campaign.ended = entry.id


def _present(campaign: Campaign, name: str, pointer: str, entry: str) -> Player | None:
    """Return the player of that name if present in the campaign at this point; otherwise log a breach and return
    None.
    """
    player = campaign.players.get(name)
    if player is None or player.left is not None:
        left = (player.left,) if player and player.left else ()
        campaign.breach("unknown-player", pointer, [entry, *left], player=player.name if player else name)
        return None
    return player


# -- a session -----------------------------------------------------------------------------------------------------


def _play(campaign: Campaign, entry: Entry) -> None:
    document = entry.document
    adventure = campaign.adventures.get(document["adventure"])
    if adventure is None:
        campaign.breach("unknown-adventure", f"{entry.at}/adventure", [entry.id], adventure=document["adventure"])
        return
    seats = list(_seats(campaign, adventure, entry))
    number = len(document["seats"])
    if adventure.players is not None and number != adventure.players:
        facts = {"adventure": adventure.name, "recommended": adventure.players, "players": number}
        campaign.breach("adventure-players", f"{entry.at}/seats", [entry.id], **facts)
    _replay(campaign, adventure, entry, seats)
    report = adventure.counted(_report(campaign, adventure, entry))
    ending = campaign.ending(adventure, report)
    draw = _is_draw(ending.results)
    for at, row, player, side in seats:
        _spend(campaign, adventure, entry, at, row, player)
        _carry(campaign, adventure, entry, at, row, player, side)
    _team_spending(campaign, adventure, entry, seats)
    _side_lists(campaign, adventure, entry, seats)
    for _, row, player, _ in seats:
        _use_up(campaign, adventure, entry, row, player, draw)
    _note_carried_off(campaign, adventure, entry, report)
    rewards = _reward(campaign, adventure, entry, ending, seats)
    _note_draw(campaign, adventure, entry, ending, seats)
    for question in ending.questions:
        campaign.leave_open(question, f"{entry.at}/report", entry.id, adventure.slug)
    campaign.needs += [(f"{entry.at}/report{fact}", entry.id) for fact in ending.needs]
    sides = tuple((player.player, side.slug) for _, _, player, side in seats)
    campaign.sessions.append(Session(entry.id, adventure.slug, sides, ending, rewards))
    campaign.last_played[adventure.slug] = entry.id


Seat = tuple[str, Document, Player, Side]


def _seats(campaign: Campaign, adventure: Adventure, entry: Entry) -> Iterator[Seat]:
    """Yield the valid seats: present players on existing sides."""
    taken: set[str] = set()
    for number, row in enumerate(entry.document["seats"]):
        at = f"{entry.at}/seats/{number}"
        side = adventure.sides.get(row["side"])
        if side is None:
            facts = {"adventure": adventure.name, "side": row["side"], "sides": sorted(adventure.sides)}
            campaign.breach("unknown-side", f"{at}/side", [entry.id], **facts)
        player = _present(campaign, row["player"], f"{at}/player", entry.id)
        if player is None or side is None:
            continue
        if player.player in taken:
            campaign.breach("seat-taken", f"{at}/player", [entry.id], player=player.name)
            continue
        taken.add(player.player)
        player.sessions.append(entry.id)
        yield at, row, player, side


def _report(campaign: Campaign, adventure: Adventure, entry: Entry) -> Report:
    """Return the report without facts that cannot be in this adventure."""
    document = entry.document.get("report", {})
    sides = {}
    for name, row in document.get("sides", {}).items():
        at = f"{entry.at}/report/sides/{name}"
        side = adventure.sides.get(name)
        if side is None:
            _unknown_side(campaign, adventure, entry, at, name)
        else:
            sides[name] = _side_report(campaign, adventure, entry, at, side, row)
    _held_once(campaign, adventure, entry, sides)
    for place, name in enumerate(document.get("order", ())):
        at = f"{entry.at}/report/order/{place}"
        if name not in adventure.sides:
            _unknown_side(campaign, adventure, entry, at, name)
        elif sides.get(name, {}).get("end", LEFT) not in (DEFEATED, LEFT):
            facts = {"adventure": adventure.name, "side": adventure.sides[name].name, "place": place + 1}
            campaign.breach("unknown-outcome", at, [entry.id], **facts)
    return Report.read({**document, "sides": sides})


def _unknown_side(campaign: Campaign, adventure: Adventure, entry: Entry, pointer: str, name: str) -> None:
    facts = {"adventure": adventure.name, "side": name, "sides": sorted(adventure.sides)}
    campaign.breach("unknown-side", pointer, [entry.id], **facts)


def _side_report(
    campaign: Campaign, adventure: Adventure, entry: Entry, pointer: str, side: Side, row: Document
) -> dict[str, Any]:
    """Return the report of a side without impossible facts."""
    kept = dict(row)

    def cannot_be(field_name: str, **more_facts: Any) -> None:
        facts = {"adventure": adventure.name, "side": side.name, "value": kept.pop(field_name), **more_facts}
        campaign.breach("unknown-outcome", f"{pointer}/{field_name}", [entry.id], **facts)

    if "end" in kept and kept["end"] not in side.ends:
        cannot_be("end")
    if "exit" in kept and kept.get("end", LEFT) != LEFT:
        cannot_be("exit", exit=kept["exit"], end=kept["end"])
    elif "exit" in kept and not adventure.is_way_out(side, kept["exit"]):
        cannot_be("exit", exit=kept["exit"])
        kept.pop("end", None)  # nobody leaves that way, so the fate of the side is unknown
    holds = kept.get("holds", ())
    if len(holds) > adventure.most_held or not {*holds} <= {*adventure.tokens}:
        cannot_be("holds", tokens=list(holds))
    return kept


def _held_once(campaign: Campaign, adventure: Adventure, entry: Entry, sides: Mapping[str, dict[str, Any]]) -> None:
    """Reject a token that two sides are reported to hold: it is unknown which of them does."""
    holders: dict[int, list[str]] = {}
    for name, row in sides.items():
        for token in row.get("holds", ()):
            holders.setdefault(token, []).append(name)
    twice = {token: names for token, names in holders.items() if len(names) > 1}
    for token, names in twice.items():
        facts = {
            "adventure": adventure.name,
            "token": token,
            "holders": [adventure.sides[name].name for name in names],
        }
        places = [f"{entry.at}/report/sides/{name}/holds" for name in names]
        campaign.breaches.add("unknown-outcome", places, [entry.id], facts)
    for name in {name for names in twice.values() for name in names}:
        del sides[name]["holds"]


def _is_draw(results: Sequence[Result]) -> Truth:
    """Return whether the session ended in a draw."""
    held = [one for one in results if one.outcome.victory == DRAW]
    return held[0].holds if held else False


def cost_of(row: Document, terms: CampaignTerms) -> int:
    """Return the experience that a seat spends: on points, and on slots."""
    if "points_bought" not in row and "slots_bought" not in row:
        return 0
    points: int = row.get("points_bought", 0)
    on_points = -(-points // terms.points_per_xp) if terms.points_per_xp else points
    return on_points + (terms.slot_xp or 1) * len(row.get("slots_bought", ()))


def _spend(campaign: Campaign, adventure: Adventure, entry: Entry, pointer: str, row: Document, player: Player) -> None:
    """Check a seat's spending against what its player has earned and not used in this adventure."""
    spent = cost_of(row, campaign.terms)
    if not spent:
        return
    picks = [slot["pick"] for slot in row.get("slots_bought", ())]
    if len(set(picks)) < len(picks):
        campaign.breach("xp-slot", f"{pointer}/slots_bought", [entry.id], player=player.name)
    # If it depends on what an earlier session gave, that session names the deciding facts.
    most = player.span[1] if campaign.terms.points_per_xp else 0
    if spent > most:
        earning = (one.entry for one in player.xp)
        facts = {"player": player.name, "adventure": adventure.name, "spent": spent, "earned": most}
        campaign.breach("xp-budget", pointer, chain((entry.id,), earning), **facts)
    if (earlier := player.first_use(adventure.slug, None)) is not None:
        _used_before(campaign, "xp-reuse", pointer, entry, earlier, player=player.name, adventure=adventure.name)


def _used_before(
    campaign: Campaign, code: str, pointers: str | Iterable[str], entry: Entry, earlier: Use, **facts: Any
) -> None:
    """Record an error for something used twice; an open question if it is open whether the first use counts."""
    if earlier.counts:
        campaign.breach(code, pointers, [earlier.entry, entry.id], earlier=earlier.entry, **facts)
    elif DRAW_USES_UP.slug not in campaign.settled:
        campaign.leave_open(DRAW_USES_UP.slug, pointers, entry.id)


def _carry(
    campaign: Campaign, adventure: Adventure, entry: Entry, pointer: str, row: Document, player: Player, side: Side
) -> None:
    """Check the artifacts of a seat against its player's cards, its side's claims, and earlier uses."""
    numbers: dict[str, list[int]] = {}
    for number, card in enumerate(row.get("artifacts", ())):
        numbers.setdefault(card, []).append(number)
    for card, copies in numbers.items():
        may, question, _ = may_carry(campaign, adventure, player, side, card)
        earlier = player.first_use(adventure.slug, card)
        if may and earlier is None:
            continue
        places = tuple(f"{pointer}/artifacts/{number}" for number in copies)
        facts = {"player": player.name, **campaign.card_facts(card)}
        if may is False:
            campaign.breach("artifact-not-earned", places, [entry.id], **facts)
        elif may is None and question is not None:
            campaign.leave_open(question, places, entry.id, adventure.slug)
        if earlier is not None:
            _used_before(campaign, "artifact-reuse", places, entry, earlier, **facts, adventure=adventure.name)


def may_carry(
    campaign: Campaign, adventure: Adventure, player: Player | None, side: Side, card: str
) -> tuple[Truth, str | None, str | None]:
    """Return whether a player may take a card as a side of an adventure, the open question that decides, and the entry.

    A player may take a card that they have earned, or that the side may claim: because the side earned it elsewhere, or
    because nobody did. The entry is the one in which that happened.
    """
    owned = None if player is None else player.owned.get(card)
    found: list[tuple[Truth, str | None, str | None]] = []
    if owned is not None:
        found.append((owned.sure, None, owned.entry))
    found += [_claimed(campaign, claim, card) for claim in adventure.claims_by_card.get((side.slug, card), ())]
    for truth in (True, None):
        for one in found:
            if one[0] is truth:
                return one
    return False, None, None


def _claimed(campaign: Campaign, claim: Claim, card: str) -> tuple[Truth, str | None, str | None]:
    if claim.earned_by is not None:
        earned = campaign.earners.of(claim.adventure, claim.earned_by, card)
        return (False, None, None) if earned is None else (earned.sure, None, earned.entry)
    played = campaign.last_played.get(claim.adventure)
    if played is None:
        return False, None, None
    earned = campaign.earners.of(claim.adventure, None, card)
    if earned is not None:
        return (False if earned.sure else None), None, earned.entry
    taken = campaign.carried_off.get((claim.adventure, card))
    if taken is None or claim.question is None:
        return True, None, played
    if claim.question in campaign.settled:
        return campaign.settled[claim.question] == claim.reading, None, taken
    return None, claim.question, taken


def _team_spending(campaign: Campaign, adventure: Adventure, entry: Entry, seats: Sequence[Seat]) -> None:
    """Note the open question whether several players of one side may all spend."""
    if TEAM_SPENDING not in campaign.terms.questions:
        return
    sides = [side.slug for _, row, _, side in seats if cost_of(row, campaign.terms)]
    if len(set(sides)) == len(sides):
        return
    spending = Counter(sides)
    reading = campaign.settled.get(TEAM_SPENDING.slug)
    if reading is None:
        campaign.leave_open(TEAM_SPENDING.slug, f"{entry.at}/seats", entry.id)
    elif reading == "one":
        for slug, number in spending.items():
            if number > 1:
                spent = sum(cost_of(row, campaign.terms) for _, row, _, side in seats if side.slug == slug)
                best = max(player.span[1] for _, _, player, side in seats if side.slug == slug)
                name = adventure.sides[slug].name
                facts = {"player": name, "adventure": adventure.name, "spent": spent, "earned": best}
                campaign.breach("xp-budget", f"{entry.at}/seats", [entry.id], **facts)


def _side_lists(campaign: Campaign, adventure: Adventure, entry: Entry, seats: Sequence[Seat]) -> None:
    """Check the lists of a side in an entry against its points and its required cards."""
    if not any("list" in row for _, row, _, _ in seats):
        return
    for side in adventure.sides.values():
        rows = [row for _, row, _, of in seats if of is side]
        lists = [row["list"] for row in rows if "list" in row]
        if not rows:
            continue
        points = [one["points"] for one in lists if one.get("points") is not None]
        bought = sum(row.get("points_bought", 0) for row in rows)
        if side.points is not None and points and sum(points) > side.points + bought:
            facts = {"adventure": adventure.name, "side": side.name, "points": sum(points)}
            limit = side.points + bought
            campaign.breach("adventure-points", f"{entry.at}/seats", [entry.id], **facts, limit=limit)
        cards = [one["cards"] for one in lists if "cards" in one]
        if cards and len(cards) == len(rows):
            there = {card for some in cards for card in some}
            for card in side.required_cards:
                if card not in there:
                    facts = {"adventure": adventure.name, "side": side.name, **campaign.card_facts(card)}
                    if facts.get("card_name") == side.name:
                        facts["own_card"] = side.name
                    campaign.breach("adventure-required-card", f"{entry.at}/seats", [entry.id], **facts)


def _use_up(campaign: Campaign, adventure: Adventure, entry: Entry, row: Document, player: Player, draw: Truth) -> None:
    """Record the experience and the artifacts that a seat used. After a draw it may be open whether that counts."""
    counts = _counts(campaign, draw)
    if spent := cost_of(row, campaign.terms):
        player.use(Use(entry.id, adventure.slug, counts, xp=spent))
    for card in row.get("artifacts", ()):
        player.use(Use(entry.id, adventure.slug, counts, card=card))


def _counts(campaign: Campaign, draw: Truth) -> Truth:
    """Return whether a session uses up the experience and the artifacts of its players, which is open after a draw."""
    if draw is False or DRAW_USES_UP not in campaign.terms.questions:
        return True
    reading = campaign.settled.get(DRAW_USES_UP.slug)
    if reading == "used":
        return True
    return False if draw and reading == "not-used" else None


def _note_carried_off(campaign: Campaign, adventure: Adventure, entry: Entry, report: Report) -> None:
    """Note the cards whose tokens a side held when it left, unless leaving was its defeat."""
    for side in report.sides.values():
        if side.has_left is not False and side.end == LEFT:
            for token in side.holds or ():
                if token in adventure.cards_by_token:
                    campaign.carried_off[adventure.slug, adventure.cards_by_token[token]] = entry.id


def _replay(campaign: Campaign, adventure: Adventure, entry: Entry, seats: Sequence[Seat]) -> None:
    """Add a remark if players go on to another adventure after a draw that has to be played again first."""
    campaign.draws.pop(adventure.slug, None)
    here = {player.player for _, _, player, _ in seats}
    for slug, (earlier, players) in list(campaign.draws.items()):
        if not here.isdisjoint(players):
            del campaign.draws[slug]
            drawn = campaign.adventures[slug]
            facts = {"adventure": drawn.name, "earlier": earlier, "next": adventure.name}
            entries = [entry.id, earlier]
            campaign.breaches.add("draw-not-replayed", [f"{entry.at}/adventure"], entries, facts, drawn.cite)


def _note_draw(campaign: Campaign, adventure: Adventure, entry: Entry, ending: Ending, seats: Sequence[Seat]) -> None:
    """Note a session that certainly ended in a way that requires the adventure to be played again first."""
    if any(one.holds and one.outcome.played_again for one in ending.results):
        campaign.draws[adventure.slug] = (entry.id, frozenset(player.player for _, _, player, _ in seats))


# -- rewards -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Claim:
    """A seat with rewards: its place and entry in the record, its player, its side, and experience earned before."""

    at: str
    row: Document
    player: Player
    side: Side
    had_xp: Truth
    had_xp_in: str | None


def _reward(
    campaign: Campaign, adventure: Adventure, entry: Entry, ending: Ending, seats: Sequence[Seat]
) -> tuple[tuple[str, Earned], ...]:
    """Give each player the reward of their side, once for each adventure, and check the claims of the entry.

    Return the reward of each player, without rewards certainly earned in an earlier session.
    """
    by_side = {one.side: one for one in ending.rewards}
    rows = {row["player"]: (number, row) for number, row in enumerate(entry.document.get("rewards", ()))}
    found = []
    for _, _, player, side in seats:
        earned = by_side.get(side.slug)
        number, row = rows.pop(player.player, (0, {}))
        claim = _Claim(f"{entry.at}/rewards/{number}", row, player, side, *player.rewarded(adventure.slug))
        told = _check_claim(campaign, adventure, entry, claim, earned)
        if earned is None:
            continue
        if earned.least and claim.had_xp is not True:
            player.wins.append(entry.id)
        if earned.most:
            player.earn(EarnedXP(entry.id, adventure.slug, earned.least, earned.most))
        had_card_in = _give_card(campaign, adventure, entry, claim, earned)
        first = _not_had(earned, claim.had_xp, had_card_in)
        if first is not None:
            found.append((player.player, first))
        if first != earned and not told and not (had_card_in and "card" in row):
            facts = {"player": player.name, "adventure": adventure.name, "earlier": had_card_in or claim.had_xp_in}
            at = f"{entry.at}/report"
            campaign.breach("reward-had-before", at, [entry.id, facts["earlier"] or ""], **facts)
    for number, row in rows.values():
        known = campaign.players.get(row["player"])
        name = known.name if known else row["player"]
        campaign.breach("unknown-player", f"{entry.at}/rewards/{number}/player", [entry.id], player=name)
    return tuple(found)


def _not_had(earned: Earned, had_xp: Truth, had_card_in: str | None) -> Earned | None:
    """Return the reward of a side without what its player had before; None if nothing is left."""
    left = replace(earned, least=0, most=0) if had_xp and earned.most else earned
    if had_card_in:
        left = replace(left, cards=(), card_sure=False)
    return left if left.most or left.cards else None


def _check_claim(campaign: Campaign, adventure: Adventure, entry: Entry, claim: _Claim, earned: Earned | None) -> bool:
    """Check a claimed reward against the ending; return whether it claims XP a second time."""
    xp, card, most = claim.row.get("xp", 0), claim.row.get("card"), earned.most if earned else 0
    facts: dict[str, Any] = {"player": claim.player.name, "adventure": adventure.name}
    again = bool(xp and claim.had_xp and earned is not None)
    if again:
        earlier = claim.had_xp_in
        entries = [earlier or "", entry.id]
        campaign.breach("adventure-reward-once", f"{claim.at}/xp", entries, **facts, earlier=earlier)
    elif xp > most:
        campaign.breach("reward-not-earned", f"{claim.at}/xp", [entry.id], **facts, xp=xp, most=most)
    if card is not None and (earned is None or card not in earned.cards):
        campaign.breach("reward-not-earned", f"{claim.at}/card", [entry.id], **facts, **campaign.card_facts(card))
    return again


def _give_card(campaign: Campaign, adventure: Adventure, entry: Entry, claim: _Claim, earned: Earned) -> str | None:
    """Give a player the chosen card. Until one of several cards is chosen, it is unknown which card they have.

    Return the entry in which they earned a card of the adventure before, if that is sure: then they get none.
    """
    chosen, player = claim.row.get("card"), claim.player
    cards = [chosen] if chosen in earned.cards else list(earned.cards)
    if not cards:
        return None
    gained = earned.card_sure
    had = player.first_cards.get(adventure.slug)
    if had is None and claim.had_xp and gained is not False:
        reading = campaign.settled.get(ONCE_TOGETHER.slug)
        if reading == "together":
            had = player.rewarded(adventure.slug)[1]
        elif reading is None:
            campaign.leave_open(ONCE_TOGETHER.slug, claim.at if chosen else entry.at, entry.id)
            gained = None
    if had is not None:
        if chosen is not None:
            facts = {"player": player.name, "adventure": adventure.name, "earlier": had}
            campaign.breach("adventure-reward-once", f"{claim.at}/card", [had, entry.id], **facts)
        return had
    if adventure.slug in player.first_cards or claim.had_xp is None:
        gained = None
    if len(cards) > 1:
        campaign.needs.append((f"{entry.at}/rewards/{player.player}/card", entry.id))
    sure = all3((gained, True if len(cards) == 1 else None))
    for card in cards:
        one = EarnedCard(card, entry.id, adventure.slug, claim.side.slug, gained, sure)
        player.own(one)
        campaign.earners.add(player.place, one)
    return None


def _tell(campaign: Campaign, entry: Entry) -> None:
    """Do nothing: the record's release and the questions that it settles apply to all of its entries."""


_FOLDS = {
    JOINED: _join,
    MOVED_OUT: _move_out,
    REPLACED: _replace,
    PLAYED: _play,
    UPGRADED: _tell,
    SETTLED: _tell,
    ENDED: _end,
}
