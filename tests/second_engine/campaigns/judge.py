"""Judging of one world: a record without unknown facts, by the rules as the rulebook gives them, p. 34-38."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

QUESTIONS = {
    "tie-for-winner": ["shared", "nobody"],
    "draw-uses-up": ["used", "not-used"],
    "once-together": ["together", "apart"],
    "team-spending": ["each", "one"],
}


class World:
    """The state of the campaign so far, player by player."""

    def __init__(self, adventures: dict[str, Any], readings: dict[str, str]) -> None:
        self.adventures = adventures
        self.readings = readings
        self.breaches: set[tuple[str, str]] = set()
        self.here: dict[str, bool] = {}
        self.xp: dict[str, dict[str, int]] = defaultdict(dict)  # player, adventure
        self.cards: dict[str, list[tuple[str, str, str]]] = defaultdict(list)  # player: card, adventure, side
        self.maybe: dict[str, list[tuple[str, str, str]]] = defaultdict(list)  # one of several, not said which
        self.spent: set[tuple[str, str]] = set()
        self.carried: set[tuple[str, str, str]] = set()
        self.carried_off: set[tuple[str, str]] = set()
        self.played: set[str] = set()
        self.over = False

    def broken(self, code: str, pointer: str) -> None:
        self.breaches.add((code, pointer))

    def is_here(self, player: str, pointer: str) -> bool:
        if not self.here.get(player):
            self.broken("unknown-player", pointer)
        return bool(self.here.get(player))


def judge(record: dict, adventures: dict[str, Any], readings: dict[str, str]) -> World:
    """Return the result of a record without unknown facts."""
    world = World({**adventures, **{one["slug"]: one for one in record.get("adventures", ())}}, readings)
    _settled(world, record)
    for at, row in effective(record["entries"], world):
        if row["type"] == "settled":
            continue  # the record itself has what counts
        if world.over:
            world.broken("entry-order", at)
        else:
            {"joined": _joined, "left": _left, "replaced": _replaced, "played": _played, "ended": _ended}[row["type"]](
                world, at, row
            )
    return world


def _settled(world: World, record: dict) -> None:
    known = {**QUESTIONS}
    for adventure in world.adventures.values():
        for question in adventure.get("questions", ()):
            known[question["question"]] = [one["reading"] for one in question["readings"]]
    for number, row in enumerate(record.get("settles", ())):
        if row["reading"] not in known.get(row["question"], ()):
            world.broken("unknown-question", f"/settles/{number}")


def _joined(world: World, pointer: str, row: dict) -> None:
    if world.here.get(row["player"]):
        world.broken("joined-already", f"{pointer}/player")
    world.here[row["player"]] = True


def _left(world: World, pointer: str, row: dict) -> None:
    if world.is_here(row["player"], f"{pointer}/player"):
        world.here[row["player"]] = False


def _ended(world: World, pointer: str, row: dict) -> None:
    world.over = True


def effective(entries: list[dict], world: World) -> list[tuple[str, dict]]:
    """Return the valid entries, with the places of their text."""
    first: dict[str, int] = {}
    for number, row in enumerate(entries):
        if row["id"] in first:
            world.broken("entry-repeated", f"/entries/{number}/id")
        first.setdefault(row["id"], number)
    day = ""
    for number, row in enumerate(entries):
        if row["type"] != "corrected" and "on" in row:
            if row["on"] < day:
                world.broken("entry-order", f"/entries/{number}/on")
            day = max(day, row["on"])
    last: dict[int, tuple[str, dict | None]] = {}
    for number, row in enumerate(entries):
        if first[row["id"]] != number:
            continue
        if row["type"] != "corrected":
            last[number] = (f"/entries/{number}", row)
            continue
        target = _root(entries, first, number, world)
        if target is not None:
            last[target] = (f"/entries/{number}/entry", row["entry"])
    return [(at, row) for _, (at, row) in sorted(last.items()) if row is not None]


def _root(entries: list[dict], first: dict[str, int], number: int, world: World) -> int | None:
    """Return the entry at the end of a chain of corrections; None if the chain ends nowhere, points ahead or is
    circular."""
    seen, here = [number], number
    while entries[here]["type"] == "corrected":
        of = entries[here]["of"]
        if of not in first:
            if here == number:
                world.broken("unknown-entry", f"/entries/{number}/of")
            return None
        then = first[of]
        if then in seen:
            if then == number:
                circle = sorted(seen)
                world.broken("correction-cycle", f"/entries/{circle[0]}/of")
            return None
        if then > here:
            if here == number and not _leads_back(entries, first, number):
                world.broken("entry-order", f"/entries/{number}/of")
            if here != number or not _leads_back(entries, first, number):
                return None
        seen.append(then)
        here = then
    return here


def _leads_back(entries: list[dict], first: dict[str, int], number: int) -> bool:
    here, steps = number, 0
    while entries[here]["type"] == "corrected" and steps <= len(entries):
        of = entries[here]["of"]
        if of not in first:
            return False
        here, steps = first[of], steps + 1
        if here == number:
            return True
    return False


def _replaced(world: World, pointer: str, row: dict) -> None:
    old, new = row["player"], row["by"]
    if not world.is_here(old, f"{pointer}/player"):
        return
    if new in world.here:
        world.broken("joined-already", f"{pointer}/by")
        return
    world.here |= {old: False, new: True}
    world.xp[new] = world.xp.pop(old, {})
    world.cards[new] = world.cards.pop(old, [])
    world.maybe[new] = world.maybe.pop(old, [])
    world.spent |= {(new, adventure) for who, adventure in world.spent if who == old}
    world.carried |= {(new, adventure, card) for who, adventure, card in world.carried if who == old}


def _cost(seat: dict) -> int:
    return int(seat.get("points_bought", 0)) + 2 * len(seat.get("slots_bought", ()))


def _played(world: World, pointer: str, row: dict) -> None:
    adventure = world.adventures.get(row["adventure"])
    if adventure is None:
        world.broken("unknown-adventure", f"{pointer}/adventure")
        return
    if adventure["players"] is not None and len(row["seats"]) != adventure["players"]:
        world.broken("adventure-players", f"{pointer}/seats")
    seats = _seats(world, pointer, row, adventure)
    held = _outcomes(adventure, row["report"], world.readings)
    draw = any(one["victory"] == "draw" for one in held)
    for place, seat in seats:
        _bought(world, place, seat, adventure)
        _artifacts(world, place, seat, adventure)
    _team(world, pointer, seats)
    _lists(world, pointer, adventure, seats)
    if not (draw and world.readings["draw-uses-up"] == "not-used"):
        for _, seat in seats:
            if _cost(seat):
                world.spent.add((seat["player"], adventure["slug"]))
            world.carried |= {(seat["player"], adventure["slug"], card) for card in seat.get("artifacts", ())}
    world.carried_off |= set(_taken_away(adventure, row["report"]))
    _rewards(world, pointer, row, adventure, seats, held)
    world.played.add(adventure["slug"])


def _taken_away(adventure: dict, report: dict) -> list[tuple[str, str]]:
    """Return the cards whose tokens a side left with."""
    sides = _until_the_game_ended(adventure, report)["sides"]
    gone = [token for side in sides.values() if side["end"] == "left" for token in side["holds"]]
    pieces = [one for one in adventure.get("pieces", ()) if "card" in one]
    return [(adventure["slug"], one["card"]) for one in pieces if one["number"] in gone]


def _seats(world: World, pointer: str, row: dict, adventure: dict) -> list:
    """Return the valid seats, each with its place."""
    sides = {side["side"] for side in adventure["sides"]}
    seats: list[tuple[str, dict]] = []
    for number, seat in enumerate(row["seats"]):
        place = f"{pointer}/seats/{number}"
        if seat["side"] not in sides:
            world.broken("unknown-side", f"{place}/side")
        if not world.is_here(seat["player"], f"{place}/player") or seat["side"] not in sides:
            continue
        if seat["player"] in [one["player"] for _, one in seats]:
            world.broken("seat-taken", f"{place}/player")
            continue
        seats.append((place, seat))
    return seats


def _bought(world: World, place: str, seat: dict, adventure: dict) -> None:
    picks = [slot["pick"] for slot in seat.get("slots_bought", ())]
    if len(picks) != len(set(picks)):
        world.broken("xp-slot", f"{place}/slots_bought")
    cost = _cost(seat)
    if cost > sum(world.xp[seat["player"]].values()):
        world.broken("xp-budget", place)
    if cost and (seat["player"], adventure["slug"]) in world.spent:
        world.broken("xp-reuse", place)


def _artifacts(world: World, place: str, seat: dict, adventure: dict) -> None:
    for number, card in enumerate(seat.get("artifacts", ())):
        if not may_take(world, seat, adventure, card):
            world.broken("artifact-not-earned", f"{place}/artifacts/{number}")
        if (seat["player"], adventure["slug"], card) in world.carried:
            world.broken("artifact-reuse", f"{place}/artifacts/{number}")


def may_take(world: World, seat: dict, adventure: dict, card: str) -> bool:
    """Return whether a seat may take an artifact: its player has it, or its side claims it."""
    if any(card == one for one, _, _ in (*world.cards[seat["player"]], *world.maybe[seat["player"]])):
        return True
    earned = {
        (one, of, side) for some in (world.cards, world.maybe) for of_one in some.values() for one, of, side in of_one
    }
    for claim in adventure.get("claims", ()):
        if claim["side"] != seat["side"] or card not in claim["cards"]:
            continue
        if "earned_by" in claim:
            if (card, claim["adventure"], claim["earned_by"]) in earned:
                return True
        elif claim["adventure"] in world.played:
            surely = {(one, of) for of_one in world.cards.values() for one, of, _ in of_one}
            if (card, claim["adventure"]) in surely:
                continue
            taken = (claim["adventure"], card) in world.carried_off
            if not taken or "question" not in claim or world.readings[claim["question"]] == claim["reading"]:
                return True
    return False


def _team(world: World, pointer: str, seats: list) -> None:
    by_side: dict[str, int] = defaultdict(int)
    for _, seat in seats:
        by_side[seat["side"]] += bool(_cost(seat))
    for number in by_side.values():
        if number > 1 and world.readings["team-spending"] == "one":
            world.broken("xp-budget", f"{pointer}/seats")


def _lists(world: World, pointer: str, adventure: dict, seats: list) -> None:
    for side in adventure["sides"]:
        mine = [seat for _, seat in seats if seat["side"] == side["side"]]
        told = [seat["list"] for seat in mine if "list" in seat]
        costs = [one["points"] for one in told if one.get("points") is not None]
        allowed = (
            None if side["points"] is None else side["points"] + sum(seat.get("points_bought", 0) for seat in mine)
        )
        if costs and allowed is not None and sum(costs) > allowed:
            world.broken("adventure-points", f"{pointer}/seats")
        if mine and all("cards" in seat.get("list", {}) for seat in mine):
            there = [card for seat in mine for card in seat["list"]["cards"]]
            if any(card not in there for card in side["required_cards"]):
                world.broken("adventure-required-card", f"{pointer}/seats")


def _outcomes(adventure: dict, report: dict, readings: dict[str, str]) -> list[dict]:
    """Return the paragraphs that apply: one total victory or draw, or else every partial victory."""
    report = _with_those_defeated_who_left_too_early(adventure, _until_the_game_ended(adventure, report))
    holding = [one for one in adventure["outcomes"] if any(_holds(case, report, readings) for case in one["when"])]
    alone = [one for one in holding if one["victory"] in ("total", "draw")]
    return alone[:1] or holding


def _with_those_defeated_who_left_too_early(adventure: dict, report: dict) -> dict:
    """Return a report in which sides that left too early are defeated, checked in the order in which they left."""
    sides = {name: dict(row) for name, row in report["sides"].items()}
    rules = {side["side"]: side["may_leave"] for side in adventure["sides"] if "may_leave" in side}
    for number, name in enumerate(report["order"]):
        until_then = {"sides": sides, "order": report["order"][: number + 1]}
        may_leave = any(all(_true(one, until_then) for one in case["all"]) for case in rules.get(name, ({"all": ()},)))
        if sides[name]["end"] == "left" and not may_leave:
            sides[name]["end"] = "defeated"
    return {"sides": sides, "order": report["order"]}


def _until_the_game_ended(adventure: dict, report: dict) -> dict:
    """Return a report in which sides that were defeated or left after the end of the game are still there."""
    ending = {side["side"] for side in adventure["sides"] if side.get("leaving_ends")}
    sides, order = {name: dict(row) for name, row in report["sides"].items()}, list(report["order"])
    for number, name in enumerate(report["order"]):
        if name in ending and sides[name]["end"] == "left":
            for other in order[number + 1 :]:
                sides[other]["end"] = "present"
            return {"sides": sides, "order": order[: number + 1]}
    return {"sides": sides, "order": order}


def _holds(case: dict, report: dict, readings: dict[str, str]) -> bool:
    if "question" in case and readings[case["question"]] != case["reading"]:
        return False
    return all(_true(condition, report) for condition in case["all"])


def _true(condition: dict, report: dict) -> bool:
    side, order = report["sides"][condition["side"]], report["order"]

    def moment(name: str) -> int | None:
        return order.index(name) if name in order else None

    mine = moment(condition["side"])
    checks = [
        "is" not in condition or side["end"] in condition["is"],
        "by" not in condition or (side["end"] == "left" and side["exit"] in condition["by"]),
        side["health"] >= condition.get("least_health", 0),
        side["health"] <= condition.get("most_health", 10**9),
        "holds" not in condition or bool(set(condition["holds"]) & set(side["holds"])),
    ]
    for other in condition.get("after", ()):
        theirs = moment(other)
        checks.append(mine is not None and theirs is not None and theirs < mine)
    for other in condition.get("before", ()):
        theirs = moment(other)
        checks.append(mine is not None and (theirs is None or mine < theirs))
    return all(checks)


def _rewards(world: World, pointer: str, row: dict, adventure: dict, seats: list, held: list[dict]) -> None:
    claims = {one["player"]: (number, one) for number, one in enumerate(row.get("rewards", ()))}
    seated = {seat["player"] for _, seat in seats}
    for player, (number, _) in claims.items():
        if player not in seated:
            world.broken("unknown-player", f"{pointer}/rewards/{number}/player")
    before = {player: dict(world.xp[player]) for player in seated}
    for _, seat in seats:
        player, slug = seat["player"], adventure["slug"]
        mine = [one for outcome in held for one in outcome["earned"] if one["side"] == seat["side"]]
        points = sum(one["xp"] for one in mine)
        offered = [card for one in mine for card in _offered(one, row, adventure)]
        number, claim = claims.get(player, (0, {}))
        had = before[player].get(slug, 0)
        if claim.get("xp") and had and mine:
            world.broken("adventure-reward-once", f"{pointer}/rewards/{number}/xp")
        elif claim.get("xp", 0) > points:
            world.broken("reward-not-earned", f"{pointer}/rewards/{number}/xp")
        if claim.get("card") and claim["card"] not in offered:
            world.broken("reward-not-earned", f"{pointer}/rewards/{number}/card")
        if points and not had:
            world.xp[player][slug] = points
        if offered:
            _card(world, pointer, number, claim, seat, adventure, offered, bool(had))


def _offered(reward: dict, row: dict, adventure: dict) -> list[str]:
    if not reward.get("only_held"):
        return list(reward.get("cards", ()))
    holds = row["report"]["sides"][reward["side"]]["holds"]
    on = {piece.get("card") for piece in adventure["pieces"] if piece["number"] in holds}
    return [card for card in reward["cards"] if card in on]


def _card(
    world: World, pointer: str, number: int, claim: dict, seat: dict, adventure: dict, offered: list[str], had: bool
) -> None:
    player, slug = seat["player"], adventure["slug"]
    chosen = [claim["card"]] if claim.get("card") in offered else offered
    owned = any(of == slug for _, of, _ in (*world.cards[player], *world.maybe[player]))
    if owned or (had and world.readings["once-together"] == "together"):
        if claim.get("card"):
            world.broken("adventure-reward-once", f"{pointer}/rewards/{number}/card")
    elif len(chosen) == 1:
        world.cards[player].append((chosen[0], slug, seat["side"]))
    else:
        world.maybe[player] += [(card, slug, seat["side"]) for card in chosen]
