"""The odds page: an attack described by dice, tokens and armor alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.accounts.holders import holder_of
from legions.cards.stock import CardView, stock
from legions.game_words import Document, vocabulary
from legions.games.attack_wing.play.odds_sides import GAME, Fighter, Side, find_side
from legions.games.attack_wing.play.words import chance
from legions.my_lists.named_lists import is_shared
from legions.play.answer import Answer, StepView
from legions.play.declared_answer import Names, charts, sentences
from legions.play.forms import Result, SituationForm
from legions.play.question_context import LIST, OTHER_LIST, Table
from legions.saved_lists.models import Legion
from legions.site.plots import decimal, percent
from rulesapi.engine.games.attack_wing.play.attack_answers import AttackOdds, TokenEffect
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.judging.resolutions import Resolver

QUESTION = "attack"
"""The question of play that computes the odds."""
SIDES = 8
"""Sides of a die if the catalog has no data about dice."""
MAX_DICE = 12
"""Maximum dice of a creature before tokens and range add to them."""
MAX_ARMOR = 20
MAX_TOKENS = 4
MAX_LISTS = 20
"""Maximum number of the user's lists offered as opponents."""
MAX_NAME_LENGTH = 120
STANDS = {"play_level": "ground"}
"""A common play level, so that the weapon reaches the defender."""
ATTACK_TOKENS = {"charge": "charge", "target": "target", "focus": "concentrate"}
"""Checkboxes of the attacker, and the token that each spends."""
ATTACK_FACTS = {"red": "attack"}
DEFENSE_FACTS = {"green": "agility", "armor": "armor", "health": "health"}
"""Fields filled in from the catalog, with the creature's fact for each."""
MEASURED = frozenset(["charge", "declare-target", "measure"])
"""Steps before the dice, about ranges and places that this page does not ask for."""
FAR, NEAR = 4, 1
"""The range at which the defense has an extra die, and a range without it."""
DEFAULTS = {"red": 3, "green": 2, "dodges": 0, "armor": 0}
"""The numbers of the form before anything is entered."""
FACES = {"attack": ("hits", "criticals", "concentrates"), "defense": ("dodges", "concentrates")}
"""The symbols on the faces of each die, in addition to blank faces."""
LABELS = {
    ("attack", "hits"): gettext_lazy("Hit faces"),
    ("attack", "criticals"): gettext_lazy("Critical faces"),
    ("attack", "concentrates"): gettext_lazy("Concentrate faces"),
    ("defense", "dodges"): gettext_lazy("Dodge faces"),
    ("defense", "concentrates"): gettext_lazy("Concentrate faces"),
}


@dataclass(frozen=True, slots=True)
class Die:
    """A die in the catalog: its sides and the number of faces for each symbol, None if unknown.

    `sources` gives the source of each fact; `confirmed` holds the facts that were checked against their source.
    """

    name: str
    sides: int | None
    faces: Mapping[str, int | None]
    sources: Mapping[str, str]
    confirmed: frozenset[str]

    @property
    def known(self) -> bool:
        """True if all faces are known, confirmed or not."""
        return self.sides is not None and None not in self.faces.values()

    @property
    def certain(self) -> bool:
        """True if all facts were checked against a source."""
        return self.known and self.confirmed >= {"sides", *self.faces}

    @property
    def lines(self) -> list[tuple[Any, str, str]]:
        """Label, value and source of each fact of the die."""
        facts = [("sides", gettext_lazy("Sides"), self.sides)]
        facts += [(face, LABELS[self.name, face], number) for face, number in self.faces.items()]
        return [
            (label, _("not known") if value is None else str(value), self._source_words(key))
            for key, label, value in facts
        ]

    def _source_words(self, key: str) -> str:
        source = self.sources.get(key)
        if source is None:
            return _("no source has it yet")
        return source if key in self.confirmed else _("%(source)s, not confirmed") % {"source": source}


