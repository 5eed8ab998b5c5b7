"""The use of an upgrade, and events after it: tokens, Continuous Effects, fallen Leaders (p. 24-25, 29, 31-32)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from rulesapi.engine.games.attack_wing.play.damage import gone_breaches, is_troop
from rulesapi.engine.games.attack_wing.play.dice import attack_die, other_number
from rulesapi.engine.games.attack_wing.play.parts import (
    ATTACK_FACES,
    DISCARD,
    OF_ICONS,
    Creature,
    Dice,
    GameSituation,
    Upgrade,
)
from rulesapi.engine.games.attack_wing.play.troops import FLEE_BY, flee_chance
from rulesapi.engine.games.attack_wing.pricing import MAX_SOLDIERS
from rulesapi.engine.resolutions.answers import LEFT_OUT, AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import dice, flag, number_or, one_of, one_part
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.messages import phrase

LEADER, LEADER_ROLLS = "leader", "soldier-falls"
OPTIONAL_HEADERS = frozenset(["action", "attack"])
OF_LEADER = ("does", LEADER_ROLLS)
"""The input and value with which the inputs about a Leader are shown."""


class UpgradeUse(GameSituation):
    """An upgrade, and what happens with it."""

    upgrade = one_part(
        Upgrade,
        "Upgrade",
        called="The upgrade",
        shows=(
            Upgrade.duration_tokens,
            Upgrade.permanent,
            Upgrade.disabled,
            Upgrade.discarded,
            Upgrade.places_tokens,
            Upgrade.disables_itself,
            Upgrade.continuous,
        ),
    )
    does = one_of(
        "What happens",
        {
            "use": "It is used",
            "disable": "It is disabled",
            "enable": "Its Disabled Token is taken off",
            "discard": "It is discarded",
            "defeat": "Its creature is defeated",
            "lose-token": "A Duration Token goes from it",
            "dispel": "Its Effect Token is taken away",
            LEADER_ROLLS: "It is a Leader, and soldiers fall",
        },
        asked="what happens with the upgrade",
    )
    recipient = one_part(
        Creature, "Whom its effect affects", called="The creature", folded=True, shows=(Creature.soldiers,)
    )
    fallen = number_or(
        1,
        "one",
        "Soldiers that fell",
        99,
        least=1,
        help="The number of soldiers of a Leader's troop that fell.",
        shown_if=OF_LEADER,
    )
    fled = number_or(
        0, "none", "Soldiers that fled", 99, help="In the Morale Check before this.", shown_if=OF_LEADER, folded=True
    )
    fled_count = flag(
        "Those that fled count",
        help="Whether dice are rolled for them as well; the rulebook leaves this open.",
        asked="whether a die is rolled for soldiers that fled, too",
        shown_if=OF_LEADER,
        folded=True,
    )
    discarded_by = one_of(
        "Discarded by",
        OF_ICONS,
        help="The faces by which the Leader is discarded, as its card says.",
        asked="by which faces of the die the Leader is discarded",
        shown_if=OF_LEADER,
    )
    rolled = dice("Attack dice rolled", ATTACK_FACES, 40, counted="dice", shown_if=OF_LEADER)
    dice = one_part(Dice, "Dice", kept=True)


@answer
class LeaderOdds(AnswerFields):
    """The odds of a Leader."""

    discarded: Fraction = told("Chance that it is discarded", "Chance that it is discarded: {discarded}.")


@answer
class UpgradeAnswer(AnswerFields):
    """The answer: the upgrade afterwards."""

    used: bool | None = told(
        "Whether it is used", {True: "It is used."}, help="Null if what happens with it is not known."
    )
    duration_tokens: int | None = told(
        "Duration Tokens on it", "Duration Tokens on it: {duration_tokens}.", help="Null if they are not known."
    )
    disabled: bool | None = told("Whether it is disabled", {True: "It is disabled."}, help="Null if it is not known.")
    discarded: bool | None = told(
        "Whether it is discarded",
        {True: "It is discarded."},
        help="Null if it is not known, or if a roll decides. Missing if it cannot be used.",
        default=LEFT_OUT,
    )
    effect_lasts: bool | None = told(
        "Whether its Continuous Effect lasts",
        {True: "Its effect lasts."},
        help="Null if it is not known. Missing if it cannot be used.",
        default=LEFT_OUT,
    )
    dice: int = told(
        "Attack dice for the Leader",
        "Attack dice for the Leader: {dice}.",
        help="Only if it is a Leader whose soldiers fall.",
        default=LEFT_OUT,
    )
    headers: list[str] | None = told(
        "Headers of its card", help="Only if it is used. Null if they are not known.", default=LEFT_OUT
    )
    permanent: bool = told("Whether it has a Permanent Duration Token", help="Only if it is used.", default=LEFT_OUT)
    optional: bool | None = told(
        "Whether its ability is optional", help="Only if it is used. Null if it is not known.", default=LEFT_OUT
    )
    odds: LeaderOdds | None = told("Odds", default=None)


def upgrade(ask: UpgradeUse) -> Course[UpgradeAnswer]:
    """Answer whether an upgrade can be used, and its state after an event.

    A lasting effect continues when its card is disabled or discarded, or its creature is defeated.
    """
    does = yield from ask.need(UpgradeUse.does, "upgrade-used")
    if does is None:
        return UpgradeAnswer(used=None, duration_tokens=None, disabled=None, discarded=None, effect_lasts=None)
    return (yield from HAPPENINGS[does](ask, ask.upgrade))


# Used -----------------------------------------------------------------------------------------------------------------


def _use(ask: UpgradeUse, card: Upgrade) -> Course[UpgradeAnswer]:
    facts = {"upgrade": card.name}
    tokens, disabled = card.duration_tokens, card.disabled
    breaches = []
    if card.discarded:
        breaches.append(Breach("upgrade-discarded", (card.place(Upgrade.discarded),), facts))
    if disabled:
        breaches.append(Breach("upgrade-disabled", (card.place(Upgrade.disabled),), facts))
    if tokens:
        breaches.append(
            Breach("upgrade-on-cooldown", (card.place(Upgrade.duration_tokens),), facts | {"tokens": tokens})
        )
    yield from breaches
    if breaches:
        return UpgradeAnswer(used=False, duration_tokens=tokens, disabled=disabled)
    yield Step("upgrade-used", facts)
    return (yield from _used(ask, card))


def _used(ask: UpgradeUse, card: Upgrade) -> Course[UpgradeAnswer]:
    """Return the state of an upgrade after its use: with new Duration Tokens, disabled, or discarded."""
    facts = {"upgrade": card.name}
    placed = yield from card.need_or(Upgrade.places_tokens, 0, "places-duration")
    permanent = bool(card.card.get("permanent") if card.permanent is None else card.permanent)
    disabled = yield from card.need_or(Upgrade.disables_itself, False, "upgrade-used")
    by_card = None if disabled is None else card.card.get("when_used") == DISCARD
    discarded = False if card.has(Upgrade.disables_itself) else by_card
    headers = card.card.get("headers")
    optional = bool(placed or permanent or disabled or discarded or OPTIONAL_HEADERS & {*(headers or ())})
    if optional:
        yield Step("ability-optional", facts)
    if placed:
        yield Step(
            "places-duration", facts | {"tokens": placed}, 0, placed, sets=card.sets(Upgrade.duration_tokens, placed)
        )
    if permanent:
        yield Step("places-permanent", facts, sets=card.sets(Upgrade.permanent, True))
    begins: bool | None = False
    if placed or permanent:
        begins = yield from card.need(Upgrade.continuous, "effect-begins")
    elif placed is None and card.continuous is not False:
        begins = None
    if begins:
        yield from _begins(ask, card)
    if disabled:
        yield Step("upgrade-is-disabled", facts, sets=card.sets(Upgrade.disabled, True))
    if discarded:
        yield Step("upgrade-is-discarded", facts, sets=card.sets(Upgrade.discarded, True))
    return UpgradeAnswer(
        used=True,
        headers=headers,
        duration_tokens=placed,
        permanent=permanent,
        disabled=disabled,
        discarded=discarded,
        effect_lasts=begins,
        optional=optional or None,
    )


def _begins(ask: UpgradeUse, card: Upgrade) -> Course[None]:
    """Yield the steps of an Effect Token placed next to the card's recipient, or its bearer if it has none (p. 25)."""
    if "recipient" not in ask.said:
        yield Step("effect-begins", {"upgrade": card.name})
        return
    who = ask.recipient
    breaches = gone_breaches(who)
    yield from breaches
    if breaches:
        return
    yield Step("effect-begins", {"upgrade": card.name, "recipient": who.name})
    if is_troop(who):
        yield Step("effect-on-troop", {"recipient": who.name})


