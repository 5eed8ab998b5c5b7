"""Forms about all sides of a game: setting up, order, the End Phase and the winner."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from catalog.documents.errors import InvalidInput
from legions.games.attack_wing.play.words import CREATURES, UPGRADES, YES_NO
from legions.my_lists.named_lists import is_shared
from legions.play.forms import (
    MAX_NAME_LENGTH,
    Entry,
    Group,
    NamedCard,
    Result,
    ResultTable,
    SituationForm,
    choice,
    number,
    tick,
)
from legions.play.question_context import Table
from legions.site import wording
from rulesapi.engine.games.attack_wing.play.set_up import BY_ADVENTURE
from rulesapi.judging import verdicts

SEATS = (0, 1, 2)
"""Sides with fields; teams play as one side."""
MAX_CREATURES = 60
DURATIONS = (*UPGRADES, "damage-card")
"""Card kinds that can hold Duration Tokens."""
MAX_DURATIONS = 20
_OF_CREATURE = re.compile(r"(?P<at>sides_\d+_creatures_\d+)_(?P<fact>\w+)", re.ASCII)
_LINE = re.compile(r"(?:(\d{1,2})\s*[x×]?\s+)?(.+?)(?:[\s,;:]+(\d{1,3}))?\s*\Z")


class SidesForm(SituationForm):
    """The sides of a game, each entered as a list or as lines with a name and a level."""

    def __init__(self, data: Any, table: Table) -> None:
        """Create the fields of each side, and for each creature the fields of the question."""
        super().__init__(data, table)
        for seat in SEATS:
            words = {"number": seat + 1}
            self.fields[f"list_{seat}"] = choice(_("List of side %(number)d") % words, dict(table.own_lists))
            self.fields[f"shared_{seat}"] = forms.CharField(
                label=_("Link of a shared list of side %(number)d") % words, required=False, max_length=300
            )
            self.fields[f"lines_{seat}"] = forms.CharField(
                label=_("Creatures of side %(number)d, a name and level in each line") % words,
                required=False,
                max_length=4000,
                widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
            )
        holders = {str(seat): _("side %(number)d") % {"number": seat + 1} for seat in SEATS}
        self.fields["initiative"] = choice(_("Initiative Token"), holders)
        self.names_said: dict[int, dict[str, bool]] = {}
        """The names in the lines of each side, and whether their line has a level."""
        self.creatures = [self._creatures(seat, data or {}) for seat in SEATS]
        for at, creature in self._each():
            self._add_fields(at, creature)

    @classmethod
    def fields_for(cls, key: str, pick: Mapping[str, Any] | None = None, title: str = "") -> dict[str, str]:
        """Return the fields with a list as the first side."""
        return {**super().fields_for(key), "shared_0" if is_shared(key) else "list_0": key}

    def _each(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for seat, creatures in enumerate(self._seated()):
            for place, creature in enumerate(creatures):
                yield f"sides_{seat}_creatures_{place}", creature

    def _seated(self) -> list[list[dict[str, Any]]]:
        return [creatures for creatures in self.creatures if creatures]

    def _add_fields(self, prefix: str, creature: Mapping[str, Any]) -> None:
        """Add the fields of a creature: its level, if neither its card nor its line has it."""
        if self._fact(creature, "level") is None:
            self.fields[f"{prefix}_level"] = number(
                _("Level of %(creature)s") % {"creature": self._name(creature)}, 100, least=1
            )

    def _fact(self, creature: Mapping[str, Any], fact: str) -> Any:
        return creature.get(fact) or self.table.cards.get(creature.get("card", ""), {}).get(fact)

    def _name(self, creature: Mapping[str, Any]) -> str:
        card = self.table.cards.get(creature.get("card", ""), {})
        return str(creature.get("name") or card.get("name") or creature.get("card", ""))

    def _creatures(self, seat: int, data: Mapping[str, Any]) -> list[dict[str, Any]]:
        found = [one for name in ("list", "shared") for one in self._of_list(data.get(f"{name}_{seat}", ""))]
        for line in data.get(f"lines_{seat}", "")[:4000].splitlines():
            found += self._of_line(seat, line.strip())
        return found[:MAX_CREATURES]

    def _of_list(self, chosen: str) -> Iterator[dict[str, Any]]:
        if not chosen:
            return
        try:
            picks = self.table.find_list(chosen).picks
        except forms.ValidationError:
            return
        for pick in picks:
            soldiers = {"soldiers": pick["soldiers"]} if pick.get("soldiers") else {}
            yield from ({"card": pick["card"]} | soldiers for _ in range(min(pick.get("count", 1), MAX_CREATURES)))

    def named(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield the named cards, with the creatures entered in lines."""
        yield from super().named()
        for seat in SEATS:
            yield from ((f"lines_{seat}", name, CREATURES) for name in self.names_said.get(seat, ()))

    def has_own_numbers(self, name: str, text: str, kinds: tuple[str, ...]) -> bool:
        """Return whether the line of a creature has its level, or another field has a fact about the creature."""
        if not name.startswith("lines_"):
            return super().has_own_numbers(name, text, kinds)
        seat = int(name.removeprefix("lines_"))
        facts = self.table.facts_of(kinds)
        return self.names_said[seat][text] or any(
            facts & self._said_of(at).keys() for at, creature in self._each() if creature.get("name") == text
        )

    def after_take(self, data: QueryDict, field: str, name: str, title: str) -> QueryDict:
        """Put the name of a card into each line that has the former name."""
        if not field.startswith("lines_"):
            return super().after_take(data, field, name, title)
        lines = data.get(field, "").splitlines()
        data[field] = "\n".join(
            line[: found.start(2)] + title + line[found.end(2) :]
            if (found := _LINE.match(line)) and found[2][:MAX_NAME_LENGTH] == name
            else line
            for line in lines
        )
        return data

    def _of_line(self, seat: int, line: str) -> list[dict[str, Any]]:
        if not line or not (found := _LINE.match(line)):
            return []
        if slug := self.table.slug(line, CREATURES):
            return [{"card": slug}]
        copies, name, level = found[1], found[2][:MAX_NAME_LENGTH], found[3]
        said = {"level": int(level)} if level and 0 < int(level) <= 100 else {}
        names = self.names_said.setdefault(seat, {})
        names[name] = bool(said) or names.get(name, False)
        return [self.card_or_name(name, CREATURES) | said for _ in range(int(copies or 1))]

    def clean(self) -> dict[str, Any]:
        """Reject links that lead to no list."""
        cleaned = super().clean() or self.cleaned_data
        for seat in SEATS:
            if chosen := cleaned.get(f"shared_{seat}"):
                self.find_list(f"shared_{seat}", chosen)
        return cleaned

    def shown_groups(self) -> tuple[Group, ...]:
        """Return a group for each side, with an empty third side folded, and the groups of the game and its
        creatures.
        """
        lists = ("list", "shared") if self.table.own_lists else ("shared",)
        of_seat = [
            Group(
                _("Side %(number)d") % {"number": seat + 1},
                (*(f"{name}_{seat}" for name in (*lists, "lines")), *self.more_of_seat(seat)),
                folded=seat > 1,
            )
            for seat in SEATS
        ]
        creatures = tuple(self._entry(at, creature) for at, creature in self._each() if at in self._fields_of_creatures)
        return (
            *of_seat,
            Group(_("The game"), self.more),
            Group(_("Creatures"), (), key="creatures", entries=creatures),
        )

    def _entry(self, prefix: str, creature: Mapping[str, Any]) -> Entry:
        """Return the fields of a creature as an entry of the list of all."""
        names = tuple(self._fields_of_creatures[prefix].values())
        return Entry(prefix, self._name(creature), self.words_of(names), names)

    more: tuple[str, ...] = ("initiative",)
    """Fields in addition to those of the sides."""

    def more_of_seat(self, seat: int) -> tuple[str, ...]:
        """Return further fields of a side."""
        return ()

    def sides(self) -> list[dict[str, Any]] | None:
        """Return the sides of the situation, or None until there are two."""
        seated = self._seated()
        if len(seated) < 2:
            return None
        return [
            {
                "creatures": [
                    creature | self._said_of(f"sides_{seat}_creatures_{place}")
                    for place, creature in enumerate(creatures)
                ]
            }
            for seat, creatures in enumerate(seated)
        ]

    def is_read_ahead(self, name: str) -> bool:
        """Return whether a field decides which creatures a side has."""
        return name.startswith(("list_", "shared_", "lines_"))

    def _said_of(self, prefix: str) -> dict[str, Any]:
        return self.said(self._fields_of_creatures.get(prefix, {}))

    @cached_property
    def _fields_of_creatures(self) -> dict[str, dict[str, str]]:
        """Return the field names of each creature, by its place and by fact."""
        found: dict[str, dict[str, str]] = {}
        for name in self.fields:
            if field := _OF_CREATURE.fullmatch(name):
                found.setdefault(field["at"], {})[field["fact"]] = name
        return found

    def holder(self) -> dict[str, int]:
        """Return the holder of the Initiative Token in the format of a situation."""
        chosen = self.value("initiative")
        return {"initiative": int(chosen)} if chosen is not None else {}

    def side_word(self, seat: int) -> str:
        """Return the name of a side."""
        return _("side %(number)d") % {"number": seat + 1}

    def order_table(self, title: str, groups: list[dict[str, Any]] | None) -> list[ResultTable]:
        """Return an order of creatures as a table; creatures of undecided order share a row."""
        if not groups:
            return []
        rows = [
            (
                str(place + 1),
                str(group["level"]),
                wording.join_and(_counted(one["name"] for one in group["creatures"])),
                wording.join_or(dict.fromkeys(self.side_word(one["side"]) for one in group["creatures"])),
            )
            for place, group in enumerate(groups)
        ]
        return [ResultTable(title, (_("Place"), _("Level"), _("Creatures"), _("Side")), rows)]