def dice_of(game: Document) -> dict[str, Die]:
    """Return the dice of a game's document by name; dice missing from the document have no known facts."""
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


class OddsForm(SituationForm):
    """The form of the odds page: faces of the dice, number of dice, tokens and armor."""

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

    def __init__(
        self, data: Any, dice: Mapping[str, Die], initial: Mapping[str, Any], duel: "Duel", *, waits: bool = False
    ) -> None:
        """Add fields for the faces of the `dice`, and fill in the `initial` values.

        A form that `waits` for dice or numbers has no answer yet. It needs no field, except the faces of a die of which
        some are typed.
        """
        super().__init__({**DEFAULTS, **data} if data and waits else data, Table(GAME, {}))
        self.initial = {**DEFAULTS, **initial}
        self.dice = dice
        self.duel = duel
        self.waits = waits
        for name, die in dice.items():
            faces = [f"{name}_{face}" for face in die.faces]
            typed = any(str(self.data.get(face, "")) not in ("", str(initial.get(face))) for face in faces)
            for face, field in zip(die.faces, faces, strict=True):
                self.fields[field] = _number(LABELS[name, face], die.sides or SIDES, needed=typed or not waits)
        for field in ("red", "green"):
            self.fields[field].required = not waits

    @property
    def sides(self) -> list[tuple[Any, list[forms.BoundField], list[forms.BoundField]]]:
        """Attack and defense, each as a title, its number fields and its checkboxes."""
        attack = gettext_lazy("The attack"), ("red",), ("charge", "pivot", "target", "focus", "penetrates")
        defense = gettext_lazy("The defense"), ("green", "dodges", "armor", "health"), ("far", "guard", "resists")
        return [
            (title, [self[name] for name in numbers], [self[name] for name in ticks])
            for title, numbers, ticks in (attack, defense)
        ]

    @property
    def faces(self) -> list[tuple[Die, list[forms.BoundField]]]:
        """The fields for the faces of each die."""
        return [(die, [self[f"{name}_{face}"] for face in die.faces]) for name, die in self.dice.items()]

    def clean(self) -> dict[str, Any]:
        """Reject dice with more faces than sides."""
        cleaned = super().clean() or self.cleaned_data
        for name, die in self.dice.items():
            last, sides = f"{name}_{FACES[name][-1]}", die.sides or SIDES
            total = sum(cleaned.get(f"{name}_{face}") or 0 for face in die.faces)
            if total > sides and last not in self.errors:
                message = _("These come to %(total)d faces. The die has %(sides)d. Take some away.")
                self.add_error(last, ValidationError(message % {"total": total, "sides": sides}))
        return cleaned

    def situation(self) -> dict[str, Any]:
        """Return the attack with the entered numbers: in arc and range, on one play level, with nothing in between."""
        said = self.cleaned_data
        arc = "rear" if self.duel.weapon.get("arc") == "rear" else "forward"
        return {
            "attacker": self.duel.attacker | {"attack": said["red"], **STANDS, "tokens": list(ATTACK_TOKENS.values())},
            "defender": self._defender(),
            **self._made_with(),
            "measured": {"range": FAR if said["far"] else NEAR, "arc": arc},
            "spend": {
                "attacker": [token for name, token in ATTACK_TOKENS.items() if said[name]],
                "defender": self._defense_tokens(),
            },
            "changes": self._more_dodges(),
            "dice": self.counted_dice(),
        }

    def counted_dice(self) -> dict[str, dict[str, int]]:
        """Return the faces of both dice in the format of a situation."""
        return {
            name: {"sides": die.sides or SIDES, **{face: self.cleaned_data[f"{name}_{face}"] for face in FACES[name]}}
            for name, die in self.dice.items()
        }

    def _defender(self) -> dict[str, Any]:
        said = self.cleaned_data
        health = {"health": said["health"]} if said["health"] else {}
        numbers = {"agility": said["green"], "armor": said["armor"] or 0, **health}
        pivot = ["pivot"] if said["pivot"] else []
        return self.duel.defender | numbers | STANDS | {"tokens": ["dodge", "concentrate", *pivot]}

    def _made_with(self) -> dict[str, Any]:
        """Return the weapon, or an upgrade if the attack penetrates armor or is resisted."""
        said = self.cleaned_data
        if not (said["penetrates"] or said["resists"]):
            return {"weapon": self.duel.weapon | ({} if "melee" in self.duel.weapon else {"melee": said["charge"]})}
        upgrade = {"dice": said["red"], "melee": said["charge"], "range": str(FAR), "arc": "forward"}
        return {"upgrade": upgrade | {"penetrates": said["penetrates"], "resisted": said["resists"]}}

    def _defense_tokens(self) -> list[str]:
        said = self.cleaned_data
        return [*(["dodge"] if said["dodges"] else []), *(["concentrate"] if said["guard"] else [])]

    def _more_dodges(self) -> list[dict[str, Any]]:
        """Return a change for dodges granted by cards, in addition to the one Dodge Token of a round."""
        more = max(0, (self.cleaned_data["dodges"] or 0) - 1)
        return [{"what": "dodges", "by": more, "because": _("more tokens"), "side": "defender"}] if more else []

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the odds in words, and the effect of further tokens."""
        odds, health = resolution["odds"], self.cleaned_data["health"]
        if odds is None:
            none = resolution["result"].get("damage")
            return Result(_("No damage: %(chance)s.") % {"chance": percent(Fraction(1))} if none else "")
        words = [
            _("%(mean)s damage on average.") % {"mean": decimal(float(chance(odds["mean"])))},
            _("No damage: %(chance)s.") % {"chance": percent(chance(odds["damage"][0]))},
            _("Any critical: %(chance)s.") % {"chance": percent(chance(odds["critical"]))},
        ]
        if health:
            enough = _("Enough for %(health)d health: %(chance)s.")
            words.append(enough % {"health": health, "chance": percent(chance(odds["lethal"]))})
        tokens = [line for one in odds["tokens"] for line in sentences(TokenEffect, one, Names())]
        return Result(" ".join(words), tokens, tuple(charts(AttackOdds, odds)))


@dataclass(frozen=True)
class Duel:
    """The weapon and the defender of an attack, in addition to the numbers of the form."""

    weapon_of: Fighter | None
    creature: Fighter | None

    @property
    def attacker(self) -> dict[str, Any]:
        """The attacker with its name, in the format of a situation."""
        return _named(self.weapon_of)

    @property
    def defender(self) -> dict[str, Any]:
        """The defender with its name, in the format of a situation."""
        return _named(self.creature)

    @property
    def weapon(self) -> dict[str, Any]:
        """The known facts of the weapon; a weapon without a known range reaches as far as the ruler."""
        printed = self.weapon_of.printed if self.weapon_of else {}
        known = {fact: printed[fact] for fact in ("name", "melee", "arc", "range") if printed.get(fact) is not None}
        return {"range": FAR, **known}


def _named(fighter: Fighter | None) -> dict[str, Any]:
    return {"name": fighter.name[:MAX_NAME_LENGTH]} if fighter else {}


@dataclass(frozen=True)
class OddsPage:
    """The page of the odds of an attack.

    `attacker` and `defender` are the sides named in the address, `weapon` and `creature` the fighters of these sides.
    `not_found` is true if a named side does not exist, `remembered` holds the faces that were entered before.
    """

    form: OddsForm
    dice: Mapping[str, Die]
    attacker: Side | None
    defender: Side | None
    weapon: Fighter | None
    creature: Fighter | None
    not_found: bool
    remembered: Mapping[str, int]
    own_lists: Sequence[Legion] = ()

    @property
    def title(self) -> str:
        """The title of the page, for example "Bite against Wraith"."""
        if self.weapon is None:
            return _("Odds of an attack")
        attack = self.weapon.weapon or self.weapon.name
        if self.creature is None:
            return _("Odds of %(weapon)s") % {"weapon": attack}
        return _("%(weapon)s against %(creature)s") % {"weapon": attack, "creature": self.creature.name}

    @property
    def question_address(self) -> str:
        """The address of the question page, with the fighters as far as lists and cards name them.

        It brings the attacker's list to the table, or else the defender's, whose release and own numbers count there.
        """
        said: dict[str, Any] = {}
        for role, fighter in (("attacker", self.weapon), ("defender", self.creature)):
            if fighter:
                said[role] = fighter.name
                said |= {f"{role}_soldiers": fighter.soldiers} if fighter.soldiers else {}
        lists = [
            side.source for side in (self.attacker, self.defender) if side and side.source not in stock(GAME).cards
        ]
        if lists:
            said[LIST] = lists[0]
        if self.shared_defender and lists[-1] != lists[0]:
            said[OTHER_LIST] = lists[-1]
        if self.weapon and self.weapon.weapon:
            said["weapon"] = self.weapon.weapon
        return f"{reverse('question', args=[GAME, QUESTION])}?{urlencode(said)}".rstrip("?")

    @property
    def attacker_filled(self) -> str:
        """The fighter that the attack numbers were filled in for."""
        return filled_mark(self.attacker, self.weapon)

    @property
    def defender_filled(self) -> str:
        """The fighter that the defense numbers were filled in for."""
        return filled_mark(self.defender, self.creature)

    @property
    def faces_given(self) -> bool:
        """True if the faces of the dice are known from the catalog or were entered before."""
        return all(f"{name}_{face}" in self.remembered for name, die in self.dice.items() for face in die.faces)

    @property
    def shared_defender(self) -> bool:
        """True if the defender is from a shared list."""
        return self.defender is not None and is_shared(self.defender.source)

    @property
    def creatures(self) -> list[CardView]:
        """The creatures that can be attacked: those with known numbers, by title."""
        cards = stock(GAME).cards.values()
        known = (card for card in cards if card.stands and card.document.get("agility") is not None)
        return sorted(known, key=lambda card: card.title)

    @property
    def missing(self) -> list[str]:
        """The numbers of the fighters that are missing from the catalog."""
        found = []
        for fighter, facts in ((self.weapon, ATTACK_FACTS), (self.creature, DEFENSE_FACTS)):
            document = fighter.document if fighter else {}
            found += [
                f"{fighter.name}, {vocabulary.fact_title(GAME, document['kind'], fact)}"
                for fact in facts.values()
                if fighter and document.get(fact) is None
            ]
        return found

    @property
    def dice_said(self) -> dict[str, dict[str, int]]:
        """The faces of the dice that the odds are counted with; empty if nothing is answered."""
        return self.form.counted_dice() if self.answered else {}

    @property
    def counted(self) -> dict[str, dict[str, int]] | None:
        """The entered faces of the dice, to be remembered; None if they equal the catalog's or the form is not
        answered.
        """
        if not self.answered or self.by_catalog:
            return None
        return self.form.counted_dice()

    @property
    def refused(self) -> bool:
        """True if the request has errors."""
        return self.form.is_bound and not self.form.is_valid()

    @property
    def answered(self) -> bool:
        """True if there are odds to show."""
        return self.form.is_bound and not self.form.waits and self.form.is_valid()

    @property
    def by_catalog(self) -> bool:
        """True if the entered dice equal the dice in the catalog."""
        cleaned = self.form.cleaned_data
        return all(
            die.known and all(cleaned[f"{name}_{face}"] == number for face, number in die.faces.items())
            for name, die in self.dice.items()
        )

    @property
    def certain(self) -> bool:
        """True if the entered dice equal the dice in the catalog, which were all checked against a source."""
        return self.by_catalog and all(die.certain for die in self.dice.values())

    @cached_property
    def answer(self) -> Answer:
        """The rulebook's answer about the attack."""
        play = find_play_ruleset(GAME)
        return Answer(self.form, Resolver(play, play.questions[QUESTION]))

    @property
    def steps(self) -> list[StepView]:
        """The steps of the answer, without those about measuring."""
        return [one for one in self.answer.steps if one.code not in MEASURED]

    @property
    def rows(self) -> list[tuple[int, str, str, str]]:
        """Rows of the damage table: damage, its chance, the chance of as much or more, and the exact fraction."""
        odds = self.answer.resolution and self.answer.resolution["odds"]
        return [
            (one["damage"], percent(chance(one)), percent(chance(one["at_least"])), one["exact"].replace("/", " / "))
            for one in (odds["damage"] if odds else ())
        ]


