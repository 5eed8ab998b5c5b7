"""Saving throws at the end of a turn, and effects that end with it (400.3, 804.4.e, 900.2, 906.2, 910.2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rulesapi.engine.games.dnd_miniatures_2008.play.creatures import CONDITIONS
from rulesapi.engine.games.dnd_miniatures_2008.play.guide import happens
from rulesapi.engine.resolutions.answers import AnswerFields, ChanceRow, Place, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import Part, Situation, one_of, rolled_die, several_parts
from rulesapi.engine.resolutions.model import Course, Step, asking_for_odds
from rulesapi.engine.values.chances import D20, chance_document
from rulesapi.engine.values.messages import phrase

SAVE, TURN, LONGER, OVER = "save", "turn", "longer", "over"
DURATIONS = {
    SAVE: "Save ends",
    TURN: "Until the end of this turn, or a condition without a duration",
    LONGER: "Longer",
    OVER: "It has ended already",
}
EFFECTS = CONDITIONS | {"ongoing": "Ongoing damage", "other": "Another effect"}
ENDS_WITH = {"stunned": ("helpless",), "dazed": ("helpless", "stunned")}
"""The conditions of the same duration with which another one ends (906.2, 910.2)."""
FAILS, NO_20 = range(1, 10), range(1, D20)
"""The saving throws that do not end an effect, and those that do not end all of them (804.4.e)."""
SAVING_RULES = (
    happens(
        "save-ends",
        "804.4.e 404.1 908.1",
        "Saving throw",
        "At the end of its turn a creature has a saving throw for each effect that a save ends. 10 or more ends the"
        " effect, and 20 ends all of them.",
        "{roll} is 10 or more: {ended} ends.",
        "{roll} is less than 10: the saving throw against {failed} fails.",
        "{roll} for {all} ends all effects that a save ends.",
    ),
    happens(
        "ends-with",
        "906.2 910.2",
        "Conditions that end together",
        "Stunned ends with Helpless, and Dazed with Stunned, if both have the same duration.",
        "{effect} ends with {partner}.",
    ),
    happens(
        "ends-with-turn",
        "900.2 800.3 400.3",
        "Effects until the end of the turn",
        "Effects until the end of a turn end with it, and so do conditions without a printed duration.",
        "{effect} ends with the turn.",
    ),
)


class Lasting(Part):
    """An effect on a creature whose turn ends."""

    condition = one_of("Kind of effect", EFFECTS, asked="which condition {who} is, or whether it is another effect")
    lasts = one_of("Duration", DURATIONS, asked="how long {who} lasts")
    roll = rolled_die("Saving throw")

    @property
    def name(self) -> str:
        """Its condition, or its number in the list."""
        return phrase(EFFECTS[self.condition]) if self.condition else super().name


class SavingThrows(Situation):
    """The effects on a creature at the end of its turn."""

    effects = several_parts(Lasting, "Effect", 6, plural="Effects", asked="which effects are on the creature")


@answer
class EndChance(ChanceRow):
    """The chance that an effect ends."""

    effect: int = told("Effect", "Effect {effect}", help="Its number, from 1 on.")


@answer
class SavingThrowsOdds(AnswerFields):
    """The odds of saving throws that are not rolled yet."""

    ends: list[EndChance] = told("Chance of each effect to end")


@answer
class SavingThrowsAnswer(AnswerFields):
    """The answer: which effects end with the turn."""

    ends: list[Place] | None = told("What ends", "Ends: {ends}.", help="Null before the saving throws.")
    stays: list[Place] | None = told("What stays", "Stays: {stays}.", help="Null before the saving throws.")
    odds: SavingThrowsOdds | None = told("Odds")


def saving_throws(ask: SavingThrows) -> Course[SavingThrowsAnswer]:
    """Answer which effects end with the turn of a creature, or how likely they do."""
    entered = yield from ask.need(SavingThrows.effects, "save-ends")
    effects = [one for one in entered or () if one.lasts != OVER]
    saving = [one for one in effects if one.lasts == SAVE]
    chances: dict[Lasting, Fraction | None] = {}
    for one in effects:
        chances[one] = yield from _chance(one, saving)
    known = {one: chance for one, chance in chances.items() if chance is not None}
    if entered is None or len(known) < len(chances):
        return SavingThrowsAnswer(ends=None, stays=None, odds=None)
    if any(0 < chance < 1 for chance in known.values()):
        rows = [EndChance(effect=entered.index(one) + 1, **chance_document(known[one])) for one in effects]
        return SavingThrowsAnswer(ends=None, stays=None, odds=SavingThrowsOdds(ends=rows))
    ends, stays = ([Place(one.at) for one in effects if known[one] == chance] for chance in (1, 0))
    return SavingThrowsAnswer(ends=ends, stays=stays, odds=None)


def _chance(lasting: Lasting, saving: Sequence[Lasting]) -> Course[Fraction | None]:
    """Return the chance that an effect ends; None if it is not known."""
    lasts = yield from lasting.need(Lasting.lasts, "save-ends")
    if lasts == SAVE:
        return (yield from _saved(lasting, saving))
    if lasts == TURN:
        yield Step("ends-with-turn", {"effect": lasting.name}, sets=lasting.sets(Lasting.lasts, OVER))
    return None if lasts is None else Fraction(lasts == TURN)


def _saved(lasting: Lasting, saving: Sequence[Lasting]) -> Course[Fraction | None]:
    """Return the chance that saving throws end an effect; None if it is not known."""
    if lasting.roll is not None:
        ended = saving if lasting.roll == D20 else [lasting] if lasting.roll not in FAILS else []
        how = "failed" if not ended else "all" if lasting.roll == D20 else "ended"
        sets = tuple(each for by in ended for each in by.sets(Lasting.lasts, OVER))
        yield Step("save-ends", {"roll": lasting.roll, how: lasting.name}, sets=sets)
    alone = chance_to_end(lasting, (), saving)
    helpful = [by for by in saving if chance_to_end(lasting, (by,), saving) > alone]
    decides = any(chance_to_end(lasting, (by,), saving) == 1 for by in helpful)
    partners = yield from (_partners(lasting, helpful) if decides else asking_for_odds(_partners(lasting, helpful)))
    chance = None if partners is None else chance_to_end(lasting, partners, saving)
    for by in partners or ():
        if chance_to_end(lasting, (by,), saving) == 1:
            facts = {"effect": lasting.name, "partner": by.name}
            yield Step("ends-with", facts, sets=lasting.sets(Lasting.lasts, OVER))
    return chance


def _partners(lasting: Lasting, others: Sequence[Lasting]) -> Course[Sequence[Lasting] | None]:
    """Return the effects with which an effect ends; None if that is not known."""
    condition = (yield from lasting.need(Lasting.condition, "ends-with")) if others else ""
    if condition is None:
        return None
    found, is_known = list[Lasting](), True
    for by in others if condition in ENDS_WITH else ():
        other = yield from by.need(Lasting.condition, "ends-with")
        found += [by] if other in ENDS_WITH[condition] else []
        is_known = is_known and other is not None
    return found if is_known else None


def chance_to_end(lasting: Lasting, partners: Sequence[Lasting], saving: Sequence[Lasting]) -> Fraction:
    """Return the chance that an effect ends by its saving throw, by that of a partner, or by a 20 for any effect."""
    stays = Fraction(1)
    for by in saving:
        faces = FAILS if by is lasting or by in partners else NO_20
        stays *= Fraction(len(faces), D20) if by.roll is None else Fraction(by.roll in faces)
    return 1 - stays


SAVING_THROWS = declared(
    "saving-throws",
    "Saving throws",
    "Which effects on a creature end with its turn, by saving throws or by their duration, and how likely.",
    SavingThrows,
    SavingThrowsAnswer,
    saving_throws,
)