def _counted(names: Iterator[str]) -> list[str]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return [f"{count} × {name}" if count > 1 else name for name, count in counts.items()]


class OrderForm(SidesForm):
    """The form for the order of a round."""

    def _add_fields(self, prefix: str, creature: Mapping[str, Any]) -> None:
        super()._add_fields(prefix, creature)
        self.fields[f"{prefix}_defeated"] = tick(_("%(creature)s has fallen") % {"creature": self._name(creature)})

    def situation(self) -> dict[str, Any] | None:
        """Return the sides and the holder of initiative, or None until there are two sides."""
        sides = self.sides()
        return {"sides": sides} | self.holder() if sides else None

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the order in which creatures activate and attack."""
        found = resolution["result"]
        return Result(
            tables=(
                *self.order_table(_("Activation, lowest level first"), found["activation"]),
                *self.order_table(_("Combat, highest level first"), found["combat"]),
            )
        )


class SetUpForm(SidesForm):
    """The form for setting up a game."""

    more = ("points", "no_building", "obstacles", "initiative")

    def __init__(self, data: Any, table: Table) -> None:
        """Add the totals, the points, and the number of obstacles."""
        super().__init__(data, table)
        for seat in SEATS:
            self.fields[f"total_{seat}"] = number(_("Total points of side %(number)d") % {"number": seat + 1}, 100_000)
        self.fields["points"] = number(_("Points that were agreed"), 100_000)
        self.fields["no_building"] = tick(_("Without lists that were built"))
        self.fields["obstacles"] = number(_("Obstacles in all"))

    def more_of_seat(self, seat: int) -> tuple[str, ...]:
        """Return the field for the side's total."""
        return (f"total_{seat}",)

    def situation(self) -> dict[str, Any] | None:
        """Return the sides with their totals, or None until there are two sides."""
        sides = self.sides()
        if not sides:
            return None
        seats = [seat for seat in SEATS if self.creatures[seat]]
        for side, seat in zip(sides, seats, strict=True):
            total = self.value(f"total_{seat}", self._total(seat))
            side |= {} if total is None else {"total": total}
        found: dict[str, Any] = {"sides": sides} | self.said({"points": "points", "obstacles": "obstacles"})
        return found | ({"legion_building": False} if self.value("no_building") else {}) | self.holder()

    def names_of(self, pointer: str, fact: str) -> Iterator[str]:
        """Yield the fields for a fact; a total is asked for in the field of its side."""
        if fact == "/total":
            seats = [seat for seat in SEATS if self.creatures[seat]]
            yield f"total_{seats[int(pointer.rpartition('/')[2])]}"
        else:
            yield from super().names_of(pointer, fact)

    def _total(self, seat: int) -> int | None:
        """Return the cost of a side's list, or None if the side is not entered as a list alone."""
        chosen = self.value(f"list_{seat}") or self.value(f"shared_{seat}")
        if not chosen or self.value(f"lines_{seat}"):
            return None
        try:
            verdict = verdicts.judge(dict(self.table.find_list(chosen).document))
        except InvalidInput:  # A list of a removed release has no verdict, so the form asks for its total.
            return None
        total: int | None = verdict["points"]["total"]
        return total

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the holder of initiative, the order of placing, and the Armor Tokens."""
        found = resolution["result"]
        start = found["area"]["start"]
        lines = [_("Start area: %(words)s") % {"words": _start_words(start)}] if start else []
        if found["decides"]:
            sides = wording.join_or(self.side_word(seat) for seat in found["decides"])
            lines.append(_("Who decides about initiative: %(sides)s") % {"sides": sides})
        if found["may_hold"]:
            sides = wording.join_or(self.side_word(seat) for seat in found["may_hold"])
            lines.append(_("Who may hold the Initiative Token: %(sides)s") % {"sides": sides})
        armor = [(one["name"], "?" if one["armor"] is None else str(one["armor"])) for one in found["armor_tokens"]]
        tables = self.order_table(_("Placing, lowest level first"), found["placing"])
        return Result("", lines, (), (*tables, ResultTable(_("Armor Tokens"), (_("Creature"), _("Armor")), armor)))


def _start_words(start: str) -> str:
    if start.startswith("range"):
        return _("range 1-2 of the own edge")
    if start == BY_ADVENTURE:
        return _("as the adventure says")
    inches = start.split()[0]
    return _("%(inches)s by %(inches)s inches") % {"inches": inches}


class EndPhaseForm(SidesForm):
    more = ("initiative", "tie_brought_by", "adventure", "one_by_one", "effects")

    def __init__(self, data: Any, table: Table) -> None:
        """Add fields for the cause of a tie, the effects of the phase, and the cards with Duration Tokens."""
        super().__init__(data, table)
        self.fields["one_by_one"] = tick(_("A player wants it creature by creature"))
        self.fields["effects"] = forms.CharField(
            label=_("Effects of the End Phase, one in each line"),
            required=False,
            max_length=2000,
            widget=forms.Textarea(attrs={"rows": 2}),
        )
        said = [row for row in range(MAX_DURATIONS) if (data or {}).get(f"duration_{row}")]
        self.rows = range(min(MAX_DURATIONS, max(said, default=-1) + 2))
        kinds = {
            "permanent": _("a permanent one"),
            "burst": _("a burst whose token lies there"),
            "continuous": _("one with a Continuous Effect"),
        }
        for row in self.rows:
            words = {"number": row + 1}
            self.fields[f"duration_{row}"] = NamedCard(
                _("Card %(number)d with Duration Tokens") % words, DURATIONS, is_label=True
            )
            self.fields[f"tokens_{row}"] = number(_("Duration Tokens on card %(number)d") % words, least=1)
            self.fields[f"sort_{row}"] = choice(_("Card %(number)d is") % words, kinds)
        holders = {str(seat): _("side %(number)d") % {"number": seat + 1} for seat in SEATS}
        self.fields["tie_brought_by"] = choice(_("Who caused a new tie"), holders)
        self.fields["adventure"] = tick(_("An adventure is played"))

    def _add_fields(self, prefix: str, creature: Mapping[str, Any]) -> None:
        super()._add_fields(prefix, creature)
        words = {"creature": self._name(creature)}
        gone = f"{prefix}_defeated"
        self.fields[gone] = tick(_("%(creature)s was defeated or fled before") % words)
        if (self.data or {}).get(gone):
            self.fields[f"{prefix}_fell_before"] = choice(_("%(creature)s fell in an earlier round") % words, YES_NO)
            return
        self.fields[f"{prefix}_damage"] = number(_("Damage cards of %(creature)s") % words)
        if self._fact(creature, "health") is None:
            self.fields[f"{prefix}_health"] = number(_("Health of %(creature)s") % words)

    def _said_of(self, prefix: str) -> dict[str, Any]:
        """Return the facts entered for a creature, with `fell_before` as a boolean."""
        found = super()._said_of(prefix)
        return found | ({"fell_before": found["fell_before"] == "yes"} if "fell_before" in found else {})

    def situation(self) -> dict[str, Any] | None:
        """Return the sides with their damage, or None until there are two sides."""
        sides = self.sides()
        if not sides:
            return None
        found: dict[str, Any] = {"sides": sides} | self.holder() | self.said({"adventure": "adventure"})
        if (cause := self.value("tie_brought_by")) is not None:
            found["tie_brought_by"] = int(cause)
        if effects := [line.strip()[:120] for line in self.value("effects", "").splitlines() if line.strip()][:40]:
            found["effects"] = effects
        if durations := [one for one in map(self._duration, self.rows) if one]:
            found["durations"] = durations
        return found | self.said({"one_by_one": "one_by_one"})

    def shown_groups(self) -> tuple[Group, ...]:
        """Return the groups of fields, with one more row for Duration Tokens than is filled in."""
        entries = tuple(map(self._entry_of_card, self.rows))
        said = ", ".join(entry.title for entry in entries if not entry.empty)
        group = Group(_("Duration Tokens"), (), folded=True, key="durations", words=said, entries=entries)
        return (*super().shown_groups(), group)

    def _entry_of_card(self, row: int) -> Entry:
        """Return the fields of a card with Duration Tokens as an entry of a list."""
        card, names = (self.data or {}).get(f"duration_{row}", ""), (f"tokens_{row}", f"sort_{row}")
        title = card or _("Card %(number)d with Duration Tokens") % {"number": row + 1}
        fields = (f"duration_{row}", *names)
        return Entry(
            f"durations_{row}", title, self.words_of(names), fields, empty=not card, opens=row == 0 and not card
        )

    def _duration(self, row: int) -> dict[str, Any] | None:
        text = self.value(f"duration_{row}", "").strip()
        if not text:
            return None
        slug = self.card_named(text, DURATIONS)
        name = self.table.cards[slug].get("name") or text if slug else text
        if (tokens := self.value(f"tokens_{row}")) is None:
            return None
        found = {"name": name, "tokens": tokens}
        sort = self.value(f"sort_{row}")
        return found | ({sort: True} if sort else {})

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the removed creatures, the next holder of initiative, and the winner."""
        found = resolution["result"]
        lines = []
        if found["removed"]:
            names = wording.join_and(one["name"] for one in found["removed"])
            lines.append(_("Removed: %(names)s") % {"names": names})
        if found["initiative"] is not None:
            lines.append(_("Initiative Token: %(side)s") % {"side": self.side_word(found["initiative"])})
        lines += [_("%(name)s: Duration Tokens left: %(tokens)d") % one for one in found["durations"]]
        tables = self.order_table(_("Creature by creature"), found["order"])
        return Result(_winner_words(self, found["winner"]), lines, (), tables)


class WinnerForm(SidesForm):
    """The form for the winner of a game."""

    more = ("initiative", "adventure")

    def __init__(self, data: Any, table: Table) -> None:
        """Add the field for an adventure."""
        super().__init__(data, table)
        self.fields["adventure"] = tick(_("An adventure is played"))

    def _add_fields(self, prefix: str, creature: Mapping[str, Any]) -> None:
        super()._add_fields(prefix, creature)
        words = {"creature": self._name(creature)}
        self.fields[f"{prefix}_defeated"] = tick(_("%(creature)s has fallen") % words)
        self.fields[f"{prefix}_fell_before"] = tick(_("%(creature)s fell in an earlier round") % words)

    def situation(self) -> dict[str, Any] | None:
        """Return the sides with their fallen creatures, or None until there are two sides."""
        sides = self.sides()
        return {"sides": sides} | self.holder() | self.said({"adventure": "adventure"}) if sides else None

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the winner."""
        return Result(_winner_words(self, resolution["result"]["winner"]))


def _winner_words(form: SidesForm, winner: int | None) -> str:
    return "" if winner is None else _("The winner: %(side)s") % {"side": form.side_word(winner)}