def odds_page(request: HttpRequest, game: Document, memory: Mapping[str, Mapping[str, Any]]) -> OddsPage:
    """Return the odds page; it shows the form alone if there are no query parameters. `memory` has the table's dice.

    An address can name the attacking side (`attacker`, `weapon`) and the defending side (`defender`, `creature`). Their
    numbers are filled in once; after that the entered numbers count.
    """
    dice, holder = dice_of(game), holder_of(request)
    data = request.GET.dict()
    wanted = {"attacker": data.get("attacker", ""), "defender": data.pop("link", "") or data.get("defender", "")}
    sides = {role: find_side(source, holder, attacks=role == "attacker") for role, source in wanted.items()}
    weapon, creature = (
        side.at(data.get(place, "")) if side else None
        for side, place in ((sides["attacker"], "weapon"), (sides["defender"], "creature"))
    )
    faces = _known_faces(dice, memory.get("dice", {}))
    known: dict[str, int] = dict(faces)
    for role, fighter, facts in (("attacker", weapon, ATTACK_FACTS), ("defender", creature, DEFENSE_FACTS)):
        if fighter and data.get(f"{role}_filled") != filled_mark(sides[role], fighter):
            for field, fact in facts.items():
                data.pop(field, None)
                if (number := fighter.document.get(fact)) is not None:
                    known[field] = number
    lists = Legion.objects.held_by(holder).not_deleted().filter(game=GAME).order_by("-updated_at", "pk")
    return OddsPage(
        form=_form(data, known, dice, Duel(weapon, creature), named=any(sides.values())),
        dice=dice,
        attacker=sides["attacker"],
        defender=sides["defender"],
        weapon=weapon,
        creature=creature,
        not_found=any(source and not sides[role] for role, source in wanted.items()),
        remembered=faces,
        own_lists=list(lists[:MAX_LISTS]),
    )


