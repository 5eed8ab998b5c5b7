"""Generated campaign records: mostly valid, with gaps, and with typical mistakes of players."""

from __future__ import annotations

import random
from typing import Any

from tests.second_engine.campaigns.judge import QUESTIONS

PLAYERS = ("ann", "bo", "cy", "dee")


class RecordMaker:
    """A generator of one record by seed."""

    def __init__(self, seed: int, adventures: dict[str, Any], *, gaps: bool) -> None:
        self.chance = random.Random(seed)
        self.adventures = adventures
        self.gaps = gaps
        self.number = 0

    def record(self) -> dict[str, Any]:
        chance = self.chance
        entries: list[dict] = [self.entry("joined", player=player) for player in PLAYERS[: chance.randint(2, 4)]]
        for _ in range(chance.randint(1, 3 if self.gaps else 8)):
            entries.append(self.game())
            if chance.random() < 0.15:
                entries.append(self.other(entries))
        if chance.random() < 0.4:
            entries.append(self.entry("ended"))
        if chance.random() < 0.3:
            question, readings = chance.choice(list(self.questions().items()))
            told = self.entry("settled", question=question, reading=chance.choice([None, *readings]))
            entries.insert(chance.randint(1, len(entries)), told)
        record: dict[str, Any] = {"game": "attack-wing", "entries": entries}
        settles = [
            {"question": name, "reading": chance.choice(readings)}
            for name, readings in self.questions().items()
            if not self.gaps or chance.random() < 0.5
        ]
        return {**record, "settles": settles} if settles else record

    def questions(self) -> dict[str, list[str]]:
        """Return all open questions with their readings."""
        found = dict(QUESTIONS)
        for adventure in self.adventures.values():
            for row in adventure.get("questions", ()):
                found[row["question"]] = [one["reading"] for one in row["readings"]]
        return found

    def entry(self, kind: str, **facts: Any) -> dict[str, Any]:
        """Return an entry, usually with an id of its own."""
        self.number += self.chance.random() > 0.01
        return {"type": kind, "id": f"e{self.number}", **facts}

    def other(self, entries: list[dict]) -> dict[str, Any]:
        """Return an entry in which players join or leave, or a correction."""
        chance = self.chance
        kind = chance.choice(("joined", "left", "replaced", "corrected", "corrected", "corrected"))
        player = chance.choice(PLAYERS)
        if kind == "replaced":
            return self.entry(kind, player=player, by=chance.choice((*PLAYERS, "eve")))
        if kind == "corrected":
            of = chance.choice(entries)["id"] if chance.random() < 0.9 else f"e{self.number + chance.randint(1, 3)}"
            return self.entry(kind, of=of, entry=None if chance.random() < 0.3 else {**self.game(), "id": of})
        return self.entry(kind, player=player)

    def game(self) -> dict[str, Any]:
        """Return a session of an adventure."""
        chance = self.chance
        slug = chance.choice((*self.adventures, *self.adventures, "nowhere")) if chance.random() < 0.2 else None
        adventure = self.adventures[chance.choice(list(self.adventures))] if slug is None else self.adventures.get(slug)
        if adventure is None:
            return self.entry("played", adventure=slug, seats=[{"player": "ann", "side": "one"}])
        seats = []
        people = list(PLAYERS)
        chance.shuffle(people)
        for side in adventure["sides"]:
            seats.append(self.seat(people.pop(), side["side"], adventure))
        if people and chance.random() < 0.1:
            seats.append(self.seat(people.pop(), seats[0]["side"], adventure))
        made = self.entry("played", adventure=adventure["slug"], seats=seats, report=self.report(adventure))
        offered = [
            card for outcome in adventure["outcomes"] for one in outcome["earned"] for card in one.get("cards", ())
        ]
        rewards = [
            {
                "player": seat["player"],
                **({"card": chance.choice(offered)} if offered else {"xp": chance.randint(1, 4)}),
            }
            for seat in seats
            if chance.random() < (0.25 if offered else 0.1)
        ]
        return {**made, "rewards": rewards} if rewards else made

    def seat(self, player: str, side: str, adventure: Any) -> dict[str, Any]:
        """Return a player on a side, who sometimes spends experience and carries artifacts."""
        chance, seat = self.chance, {"player": player, "side": side}
        extra: dict[str, Any] = {}
        if chance.random() < 0.15:
            extra["points_bought"] = chance.randint(1, 4)
        if chance.random() < 0.08:
            extra["slots_bought"] = [
                {"pick": chance.randint(0, 1), "icon": "dragon"} for _ in range(chance.randint(1, 2))
            ]
        if chance.random() < 0.2:
            extra["artifacts"] = [chance.choice(("aerobat-amulet", "iron-tail-spike", "ring-of-swift-breath"))]
        if chance.random() < 0.2:
            cards = [side, "wraith"] if chance.random() < 0.8 else ["wraith"]
            extra["list"] = {"points": chance.choice((None, 45, 50, 56, 95)), "cards": cards}
        return {**seat, **extra}

    def report(self, adventure: Any) -> dict[str, Any]:
        """Return the fate of each side; with gaps, some facts are left out."""
        chance = self.chance
        sides, taken = {}, set[int]()
        numbers = [piece["number"] for piece in adventure.get("pieces", ())]
        for side in adventure["sides"]:
            row: dict[str, Any] = {
                "end": chance.choice(side["ends"]),
                "health": chance.randint(0, 4),
                "holds": chance.sample(numbers, chance.randint(0, min(len(numbers), adventure.get("most_held", 0)))),
            }
            row["holds"] = [token for token in row["holds"] if token not in taken]
            taken.update(row["holds"])
            if "exits" in side and row["end"] == "left":
                row["exit"] = chance.choice(side["exits"])
            sides[side["side"]] = {key: value for key, value in row.items() if not self.gaps or chance.random() < 0.88}
        gone = [name for name, side in sides.items() if side.get("end") in ("defeated", "left")]
        chance.shuffle(gone)
        if self.gaps and chance.random() < 0.2:
            return {"sides": sides}
        return {"sides": sides, "order": gone}
