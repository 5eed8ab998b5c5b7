"""The form of an own adventure, with a field for each thing that players write, row by row.

It is made of a document and gives one back. Rows are those of the document; buttons add and remove them. Whatever of
the document has no field here stays in it as it is: a row knows its place in it, an outcome whose conditions no field
can say is shown in the words of its paragraph and kept.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.documents import slugify
from catalog.documents.errors import Fault, json_pointer
from catalog.documents.semantic_validation import resolves
from legions.campaigns.game_results import ENDS, VICTORIES
from legions.campaigns.map_sketch import letter
from legions.campaigns.outcome_conditions import choice_of, end_choices, ends_meant, is_plain
from legions.campaigns.records import Document
from legions.cards.stock import Stock
from legions.game_words import words_of_game
from legions.site import wording
from legions.site.form_fields import CleanLinesField, CleanTextField, NameField

MAX_SIDES, MAX_PIECES, MAX_OUTCOMES, MAX_CASES = 6, 12, 12, 3
MAX_CELLS = 24
"""Sides times cases of all outcomes: so many conditions have fields at most, that the page stays small."""
NUMBER = 1_000
EDGES: Mapping[str, Any] = {
    "north": gettext_lazy("north"),
    "east": gettext_lazy("east"),
    "south": gettext_lazy("south"),
    "west": gettext_lazy("west"),
}
BEYOND: Mapping[str, Any] = {
    "claims": gettext_lazy("artifacts that a side may claim"),
    "questions": gettext_lazy("open questions"),
    "translations": gettext_lazy("texts in other languages"),
    "storyline": gettext_lazy("the storyline"),
    "booster_points": gettext_lazy("points of a booster"),
    "set": gettext_lazy("the set"),
}
"""What a document may have that the form has no field for."""
START = ("from_west", "from_north", "width", "depth")


class CardLinesField(CleanLinesField):
    """Cards by their names, one a line; gives their slugs."""

    def __init__(self, catalog: Stock, most: int = 20, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "lang": "en"}))
        super().__init__(required=False, max_length=3_000, **kwargs)
        self.catalog, self.most = catalog, most

    def clean(self, value: Any) -> Any:
        """Return the cards, each once. Raises ValidationError for a name that is none, or that of several cards."""
        names = [line.strip() for line in super().clean(value).splitlines()]
        found = list(dict.fromkeys(card_named(name, self.catalog) for name in names if name))
        if len(found) > self.most:
            raise ValidationError(_("At most {most} cards.").format(most=self.most))
        return found


def card_named(name: str, catalog: Stock) -> str:
    """Return the card of a name or a slug. Raises ValidationError for none, and for a name that several cards have."""
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


class _Places:
    """Which field stands for which place of the document."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def note(self, name: str, *parts: str | int) -> None:
        self._names.setdefault(json_pointer(*parts), name)

    def field_of(self, pointer: str) -> str | None:
        """Return the field of a place, or of the nearest one around it."""
        parts = pointer.split("/")
        around = ("/".join(parts[:length]) for length in range(len(parts), 1, -1))
        return next((self._names[one] for one in around if one in self._names), None)