def filled_mark(side: Side | None, fighter: Fighter | None) -> str:
    """Return a mark for the fighter that a side's numbers were filled in for, so that they are filled in only once."""
    return f"{side.source} {fighter.place}" if side and fighter else ""


def _form(
    data: dict[str, Any], initial: dict[str, int], dice: Mapping[str, Die], duel: Duel, *, named: bool
) -> OddsForm:
    """Return the filled-in form. Dice that are not counted yet are no error, and neither are fighters without numbers
    before anything is typed; errors in what is typed are.
    """
    faces = {f"{name}_{face}" for name, die in dice.items() for face in die.faces}
    missing = faces - {field for field, value in {**initial, **data}.items() if value not in ("", None)}
    complete = {"red", "green"} <= {*initial, *data}
    typed = data.keys() & {"red", "green", *faces}
    waits = bool(missing) or (named and not complete and not typed)
    return OddsForm({**initial, **data} if data else None, dice, initial, duel, waits=waits)


def _known_faces(dice: Mapping[str, Die], counted: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Return the faces of the dice that the visitor entered before, and of other dice those of the catalog."""
    found: dict[str, int] = {}
    for name, die in dice.items():
        found |= {f"{name}_{face}": number for face, number in die.faces.items() if number is not None}
    return found | {f"{name}_{face}": counted[name][face] for name in counted for face in FACES[name]}
