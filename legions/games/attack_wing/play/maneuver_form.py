"""The form of a creature's activation, with the dials of the creature, on which its maneuver is tapped."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from legions.games.attack_wing.maneuvers import DialView, dial_views, said_of
from legions.games.attack_wing.play.words import CREATURES
from legions.play.declared_form import DeclaredForm
from legions.play.question_context import Table
from rulesapi.engine.games.attack_wing.play.dials import DIALS, MANEUVER_CARD, class_card

OF_REVEALED = "revealed_"
"""The beginning of the names of fields of the revealed maneuver."""
REVEALED = ("bearing", "side", "speed", "colour")


class ManeuverForm(DeclaredForm):
    """The declared form with the dials of the named card or, without one, of the card of the creature's class."""

    chart_template = "games/attack-wing/_revealed.html"
    former_names = {name: OF_REVEALED + name for name in (*REVEALED, "forced")}

    def __init__(self, data: Any, table: Table) -> None:
        super().__init__(data, table)
        card = self._dial_card()
        self.dial: list[Mapping[str, Any]] = list(card.get("maneuvers") or ()) if card else []

    @cached_property
    def dials(self) -> list[DialView]:
        """The creature's dials; each maneuver leads to the situation in which it is revealed."""
        path, chosen = self.table.request.path if self.table.request else "", self._chosen()
        return dial_views(
            self.dial,
            lambda line: f"{path}?{self._revealing(line).urlencode()}",
            lambda line: line in chosen,
        )

    def names_of(self, pointer: str, fact: str) -> Iterator[str]:
        """Yield the fields for a fact; an unknown dial is entered by its card."""
        yield from ("maneuver_card",) if fact == "/maneuvers" else super().names_of(pointer, fact)

    def _dial_card(self) -> Mapping[str, Any] | None:
        kinds = (MANEUVER_CARD,)
        if text := self.data.get("maneuver_card", ""):
            slug = self.card_named(text, kinds)
            return self.table.cards[slug] if slug else None
        creature = self.card_named(self.data.get("creature", "").strip(), CREATURES)
        card = class_card(self.table.cards[creature], self.table.cards) if creature else None
        if card is not None:
            words = {"card": card.get("name") or card["slug"]}
            self.fields["maneuver_card"].help_text = _("Left empty: %(card)s, the card of its class.") % words
        return card

    def _chosen(self) -> list[Mapping[str, Any]]:
        """Return the maneuver of the dials that is revealed, on each dial that has it; nothing if it may be several."""
        entered = {key: value for key in REVEALED if (value := self.data.get(OF_REVEALED + key))}
        level = self.data.get("creature_play_level", "")
        fitting = [
            line
            for line in self.dial
            if line["dial"] in (None, DIALS.get(level, line["dial"]))
            and all(str(line[key]) == value for key, value in entered.items())
        ]
        different = {tuple(line[key] for key in REVEALED) for line in fitting}
        return fitting if len(different) == 1 and {"bearing", "speed"} <= entered.keys() else []

    def _revealing(self, maneuver: Mapping[str, Any]) -> QueryDict:
        """Return the data with this maneuver as the revealed one, without empty fields."""
        changed, data = QueryDict(mutable=True), self.data
        for name, values in data.lists() if isinstance(data, QueryDict) else ():
            if not name.startswith(OF_REVEALED) and any(values):
                changed.setlist(name, values)
        for name, value in said_of(maneuver).items():
            changed[name] = value
        return changed
