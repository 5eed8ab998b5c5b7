"""The form for a creature's activation: the revealed maneuver, obstructions, altitude and action."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.games.attack_wing.maneuvers import DialView, dial_views, said_of
from legions.games.attack_wing.play.words import ATTACK_FACES, CREATURES, MANEUVER_CARDS, PLAY_LEVELS, YES_NO
from legions.play.forms import (
    ADVENTURE,
    FacesField,
    Group,
    NamedCard,
    Result,
    SituationForm,
    choice,
    number,
    tick,
    ticks,
)
from legions.play.question_context import Table
from legions.site import wording
from rulesapi.engine.games.attack_wing.play.dials import DIALS, PIVOT, class_card

BEARINGS = {
    "straight": gettext_lazy("Straight"),
    "bank": gettext_lazy("Bank"),
    "turn": gettext_lazy("Turn"),
    "turnabout": gettext_lazy("Wingover or turnabout"),
    "fall-back": gettext_lazy("Fall back"),
    "pivot": gettext_lazy("Pivot"),
}
HANDS = {"left": gettext_lazy("left"), "right": gettext_lazy("right")}
COLOURS = {"white": gettext_lazy("white"), "green": gettext_lazy("green"), "red": gettext_lazy("red")}
ALTITUDES = {
    "swoop": gettext_lazy("Swoop"),
    "stop-swooping": gettext_lazy("Stop swooping"),
    "land": gettext_lazy("Land"),
    "take-off": gettext_lazy("Take off"),
}
ACTIONS = {
    "dodge": gettext_lazy("Dodge"),
    "charge": gettext_lazy("Charge"),
    "concentrate": gettext_lazy("Concentrate"),
    "target": gettext_lazy("Target"),
    "feint": gettext_lazy("Feint"),
    "pass": gettext_lazy("Pass"),
    "card": gettext_lazy("Action of a card"),
    "remove-disabled": gettext_lazy("Take off a Disabled Token"),
}
DONE = {name: word for name, word in ACTIONS.items() if name != "pass"}
BASES = {"small": gettext_lazy("small"), "large": gettext_lazy("large")}
EDGES = {
    "north": gettext_lazy("north"),
    "east": gettext_lazy("east"),
    "south": gettext_lazy("south"),
    "west": gettext_lazy("west"),
}
OUT_OF_RANGE = "0"
REVEALED = ("bearing", "side", "speed", "colour")
"""Fields of a revealed maneuver."""
AT_THE_TABLE = (
    "exhaustion",
    "play_level",
    "swooping",
    "altitude_changed",
    "can_fly",
    "base",
    "actions_done",
    "met_obstacle",
)
SAID = ("altitude", "action", "free", "feint_blocked", "leaves", "edge", "adventure_keeps_fled", "overlap")
"""Fields named as in a situation, those of the creature and the others."""
BLOCKERS = (1, 2)
"""Numbers of the enemies in the way: the first failed overrun stops, and a third enemy is rare."""


class ManeuverForm(SituationForm):
    """The form for one activation: the creature, its maneuver and everything in its way."""

    of_creature = "creature"
    chart_template = "games/attack-wing/_revealed.html"

    creature = NamedCard(gettext_lazy("Creature"), CREATURES)
    maneuver_card = NamedCard(gettext_lazy("Maneuver card"), MANEUVER_CARDS, of_catalog=True)
    dialled = choice(gettext_lazy("Revealed, of its dial"), {})
    bearing = choice(gettext_lazy("Bearing"), BEARINGS)
    side = choice(gettext_lazy("To the"), HANDS)
    speed = number(gettext_lazy("Speed"), 6)
    colour = choice(gettext_lazy("Colour"), COLOURS)
    forced = tick(gettext_lazy("An opponent chose it, because it is exhausted"))
    altitude = choice(gettext_lazy("Change of altitude"), ALTITUDES)
    action = choice(gettext_lazy("Action"), ACTIONS)
    free = tick(gettext_lazy("A card makes it a free action"))
    another_card = choice(gettext_lazy("It is the action of another card than before"), YES_NO)
    enemy_range = choice(
        gettext_lazy("Range of the enemy it targets"),
        {**{str(one): str(one) for one in (1, 2, 3, 4)}, OUT_OF_RANGE: gettext_lazy("out of range")},
    )
    feint_blocked = tick(gettext_lazy("No room for the feint"))
    creature_exhaustion = number(gettext_lazy("Exhaustion Tokens"))
    creature_play_level = choice(gettext_lazy("Position"), PLAY_LEVELS)
    creature_swooping = tick(gettext_lazy("It swoops"))
    creature_altitude_changed = tick(gettext_lazy("It has changed altitude in this round"))
    creature_can_fly = tick(gettext_lazy("A card lets it fly"))
    creature_base = choice(gettext_lazy("Its base"), BASES)
    creature_actions_done = ticks(gettext_lazy("Actions performed in this round"), DONE)
    creature_action_spent = choice(gettext_lazy("It has performed its one action of this round"), YES_NO)
    creature_met_obstacle = tick(gettext_lazy("It has met an obstacle in this round"))
    leaves = tick(gettext_lazy("Its base ends outside the play area"))
    edge = choice(gettext_lazy("At which edge"), EDGES)
    adventure_keeps_fled = tick(gettext_lazy("By a way out that the adventure allows"))
    overlap = choice(
        gettext_lazy("It would end on"),
        {"ground": gettext_lazy("a ground creature"), "air": gettext_lazy("a creature in the air")},
    )
    obstacles_ground = number(gettext_lazy("Ground obstacles it meets"), 9)
    obstacles_both = number(gettext_lazy("Obstacles that reach the air, too"), 9)
    obstacles_before = tick(gettext_lazy("It meets the obstacles before the enemies in its way"))

    def __init__(self, data: Any, table: Table) -> None:
        """Offer the maneuvers of the creature's card, and add fields for the creatures in its way."""
        super().__init__(data, table)
        self.dial = self._dial(data or {})
        self.data = self._with_dialled(self.data)
        words = {_key(one): self._line_words(one) for one in self.dial}
        self.fields["dialled"].choices = [("", "–"), *words.items()]  # type: ignore[attr-defined]
        for place in BLOCKERS:
            words_of = {"number": place}
            self.fields[f"blocker_{place}"] = choice(_("Base of enemy %(number)d in its way") % words_of, BASES)
            self.fields[f"mover_{place}"] = FacesField(_("Rolled against enemy %(number)d") % words_of, ATTACK_FACES)
            self.fields[f"stander_{place}"] = FacesField(_("Rolled by enemy %(number)d") % words_of, ATTACK_FACES)

    def _with_dialled(self, data: Any) -> Any:
        """Return the data with the maneuver chosen on the dial, if its bearing, side and speed name only one there."""
        said = {key: data[key] for key in REVEALED if data.get(key)}
        keys = {_key(line) for line in self.dial if all(str(line[key]) == value for key, value in said.items())}
        if len(keys) != 1 or data.get("dialled") or not {"bearing", "speed"} <= said.keys():
            return data
        return _changed(data, {"dialled": keys.pop()})

    @cached_property
    def dials(self) -> list[DialView]:
        """The creature's dials; each maneuver leads to the situation in which it is revealed."""
        path = self.table.request.path if self.table.request else ""
        level = self.data.get("creature_play_level") or ""
        return dial_views(
            self.dial,
            lambda line: f"{path}?{_changed(self.data, said_of(line)).urlencode()}",
            lambda line: (
                _key(line) == self.data.get("dialled") and line["dial"] in (None, DIALS.get(level, line["dial"]))
            ),
        )

    def _dial(self, data: Mapping[str, str]) -> list[Mapping[str, Any]]:
        """Return the maneuvers of the named card or, without one, of the card of the creature's class."""
        if text := data.get("maneuver_card", ""):
            slug = self.card_named(text, MANEUVER_CARDS)
            card: Mapping[str, Any] | None = self.table.cards[slug] if slug else None
        else:
            creature = self.card_named(data.get("creature", "").strip(), CREATURES)
            card = class_card(self.table.cards[creature], self.table.cards) if creature else None
            if card is not None:
                self.fields["maneuver_card"].help_text = _("Left empty: %(card)s, the card of its class.") % {
                    "card": card.get("name") or card["slug"]
                }
        return list(card.get("maneuvers") or ()) if card else []

    def _line_words(self, maneuver: Mapping[str, Any]) -> str:
        """Return a maneuver in words, with its play level if only one of the card's two dials has it."""
        words, key = _maneuver_words(maneuver), _key(maneuver)
        dials = {line["dial"] for line in self.dial}
        levels = [level for level, dial in DIALS.items() if dial == maneuver["dial"]]
        if len(dials) == 1 or not levels or len([line for line in self.dial if _key(line) == key]) > 1:
            return words
        return f"{words}, {PLAY_LEVELS[levels[0]]}"

    def shown_groups(self) -> tuple[Group, ...]:
        """Return the groups of fields; dice for an enemy in the way only once there is one."""
        data = self.data or {}
        in_parts = not self.dial or any(data.get(name) for name in REVEALED)
        revealed = (*(("dialled",) if self.dial else ()), *(REVEALED if in_parts else ()))
        there = [place for place in BLOCKERS if place == 1 or data.get("blocker_1")]
        blockers = [f"blocker_{place}" for place in there]
        faces = [f"{who}_{place}" for place in there if data.get(f"blocker_{place}") for who in ("mover", "stander")]
        another = ("another_card",) if data.get("action") == "card" else ()
        edge = ("edge", "adventure_keeps_fled") if data.get("leaves") and data.get(ADVENTURE) else ()
        before = ("obstacles_before",) if data.get("blocker_1") else ()
        return (
            Group(_("The maneuver"), ("creature", "maneuver_card", *revealed, "forced")),
            Group(_("Afterwards"), ("altitude", "action", "free", *another, "enemy_range", "feint_blocked")),
            Group(
                _("Its position"),
                (
                    "creature_exhaustion",
                    "creature_play_level",
                    "creature_swooping",
                    "creature_altitude_changed",
                    "creature_can_fly",
                    "creature_base",
                    "creature_actions_done",
                    "creature_action_spent",
                    "creature_met_obstacle",
                ),
                folded=True,
            ),
            Group(
                _("In its way"),
                ("leaves", *edge, "overlap", "obstacles_ground", "obstacles_both", *before, *blockers, *faces),
                folded=not any(data.get(name) for name in ("blocker_1", "overlap", "leaves")),
            ),
        )

    def situation(self) -> dict[str, Any] | None:
        """Return the activation, or None until a creature is named."""
        name = self.value("creature", "").strip()
        if not name:
            return None
        creature = self.card_or_name(name, CREATURES) | self.said({fact: f"creature_{fact}" for fact in AT_THE_TABLE})
        if spent := self.value("creature_action_spent"):
            creature["action_spent"] = spent == "yes"
        found: dict[str, Any] = {"creature": creature}
        if slug := self.card_named(self.value("maneuver_card", ""), MANEUVER_CARDS):
            found["maneuver_card"] = slug
        if revealed := self._revealed():
            found["revealed"] = revealed
        found |= self.said({one: one for one in SAID})
        if another := self.value("another_card"):
            found["another_card"] = another == "yes"
        if chosen := self.value("enemy_range"):
            found["enemy_range"] = None if chosen == OUT_OF_RANGE else int(chosen)
        before = {"before_creatures": True} if self.value("obstacles_before") else {}
        obstacles = [{"affects": "ground"} | before] * self.value("obstacles_ground", 0)
        obstacles += [{"affects": "both"} | before] * self.value("obstacles_both", 0)
        met = {"obstacles": obstacles, "blockers": self._blockers()}
        return found | {name: these for name, these in met.items() if these}

    def names_of(self, pointer: str, fact: str) -> Any:
        """Yield the fields for a fact; movement follows from the play level, an overrun from the dice of both sides."""
        if pointer == "/revealed":
            yield fact.strip("/")
        elif fact == "/rolled":
            place = int(pointer.rpartition("/")[2]) + 1
            yield from (f"mover_{place}", f"stander_{place}")
        else:
            yield from ("creature_play_level",) if fact == "/movement" else super().names_of(pointer, fact)

    def _revealed(self) -> dict[str, Any] | None:
        """Return the revealed maneuver as far as it was entered; None without a bearing and a speed.

        A pivot always has speed 0.
        """
        chosen = [one for one in self.dial if _key(one) == self.value("dialled")]
        found = {key: chosen[0][key] for key in REVEALED} if chosen else self.said({key: key for key in REVEALED})
        if found.get("bearing") == PIVOT:
            found.setdefault("speed", 0)
        if not {"bearing", "speed"} <= found.keys():
            return None
        return found | ({"forced": True} if self.value("forced") else {})

    def _blockers(self) -> list[dict[str, Any]]:
        found = []
        for place in BLOCKERS:
            base = self.value(f"blocker_{place}")
            if not base:
                break
            rolled = {who: self.value(f"{who}_{place}") for who in ("mover", "stander")}
            found.append({"base": base} | ({"rolled": rolled} if all(rolled.values()) else {}))
        return found

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the state of the creature afterwards and its options."""
        found = resolution["result"]
        lines = list(_after_lines(found)) + _choice_lines(found.get("choices") or {})
        waits = found["stage"] == "reveal" and "tokens" not in found
        words = _("It flees.") if found.get("fled") else _("Now reveal its maneuver.") if waits else ""
        return Result(words, lines)


def _changed(data: Any, revealed: Mapping[str, str]) -> QueryDict:
    """Return the data with another revealed maneuver, without empty fields."""
    changed = QueryDict(mutable=True)
    for name in data:
        if name not in (*REVEALED, "dialled") and any(data.getlist(name)):
            changed.setlist(name, data.getlist(name))
    for name, value in revealed.items():
        changed[name] = value
    return changed


def _key(maneuver: Mapping[str, Any]) -> str:
    """Return the key of a maneuver in page addresses."""
    return ".".join(str(maneuver[key]) for key in REVEALED)


def _maneuver_words(maneuver: Mapping[str, Any]) -> str:
    parts = [str(BEARINGS[maneuver["bearing"]]), str(HANDS.get(maneuver["side"], "")), str(maneuver["speed"])]
    return f"{' '.join(filter(None, parts))} ({COLOURS[maneuver['colour']]})"


def _after_lines(outcome: Mapping[str, Any]) -> list[str]:
    lines = []
    if outcome.get("exhaustion") is not None:
        lines.append(_("Exhaustion Tokens: %(number)d") % {"number": outcome["exhaustion"]})
    if outcome.get("play_level"):
        words = str(PLAY_LEVELS[outcome["play_level"]])
        lines.append(_("It swoops.") if outcome.get("swooping") else _("It is %(where)s.") % {"where": words})
    if outcome.get("tokens"):
        names = {**ACTIONS, "pivot": BEARINGS["pivot"]}
        lines.append(
            _("Tokens: %(tokens)s") % {"tokens": wording.join_and(str(names[one]) for one in outcome["tokens"])}
        )
    if outcome.get("obstacle_dice"):
        lines.append(_("Attack dice of damage that obstacles roll: %(number)d") % {"number": outcome["obstacle_dice"]})
    if outcome.get("stopped"):
        lines.append(_("The overrun fails: it stops at the first creature in its way."))
    return lines


def _choice_lines(choices: Mapping[str, Any]) -> list[str]:
    lines = []
    maneuvers = choices.get("maneuvers")
    if maneuvers and (barred := [one for one in maneuvers if one["allowed"] is False]):
        words = wording.join_and(dict.fromkeys(_maneuver_words(one) for one in barred))
        lines.append(_("Maneuvers it may not choose: %(words)s") % {"words": words})
    if altitudes := choices.get("altitudes"):
        words = wording.join_or(str(ALTITUDES[one]) for one in altitudes)
        lines.append(_("Changes of altitude that are open: %(words)s") % {"words": words})
    if actions := choices.get("actions"):
        words = wording.join_or(str(ACTIONS[one["action"]]) for one in actions if one["allowed"])
        lines.append(_("Actions that are open: %(words)s") % {"words": words})
    return lines
