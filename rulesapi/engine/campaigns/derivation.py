"""What follows from a campaign's record: who has earned and used what, by which entries, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulesapi.engine.campaigns.adventures import Adventure, Claim, Report, Side
from rulesapi.engine.campaigns.outcomes import DRAW, Earned, Ending, Result, ending_of
from rulesapi.engine.campaigns.records import (
    ENDED,
    JOINED,
    MOVED_OUT,
    PLAYED,
    REPLACED,
    UPGRADED,
    Breach,
    Entry,
    read_entries,
)
from rulesapi.engine.campaigns.terms import DRAW_USES_UP, ONCE_TOGETHER, TEAM_SPENDING, CampaignTerms
from rulesapi.engine.core.model import Document
from rulesapi.engine.core.truth import Truth, all3


@dataclass(frozen=True, slots=True)
class EarnedXP:
    """Points that a player has from one session: between two numbers."""

    entry: str
    adventure: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class EarnedCard:
    """An artifact or another card that a player has, from which session and as which side.

    `gained` tells whether one card was earned there; `sure` whether it was this one, which is not known while nobody
    has said which of several was chosen.
    """

    card: str
    entry: str
    adventure: str
    side: str
    gained: Truth
    sure: Truth


@dataclass(frozen=True, slots=True)
class Use:
    """Experience spent, or a card carried, in a session. After a draw it is open whether that counts."""

    entry: str
    adventure: str
    counts: Truth
    xp: int = 0
    card: str | None = None


@dataclass(slots=True)
class Player:
    """A player of a campaign, with all that they earned and used; `span` is the least and the most experience."""

    player: str
    name: str
    joined: str
    left: str | None = None
    xp: list[EarnedXP] = field(default_factory=list)
    cards: list[EarnedCard] = field(default_factory=list)
    by_adventure: dict[str, tuple[int, int]] = field(default_factory=dict)
    first_rewards: dict[str, tuple[Truth, str | None]] = field(default_factory=dict)
    span: tuple[int, int] = (0, 0)
    uses: dict[str, list[Use]] = field(default_factory=dict)
    sessions: list[str] = field(default_factory=list)
    wins: list[str] = field(default_factory=list)

    def earn(self, one: EarnedXP) -> None:
        """Add the points of a session; what one adventure gives is earned once."""
        self.xp.append(one)
        if self.rewarded(one.adventure)[0] is not True:
            self.first_rewards[one.adventure] = (True if one.least else None, one.entry)
        low, high = before = self.by_adventure.get(one.adventure, (0, 0))
        now = self.by_adventure[one.adventure] = _once(low, high, one)
        self.span = (self.span[0] + now[0] - before[0], self.span[1] + now[1] - before[1])

    def used(self, adventure: str) -> Iterable[Use]:
        """What they used in sessions of an adventure."""
        return self.uses.get(adventure, ())

    def rewarded(self, adventure: str) -> tuple[Truth, str | None]:
        """Whether they have earned points in an adventure, and in which entry."""
        return self.first_rewards.get(adventure, (False, None))


def _once(low: int, high: int, later: EarnedXP) -> tuple[int, int]:
    """What two sessions of one adventure give: the first of them that gives anything."""
    if low:
        return low, high
    if not high:
        return later.least, later.most
    return min(later.least, 1), max(high, later.most)


@dataclass(frozen=True, slots=True)
class Session:
    """A session as it came out: who played which side, what held, and what each player earned of it."""

    entry: str
    adventure: str
    seats: tuple[tuple[str, str], ...]
    ending: Ending
    rewards: tuple[tuple[str, Earned], ...]


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """An open question on which something of the record hangs, with the places and the entries."""

    question: str
    adventure: str | None
    at: str
    entry: str


@dataclass(slots=True)
class Campaign:
    """What follows from a record. `settled` has readings by question, `ended` the entry that ended the campaign."""

    terms: CampaignTerms
    adventures: Mapping[str, Adventure]
    settled: dict[str, str]
    players: dict[str, Player] = field(default_factory=dict)
    sessions: list[Session] = field(default_factory=list)
    breaches: list[Breach] = field(default_factory=list)
    open: list[OpenPoint] = field(default_factory=list)
    needs: list[tuple[str, str]] = field(default_factory=list)
    ended: str | None = None
    carried_off: dict[tuple[str, str], str] = field(default_factory=dict)

    def breach(self, code: str, at: str, entries: Sequence[str], **facts: Any) -> None:
        """Note something wrong."""
        self.breaches.append(Breach(code, (at,), tuple(dict.fromkeys(entries)), facts))

    def leave_open(self, question: str, at: str, entry: str, adventure: str | None = None) -> None:
        """Note that an open question decides."""
        self.open.append(OpenPoint(question, adventure, at, entry))

    def earner_of(self, adventure: str, side: str | None, card: str) -> EarnedCard | None:
        """Who has earned a card in an adventure, as that side or as any: who surely has before who may have."""
        found = [
            one
            for player in self.players.values()
            for one in player.cards
            if (one.adventure, one.card) == (adventure, card) and side in (None, one.side)
        ]
        return next((one for one in found if one.sure), found[0] if found else None)


def derive(record: Document, adventures: Mapping[str, Adventure], terms: CampaignTerms) -> Campaign:
    """What follows from a record. `adventures` are those of the catalog; the record's own go before them."""
    own = {row["slug"]: Adventure.read(row) for row in record.get("adventures", ())}
    campaign = Campaign(terms, {**adventures, **own}, {})
    _settle(campaign, record)
    read = read_entries(record["entries"])
    campaign.breaches += read.breaches
    for entry in read.entries:
        if campaign.ended is not None:
            campaign.breach("entry-order", entry.at, [entry.id, campaign.ended], entry=entry.id)
            continue
        _FOLDS[entry.document["type"]](campaign, entry)
    return campaign


