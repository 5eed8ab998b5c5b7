"""The use of an upgrade, and events after it: tokens, Continuous Effects, fallen Leaders (p. 24-25, 29, 31-32)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesapi.engine.games.attack_wing.play import faces, upgrade_facts
from rulesapi.engine.games.attack_wing.play.damage import gone_breaches, is_troop
from rulesapi.engine.games.attack_wing.play.troops import FLEE_BY, flee_chance
from rulesapi.engine.games.attack_wing.pricing import MAX_SOLDIERS
from rulesapi.engine.resolutions.model import Answer, Breach, Course, Missing, Step, TableFacts
from rulesapi.engine.resolutions.participants import Participant, participant, participant_at
from rulesapi.engine.values.chances import chance_document
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document

LEADER = "leader"
OPTIONAL_HEADERS = frozenset(["action", "attack"])


def upgrade(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer whether an upgrade can be used, and its state after an event.

    A lasting effect continues when its card is disabled or discarded, or its creature is defeated.
    """
    card = participant(document, "upgrade", table, phrase("The upgrade"))
    return (yield from HAPPENINGS[document["does"]](document, table, card))


# Used -----------------------------------------------------------------------------------------------------------------


def _use(document: Document, table: TableFacts, card: Participant) -> Course[Answer]:
    facts = {"upgrade": card.name}
    tokens, disabled = _tokens(card), card.state("disabled", False)
    breaches = []
    if card.state("discarded", False):
        breaches.append(Breach("upgrade-discarded", ("/upgrade/discarded",), facts))
    if disabled:
        breaches.append(Breach("upgrade-disabled", ("/upgrade/disabled",), facts))
    if tokens:
        breaches.append(Breach("upgrade-on-cooldown", ("/upgrade/duration_tokens",), facts | {"tokens": tokens}))
    yield from breaches
    if breaches:
        return Answer({"used": False, "duration_tokens": tokens, "disabled": disabled})
    yield Step("upgrade-used", facts)
    return (yield from _used(document, table, card))


def _used(document: Document, table: TableFacts, card: Participant) -> Course[Answer]:
    """Return the state of an upgrade after its use: with new Duration Tokens, disabled, or discarded."""
    facts = {"upgrade": card.name}
    placed = yield from upgrade_facts.needed_fact(card, "places_tokens", "places_tokens", 0, "places-duration")
    permanent = bool(card.state("permanent", card.card.get("permanent")))
    disabled = yield from upgrade_facts.disables_itself(card)
    discarded = card.card.get("when_used") == upgrade_facts.DISCARD and "disables_itself" not in card.said
    headers = card.card.get("headers")
    optional = bool(placed or permanent or disabled or discarded or OPTIONAL_HEADERS & {*(headers or ())})
    if optional:
        yield Step("ability-optional", facts)
    if placed:
        yield Step("places-duration", facts | {"tokens": placed}, 0, placed)
    if permanent:
        yield Step("places-permanent", facts)
    begins = bool(placed or permanent) and (yield from _continuous(card, "effect-begins"))
    if begins:
        yield from _begins(document, table, card)
    if disabled:
        yield Step("upgrade-is-disabled", facts)
    if discarded:
        yield Step("upgrade-is-discarded", facts)
    return Answer(
        {
            "used": True,
            "headers": headers,
            "duration_tokens": placed,
            "permanent": permanent,
            "disabled": disabled,
            "discarded": discarded,
            "effect_lasts": begins,
            "optional": optional or None,
        }
    )


def _begins(document: Document, table: TableFacts, card: Participant) -> Course[None]:
    """Yield the steps of an Effect Token placed next to the card's recipient, or its bearer if it has none (p. 25)."""
    if "recipient" not in document:
        yield Step("effect-begins", {"upgrade": card.name})
        return
    who = participant_at(document["recipient"], "/recipient", table, phrase("The creature"))
    yield from gone_breaches(who)
    yield Step("effect-begins", {"upgrade": card.name, "recipient": who.name})
    if is_troop(who):
        yield Step("effect-on-troop", {"recipient": who.name})