class AdventureForm(forms.Form):
    """An adventure of a campaign's own. `buys` says whether experience buys anything in its game."""

    use_required_attribute = False

    def __init__(self, data: Any, document: Document, catalog: Stock, *, buys: bool) -> None:
        super().__init__(data)
        self.base, self.catalog, self.buys = document, catalog, buys
        game_words = words_of_game(str(catalog.game.get("slug", "")))
        self.priced, self.in_squares = game_words.priced, game_words.in_squares
        self.sides: list[Document] = document["sides"]
        self._by_word = {side["side"]: side for side in self.sides}
        self._places = _Places()
        self._add_head()
        for number, side in enumerate(self.sides):
            self._add_side(number, side)
        for number, piece in enumerate(document.get("pieces", ())):
            self._add_piece(number, piece)
        self._fielded = set(self._plain_outcomes())
        for number, outcome in enumerate(document["outcomes"]):
            self._add_outcome(number, outcome)

    # -- fields ------------------------------------------------------------------------------------------------

    def _add(self, name: str, field: forms.Field, value: Any, *place: str | int) -> None:
        field.initial = value
        self.fields[name] = field
        self._places.note(name, *place)

    def _text(self, label: Any, most: int, rows: int = 0, **kwargs: Any) -> forms.Field:
        if rows:
            widget = forms.Textarea(attrs={"rows": rows})
            return CleanLinesField(label=label, required=False, max_length=most, widget=widget, **kwargs)
        return CleanTextField(label=label, required=False, max_length=most, **kwargs)

    def _name(self) -> forms.Field:
        return NameField(label=_("Name"), required=False, max_length=120)

    def _number(self, label: Any, least: int = 0, most: int = NUMBER, **kwargs: Any) -> forms.Field:
        widget = forms.NumberInput(attrs={"inputmode": "numeric"})
        return forms.IntegerField(label=label, required=False, min_value=least, max_value=most, widget=widget, **kwargs)

    def _ticks(self, label: Any, choices: Sequence[tuple[str, Any]]) -> forms.Field:
        return forms.MultipleChoiceField(
            label=label, required=False, choices=choices, widget=forms.CheckboxSelectMultiple
        )

    def _add_head(self) -> None:
        base = self.base
        self._add("name", self._name(), base["name"], "name")
        self._add("text", self._text(_("What it is about"), 2_000, rows=3), base["text"], "text")
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
        rules = self._text(_("Special rules"), 25_000, rows=4, help_text=_("One rule a line."))
        self._add("special_rules", rules, "\n".join(base["special_rules"]), "special_rules")
        most = self._number(_("Tokens that a side can hold at most"), 1, 50, help_text=_("Empty: none can be held."))
        self._add("most_held", most, base.get("most_held"), "most_held")

    def _add_side(self, number: int, side: Document) -> None:
        at, place = f"side-{number}-", ("sides", number)
        self._add(f"{at}name", self._name(), side["name"], *place, "name")
        self._places.note(f"{at}name", *place)
        if self.priced:
            points = self._number(_("Points limit"), 1, 100_000, help_text=_("Empty: not known."))
            self._add(f"{at}points", points, side["points"], *place, "points")
        cards = CardLinesField(self.catalog, label=_("Required cards"), help_text=_("One name a line."))
        self._add(f"{at}cards", cards, self._titles(side["required_cards"]), *place, "required_cards")
        objective = self._text(_("Objective"), 1_000, rows=2)
        self._add(f"{at}objective", objective, side["objective"] or "", *place, "objective")
        ends = self._ticks(_("What can become of it"), list(ENDS.items()))
        self._add(f"{at}ends", ends, side["ends"], *place, "ends")
        exits = self._text(
            _("Ways out"), 500, help_text=_("With a comma between. Empty: which way it leaves decides nothing.")
        )
        self._add(f"{at}exits", exits, ", ".join(map(_spaced, side.get("exits", ()))), *place, "exits")
        start = side.get("start", {})
        self._places.note(f"{at}{START[0]}", *place, "start")  # a number that is missing is one of all four
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
        """Yield the outcomes that have fields for everything: those that need none beside them, while there is room."""
        cells, weight = 0, 1 + len(self.base.get("pieces", ())) // 6
        for number, outcome in enumerate(self.base["outcomes"]):
            cells += len(outcome["when"]) * len(self.sides) * weight
            if len(outcome["when"]) <= MAX_CASES and cells <= MAX_CELLS and is_plain(outcome, self._by_word):
                yield number

    def _add_outcome(self, number: int, outcome: Document) -> None:
        at, place = f"outcome-{number}-", ("outcomes", number)
        self._add(f"{at}paragraph", self._text(_("Paragraph"), 60), _spaced(outcome["paragraph"]), *place, "paragraph")
        victories = forms.ChoiceField(label=_("Victory"), required=False, choices=list(VICTORIES.items()))
        self._add(f"{at}victory", victories, outcome["victory"], *place, "victory")
        self._add(f"{at}text", self._text(_("What comes of it"), 600, rows=2), outcome["text"], *place, "text")
        self._places.note(f"{at}text", *place)
        if number not in self._fielded:
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

    def _add_condition(self, at: str, side: Document, told: Document, place: tuple[str | int, ...]) -> None:
        now = choice_of(told.get("is"), side["ends"]) or ""
        choices = end_choices(side["ends"], now)
        field = forms.ChoiceField(label=side["name"], required=False, choices=choices)
        self._add(f"{at}is", field, now, *place)
        self._places.note(f"{at}is", *place[:-2])
        self._places.note(f"{at}is", *place[:-3])
        ways = list(dict.fromkeys([*side.get("exits", ()), *told.get("by", ())]))
        if ways:
            self._add(
                f"{at}by",
                self._ticks(_("Left by"), [(one, _spaced(one)) for one in ways]),
                told.get("by", []),
                *place,
                "by",
            )
        for name, label in (("least_health", _("Health left, at least")), ("most_health", _("Health left, at most"))):
            self._add(f"{at}{name}", self._number(label), told.get(name), *place, name)
        numbers = [piece["number"] for piece in self.base.get("pieces", ())]
        if tokens := list(dict.fromkeys([*numbers, *told.get("holds", ())])):
            held = self._ticks(_("Held one of the tokens"), [(str(one), str(one)) for one in tokens])
            self._add(f"{at}holds", held, [str(one) for one in told.get("holds", ())], *place, "holds")

    def _add_reward(self, at: str, side: Document, reward: Document, place: tuple[str | int, ...]) -> None:
        label = _("XP for {side}").format(side=side["name"])
        self._add(f"{at}xp", self._number(label), reward.get("xp"), *place, "xp")
        self._places.note(f"{at}xp", *place)
        cards = CardLinesField(self.catalog, label=_("One of these cards for {side}").format(side=side["name"]))
        self._add(f"{at}cards", cards, self._titles(reward.get("cards", ())), *place, "cards")
        if any("card" in piece for piece in self.base.get("pieces", ())):
            only_held = forms.BooleanField(label=_("Only those whose tokens it holds"), required=False)
            self._add(f"{at}only_held", only_held, reward.get("only_held", False), *place, "only_held")

    def _titles(self, slugs: Sequence[str]) -> str:
        return "\n".join(self._title(slug) for slug in slugs)

    def _title(self, slug: str) -> str:
        """Return by what name a card is found again: its title, or its slug where several have that."""
        title = self.catalog.title(slug)
        try:
            return title if card_named(title, self.catalog) == slug else slug
        except ValidationError:
            return slug

    # -- what is shown -----------------------------------------------------------------------------------------

    def _shown(self, at: str, *names: str) -> list[forms.BoundField]:
        return [self[f"{at}{name}"] for name in names if f"{at}{name}" in self.fields]

    @cached_property
    def head(self) -> list[forms.BoundField]:
        """What the whole adventure says."""
        return self._shown("", "name", "text", "players", "rounds", "format")

    @cached_property
    def area(self) -> list[forms.BoundField]:
        """The play area."""
        return self._shown("area_", "width", "depth", "walls")

    @cached_property
    def side_rows(self) -> list[tuple[str, str, list[forms.BoundField], list[forms.BoundField]]]:
        """The sides: letter, name, fields, and those of the start area."""
        names = ("name", "points", "cards", "objective", "ends", "exits")
        return [
            (
                letter(number + 1),
                side["name"],
                self._shown(f"side-{number}-", *names),
                self._shown(f"side-{number}-", *START),
            )
            for number, side in enumerate(self.sides)
        ]

    @cached_property
    def piece_rows(self) -> list[list[forms.BoundField]]:
        """The tokens."""
        names = ("number", "what", "card", "from_west", "from_north")
        return [self._shown(f"piece-{number}-", *names) for number, _piece in enumerate(self.base.get("pieces", ()))]

    @cached_property
    def outcome_rows(self) -> list[dict[str, Any]]:
        """The outcomes: their fields, cases and rewards; `fielded` where these have fields."""
        return [self._outcome_row(number, outcome) for number, outcome in enumerate(self.base["outcomes"])]

    def _outcome_row(self, number: int, outcome: Document) -> dict[str, Any]:
        at = f"outcome-{number}-"
        row = {"fields": self._shown(at, "paragraph", "victory", "text"), "word": _spaced(outcome["paragraph"])}
        if number not in self._fielded:
            return {**row, "fielded": False}
        cases = [
            [self._condition_row(f"{at}case-{case}-{side['side']}-") for side in self.sides]
            for case, _told in enumerate(outcome["when"])
        ]
        rewards = [self._shown(f"{at}earned-{side['side']}-", "xp", "cards", "only_held") for side in self.sides]
        return {**row, "fielded": True, "cases": cases, "rewards": rewards, "more_cases": len(cases) < MAX_CASES}

    def _condition_row(self, at: str) -> tuple[forms.BoundField, list[forms.BoundField], bool]:
        more = self._shown(at, "by", "least_health", "most_health", "holds")
        return self[f"{at}is"], more, any(field.errors or field.value() not in (None, "", []) for field in more)

    @cached_property
    def beyond(self) -> str:
        """What stands in the document and has no field, in words."""
        return wording.join_and(str(words) for field, words in BEYOND.items() if field in self.base)

    # -- what is said ------------------------------------------------------------------------------------------

    def say_faults(self, faults: Sequence[Fault]) -> list[Fault]:
        """Say what is wrong at the fields it is about; return what is about none."""
        others = []
        for fault in faults:
            name = self._places.field_of(fault.pointer)
            if name is None:
                others.append(fault)
            else:
                self.add_error(name, fault.message)
        return others

    def document(self) -> Document:
        """Return the adventure that is written here. What has no field is as it was."""
        data = self.cleaned_data
        found = deepcopy(self.base)
        for name in ("name", "text", "players"):
            found[name] = data[name]
        for name in ("rounds", "most_held", "format"):
            _put(found, name, data.get(name))
        found["special_rules"] = [line.strip() for line in data["special_rules"].splitlines() if line.strip()]
        self._put_area(found)
        for number, side in enumerate(found["sides"]):
            self._put_side(f"side-{number}-", side)
        for number, piece in enumerate(found.get("pieces", ())):
            self._put_piece(f"piece-{number}-", piece)
        sides = {side["side"]: side for side in found["sides"]}
        for number, outcome in enumerate(found["outcomes"]):
            self._put_outcome(number, outcome, sides)
        found["sources"] = {place: one for place, one in found["sources"].items() if resolves(found, place)}
        return found

    def _put_area(self, found: Document) -> None:
        width, depth, walls = (self.cleaned_data[f"area_{one}"] for one in ("width", "depth", "walls"))
        if width is None and depth is None and not walls:
            found.pop("area", None)
        else:
            area = {"width": width, "depth": depth, "walls": _in_order(walls, found.get("area", {}).get("walls", ()))}
            found["area"] = {name: value for name, value in area.items() if value is not None}

    def _put_side(self, at: str, side: Document) -> None:
        data = self.cleaned_data
        side["name"], side["objective"] = data[f"{at}name"], data[f"{at}objective"] or None
        side["points"] = data.get(f"{at}points", side["points"])
        side["required_cards"] = data[f"{at}cards"]
        side["ends"] = _in_order(data[f"{at}ends"], side["ends"])
        exits = [slugify(one) for one in data[f"{at}exits"].split(",")]
        _put(side, "exits", list(dict.fromkeys(filter(None, exits))))
        start = {name: data[f"{at}{name}"] for name in START if data[f"{at}{name}"] is not None}
        _put(side, "start", start)

    def _put_piece(self, at: str, piece: Document) -> None:
        data = self.cleaned_data
        piece["number"], piece["what"] = data[f"{at}number"], data[f"{at}what"]
        if f"{at}card" in data:
            _put(piece, "card", next(iter(data[f"{at}card"]), None))
        for name in ("from_west", "from_north"):
            _put(piece, name, data[f"{at}{name}"])

    def _put_outcome(self, number: int, outcome: Document, sides: Mapping[str, Document]) -> None:
        at, data = f"outcome-{number}-", self.cleaned_data
        outcome["paragraph"] = slugify(data[f"{at}paragraph"])
        outcome["victory"] = data[f"{at}victory"] or outcome["victory"]
        outcome["text"] = data[f"{at}text"]
        if number not in self._fielded:
            return
        for row, case in enumerate(outcome["when"]):
            told = {condition["side"]: condition for condition in case["all"]}
            said = {
                word: self._condition(f"{at}case-{row}-{word}-", told.get(word, {"side": word}), side)
                for word, side in sides.items()
            }
            case["all"] = [said[word] for word in (*told, *(one for one in said if one not in told)) if said[word]]
        before = {reward["side"]: reward for reward in outcome["earned"]}
        earned = {word: self._reward(f"{at}earned-{word}-", before.get(word, {"side": word})) for word in sides}
        order = (*before, *(word for word in earned if word not in before))
        outcome["earned"] = [earned[word] for word in order if earned[word]]

    def _condition(self, at: str, told: Document, side: Document) -> Document | None:
        """Return what is asked of a side, None for nothing."""
        data, condition = self.cleaned_data, dict(told)
        ends = ends_meant(data[f"{at}is"], side["ends"])
        _put(condition, "is", _in_order(ends, condition.get("is", ())))
        _put(condition, "by", _in_order(data.get(f"{at}by", []), condition.get("by", ())))
        for name in ("least_health", "most_health"):
            _put(condition, name, data[f"{at}{name}"])
        _put(
            condition, "holds", _in_order([int(one) for one in data.get(f"{at}holds", [])], condition.get("holds", ()))
        )
        return condition if condition.keys() != {"side"} else None

    def _reward(self, at: str, before: Document) -> Document | None:
        """Return what a side earns, None for nothing."""
        data, reward = self.cleaned_data, dict(before)
        if data[f"{at}xp"] is None and not data[f"{at}cards"]:
            return None
        reward["xp"] = data[f"{at}xp"] or 0
        _put(reward, "cards", data[f"{at}cards"])
        if f"{at}only_held" in data:
            _put(reward, "only_held", data[f"{at}only_held"] or None)
        return reward

    def as_data(self) -> MultiValueDict[str, str]:
        """Return the fields as a browser sends them that changes nothing."""
        found: MultiValueDict[str, str] = MultiValueDict()
        for name, field in self.fields.items():
            value = field.initial
            if isinstance(field, forms.MultipleChoiceField):
                found.setlist(name, list(value))
            elif value is not None and value is not False:  # 0 is a number, and equals False
                found[name] = "on" if value is True else str(value)
        return found


