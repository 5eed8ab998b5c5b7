"""The form fields of an own adventure, and the places in the document that they belong to."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.documents.errors import json_pointer
from legions.campaigns.adventure_rows import MAX_CASES, MAX_CELLS
from legions.campaigns.game_results import ENDS, VICTORIES
from legions.campaigns.outcome_conditions import choice_of, end_choices, is_plain
from legions.campaigns.records import Document
from legions.cards.stock import Stock
from legions.game_words import words_of_game
from legions.site import wording
from legions.site.form_fields import CleanLinesField, CleanTextField, NameField

MAX_NUMBER = 1_000
EDGES: Mapping[str, Any] = {
    "north": gettext_lazy("north"),
    "east": gettext_lazy("east"),
    "south": gettext_lazy("south"),
    "west": gettext_lazy("west"),
}
START = ("from_west", "from_north", "width", "depth")


class CardLinesField(CleanLinesField):
    """A field for card names, one per line, whose value is a list of slugs."""

    def __init__(self, catalog: Stock, most: int = 20, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "lang": "en"}))
        super().__init__(required=False, max_length=3_000, **kwargs)
        self.catalog, self.most = catalog, most

    def clean(self, value: Any) -> Any:
        """Return the cards, each once. Raises ValidationError for an unknown or ambiguous name."""
        names = [line.strip() for line in super().clean(value).splitlines()]
        found = list(dict.fromkeys(card_named(name, self.catalog) for name in names if name))
        if len(found) > self.most:
            raise ValidationError(_("At most {most} cards.").format(most=self.most))
        return found


def card_named(name: str, catalog: Stock) -> str:
    """Return the slug of the card with a name or slug. Raises ValidationError for an unknown or ambiguous name."""
    if (card := catalog.card(name)).known:
        return name if name in catalog.cards else card.slug
    folded = name.casefold()
    found = [slug for slug, one in catalog.cards.items() if one.title.casefold() == folded]
    if len(found) == 1:
        return found[0]
    if not found:
        raise ValidationError(_("There is no card “{card}” in the catalog.").format(card=name[:100]))
    message = _("Several cards are called “{card}”. Write which one: {choices}.")
    raise ValidationError(message.format(card=name, choices=wording.join_or(found[:10])))


class FieldPlaces:
    """The field names by the places in the document that they belong to."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def note(self, name: str, *parts: str | int) -> None:
        self._names.setdefault(json_pointer(*parts), name)

    def field_of(self, pointer: str) -> str | None:
        """Return the field of a place, or of its nearest parent."""
        parts = pointer.split("/")
        around = ("/".join(parts[:length]) for length in range(len(parts), 1, -1))
        return next((self._names[one] for one in around if one in self._names), None)


