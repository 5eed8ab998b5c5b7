"""Warbands generated from a library's cards by seed: nearly legal ones, with a few random changes."""

import random
from collections.abc import Callable

from tests.second_engine.world_generator import DAYS, SETS, Document, World, owning

#: How many cards the halves of a first game have, and how many a warband at least.
FIRST_GAME = (6, 18)
WARBAND = (12, 30)


def legion(world: World, seed: int) -> Document:
    """Return a warband of one player, or a team's."""
    chooser = random.Random(f"warband {seed}")
    form = chooser.choice(list(world.formats)) if chooser.random() < 0.6 else "standard"
    builder = LegionGenerator(world, chooser, form)
    made: Document = {"game": "dungeon-command"}
    if form == "team" or chooser.random() < 0.1:
        made["team"] = [builder.part() for _ in range(chooser.choice((1, 2, 2, 3)))]
    else:
        made |= builder.part()
    if form != "standard" or chooser.random() < 0.2:
        made["format"] = form
    if chooser.random() < (0.8 if form == "team" else 0.1):
        made["against"] = [chooser.choice((1, 2, 2, 3)) for _ in range(chooser.choice((1, 1, 2)))]
    holders = [made, *made.get("team", [])]
    if chooser.random() < 0.15:
        chooser.choice(holders).update(builder.owning())
    if world.house_rules and chooser.random() < 0.25:
        agreed = chooser.sample(list(world.house_rules), chooser.choice((1, 1, 2)))
        made["house_rules"] = [chooser.choice(world.house_rules[one].get("formerly", [one])) for one in agreed]
    if chooser.random() < 0.25:
        made["on"] = chooser.choice(("2026-01-01", *DAYS, "2026-12-31"))
    return made