def _spaced(slug: str) -> str:
    return slug.replace("-", " ")


def _in_order(values: Sequence[Any], before: Sequence[Any]) -> list[Any]:
    """Return values in the order they had before, new ones after them."""
    return [one for one in before if one in values] + [one for one in values if one not in before]


def _put(row: Document, name: str, value: Any) -> None:
    """Have a row say something; what is empty it leaves out, unless it said before that it is not known."""
    if value not in (None, "", [], {}):
        row[name] = value
    elif row.get(name, "") is not None:
        row.pop(name, None)


# -- rows --------------------------------------------------------------------------------------------------------


def _forget_sources(document: Document, field: str) -> None:
    """Drop the sources of single rows, which stand at other places by now."""
    kept = document["sources"].items()
    document["sources"] = {place: one for place, one in kept if not place.startswith(f"/{field}/")}


def _new_number(taken: Sequence[int]) -> int:
    return max(taken, default=0) + 1


def _add_side(document: Document, index: Sequence[int]) -> str:
    words = {side["side"] for side in document["sides"]}
    number = next(one for one in range(len(words) + 1, len(words) * 2 + 2) if f"side-{one}" not in words)
    points = document["sides"][-1]["points"] if document["sides"] else None
    ends = document["sides"][-1]["ends"] if document["sides"] else ["won", "lost"]
    document["sides"].append(
        {
            "side": f"side-{number}",
            "name": "",
            "points": points,
            "required_cards": [],
            "objective": None,
            "ends": list(ends),
        }
    )
    return f"side-{len(document['sides']) - 1}-name"


