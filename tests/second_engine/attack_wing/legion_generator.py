"""Legions generated from a library's cards by seed: equal seeds give equal legions."""

import random

from tests.second_engine.world_generator import DAYS, Document, World, owning


def legion(world: World, seed: int) -> Document:
    """Return a legion of up to five picks, or a team's, by a careful or a careless generator."""
    chooser = random.Random(f"legion {seed}")
    builder = (CarefulGenerator if chooser.random() < 0.6 else CarelessGenerator)(world, chooser)
    made: Document = {"game": "attack-wing"}
    if chooser.random() < 0.2:
        made["team"] = [builder.part() for _ in range(chooser.choice((1, 2, 2, 3)))]
    else:
        made["picks"] = builder.picks()
    if chooser.random() < 0.5:
        made["format"] = chooser.choice(list(world.formats))
    if chooser.random() < 0.4:
        made["points"] = chooser.choice((chooser.randint(1, 100), 60, 400))
    if chooser.random() < 0.15:
        least, most = chooser.choice(((0, 1), (0, 5), (1, 3)))
        holder = chooser.choice([made, *made.get("team", [])])
        owned = (*world.cards, "no-such-card")
        holder |= owning(chooser, world, [builder.taken(one) for one in owned], least, most)
    if world.house_rules and chooser.random() < 0.25:
        agreed = chooser.sample(list(world.house_rules), chooser.choice((1, 1, 2)))
        made["house_rules"] = [chooser.choice(world.house_rules[one].get("formerly", [one])) for one in agreed]
    if chooser.random() < 0.25:
        made["on"] = chooser.choice(("2026-01-01", *DAYS, "2026-12-31"))
    if world.adventures and chooser.random() < 0.2:
        join_campaign(world, chooser, made)
    return made


def join_campaign(world: World, chooser: random.Random, made: Document) -> None:
    """Put the legion into a campaign, with earlier earnings and uses of its players, and with purchases."""
    adventure = chooser.choice(list(world.adventures.values()))
    side = chooser.choice(adventure["sides"])["side"]
    made["campaign"] = {"adventure": adventure["slug"], "side": side}
    questions = {
        "earned-before": ("least", "most"),
        "draw-uses-up": ("used", "not-used"),
        "team-spending": ("each", "one"),
    }
    settled = [
        {"question": one, "reading": chooser.choice(of)} for one, of in questions.items() if chooser.random() < 0.2
    ]
    if settled:
        made["campaign"]["settles"] = settled
    carried = [slug for part in made.get("team", [made]) for pick in part["picks"] for slug in pick.get("upgrades", [])]
    for player in [part.setdefault("campaign", {}) for part in made["team"]] if "team" in made else [made["campaign"]]:
        player |= {"points_bought": chooser.randint(1, 4)} if chooser.random() < 0.4 else {}
        if chooser.random() < 0.8:
            least = chooser.randint(0, 6)
            xp = {"least": least, "most": least + chooser.choice((0, 0, 2)), "entries": ["e1"], **used(chooser)}
            rows = [{"card": one, "entry": "e1", "sure": chooser.random() < 0.7, **used(chooser)} for one in carried]
            slugs = {one["card"]: one for one in rows if chooser.random() < 0.6}
            player["entitlements"] = {"xp": xp, "artifacts": list(slugs.values())}


def used(chooser: random.Random) -> Document:
    """Return the record of an earlier use in the adventure; usually empty."""
    if chooser.random() < 0.7:
        return {}
    return {"used_in": "e2", "used_sure": chooser.random() < 0.6}


class CarelessGenerator:
    """A generator that ignores the rules: too many cards, repeated, misspelled or misplaced ones."""

    sizes = (0, 1, 1, 1, 2, 2, 3, 3, 4, 5)
    soldiers = (0, 1, 2, 3, 4, 6, 7)

    def __init__(self, world: World, chooser: random.Random) -> None:
        self.world = world
        self.chooser = chooser
        self.creatures = [slug for slug, card in world.cards.items() if card["kind"] == "creature"]
        self.upgrades = [slug for slug, card in world.cards.items() if card["kind"] in ("upgrade", "spell")]
        self.strays = [*world.cards, *("no-such-card", "nor-this-one") * 5]

    def picks(self) -> list[Document]:
        return [self.pick() for _ in range(self.chooser.choice(self.sizes))]

    def part(self) -> Document:
        """Return one player's part of a team: at most two picks, so that the whole stays small."""
        part: Document = {"picks": self.picks()[:2]}
        return part | {"game": "attack-wing"} if self.chooser.random() < 0.3 else part

    def pick(self) -> Document:
        pick: Document = {"card": self.slug(self.creatures)}
        if self.chooser.random() < 0.75:
            pick["upgrades"] = self.carried(pick["card"])
        if not pick.get("upgrades") and self.chooser.random() < 0.3:
            pick["count"] = self.chooser.choice((1, 2, 3))
        if self.chooser.random() < self.troops(pick["card"]):
            pick["soldiers"] = self.chooser.choice(self.soldiers)
        if self.chooser.random() < 0.04:
            icons = self.world.cards.get(pick["card"], {}).get("slots") or []
            pick["bought_slot"] = self.chooser.choice([*icons, "dragon", "arcane"])
        return pick

    def troops(self, slug: str) -> float:
        """Return the probability that soldiers are stated."""
        return 0.08 if self.world.cards.get(slug, {}).get("troop") is False else 0.5

    def slug(self, usual: list[str]) -> str:
        return self.taken(self.chooser.choice(self.strays) if self.chooser.random() < 0.03 else self.usual(usual))

    def usual(self, slugs: list[str]) -> str:
        chosen = self.chooser.choice(slugs)
        if chosen in self.world.strange and self.chooser.random() < 0.8:
            return self.chooser.choice([one for one in slugs if one not in self.world.strange] or slugs)
        return chosen

    def taken(self, slug: str) -> str:
        """Return the slug of a card, or sometimes a former slug."""
        former = self.world.cards.get(slug, {}).get("formerly")
        return self.chooser.choice(former) if former and self.chooser.random() < 0.3 else slug

    def carried(self, pick: str) -> list[str]:
        """Return upgrades, mostly cards that the banner has an icon for."""
        banner = self.world.cards.get(pick, {}).get("slots") or []
        fitting = [one for one in self.upgrades if self.world.cards[one]["slot"] in (*banner, "any", None)]
        found = [
            self.slug(fitting if fitting and self.chooser.random() < 0.9 else self.upgrades)
            for _ in range(self.chooser.choice((0, 1, 2, 3, 4)))
        ]
        return found + found[:1] if found and self.chooser.random() < 0.06 else found


class CarefulGenerator(CarelessGenerator):
    """A generator that puts one card on an icon, none twice, and counts the soldiers of troops alone."""

    sizes = (1, 2, 3, 3, 4)
    soldiers = (1, 2, 3, 4, 5, 6)

    def troops(self, slug: str) -> float:
        return 0.7 if self.world.cards.get(slug, {}).get("troop") is not False else 0

    def slug(self, usual: list[str]) -> str:
        return self.taken(self.usual(usual))

    def carried(self, pick: str) -> list[str]:
        cards = self.world.cards
        banner = cards.get(pick, {}).get("slots") or []
        found: list[str] = []
        for icon in banner:
            fitting = [one for one in self.upgrades if cards[one]["slot"] in (icon, "any", None) and one not in found]
            if fitting and self.chooser.random() < 0.6:
                found.append(self.usual(fitting))
        return [self.taken(slug) for slug in found]