# Disabled, discarded, or bearer defeated ------------------------------------------------------------------------------


def _in_play(card: Upgrade) -> Course[bool]:
    """Return whether an upgrade is still in play. A discarded upgrade is in the box, where no event affects it."""
    discarded = card.discarded
    if discarded:
        yield Breach("upgrade-discarded", (card.place(Upgrade.discarded),), {"upgrade": card.name})
    return not discarded


def _disable(ask: UpgradeUse, card: Upgrade) -> Course[UpgradeAnswer]:
    if not (yield from _in_play(card)):
        return _lies(card)
    if card.disabled:
        yield Breach("disabled-twice", (card.place(Upgrade.disabled),), {"upgrade": card.name})
    else:
        yield Step("upgrade-is-disabled", {"upgrade": card.name}, sets=card.sets(Upgrade.disabled, True))
    return (yield from _outlived(card, disabled=True))


def _enable(ask: UpgradeUse, card: Upgrade) -> Course[UpgradeAnswer]:
    if not (yield from _in_play(card)):
        return _lies(card)
    if card.disabled:
        yield Step("enabled-by-action", {"upgrade": card.name}, sets=card.sets(Upgrade.disabled, False))
    else:
        yield Breach("not-disabled", (card.place(Upgrade.disabled),), {"upgrade": card.name})
    lasts = card.duration_tokens > 0 and (yield from card.need(Upgrade.continuous, "effect-outlives"))
    return _lies(card, disabled=False, effect_lasts=lasts)