def _settle(campaign: Campaign, record: Document) -> None:
    """Read how the campaign settles open questions, its own and those of adventures."""
    readings = {question.slug: {one.slug for one in question.interpretations} for question in campaign.terms.questions}
    for adventure in campaign.adventures.values():
        for slug, row in adventure.questions.items():
            readings.setdefault(slug, set()).update(one["reading"] for one in row["readings"])
    for number, row in enumerate(record.get("settles", ())):
        if row["reading"] in readings.get(row["question"], ()):
            campaign.settled[row["question"]] = row["reading"]
        else:
            facts = {"question": row["question"], "reading": row["reading"]}
            campaign.breaches.append(Breach("unknown-question", (f"/settles/{number}",), (), facts))


# -- people --------------------------------------------------------------------------------------------------------


def _join(campaign: Campaign, entry: Entry) -> None:
    player = entry.document["player"]
    known = campaign.players.get(player)
    if known is not None and known.left is None:
        campaign.breach("joined-already", f"{entry.at}/player", [known.joined, entry.id], player=known.name)
    elif known is not None:
        known.left = None
    else:
        campaign.players[player] = Player(player, entry.document.get("name", player), entry.id)


def _move_out(campaign: Campaign, entry: Entry) -> None:
    player = _present(campaign, entry.document["player"], f"{entry.at}/player", entry.id)
    if player is not None:
        player.left = entry.id


def _replace(campaign: Campaign, entry: Entry) -> None:
    """Another person takes a player's place, with all that was earned and used there."""
    player = _present(campaign, entry.document["player"], f"{entry.at}/player", entry.id)
    by = entry.document["by"]
    if player is None:
        return
    if by in campaign.players:
        campaign.breach("joined-already", f"{entry.at}/by", [campaign.players[by].joined, entry.id], player=by)
        return
    name = entry.document.get("name", by)
    campaign.players[by] = replace(player, player=by, name=name, joined=entry.id)
    campaign.players[player.player] = Player(player.player, player.name, player.joined, entry.id)


def _end(campaign: Campaign, entry: Entry) -> None:
    campaign.ended = entry.id