def _continuous(card: Participant, rule: str) -> Course[bool | None]:
    """Return whether an upgrade has a Continuous Effect, or None with a missing fact if that is unknown.

    Tokens alone do not decide it: the tokens of a breath belong to no effect.
    """
    said: bool | None = card.said.get("continuous")
    headers = card.card.get("headers")
    if said is not None:
        return said
    if headers is not None:
        return "continuous" in headers
    yield Missing(card.card.get("slug", ""), "/headers" if card.card else "/continuous", card.at, rule)
    return None


def _tokens(card: Participant) -> int:
    tokens: int = card.state("duration_tokens", 0)
    return tokens


# Disabled, discarded, or bearer defeated ------------------------------------------------------------------------------


def _in_play(card: Participant) -> Course[bool]:
    """Return whether an upgrade is still in play. A discarded upgrade is in the box, where no event affects it."""
    discarded = card.state("discarded", False)
    if discarded:
        yield Breach("upgrade-discarded", ("/upgrade/discarded",), {"upgrade": card.name})
    return not discarded


def _disable(document: Document, table: TableFacts, card: Participant) -> Course[Answer]:
    if not (yield from _in_play(card)):
        return _lies(card)
    if card.state("disabled", False):
        yield Breach("disabled-twice", ("/upgrade/disabled",), {"upgrade": card.name})
    else:
        yield Step("upgrade-is-disabled", {"upgrade": card.name})
    return (yield from _outlived(card, disabled=True))


def _enable(document: Document, table: TableFacts, card: Participant) -> Course[Answer]:
    if not (yield from _in_play(card)):
        return _lies(card)
    if card.state("disabled", False):
        yield Step("enabled-by-action", {"upgrade": card.name})
    else:
        yield Breach("not-disabled", ("/upgrade/disabled",), {"upgrade": card.name})
    lasts = _tokens(card) > 0 and (yield from _continuous(card, "effect-outlives"))
    return _lies(card, disabled=False, effect_lasts=lasts)


def _discard(document: Document, table: TableFacts, card: Participant) -> Course[Answer]:
    if not (yield from _in_play(card)):
        return _lies(card)
    yield Step("upgrade-is-discarded", {"upgrade": card.name})
    return (yield from _outlived(card, disabled=False, discarded=True))


def _defeat(document: Document, table: TableFacts, card: Participant) -> Course[Answer]:
    yield Step("bearer-defeated", {"upgrade": card.name})
    return (yield from _outlived(card))


def _outlived(card: Participant, *, disabled: bool | None = None, discarded: bool | None = None) -> Course[Answer]:
    """Return the state after an event. Duration Tokens stay, and a begun effect lasts until they are gone (p. 25)."""
    tokens, permanent = _tokens(card), _is_permanent(card)
    if not (tokens or permanent):
        return _lies(card, disabled=disabled, discarded=discarded)
    lasts = yield from _continuous(card, "effect-outlives")
    if lasts:
        rule = "effect-outlives" if tokens else "effect-stays"
        yield Step(rule, {"upgrade": card.name, "tokens": tokens})
    return _lies(card, disabled=disabled, discarded=discarded, effect_lasts=lasts)


def _is_permanent(card: Participant) -> bool:
    return bool(card.said.get("permanent", False))


def _lies(
    card: Participant,
    *,
    disabled: bool | None = None,
    discarded: bool | None = None,
    effect_lasts: bool | None = False,
) -> Answer:
    """Return the state of an upgrade. If `disabled` or `discarded` is None, that part of its state is unchanged."""
    return Answer(
        {
            "used": False,
            "duration_tokens": _tokens(card),
            "disabled": card.state("disabled", False) if disabled is None else disabled,
            "discarded": card.state("discarded", False) if discarded is None else discarded,
            "effect_lasts": effect_lasts,
        }
    )


# Loss of tokens -------------------------------------------------------------------------------------------------------


