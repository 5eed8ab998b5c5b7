"""Warbands generated from a library's cards by seed: small ones, so that few things are wrong at once."""

import random
from collections.abc import Sequence

from tests.second_engine.world_generator import DAYS, Document, World, owning

#: Unknown slugs that lists sometimes name.
UNKNOWN_SLUGS = ("no-such-card", "nor-this-one")


class LegionGenerator:
    """A generator of warbands from a library."""

    game: str
    #: The slug of what stands beside the creatures, by field, and the kind of card.
    factions: Sequence[str]
    limits: tuple[int, ...]

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.chooser = random.Random(f"{self.game} {seed}")
        known = [slug for slug in self.of_kind("creature") if slug not in world.strange]
        self.creatures = known if known and self.chance(0.9) else self.of_kind("creature")
        self.faction = self.factions[0] if self.chance(0.85) else self.chooser.choice(self.factions)

    def chance(self, share: float) -> bool:
        return self.chooser.random() < share

    def of_kind(self, kind: str) -> list[str]:
        return [slug for slug, card in self.world.cards.items() if card["kind"] == kind]

    def legion(self) -> Document:
        made: Document = {"game": self.game}
        usual = self.world.game["default_format"]
        self.form = self.chooser.choice(list(self.world.formats)) if self.chance(0.6) else usual
        self.limit = self.chooser.choice(self.limits) if self.chance(0.5) else None
        if self.chance(0.08):
            made["team"] = [self.part() for _ in range(self.chooser.choice((1, 2, 2)))]
        else:
            made |= self.part()
        if self.form != usual or self.chance(0.2):
            made["format"] = self.form
        if self.limit:
            made["points"] = self.limit
        if self.chance(0.15):
            least, most = self.chooser.choice(((0, 2), (1, 3), (2, 9)))
            slugs = [self.taken(slug) for slug in (*self.world.cards, *UNKNOWN_SLUGS)]
            self.chooser.choice([made, *made.get("team", [])]).update(
                owning(self.chooser, self.world, slugs, least, most)
            )
        if self.world.house_rules and self.chance(0.25):
            agreed = self.chooser.sample(list(self.world.house_rules), self.chooser.choice((1, 1, 2)))
            rules = self.world.house_rules
            made["house_rules"] = [self.chooser.choice(rules[one].get("formerly", [one])) for one in agreed]
        if self.chance(0.25):
            made["on"] = self.chooser.choice(("2026-01-01", *DAYS, "2026-12-31"))
        return made

    def part(self) -> Document:
        """Return one player's part."""
        part: Document = {"picks": self.picks()}
        if self.chance(0.9):
            part["faction"] = self.faction if self.chance(0.97) else "no-faction"
        return part | self.extras(part["picks"])

    def extras(self, picks: list[Document]) -> Document:
        """Return the fields of this edition other than the picks."""
        raise NotImplementedError

    def picks(self) -> list[Document]:
        picks = [self.pick() for _ in range(self.chooser.choice((0, 1, 2, 2, 3, 3, 4)))]
        if picks and self.chance(0.1):
            picks.append(dict(self.chooser.choice(picks)))
        return picks

    def pick(self) -> Document:
        """Return a pick, usually a creature of the faction."""
        fitting = [
            slug for slug in self.creatures if self.faction in (self.world.cards[slug]["factions"] or [self.faction])
        ]
        slug = self.chooser.choice(fitting if fitting and self.chance(0.75) else self.creatures)
        if self.chance(0.02):
            slug = self.chooser.choice((*UNKNOWN_SLUGS * 10, *self.world.cards))
        pick: Document = {"card": self.taken(slug)}
        if self.chance(0.2):
            pick["count"] = self.chooser.choice((1, 2, 2, 3))
        return pick

    def taken(self, slug: str) -> str:
        """Return the slug of a card, or sometimes a former slug."""
        former = self.world.cards.get(slug, {}).get("formerly")
        return self.chooser.choice(former) if former and self.chance(0.3) else slug

    def pool(self, picks: list[Document]) -> dict[str, int]:
        """Return a pool, usually with at least the figures used."""
        pool = {slug: self.chooser.randint(0, 2) for slug in self.chooser.sample(self.creatures, 4)}
        for pick in picks:
            more = 0 if self.chance(0.1) else pick.get("count", 1)
            pool[pick["card"]] = pool.get(pick["card"], 0) + more
        if self.chance(0.05):
            pool[self.chooser.choice((*UNKNOWN_SLUGS, *self.world.cards))] = 1
        return pool