def _present(campaign: Campaign, name: str, at: str, entry: str) -> Player | None:
    """The player of that name who is in the campaign at this point."""
    player = campaign.players.get(name)
    if player is None or player.left is not None:
        campaign.breach("unknown-player", at, [entry, *((player.left,) if player and player.left else ())], player=name)
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
    report = _report(campaign, adventure, entry)
    ending = ending_of(adventure, report, campaign.settled)
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
    for question in ending.questions:
        campaign.leave_open(question, f"{entry.at}/report", entry.id, adventure.slug)
    campaign.needs += [(f"{entry.at}/report{fact}", entry.id) for fact in ending.needs]
    sides = tuple((player.player, side.slug) for _, _, player, side in seats)
    campaign.sessions.append(Session(entry.id, adventure.slug, sides, ending, rewards))


Seat = tuple[str, Document, Player, Side]


def _seats(campaign: Campaign, adventure: Adventure, entry: Entry) -> Iterator[Seat]:
    """The seats that count: of players who are there, on sides that there are."""
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
    """What is reported, without what cannot be in this adventure."""
    document = entry.document.get("report", {})
    sides = {}
    for name, row in document.get("sides", {}).items():
        at = f"{entry.at}/report/sides/{name}"
        side = adventure.sides.get(name)
        if side is None:
            facts = {"adventure": adventure.name, "side": name, "sides": sorted(adventure.sides)}
            campaign.breach("unknown-side", at, [entry.id], **facts)
            continue
        kept = dict(row)
        possible: dict[str, Iterable[Any]] = {"end": side.ends, "exit": side.exits}
        for field_name, values in possible.items():
            if field_name in kept and kept[field_name] not in values:
                facts = {"adventure": adventure.name, "side": side.name, "value": kept.pop(field_name)}
                campaign.breach("unknown-outcome", f"{at}/{field_name}", [entry.id], **facts)
        strange = [token for token in kept.get("holds", ()) if token not in adventure.tokens]
        if strange or len(kept.get("holds", ())) > adventure.most_held:
            kept.pop("holds")
            facts = {"adventure": adventure.name, "side": side.name, "value": row["holds"]}
            campaign.breach("unknown-outcome", f"{at}/holds", [entry.id], **facts)
        sides[name] = kept
    return Report.read({**document, "sides": sides})


def _is_draw(results: Sequence[Result]) -> Truth:
    """Whether the session ended in a draw."""
    held = [one for one in results if one.outcome.victory == DRAW]
    return held[0].holds if held else False