def _lose_token(document: Document, table: TableFacts, card: Participant) -> Course[Answer]:
    """Remove a Duration Token, in the End Phase or at another time. With the last one the effect ends (p. 25)."""
    tokens = _tokens(card)
    if not tokens:
        yield Breach("no-duration-token", ("/upgrade/duration_tokens",), {"upgrade": card.name})
        return _lies(card)
    yield Step("token-removed", {"upgrade": card.name}, tokens, tokens - 1)
    lasts = yield from _continuous(card, "effect-ends")
    if lasts and tokens == 1 and not _is_permanent(card):
        yield Step("effect-ends", {"card": card.name})
        lasts = False
    left = {"duration_tokens": tokens - 1}
    return Answer(_lies(card, effect_lasts=lasts).result | left)


def _dispel(document: Document, table: TableFacts, card: Participant) -> Course[Answer]:
    """Remove the Effect Token early: the effect ends at once, and the Duration Tokens stay (p. 25)."""
    lasts = yield from _continuous(card, "effect-dispelled")
    if lasts is False:
        yield Breach("no-effect", ("/upgrade",), {"upgrade": card.name})
    if not lasts:
        return _lies(card, effect_lasts=lasts)
    yield Step("effect-dispelled", {"upgrade": card.name})
    if _tokens(card):
        yield Step("tokens-outlast-effect", {"upgrade": card.name, "tokens": _tokens(card)})
    return _lies(card)


# A Leader -------------------------------------------------------------------------------------------------------------


def _soldier_falls(document: Document, table: TableFacts, card: Participant) -> Course[Answer]:
    """Return whether a Leader is discarded: one die for each fallen soldier, after a Morale Check.

    The card states the face; the rulebook states none (p. 31-32). The rulebook does not state either whether a soldier
    that flees has fallen.
    """
    if card.card and LEADER not in (card.card.get("keywords") or ()):
        yield Breach("no-leader", ("/upgrade",), {"upgrade": card.name})
        return _lies(card)
    if not (yield from _in_play(card)):
        return _lies(card)
    dice = yield from _leader_dice(document)
    if dice is None:
        return _undecided(card)
    yield Step("leader-dice", {"dice": dice})
    face = document.get("discarded_by")
    if face is None:
        yield Missing("", "/discarded_by", "", "leader-discarded")
    shown = document.get("rolled")
    if shown is None:
        return Answer(_undecided(card).result | {"dice": dice}, (yield from _leader_odds(document, table, dice, face)))
    if len(shown) != dice:
        yield Breach("other-number-of-dice", ("/rolled",), {"given": len(shown), "dice": dice})
    if face is None:
        return Answer(_undecided(card).result | {"dice": dice})
    discarded = any(one in FLEE_BY[face] for one in shown)
    yield Step("leader-discarded" if discarded else "leader-stays", {"upgrade": card.name})
    answer = yield from _outlived(card, discarded=discarded)
    return Answer(answer.result | {"dice": dice})


def _undecided(card: Participant) -> Answer:
    """Return the state of a Leader that may be discarded."""
    return Answer(_lies(card).result | {"discarded": None})


def _leader_dice(document: Document) -> Course[int | None]:
    """Return the dice, one for each soldier that fell; None while it is unknown whether fled soldiers count."""
    fallen, fled = document.get("fallen", 1), document.get("fled", 0)
    if fallen + fled > MAX_SOLDIERS:
        facts = {"creature": phrase("The troop"), "soldiers": fallen + fled, "most": MAX_SOLDIERS}
        yield Breach("too-many-soldiers", ("/fallen",), facts)
        return None
    if not fled:
        return int(fallen)
    if "fled_count" not in document:
        yield Missing("", "/fled_count", "", "leader-dice")
        return None
    return int(fallen + (fled if document["fled_count"] else 0))


def _leader_odds(document: Document, table: TableFacts, dice: int, face: str | None) -> Course[dict[str, Any] | None]:
    die = yield from faces.attack_die(document, table, "leader-dice")
    if die is None or face is None:
        return None
    return {"discarded": chance_document(1 - (1 - flee_chance(die, face)) ** dice)}


HAPPENINGS: Mapping[str, Callable[[Document, TableFacts, Participant], Course[Answer]]] = {
    "use": _use,
    "disable": _disable,
    "enable": _enable,
    "discard": _discard,
    "defeat": _defeat,
    "lose-token": _lose_token,
    "dispel": _dispel,
    "soldier-falls": _soldier_falls,
}
