"""The odds of an attack as their page asks for them and says them."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.games import Document
from legions.site.plots import Plot, PlotRow, percent
from rulesapi.engine.games.attack_wing import odds as engine

SIDES = 8
"""Sides of a die while the catalog says nothing of dice."""
MAX_DICE = 12
"""Dice that a creature has at most before tokens and range add to them."""
MAX_ARMOR = 20
MAX_TOKENS = 4
FACES = {"attack": ("hits", "criticals", "concentrates"), "defense": ("dodges", "concentrates")}
"""What stands on the faces of each die beside nothing."""
LABELS = {
    ("attack", "hits"): gettext_lazy("Hit faces"),
    ("attack", "criticals"): gettext_lazy("Critical faces"),
    ("attack", "concentrates"): gettext_lazy("Concentrate faces"),
    ("defense", "dodges"): gettext_lazy("Dodge faces"),
    ("defense", "concentrates"): gettext_lazy("Concentrate faces"),
}


@dataclass(frozen=True, slots=True)
class Die:
    """A die as the catalog has it: its sides, and how many faces show what, None where that is not known.

    `sources` say where its sides and faces are from; `confirmed` holds those that were held against their source.
    """

    name: str
    sides: int | None
    faces: Mapping[str, int | None]
    sources: Mapping[str, str]
    confirmed: frozenset[str]

    @property
    def known(self) -> bool:
        """Whether all of its faces are known, confirmed or not."""
        return self.sides is not None and None not in self.faces.values()

    @property
    def certain(self) -> bool:
        """Whether all of it was held against a source."""
        return self.known and self.confirmed >= {"sides", *self.faces}

    @property
    def lines(self) -> list[tuple[Any, str, str]]:
        """Each of its facts: what it is called, what is known of it, and where that is from."""
        facts = [("sides", gettext_lazy("Sides"), self.sides)]
        facts += [(face, LABELS[self.name, face], number) for face, number in self.faces.items()]
        return [
            (label, _("not known") if value is None else str(value), self._source_words(key))
            for key, label, value in facts
        ]

    def _source_words(self, key: str) -> str:
        source = self.sources.get(key)
        if source is None:
            return _("no source says it yet")
        return source if key in self.confirmed else _("%(source)s, not confirmed") % {"source": source}


def dice_of(game: Document) -> dict[str, Die]:
    """Return the dice of a game's document by their names; of one that says nothing of them, nothing is known."""
    rows = {row["die"]: (place, row) for place, row in enumerate(game.get("dice", ()))}
    return {name: _die(name, *rows.get(name, (0, {})), game.get("sources", {})) for name in FACES}


def _die(name: str, place: int, row: Mapping[str, Any], sources: Mapping[str, Any]) -> Die:
    cited = {key: sources.get(f"/dice/{place}/{key}") for key in ("sides", *FACES[name]) if row}
    return Die(
        name,
        row.get("sides"),
        {face: row.get(face) for face in FACES[name]},
        {key: _source(one) for key, one in cited.items() if one},
        frozenset(key for key, one in cited.items() if one and one["checked"]),
    )


def _source(source: Mapping[str, Any]) -> str:
    page = source.get("page")
    return f"{source['source']}, p. {page}" if page else str(source["source"])