def _discard(ask: UpgradeUse, card: Upgrade) -> Course[UpgradeAnswer]:
    if not (yield from _in_play(card)):
        return _lies(card)
    enabled = card.sets(Upgrade.disabled, False) if card.disabled else ()
    gone = card.sets(Upgrade.discarded, True)
    yield Step("upgrade-is-discarded", {"upgrade": card.name}, sets=(*gone, *enabled))
    return (yield from _outlived(card, disabled=False, discarded=True))


def _defeat(ask: UpgradeUse, card: Upgrade) -> Course[UpgradeAnswer]:
    yield Step("bearer-defeated", {"upgrade": card.name})
    return (yield from _outlived(card))


def _outlived(card: Upgrade, *, disabled: bool | None = None, discarded: bool | None = None) -> Course[UpgradeAnswer]:
    """Return the state after an event. Duration Tokens stay, and a begun effect lasts until they are gone (p. 25)."""
    tokens, permanent = card.duration_tokens, _is_permanent(card)
    if not (tokens or permanent):
        return _lies(card, disabled=disabled, discarded=discarded)
    lasts = yield from card.need(Upgrade.continuous, "effect-outlives")
    if lasts:
        rule = "effect-outlives" if tokens else "effect-stays"
        yield Step(rule, {"upgrade": card.name, "tokens": tokens})
    return _lies(card, disabled=disabled, discarded=discarded, effect_lasts=lasts)


def _is_permanent(card: Upgrade) -> bool:
    return bool(card.said.get("permanent", False))


def _lies(
    card: Upgrade,
    *,
    disabled: bool | None = None,
    discarded: bool | None = None,
    effect_lasts: bool | None = False,
) -> UpgradeAnswer:
    """Return the state of an upgrade. If `disabled` or `discarded` is None, that part of its state is unchanged."""
    return UpgradeAnswer(
        used=False,
        duration_tokens=card.duration_tokens,
        disabled=card.disabled if disabled is None else disabled,
        discarded=card.discarded if discarded is None else discarded,
        effect_lasts=effect_lasts,
    )


# Loss of tokens -------------------------------------------------------------------------------------------------------


def _lose_token(ask: UpgradeUse, card: Upgrade) -> Course[UpgradeAnswer]:
    """Remove a Duration Token, in the End Phase or at another time. With the last one the effect ends (p. 25)."""
    tokens = card.duration_tokens
    if not tokens:
        yield Breach("no-duration-token", (card.place(Upgrade.duration_tokens),), {"upgrade": card.name})
        return _lies(card)
    left = card.sets(Upgrade.duration_tokens, tokens - 1)
    yield Step("token-removed", {"upgrade": card.name}, tokens, tokens - 1, sets=left)
    lasts = yield from card.need(Upgrade.continuous, "effect-ends")
    if lasts and tokens == 1 and not _is_permanent(card):
        yield Step("effect-ends", {"card": card.name})
        lasts = False
    return replace(_lies(card, effect_lasts=lasts), duration_tokens=tokens - 1)


