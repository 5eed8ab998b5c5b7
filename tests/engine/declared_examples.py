"""Made-up declared questions: a robbery with an input of each kind, and a watch with a log."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rulesapi.engine.resolutions.answers import (
    LEFT_OUT,
    AnswerFields,
    Average,
    CardInPlay,
    CardSlug,
    ChanceRow,
    Place,
    answer,
    told,
)
from rulesapi.engine.resolutions.declared import PlayRuleset, Question, declared
from rulesapi.engine.resolutions.input_kinds import Section
from rulesapi.engine.resolutions.inputs import (
    Part,
    Situation,
    asked_slugs,
    deal_of,
    dice,
    fact,
    flag,
    log_of,
    measured,
    number,
    number_or,
    one_card,
    one_of,
    one_of_or,
    one_part,
    optional_parts,
    rolled_die,
    set_with,
    several_of,
    several_parts,
    text,
    texts,
    tick,
)
from rulesapi.engine.resolutions.model import Breach, Course, PlayRule, Step, TableFacts, asking_for_odds
from rulesapi.engine.resolutions.odds_fields import outcome_rows
from rulesapi.engine.resolutions.resolving import resolve
from rulesapi.engine.values.chances import Chances, chance_document, of_die
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Citation

GAME = "dungeon-command"
LATER, AT_NIGHT = Section("Later"), Section("At night", folded=True)


class Guard(Part, kind="creature"):
    """A creature on guard."""

    level = fact(int)
    keywords = fact(frozenset[str])
    awake = flag("Awake")


class Chest(Part):
    """A chest of gold."""

    gold = number_or(0, "none", "Gold", 500, step=10, unit="pieces")


class Lock(Part):
    """A lock."""

    strength = number("Strength", 20)
    rusty = tick("Rusty", folded=True)


class Door(Part):
    """A door with its locks."""

    height = number("Height", 9)
    lock = one_part(Lock, "Lock")
    spares = optional_parts(Lock, "Spare lock", 2, plural="Spare locks", folded=True)
    watchers = several_parts(Guard, "Watcher", 2, plural="Watchers")


class Robbery(Situation):
    """A chest and its guards."""

    guard = one_part(Guard, "Guard")
    chest = one_part(Chest, "Chest")
    others = several_parts(Guard, "Other guard", 3, plural="Other guards")
    traps = optional_parts(Chest, "Trap", 2, plural="Traps")
    gates = optional_parts(Door, "Gate", 2, plural="Gates")
    cellar = one_part(Door, "Cellar", shown_if=("dark", True))
    doors = number("Doors", 9, least=1, asked="how many doors there are")
    weather = one_of("Weather", {"rain": "Rain", "sun": "Sun"})
    tools = several_of("Tools", {"rope": "Rope", "lamp": "Lamp"})
    dark = tick("Dark")
    lit = flag("The lamp is lit", shown_if=("dark", True))
    shout = text("Shout", 20)
    rolled = dice("Rolled", {"skull": "Skull", "moon": "Moon"}, 3)
    luck = rolled_die("Luck")
    bonus = number("Bonus", 5, asked="the bonus to luck")
    alarm = one_part(Lock, "Alarm", shows=(), sections={AT_NIGHT: (Lock.strength,)}, asked="which alarm there is")
    mood = one_of_or(
        "calm", "calm", "Mood", {"calm": "Calm", "angry": "Angry"}, menu=True, section=LATER, shown_if="guard"
    )
    way_out = measured("Way out", 3, section=LATER)


def average(chances: Chances[int]) -> Fraction:
    """Return the average of numbers."""
    return sum((number * chance for number, chance in chances.items()), Fraction(0))


def at_least(chances: Chances[int], least: int) -> Fraction:
    """Return the chance of a number or a higher one."""
    return sum((chance for number, chance in chances.items() if number >= least), Fraction(0))


@answer
class NumberChance(ChanceRow):
    """The chance of a number."""

    number: int = told("Number")
    at_least: Fraction = told("The chance of this number or a higher one")


def number_rows(chances: Chances[int]) -> list[NumberChance]:
    """Return a row for each number, the lowest first."""
    return [
        NumberChance(number=one, at_least=at_least(chances, one), **chance_document(chances[one]))
        for one in sorted(chances)
    ]


@answer
class LuckChance(ChanceRow):
    """The chance of good or bad luck."""

    outcome: str = told("Luck", {"good": "Good", "bad": "Bad"})


@answer
class RobberyOdds(AnswerFields):
    """The odds of luck."""

    good: Fraction = told("Chance of good luck", "Good luck: {good}.")
    average: Average = told("Average luck", "On average: {average}.")
    outcomes: list[LuckChance] = told("Chances of luck")
    numbers: list[NumberChance] = told("Chance of each number")


@answer
class Loot(AnswerFields):
    """A share of the gold."""

    who: Place = told("Who")
    gold: int = told("Gold", "{gold} gold for {who}.")


@answer
class RobberyAnswer(AnswerFields):
    """The result of a robbery."""

    robbed: bool | None = told("Robbed", {True: "It is robbed.", False: "Nothing is robbed."})
    gold: int = told("Gold", "{gold} gold for {who}.", help="In pieces.")
    who: list[Place] = told("Who gets it")
    shout: str = told("Shout")
    stage: str = told("Stage", {"planned": "It is planned.", "done": ""})
    shares: list[Loot] | None = told("Shares", default=LEFT_OUT)
    odds: RobberyOdds | None = told("Odds")

    @classmethod
    def summary(cls, values: Mapping[str, Any]) -> Iterator[Phrase]:
        """Yield that shares are planned."""
        if values.get("shares") and values["stage"] == "planned":
            yield phrase("{number} shares are planned.", number=len(values["shares"]))


def robbery(ask: Robbery) -> Course[RobberyAnswer]:
    """Answer whether a chest is robbed."""
    yield Step("look", {"guard": ask.guard.name})
    if ask.dark and not ask.has(Robbery.alarm):
        yield ask.missing(Robbery.alarm, "look")
    awake = yield from ask.guard.need(Guard.awake, "look")
    doors = yield from ask.need(Robbery.doors, "look")
    if awake:
        yield Breach("caught", (ask.guard.place(Guard.awake),), {"guard": ask.guard.name})
    robbed = False if awake else None if None in (awake, doors) else True
    odds = None if ask.luck else (yield from asking_for_odds(_odds(ask)))
    return RobberyAnswer(
        robbed=robbed,
        gold=ask.chest.gold,
        who=[Place(ask.guard.at)],
        shout=ask.shout or "",
        stage="done" if ask.luck else "planned",
        shares=[Loot(who=Place(ask.guard.at), gold=ask.luck)] if ask.luck else LEFT_OUT,
        odds=odds,
    )


def _odds(ask: Robbery) -> Course[RobberyOdds | None]:
    bonus = yield from ask.need(Robbery.bonus, "look")
    if bonus is None:
        return None
    luck = of_die(lambda face: "good" if face + bonus >= 15 else "bad")
    numbers = of_die(lambda face: min(3, face))
    return RobberyOdds(
        good=luck["good"],
        average=Average(average(numbers)),
        outcomes=outcome_rows(LuckChance, luck, ("good", "bad")),
        numbers=number_rows(numbers),
    )


CITE = Citation("A book", 1, "Robbery")
RULES = (
    PlayRule(f"{GAME}/look", "Look", "Look.", CITE, ("{guard} looks.",)),
    PlayRule(f"{GAME}/caught", "Caught", "Caught.", CITE, ("{guard} catches you.",), "error"),
)
ROBBERY = declared("robbery", "Robbing a chest", "Whether a chest is robbed.", Robbery, RobberyAnswer, robbery)


class Sighting(Part):
    """Sighting of a watch."""

    comes = one_of_or("somebody", "somebody comes", "What comes", {"rain": "Rain comes", "somebody": "Somebody comes"})
    who = text("Who", offers=("creature",), shown_if=("comes", "somebody"), asked="who comes in {who}")
    count = number_or(1, "1", "How many", 9, least=1)
    armed = tick("Armed")
    of_card = one_card("Creature", "creature", entered_as="card", omitted="another creature")
    cards = asked_slugs("Creatures", 2)


class Watch(Situation):
    """A watch over a hoard."""

    sightings = log_of(Sighting, "Sighting", 9, plural="Sightings")
    hoard = set_with("Hoard", "creature", "Another hoard", omitted="another one")
    deal = deal_of("Deal", "hoard")
    words = texts("Passwords", 3, 9, in_one_line=True)
    seal = text("Seal", 12, least=4, pattern="^[a-z]+$", folded=True, omitted="none")


@answer
class SeenCreature(AnswerFields):
    """A creature that was seen."""

    card: CardInPlay | None = told("Card")
    count: int = told("How many", {1: "{card}", ...: "{card} ({count})"})


@answer
class SightingRow(AnswerFields):
    """A row of the log."""

    armed: bool = told("Armed")
    seen: list[SeenCreature] = told("Seen")


@answer
class WatchAnswer(AnswerFields):
    """The result of a watch."""

    alarm: str | None = told("Alarm", "The alarm is “{alarm}”.", labels={"bell": "Bell", "dog": "Dog"})
    last: CardSlug | None = told("Last", "Last comes {last}.")
    rows: list[SightingRow] = told("Rows")
    silent: list[SightingRow] = told("Silent rows", on_page=False)


def watch(ask: Watch) -> Course[WatchAnswer]:
    """Answer what a watch has seen."""
    rows, last = [], None
    for one in ask.sightings:
        yield Step("look", {"guard": one.who or "Nobody"})
        last = one.of_card or last
        card = None if one.of_card is None else CardInPlay(one.of_card)
        rows.append(SightingRow(armed=one.armed, seen=[SeenCreature(card=card, count=one.count)]))
    return WatchAnswer(alarm="bell" if rows else None, last=CardSlug(last) if last else None, rows=rows, silent=rows)


WATCH = declared("watch", "A watch", "What a watch has seen.", Watch, WatchAnswer, watch)
PLAY = PlayRuleset.of(GAME, RULES, (ROBBERY, WATCH))
CARDS = {
    "ogre": {"kind": "creature", "slug": "ogre", "name": "Ogre", "level": 4, "keywords": ["giant"], "text": "It hits."}
}
TABLE = TableFacts(CARDS, {"slug": GAME})


def resolved(situation: Any, question: Question = ROBBERY) -> dict[str, Any]:
    """Return the resolution of a robbery, or of a watch."""
    return resolve(PLAY, question, situation, TABLE).as_document()