class LegionGenerator:
    """A generator of warbands from a library."""

    def __init__(self, world: World, chooser: random.Random, form: str) -> None:
        self.world = world
        self.chooser = chooser
        self.first_game = form == "first-game"
        self.slugs = {
            kind: [slug for slug, card in world.cards.items() if card["kind"] == kind and slug not in world.strange]
            for kind in ("creature", "order", "commander", "tile")
        }
        self.changes: list[Callable[[list[Document]], None]] = [
            self.miscount,
            self.miscount,
            self.leave_out,
            self.repeat,
            self.stray,
            self.another,
            self.split,
        ]

    def part(self) -> Document:
        """Return one player's part; every third one without an error in the counts."""
        sizes = FIRST_GAME if self.first_game else WARBAND
        picks = [*self.deck("creature", sizes[0]), *self.deck("order", sizes[1])]
        if self.chooser.random() < 0.95:
            picks.append({"card": self.one("commander")})
        if self.chooser.random() < 0.3:
            self.chooser.shuffle(picks)
        for _ in range(self.chooser.choice((0, 0, 0, 1, 1, 2))):
            if picks:
                self.chooser.choice(self.changes)(picks)
        if self.chooser.random() < 0.02:
            picks = []
        part: Document = {"picks": picks}
        if self.chooser.random() < 0.4:
            part["tiles"] = self.tiles()
        if self.chooser.random() < (0.8 if "tiles" in part else 0.1):
            chests = [self.chooser.choice((1, 1, 2, 3)) for _ in range(self.chooser.choice((0, 3, 4, 5, 6, 8, 8)))]
            tokens = sum(chests) + self.chooser.choice((0, 0, 0, 3, -1))
            part["treasure"] = {"chests": chests, "tokens": max(0, tokens)}
        return part

    def one(self, kind: str) -> str:
        return self.taken(self.chooser.choice(self.of_half(kind) if self.first_game else self.slugs[kind]))

    def taken(self, slug: str) -> str:
        """Return the slug of a card, or sometimes a former slug."""
        former = self.world.cards.get(slug, {}).get("formerly")
        return self.chooser.choice(former) if former and self.chooser.random() < 0.3 else slug

    def of_half(self, kind: str) -> list[str]:
        """Return the cards of one half of the first pack, for a first game."""
        cards = self.world.cards
        pack, colour = (SETS[0] if SETS[0] in self.packs() else self.packs()[0]), "gold"
        found = [
            slug
            for slug in self.slugs[kind]
            if cards[slug]["set"] in (pack, None) and cards[slug].get("symbol") in (colour, "both", None)
        ]
        return found or self.slugs[kind]

    def packs(self) -> list[str]:
        return sorted({card["set"] for card in self.world.cards.values() if card["set"]})

    def deck(self, kind: str, size: int) -> list[Document]:
        """Return a deck of that many cards, none of them too often."""
        slugs = self.of_half(kind) if self.first_game else list(self.slugs[kind])
        picks: list[Document] = []
        count = 0
        for slug in self.chooser.sample(slugs, len(slugs)):
            if count >= size:
                break
            copies = min(size - count, self.most(slug))
            picks.append({"card": self.taken(slug)} | ({"count": copies} if copies > 1 else {}))
            count += copies
        return picks

    def most(self, slug: str) -> int:
        """Return the maximum copies of a card."""
        if not self.first_game:
            return self.chooser.choice((2, 3, 4, 4, 4))
        if self.world.cards[slug]["symbol"] == "both":
            return 1
        rows = [row for pack in self.world.sets for row in pack.get("contents", []) if row["card"] == slug]
        return int(rows[0]["copies"]) if rows else 4

    def tiles(self) -> list[str]:
        """Return usually two large and two small tiles, one with a Start area; half of that for a first game."""
        cards, sizes = self.world.cards, ("large", "small") if self.first_game else ("large", "large", "small", "small")
        found = []
        for number, size in enumerate(sizes):
            starting = number == len(sizes) - 1
            fitting = [
                slug
                for slug in self.slugs["tile"]
                if cards[slug]["size"] in (size, None) and (size == "large" or cards[slug]["start"] in (starting, None))
            ]
            found.append(self.taken(self.chooser.choice(fitting or self.slugs["tile"])))
        if self.chooser.random() < 0.15:
            found[self.chooser.randrange(len(found))] = self.chooser.choice(self.slugs["tile"])
        if self.chooser.random() < 0.1:
            found = self.chooser.choice((found[1:], found + found[:1], [], [*found, "no-such-tile"]))
        if found and self.chooser.random() < 0.05:
            found[0] = self.chooser.choice(list(cards))
        return found

    def owning(self) -> Document:
        least, most = self.chooser.choice(((0, 4), (3, 8), (4, 20)))
        slugs = [self.taken(slug) for slug in (*self.world.cards, "no-such-card")]
        return owning(self.chooser, self.world, slugs, least, most)

    def miscount(self, picks: list[Document]) -> None:
        """Add or remove one copy of something, or add many."""
        pick = self.chooser.choice(picks)
        pick["count"] = max(1, pick.get("count", 1) + self.chooser.choice((-1, 1, 1, 2, 20)))

    def leave_out(self, picks: list[Document]) -> None:
        picks.remove(self.chooser.choice(picks))

    def repeat(self, picks: list[Document]) -> None:
        """Repeat a card in another line."""
        picks.insert(self.chooser.randrange(len(picks) + 1), dict(self.chooser.choice(picks)))

    def stray(self, picks: list[Document]) -> None:
        """Add an unknown card, or any card at all."""
        slug = self.chooser.choice(("no-such-card", "nor-this-one", self.chooser.choice(list(self.world.cards))))
        picks.insert(self.chooser.randrange(len(picks) + 1), {"card": slug})

    def another(self, picks: list[Document]) -> None:
        """Replace a card by a random card of any pack."""
        self.chooser.choice(picks)["card"] = self.chooser.choice(
            [slug for kind in ("creature", "order") for slug in self.slugs[kind]]
        )

    def split(self, picks: list[Document]) -> None:
        """Split the copies of one line into two."""
        pick = self.chooser.choice(picks)
        if (count := pick.get("count", 1)) > 1:
            pick["count"] = count - 1
            picks.append({"card": pick["card"]})
