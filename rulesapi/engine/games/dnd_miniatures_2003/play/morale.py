"""Morale saves, rallying and routing, with the exact chance of an open roll (FAQ, Morale Saves and Routing)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.input_kinds import Number
from rulesapi.engine.resolutions.inputs import (
    Input,
    Part,
    Situation,
    fact,
    flag,
    number,
    number_or,
    one_of,
    one_part,
    rolled_die,
    tick,
)
from rulesapi.engine.resolutions.model import Breach, Course, Step, asking_for_odds
from rulesapi.engine.values.chances import D20
from rulesapi.engine.values.truth import Truth

HALF, EFFECT, RALLY = "half", "effect", "rally"
CAUSES = {
    HALF: "It is reduced to half its hit points",
    EFFECT: "A spell or ability, such as Cause Fear or Cowardly",
    RALLY: "It routs, and tries to rally on its turn",
}


class Saver(Part, kind="creature"):
    """The creature that may have to make a morale save."""

    hp = fact(int, "Hit points", help="Its starting hit points.")
    now = number("Hit points now", 1000, step=5, asked="the hit points that {who} has left")
    level = fact(int)
    save_bonus: Input[int] = Input(Number(-20, 40), "Other bonuses", default=0, omitted="0", help="Such as Save +4.")
    routing = tick("It is routing", omitted="no, but yes if it tries to rally")
    saved = tick("It has made this save at half hit points before", folded=True)
    fearless = tick("Has Fearless", folded=True)
    helpless = tick("Stunned, paralyzed or skipping its turn", folded=True)


class Morale(Situation):
    """A creature whose morale is tested."""

    creature = one_part(Saver, "Creature", help="If omitted: a creature in no special state.")
    cause = one_of("Cause", CAUSES, asked="why its morale is tested")
    under_command = flag("It is under command", asked="whether the creature is under command")
    rating = number_or(0, "none", "Best Commander rating", 30, help="Of the commanders that have it under command.")
    dc = number("To beat (DC)", 60, least=1, asked="the DC of morale saves, which the FAQ does not say")
    rolled = rolled_die("Rolled on the d20")
    naturals = flag(
        "A natural 20 always saves, a natural 1 never",
        folded=True,
        asked="whether a natural 20 always saves and a natural 1 never does, which the FAQ does not say",
    )


@answer
class MoraleOdds(AnswerFields):
    """The odds of a morale save that is not rolled yet."""

    save: Fraction = told("Chance to save", "Chance to save: {save}.")


@answer
class MoraleAnswer(AnswerFields):
    """The answer: whether there is a save, how likely it is, and whether the creature routs."""

    routs: bool | None = told(
        "Whether the creature routs",
        {True: "The creature routs.", False: "The creature does not rout."},
        help="Null before the roll.",
    )
    saves: bool | None = told(
        "Whether a save is rolled", {True: "A morale save is rolled.", False: "No morale save is rolled."}
    )
    bonus: int | None = told("Bonus of the save", "Bonus: {bonus}.")
    needs: int | None = told("Lowest roll that saves", "It saves with a roll of {needs} or more.")
    odds: MoraleOdds | None = told("Odds")


def morale(ask: Morale) -> Course[MoraleAnswer]:
    """Answer whether a creature makes a morale save, and whether it routs."""
    cause = yield from ask.need(Morale.cause, "morale-save")
    saves = None if cause is None else (yield from _saves(ask, cause))
    if saves is None:
        return _no_save(None, None)
    routs = cause == RALLY or ask.creature.routing
    if not saves:
        return _no_save(routs, False)
    names = {"creature": ask.creature.name}
    if ask.creature.fearless:
        yield Step("fearless", names, sets=_after(ask.creature, cause, True))
        return _no_save(False, False)
    bonus = yield from _bonus(ask)
    dc = yield from ask.need(Morale.dc, "morale-save")
    hits = None if bonus is None or dc is None else (yield from _succeed(ask, dc - bonus))
    if hits is None:
        return MoraleAnswer(routs=None, saves=True, bonus=bonus, needs=None, odds=None)
    saved = None if ask.rolled is None else ask.rolled in hits
    if saved is not None:
        facts = {**names, "rolled": ask.rolled, "bonus": bonus, "dc": dc}
        yield Step(_rule(cause, saved), facts, sets=_after(ask.creature, cause, saved))
    return MoraleAnswer(
        routs=None if saved is None else not saved,
        saves=True,
        bonus=bonus,
        needs=min(hits, default=None),
        odds=MoraleOdds(save=Fraction(len(hits), D20)) if ask.rolled is None else None,
    )


def _rule(cause: str | None, saved: bool) -> str:
    if cause == RALLY:
        return "rallies" if saved else "keeps-routing"
    return "morale-holds" if saved else "routs"


def _after(creature: Saver, cause: str | None, saved: bool) -> tuple[tuple[str, Any], ...]:
    """Return what a save changes: whether the creature is routing, and that it has saved at half hit points."""
    routing = creature.sets(Saver.routing, not saved) if saved == creature.routing else ()
    return routing + (creature.sets(Saver.saved, True) if cause == HALF else ())


def _no_save(routs: Truth, saves: Truth) -> MoraleAnswer:
    return MoraleAnswer(routs=routs, saves=saves, bonus=None, needs=None, odds=None)


def _saves(ask: Morale, cause: str) -> Course[Truth]:
    """Return whether a save is rolled, None if it is not known or something forbids it."""
    creature, names = ask.creature, {"creature": ask.creature.name}
    if creature.now == 0:
        yield Breach("destroyed-tested", (creature.place(Saver.now),), names)
        return None
    if cause == RALLY:
        return (yield from _may_rally(ask, names))
    if creature.routing:
        yield Step("routing-makes-none", names)
        return False
    if cause == EFFECT:
        return True
    if creature.saved:
        yield Step("once-at-half", names)
        return False
    now = yield from creature.need(Saver.now, "half-hit-points")
    hp = yield from creature.need(Saver.hp, "half-hit-points")
    if now is None or hp is None:
        return None
    if 2 * now > hp:
        yield Breach("not-at-half", (creature.place(Saver.now),), {**names, "now": now, "hp": hp})
        return None
    yield Step("half-hit-points", {**names, "now": now, "hp": hp})
    return True


def _may_rally(ask: Morale, names: dict[str, Any]) -> Course[Truth]:
    """Return whether a routing creature tries to rally; it must if it can."""
    if ask.creature.has(Saver.routing) and not ask.creature.routing:
        yield Breach("rally-not-routing", (ask.creature.place(Saver.routing),), names)
        return None
    if ask.creature.helpless:
        yield Step("cannot-rally", names)
        return False
    under = yield from ask.need(Morale.under_command, "rally-under-command")
    if under is False:
        yield Step("rally-under-command", names)
    elif under:
        yield Step("must-rally", names)
    return under


def _bonus(ask: Morale) -> Course[int | None]:
    """Return the bonus of the save, None if it is not known."""
    level = yield from ask.creature.need(Saver.level, "morale-save")
    if ask.rating and ask.under_command is False:
        places = (ask.place(Morale.rating), ask.place(Morale.under_command))
        yield Breach("rating-out-of-command", places, {"creature": ask.creature.name})
        return None
    if level is None:
        return None
    bonus = level + ask.creature.save_bonus + ask.rating
    facts = {"creature": ask.creature.name, "level": level, "other": ask.creature.save_bonus, "rating": ask.rating}
    yield Step("morale-save", facts | {"bonus": bonus}, level, bonus)
    return bonus


def _succeed(ask: Morale, needed: int) -> Course[frozenset[int] | None]:
    """Return the rolls that save, None if a natural 1 or 20 decides and it is not known what it does."""
    found = {roll for roll in range(1, D20 + 1) if roll >= needed}
    deciding = ({1} & found) | ({D20} - found)
    if deciding and (ask.rolled is None or ask.rolled in deciding):
        asking = ask.need(Morale.naturals, "morale-save")
        naturals = yield from (asking if ask.rolled else asking_for_odds(asking))
        if naturals is None:
            return None
        found = (found - {1}) | {D20} if naturals else found
    return frozenset(found)


MORALE = declared(
    "morale",
    "Morale and routing",
    "Whether a creature makes a morale save, how likely it is, and whether it routs or rallies.",
    Morale,
    MoraleAnswer,
    morale,
)