class AdventureFields:
    """The fields for an adventure. `buys` means that experience buys something in its game.

    `fielded` are the outcomes that have a field for each of their conditions and rewards.
    """

    def __init__(self, document: Document, catalog: Stock, *, buys: bool) -> None:
        self.base, self.catalog, self.buys = document, catalog, buys
        self.priced = words_of_game(str(catalog.game.get("slug", ""))).priced
        self.sides: list[Document] = document["sides"]
        self.fields: dict[str, forms.Field] = {}
        self.places = FieldPlaces()
        self._add_head()
        for number, side in enumerate(self.sides):
            self._add_side(number, side)
        for number, piece in enumerate(document.get("pieces", ())):
            self._add_piece(number, piece)
        self.fielded = frozenset(self._plain_outcomes())
        for number, outcome in enumerate(document["outcomes"]):
            self._add_outcome(number, outcome)

    def _add(self, name: str, field: forms.Field, value: Any, *place: str | int) -> None:
        field.initial = value
        self.fields[name] = field
        self.places.note(name, *place)

    def _text(self, label: Any, most: int, visible_lines: int = 0, **kwargs: Any) -> forms.Field:
        if visible_lines:
            widget = forms.Textarea(attrs={"rows": visible_lines})
            return CleanLinesField(label=label, required=False, max_length=most, widget=widget, **kwargs)
        return CleanTextField(label=label, required=False, max_length=most, **kwargs)

    def _name(self) -> forms.Field:
        return NameField(label=_("Name"), required=False, max_length=120)

    def _number(self, label: Any, least: int = 0, most: int = MAX_NUMBER, **kwargs: Any) -> forms.Field:
        widget = forms.NumberInput(attrs={"inputmode": "numeric"})
        return forms.IntegerField(label=label, required=False, min_value=least, max_value=most, widget=widget, **kwargs)

    def _ticks(self, label: Any, choices: Sequence[tuple[str, Any]]) -> forms.Field:
        return forms.MultipleChoiceField(
            label=label, required=False, choices=choices, widget=forms.CheckboxSelectMultiple
        )

    def _add_head(self) -> None:
        base = self.base
        self._add("name", self._name(), base["name"], "name")
        self._add("text", self._text(_("What it is about"), 2_000, visible_lines=3), base["text"], "text")
        self._add("players", self._number(_("Number of players"), 1, 20), base["players"], "players")
        rounds = self._number(_("Rounds at most"), 1, help_text=_("Empty: no such limit."))
        self._add("rounds", rounds, base.get("rounds"), "rounds")
        if formats := {slug: one["name"] for slug, one in self.catalog.formats.items()}:
            chosen = base.get("format", "")
            choices = {"": _("As the game has it"), **formats}
            choices.setdefault(chosen, chosen)
            field = forms.ChoiceField(label=_("Format"), required=False, choices=list(choices.items()))
            self._add("format", field, chosen, "format")
        area = base.get("area", {})
        self._add("area_width", self._number(_("Width, from west to east"), 1), area.get("width"), "area", "width")
        self._add("area_depth", self._number(_("Depth, from north to south"), 1), area.get("depth"), "area", "depth")
        walls = self._ticks(_("Edges that are walls"), list(EDGES.items()))
        self._add("area_walls", walls, area.get("walls", []), "area", "walls")
        rules = self._text(_("Special rules"), 25_000, visible_lines=4, help_text=_("One rule a line."))
        self._add("special_rules", rules, "\n".join(base["special_rules"]), "special_rules")
        most = self._number(_("Tokens that a side can hold at most"), 1, 50, help_text=_("Empty: none can be held."))
        self._add("most_held", most, base.get("most_held"), "most_held")

    def _add_side(self, number: int, side: Document) -> None:
        at, place = f"side-{number}-", ("sides", number)
        self._add(f"{at}name", self._name(), side["name"], *place, "name")
        self.places.note(f"{at}name", *place)
        if self.priced:
            points = self._number(_("Points limit"), 1, 100_000, help_text=_("Empty: not known."))
            self._add(f"{at}points", points, side["points"], *place, "points")
        cards = CardLinesField(self.catalog, label=_("Required cards"), help_text=_("One name a line."))
        self._add(f"{at}cards", cards, self._titles(side["required_cards"]), *place, "required_cards")
        objective = self._text(_("Objective"), 1_000, visible_lines=2)
        self._add(f"{at}objective", objective, side["objective"] or "", *place, "objective")
        ends = self._ticks(_("What can become of it"), list(ENDS.items()))
        self._add(f"{at}ends", ends, side["ends"], *place, "ends")
        exits = self._text(
            _("Ways out"), 500, help_text=_("With a comma between. Empty: which way it leaves decides nothing.")
        )
        self._add(f"{at}exits", exits, ", ".join(map(spaced, side.get("exits", ()))), *place, "exits")
        start = side.get("start", {})
        self.places.note(f"{at}{START[0]}", *place, "start")  # a number that is missing is one of all four
        labels = (_("From the west"), _("From the north"), _("Width"), _("Depth"))
        for field, label in zip(START, labels, strict=True):
            least = 1 if field in ("width", "depth") else 0
            self._add(f"{at}{field}", self._number(label, least), start.get(field), *place, "start", field)

    def _add_piece(self, number: int, piece: Document) -> None:
        at, place = f"piece-{number}-", ("pieces", number)
        self._add(f"{at}number", self._number(_("Number"), 1), piece["number"], *place, "number")
        self._add(f"{at}what", self._text(_("What it stands for"), 300), piece["what"], *place, "what")
        if self.buys:
            field = CardLinesField(
                self.catalog, 1, label=_("Card"), widget=forms.TextInput(attrs={"spellcheck": "false", "lang": "en"})
            )
            self._add(f"{at}card", field, self._titles([piece["card"]] if "card" in piece else []), *place, "card")
        for name, label in (("from_west", _("From the west")), ("from_north", _("From the north"))):
            self._add(f"{at}{name}", self._number(label), piece.get(name), *place, name)

    def _plain_outcomes(self) -> Iterator[int]:
        """Yield the outcomes that can be edited in fields completely, as long as the page has room."""
        sides = {side["side"]: side for side in self.sides}
        cells, weight = 0, 1 + len(self.base.get("pieces", ())) // 6
        for number, outcome in enumerate(self.base["outcomes"]):
            cells += len(outcome["when"]) * len(self.sides) * weight
            if len(outcome["when"]) <= MAX_CASES and cells <= MAX_CELLS and is_plain(outcome, sides):
                yield number

    def _add_outcome(self, number: int, outcome: Document) -> None:
        at, place = f"outcome-{number}-", ("outcomes", number)
        self._add(f"{at}paragraph", self._text(_("Paragraph"), 60), spaced(outcome["paragraph"]), *place, "paragraph")
        victories = forms.ChoiceField(label=_("Victory"), required=False, choices=list(VICTORIES.items()))
        self._add(f"{at}victory", victories, outcome["victory"], *place, "victory")
        self._add(f"{at}text", self._text(_("What comes of it"), 600, visible_lines=2), outcome["text"], *place, "text")
        self.places.note(f"{at}text", *place)
        if number not in self.fielded:
            return
        for row, case in enumerate(outcome["when"]):
            told = {condition["side"]: condition for condition in case["all"]}
            order = {condition["side"]: index for index, condition in enumerate(case["all"])}
            for side in self.sides:
                where = (*place, "when", row, "all", order.get(side["side"], -1))
                self._add_condition(f"{at}case-{row}-{side['side']}-", side, told.get(side["side"], {}), where)
        earned = {reward["side"]: (index, reward) for index, reward in enumerate(outcome["earned"])}
        for side in self.sides:
            index, reward = earned.get(side["side"], (-1, {}))
            self._add_reward(f"{at}earned-{side['side']}-", side, reward, (*place, "earned", index))

    def _add_condition(self, prefix: str, side: Document, condition: Document, place: tuple[str | int, ...]) -> None:
        now = choice_of(condition.get("is"), side["ends"]) or ""
        choices = end_choices(side["ends"], now)
        field = forms.ChoiceField(label=side["name"], required=False, choices=choices)
        self._add(f"{prefix}is", field, now, *place)
        self.places.note(f"{prefix}is", *place[:-2])
        self.places.note(f"{prefix}is", *place[:-3])
        ways = list(dict.fromkeys([*side.get("exits", ()), *condition.get("by", ())]))
        if ways:
            self._add(
                f"{prefix}by",
                self._ticks(_("Left by"), [(one, spaced(one)) for one in ways]),
                condition.get("by", []),
                *place,
                "by",
            )
        for name, label in (("least_health", _("Health left, at least")), ("most_health", _("Health left, at most"))):
            self._add(f"{prefix}{name}", self._number(label), condition.get(name), *place, name)
        numbers = [piece["number"] for piece in self.base.get("pieces", ())]
        if tokens := list(dict.fromkeys([*numbers, *condition.get("holds", ())])):
            held = self._ticks(_("Held one of the tokens"), [(str(one), str(one)) for one in tokens])
            self._add(f"{prefix}holds", held, [str(one) for one in condition.get("holds", ())], *place, "holds")

    def _add_reward(self, prefix: str, side: Document, reward: Document, place: tuple[str | int, ...]) -> None:
        label = _("XP for {side}").format(side=side["name"])
        self._add(f"{prefix}xp", self._number(label), reward.get("xp"), *place, "xp")
        self.places.note(f"{prefix}xp", *place)
        cards = CardLinesField(self.catalog, label=_("One of these cards for {side}").format(side=side["name"]))
        self._add(f"{prefix}cards", cards, self._titles(reward.get("cards", ())), *place, "cards")
        if any("card" in piece for piece in self.base.get("pieces", ())):
            only_held = forms.BooleanField(label=_("Only those whose tokens it holds"), required=False)
            self._add(f"{prefix}only_held", only_held, reward.get("only_held", False), *place, "only_held")

    def _titles(self, slugs: Sequence[str]) -> str:
        return "\n".join(self._title(slug) for slug in slugs)

    def _title(self, slug: str) -> str:
        """Return a name that finds the card again: its title, or its slug if the title is ambiguous."""
        title = self.catalog.title(slug)
        try:
            return title if card_named(title, self.catalog) == slug else slug
        except ValidationError:
            return slug


def spaced(slug: str) -> str:
    return slug.replace("-", " ")