def _number(label: Any, most: int, *, needed: bool = True, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=most,
        required=needed,
        help_text=help_text,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class OddsForm(forms.Form):
    """What an attack is made of: what stands on the dice, how many are rolled, tokens and armor."""

    red = _number(gettext_lazy("Attack dice"), MAX_DICE)
    charge = forms.BooleanField(label=gettext_lazy("Charged: 1 more attack die"), required=False)
    pivot = forms.BooleanField(label=gettext_lazy("The defender has a Pivot Token: 1 more attack die"), required=False)
    target = forms.BooleanField(label=gettext_lazy("Target Token: re-roll attack dice once"), required=False)
    focus = forms.BooleanField(label=gettext_lazy("Concentrate Token: concentrate faces hit"), required=False)
    penetrates = forms.BooleanField(label=gettext_lazy("The attack penetrates armor"), required=False)
    green = _number(gettext_lazy("Defense dice"), MAX_DICE)
    far = forms.BooleanField(label=gettext_lazy("At range 4: 1 more defense die"), required=False)
    guard = forms.BooleanField(label=gettext_lazy("Concentrate Token: concentrate faces dodge"), required=False)
    dodges = _number(gettext_lazy("Dodges added by tokens"), MAX_TOKENS, needed=False)
    resists = forms.BooleanField(
        label=gettext_lazy("An upgrade attack of its own energy type: 1 more dodge"), required=False
    )
    armor = _number(gettext_lazy("Armor"), MAX_ARMOR, needed=False)
    health = _number(gettext_lazy("Health left"), 60, needed=False)

    def __init__(self, data: Any, dice: Mapping[str, Die]) -> None:
        """Add fields for the faces of the `dice`, those known filled in."""
        super().__init__(data, initial={"red": 3, "green": 2, "dodges": 0, "armor": 0})
        self.dice = dice
        for name, die in dice.items():
            for face, number in die.faces.items():
                field = _number(LABELS[name, face], die.sides or SIDES)
                field.initial = number
                self.fields[f"{name}_{face}"] = field

    @property
    def sides(self) -> list[tuple[Any, list[forms.BoundField], list[forms.BoundField]]]:
        """Who attacks and who defends, each with the fields for numbers and those to tick."""
        attack = gettext_lazy("The attack"), ("red",), ("charge", "pivot", "target", "focus", "penetrates")
        defense = gettext_lazy("The defense"), ("green", "dodges", "armor", "health"), ("far", "guard", "resists")
        return [
            (title, [self[name] for name in numbers], [self[name] for name in ticks])
            for title, numbers, ticks in (attack, defense)
        ]

    @property
    def faces(self) -> list[tuple[Die, list[forms.BoundField]]]:
        """The fields for what stands on the dice."""
        return [(die, [self[f"{name}_{face}"] for face in die.faces]) for name, die in self.dice.items()]

    def clean(self) -> dict[str, Any]:
        """Refuse dice with more faces than sides, and more dice than are counted."""
        cleaned = super().clean() or self.cleaned_data
        for name, die in self.dice.items():
            last, sides = f"{name}_{FACES[name][-1]}", die.sides or SIDES
            total = sum(cleaned.get(f"{name}_{face}") or 0 for face in die.faces)
            if total > sides and last not in self.errors:
                message = _("These come to %(total)d faces. The die has %(sides)d. Take some away.")
                self.add_error(last, ValidationError(message % {"total": total, "sides": sides}))
        return cleaned


@dataclass(frozen=True)
class OddsPage:
    """The odds of an attack, once it was said what the dice show."""

    form: OddsForm
    dice: Mapping[str, Die]

    @property
    def refused(self) -> bool:
        """Whether the request has errors."""
        return self.form.is_bound and not self.form.is_valid()

    @property
    def answered(self) -> bool:
        """Whether there are odds to show."""
        return self.form.is_bound and self.form.is_valid()

    @property
    def by_catalog(self) -> bool:
        """Whether the dice are as the catalog has them."""
        cleaned = self.form.cleaned_data
        return all(
            die.known and all(cleaned[f"{name}_{face}"] == number for face, number in die.faces.items())
            for name, die in self.dice.items()
        )

    @property
    def certain(self) -> bool:
        """Whether the dice are as the catalog has them, and all of that was held against a source."""
        return self.by_catalog and all(die.certain for die in self.dice.values())

    @cached_property
    def odds(self) -> engine.Odds:
        """The odds of the request."""
        cleaned = self.form.cleaned_data

        def die(name: str) -> list[int]:
            return [self.dice[name].sides or SIDES, *(cleaned[f"{name}_{face}"] for face in FACES[name])]

        return engine.odds(
            engine.AttackDie(*die("attack")),
            engine.DefenseDie(*die("defense")),
            engine.Attack(
                cleaned["red"] + cleaned["charge"] + cleaned["pivot"],
                cleaned["target"],
                cleaned["focus"],
                cleaned["penetrates"],
            ),
            engine.Defense(
                cleaned["green"] + cleaned["far"],
                (cleaned["dodges"] or 0) + cleaned["resists"],
                cleaned["guard"],
                cleaned["armor"] or 0,
            ),
        )

    @property
    def sentences(self) -> list[str]:
        """The odds in words."""
        odds, health = self.odds, self.form.cleaned_data["health"]
        sentences = [
            _("%(mean)s damage on average.") % {"mean": f"{float(odds.mean):.2f}"},
            _("No damage: %(chance)s.") % {"chance": percent(odds.damage[0])},
            _("Any critical: %(chance)s.") % {"chance": percent(odds.critical)},
        ]
        if health:
            words = _("Enough for %(health)d health: %(chance)s.")
            sentences.append(words % {"health": health, "chance": percent(odds.at_least(health))})
        return sentences

    @property
    def rows(self) -> list[tuple[int, str, str, str]]:
        """Each number of damage: its chance, that of as much or more, and the chance as a fraction."""
        return [
            (number, percent(chance), percent(self.odds.at_least(number)), _fraction(chance))
            for number, chance in enumerate(self.odds.damage)
        ]

    @property
    def plot(self) -> Plot:
        """The chances as a plot."""
        rows = (
            PlotRow(str(number), (float(chance),), (percent(chance),)) for number, chance in enumerate(self.odds.damage)
        )
        return Plot(_("Chance of each damage"), (_("of all attacks"),), tuple(rows))


def odds_page(params: Mapping[str, Any], game: Document) -> OddsPage:
    """Return what the page of the odds shows: the form alone without query parameters."""
    dice = dice_of(game)
    return OddsPage(OddsForm(params or None, dice), dice)


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator} / {chance.denominator}"