def _remove_side(document: Document, index: Sequence[int]) -> None:
    """Take a side out, and what outcomes that say nothing of its order ask of it and give it."""
    word = document["sides"].pop(index[0])["side"]
    _forget_sources(document, "sides")
    for outcome in document["outcomes"]:
        for case in outcome["when"]:
            case["all"] = [one for one in case["all"] if one["side"] != word]
        outcome["earned"] = [one for one in outcome["earned"] if one["side"] != word]


def _add_piece(document: Document, index: Sequence[int]) -> str:
    pieces = document.setdefault("pieces", [])
    pieces.append({"number": _new_number([piece["number"] or 0 for piece in pieces]), "what": ""})
    return f"piece-{len(pieces) - 1}-what"


def _remove_piece(document: Document, index: Sequence[int]) -> None:
    del document["pieces"][index[0]]
    _forget_sources(document, "pieces")
    if not document["pieces"]:
        del document["pieces"]


def _add_outcome(document: Document, index: Sequence[int]) -> str:
    taken = [int(one["paragraph"]) for one in document["outcomes"] if one["paragraph"].isdigit()]
    paragraph = str(_new_number(taken))
    document["outcomes"].append(
        {"paragraph": paragraph, "victory": "total", "text": "", "when": [{"all": []}], "earned": []}
    )
    return f"outcome-{len(document['outcomes']) - 1}-text"