def _dispel(ask: UpgradeUse, card: Upgrade) -> Course[UpgradeAnswer]:
    """Remove the Effect Token early: the effect ends at once, and the Duration Tokens stay (p. 25)."""
    lasts = yield from card.need(Upgrade.continuous, "effect-dispelled")
    if lasts is False:
        yield Breach("no-effect", (card.at,), {"upgrade": card.name})
    if not lasts:
        return _lies(card, effect_lasts=lasts)
    yield Step("effect-dispelled", {"upgrade": card.name})
    if card.duration_tokens:
        yield Step("tokens-outlast-effect", {"upgrade": card.name, "tokens": card.duration_tokens})
    return _lies(card)


# A Leader -------------------------------------------------------------------------------------------------------------


def _soldier_falls(ask: UpgradeUse, card: Upgrade) -> Course[UpgradeAnswer]:
    """Return whether a Leader is discarded: one die for each fallen soldier, after a Morale Check.

    The card states the face; the rulebook states none (p. 31-32). The rulebook does not state either whether a soldier
    that flees has fallen.
    """
    if card.card and LEADER not in (card.card.get("keywords") or ()):
        yield Breach("no-leader", (card.at,), {"upgrade": card.name})
        return _lies(card)
    if not (yield from _in_play(card)):
        return _lies(card)
    dice = yield from _leader_dice(ask)
    if dice is None:
        return _undecided(card)
    yield Step("leader-dice", {"dice": dice})
    shown = ask.rolled
    wrong = [*other_number(ask.place(UpgradeUse.rolled), shown, dice)] if shown is not None else []
    if wrong:
        yield from wrong
        return replace(_undecided(card), dice=dice)
    face = yield from ask.need(UpgradeUse.discarded_by, "leader-discarded")
    if shown is None:
        return replace(_undecided(card), dice=dice, odds=(yield from _leader_odds(ask, dice, face)))
    if face is None:
        return replace(_undecided(card), dice=dice)
    discarded = any(one in FLEE_BY[face] for one in shown)
    gone = card.sets(Upgrade.discarded, True) if discarded else ()
    yield Step("leader-discarded" if discarded else "leader-stays", {"upgrade": card.name}, sets=gone)
    return replace((yield from _outlived(card, discarded=discarded)), dice=dice)


def _undecided(card: Upgrade) -> UpgradeAnswer:
    """Return the state of a Leader that may be discarded."""
    return replace(_lies(card), discarded=None)


def _leader_dice(ask: UpgradeUse) -> Course[int | None]:
    """Return the dice, one for each soldier that fell; None while it is unknown whether fled soldiers count."""
    fallen, fled = ask.fallen, ask.fled
    if fallen + fled > MAX_SOLDIERS:
        facts = {"creature": phrase("The troop"), "soldiers": fallen + fled, "most": MAX_SOLDIERS}
        yield Breach("too-many-soldiers", (ask.place(UpgradeUse.fallen),), facts)
        return None
    if not fled:
        return fallen
    count = yield from ask.need(UpgradeUse.fled_count, "leader-dice")
    return None if count is None else fallen + (fled if count else 0)


def _leader_odds(ask: UpgradeUse, dice: int, face: str | None) -> Course[LeaderOdds | None]:
    die = yield from attack_die(ask.dice.attack, "leader-dice")
    if die is None or face is None:
        return None
    return LeaderOdds(discarded=1 - (1 - flee_chance(die, face)) ** dice)


HAPPENINGS: Mapping[str, Callable[[UpgradeUse, Upgrade], Course[UpgradeAnswer]]] = {
    "use": _use,
    "disable": _disable,
    "enable": _enable,
    "discard": _discard,
    "defeat": _defeat,
    "lose-token": _lose_token,
    "dispel": _dispel,
    LEADER_ROLLS: _soldier_falls,
}

UPGRADE = declared(
    "upgrade",
    "Using an upgrade",
    "Whether an upgrade can be used, its state afterwards, when its effect ends, and if a Leader is discarded.",
    UpgradeUse,
    UpgradeAnswer,
    upgrade,
    permits=True,
)