def cost_of(row: Document, terms: CampaignTerms) -> int:
    """The experience that a seat spends: on points, and on slots."""
    if "points_bought" not in row and "slots_bought" not in row:
        return 0
    points: int = row.get("points_bought", 0)
    on_points = -(-points // terms.points_per_xp) if terms.points_per_xp else points
    return on_points + (terms.slot_xp or 1) * len(row.get("slots_bought", ()))


def _spend(campaign: Campaign, adventure: Adventure, entry: Entry, at: str, row: Document, player: Player) -> None:
    """Hold what a seat spends against what its player has earned and not used in this adventure."""
    spent = cost_of(row, campaign.terms)
    if not spent:
        return
    picks = [slot["pick"] for slot in row.get("slots_bought", ())]
    if len(set(picks)) < len(picks):
        campaign.breach("xp-slot", f"{at}/slots_bought", [entry.id], player=player.name)
    # Where it hangs on what an earlier session gave, that session says what would decide.
    most = player.span[1] if campaign.terms.points_per_xp else 0
    if spent > most:
        earning = [one.entry for one in player.xp]
        facts = {"player": player.name, "adventure": adventure.name, "spent": spent, "earned": most}
        campaign.breach("xp-budget", at, [entry.id, *earning], **facts)
    if (earlier := _first_use(player.used(adventure.slug), None)) is not None:
        _used_before(campaign, "xp-reuse", at, entry, earlier, player=player.name, adventure=adventure.name)


def _first_use(uses: Iterable[Use], card: str | None) -> Use | None:
    """The first use of a card, or of experience for `None`: one that counts before one that may."""
    alike = [one for one in uses if one.card == card and one.counts is not False]
    return next((one for one in alike if one.counts), alike[0] if alike else None)


def _used_before(campaign: Campaign, code: str, at: str, entry: Entry, earlier: Use, **facts: Any) -> None:
    """Note that something is used a second time, or that it is open whether it is."""
    if earlier.counts:
        campaign.breach(code, at, [earlier.entry, entry.id], earlier=earlier.entry, **facts)
    elif DRAW_USES_UP.slug not in campaign.settled:
        campaign.leave_open(DRAW_USES_UP.slug, at, entry.id)


def _carry(
    campaign: Campaign, adventure: Adventure, entry: Entry, at: str, row: Document, player: Player, side: Side
) -> None:
    """Hold the artifacts of a seat against what its player has earned, what its side may claim, and what was used."""
    for number, card in enumerate(row.get("artifacts", ())):
        place = f"{at}/artifacts/{number}"
        may, question, _ = may_carry(campaign, adventure, player, side, card)
        if may is False:
            campaign.breach("artifact-not-earned", place, [entry.id], player=player.name, card=card)
        elif may is None and question is not None:
            campaign.leave_open(question, place, entry.id, adventure.slug)
        if (earlier := _first_use(player.used(adventure.slug), card)) is not None:
            facts = {"player": player.name, "card": card, "adventure": adventure.name}
            _used_before(campaign, "artifact-reuse", place, entry, earlier, **facts)


def may_carry(
    campaign: Campaign, adventure: Adventure, player: Player | None, side: Side, card: str
) -> tuple[Truth, str | None, str | None]:
    """Whether a player may take a card as a side of an adventure, the open question that decides, and by which entry.

    It is earned by the player, or the side claims it: because that side earned it elsewhere, or because nobody did.
    """
    found: list[tuple[Truth, str | None, str | None]] = []
    if player is not None:
        found += [(one.sure, None, one.entry) for one in player.cards if one.card == card]
    found += [
        _claimed(campaign, claim, card) for claim in adventure.claims if claim.side == side.slug and card in claim.cards
    ]
    for truth in (True, None):
        for one in found:
            if one[0] is truth:
                return one
    return False, None, None


def _claimed(campaign: Campaign, claim: Claim, card: str) -> tuple[Truth, str | None, str | None]:
    if claim.earned_by is not None:
        earned = campaign.earner_of(claim.adventure, claim.earned_by, card)
        return (False, None, None) if earned is None else (earned.sure, None, earned.entry)
    played = [one.entry for one in campaign.sessions if one.adventure == claim.adventure]
    if not played:
        return False, None, None
    earned = campaign.earner_of(claim.adventure, None, card)
    if earned is not None:
        return (False if earned.sure else None), None, earned.entry
    taken = campaign.carried_off.get((claim.adventure, card))
    if taken is None or claim.question is None:
        return True, None, played[-1]
    if claim.question in campaign.settled:
        return campaign.settled[claim.question] == claim.reading, None, taken
    return None, claim.question, taken


def _team_spending(campaign: Campaign, adventure: Adventure, entry: Entry, seats: Sequence[Seat]) -> None:
    """Ask of a side of several players who all spend whether they may."""
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
    """Hold what an entry says of the lists of a side against its points and its required cards."""
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
                    facts = {"adventure": adventure.name, "side": side.name, "card": card}
                    campaign.breach("adventure-required-card", f"{entry.at}/seats", [entry.id], **facts)


def _use_up(campaign: Campaign, adventure: Adventure, entry: Entry, row: Document, player: Player, draw: Truth) -> None:
    """Note what a seat used; after a draw that may not count."""
    counts = _counts(campaign, draw)
    if spent := cost_of(row, campaign.terms):
        player.uses.setdefault(adventure.slug, []).append(Use(entry.id, adventure.slug, counts, xp=spent))
    for card in row.get("artifacts", ()):
        player.uses.setdefault(adventure.slug, []).append(Use(entry.id, adventure.slug, counts, card=card))


def _counts(campaign: Campaign, draw: Truth) -> Truth:
    """Whether what a session used is used up."""
    if draw is False or DRAW_USES_UP not in campaign.terms.questions:
        return True
    reading = campaign.settled.get(DRAW_USES_UP.slug)
    if reading == "used":
        return True
    return False if draw and reading == "not-used" else None


def _note_carried_off(campaign: Campaign, adventure: Adventure, entry: Entry, report: Report) -> None:
    """Remember the cards whose tokens a side held when it left."""
    for side in report.sides.values():
        if side.end == "left":
            for token in side.holds or ():
                if token in adventure.cards_by_token:
                    campaign.carried_off[adventure.slug, adventure.cards_by_token[token]] = entry.id


# -- rewards -------------------------------------------------------------------------------------------------------


def _reward(
    campaign: Campaign, adventure: Adventure, entry: Entry, ending: Ending, seats: Sequence[Seat]
) -> tuple[tuple[str, Earned], ...]:
    """Give each player what their side earned, once for each adventure, and hold the claims of the entry against it."""
    by_side = {one.side: one for one in ending.rewards}
    claims = {row["player"]: (number, row) for number, row in enumerate(entry.document.get("rewards", ()))}
    found = []
    for _, _, player, side in seats:
        earned = by_side.get(side.slug)
        number, claim = claims.pop(player.player, (0, {}))
        at = f"{entry.at}/rewards/{number}"
        before, earlier = player.rewarded(adventure.slug)
        if claim:
            _check_claim(campaign, adventure, entry, at, claim, player, earned, before, earlier)
        if earned is None:
            continue
        found.append((player.player, earned))
        if earned.least and before is not True:
            player.wins.append(entry.id)
        if earned.most:
            player.earn(EarnedXP(entry.id, adventure.slug, earned.least, earned.most))
        _give_card(campaign, adventure, entry, at, claim, player, side, earned, before)
    for number, row in claims.values():
        campaign.breach("unknown-player", f"{entry.at}/rewards/{number}/player", [entry.id], player=row["player"])
    return tuple(found)


def _check_claim(
    campaign: Campaign,
    adventure: Adventure,
    entry: Entry,
    at: str,
    claim: Document,
    player: Player,
    earned: Earned | None,
    before: Truth,
    earlier: str | None,
) -> None:
    """Hold what an entry says a player earned against what happened."""
    xp, card, most = claim.get("xp", 0), claim.get("card"), earned.most if earned else 0
    facts: dict[str, Any] = {"player": player.name, "adventure": adventure.name}
    if xp and before and earned is not None:
        campaign.breach("adventure-reward-once", f"{at}/xp", [earlier or "", entry.id], **facts, earlier=earlier)
    elif xp > most:
        campaign.breach("reward-not-earned", f"{at}/xp", [entry.id], **facts, xp=xp, most=most)
    if card is not None and (earned is None or card not in earned.cards):
        campaign.breach("reward-not-earned", f"{at}/card", [entry.id], **facts, card=card)


def _give_card(
    campaign: Campaign,
    adventure: Adventure,
    entry: Entry,
    at: str,
    claim: Document,
    player: Player,
    side: Side,
    earned: Earned,
    before: Truth,
) -> None:
    """Give a player the card that they chose; of several to choose from it is not known before."""
    chosen = claim.get("card")
    cards = [chosen] if chosen in earned.cards else list(earned.cards)
    if not cards:
        return
    gained = earned.card_sure
    held = [one for one in player.cards if one.adventure == adventure.slug]
    had = next((one.entry for one in held if one.gained), None)
    if had is None and before and gained is not False:
        reading = campaign.settled.get(ONCE_TOGETHER.slug)
        if reading == "together":
            had = player.rewarded(adventure.slug)[1]
        elif reading is None:
            campaign.leave_open(ONCE_TOGETHER.slug, at if chosen else entry.at, entry.id)
            gained = None
    if had is not None:
        if chosen is not None:
            facts = {"player": player.name, "adventure": adventure.name, "earlier": had}
            campaign.breach("adventure-reward-once", f"{at}/card", [had, entry.id], **facts)
        return
    if held or before is None:
        gained = None
    if len(cards) > 1:
        campaign.needs.append((f"{entry.at}/rewards/{player.player}/card", entry.id))
    sure = all3((gained, True if len(cards) == 1 else None))
    player.cards += [EarnedCard(card, entry.id, adventure.slug, side.slug, gained, sure) for card in cards]


def _upgrade(campaign: Campaign, entry: Entry) -> None:
    """Nothing follows: the adventures that the record is derived by are those of its release already."""


_FOLDS = {
    JOINED: _join,
    MOVED_OUT: _move_out,
    REPLACED: _replace,
    PLAYED: _play,
    UPGRADED: _upgrade,
    ENDED: _end,
}