def _remove_outcome(document: Document, index: Sequence[int]) -> None:
    del document["outcomes"][index[0]]
    _forget_sources(document, "outcomes")


def _add_case(document: Document, index: Sequence[int]) -> str:
    cases = document["outcomes"][index[0]]["when"]
    cases.append({"all": []})
    return f"outcome-{index[0]}-case-{len(cases) - 1}-{document['sides'][0]['side']}-is" if document["sides"] else ""


def _remove_case(document: Document, index: Sequence[int]) -> None:
    cases = document["outcomes"][index[0]]["when"]
    del cases[index[1]]
    if not cases:
        cases.append({"all": []})


ROW_CHANGES: Mapping[str, Callable[[Document, Sequence[int]], str | None]] = {
    "add-side": _add_side,
    "remove-side": _remove_side,
    "add-piece": _add_piece,
    "remove-piece": _remove_piece,
    "add-outcome": _add_outcome,
    "remove-outcome": _remove_outcome,
    "add-case": _add_case,
    "remove-case": _remove_case,
}
"""What the buttons for rows do; those that add a row return its first field."""


def change_rows(document: Document, what: str) -> str | None:
    """Add or remove a row of a document; return the field to go on with, empty for none, None for no such change.

    Raises ValidationError where there is no room for another row.
    """
    name, *index = what.split("/")
    change = ROW_CHANGES.get(name)
    if change is None or not all(one.isascii() and one.isdigit() and len(one) < 5 for one in index):
        return None
    if name.startswith("add-") and not _has_room(document, name):
        raise ValidationError(_("There is no room for more here. What is longer than this is written as JSON."))
    try:
        return change(document, [int(one) for one in index]) or ""
    except (IndexError, KeyError):
        return None


def fits_form(document: Document) -> bool:
    """Return whether a document has no more rows than a page has room for."""
    rows = (
        (document["sides"], MAX_SIDES),
        (document.get("pieces", ()), MAX_PIECES),
        (document["outcomes"], MAX_OUTCOMES),
    )
    return all(len(found) <= most for found, most in rows)


def _has_room(document: Document, name: str) -> bool:
    """Return whether one row more has room, with a field for each of its conditions."""
    sides = len(document["sides"]) + (name == "add-side")
    outcomes = len(document["outcomes"]) + (name == "add-outcome")
    cases = sum(len(one["when"]) for one in document["outcomes"]) + (name in ("add-outcome", "add-case"))
    pieces = len(document.get("pieces", ())) + (name == "add-piece")
    cells = cases * sides * (1 + pieces // 6)
    return sides <= MAX_SIDES and outcomes <= MAX_OUTCOMES and pieces <= MAX_PIECES and cells <= MAX_CELLS
