"""The form for the damage deck. The log of events is kept in the address; each button adds one event."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.crypto import get_random_string
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.cards.stock import stock
from legions.games.attack_wing.play.words import CREATURES
from legions.play.forms import EVENT, Group, NamedCard, Result, ResultTable, SituationForm, choice, number, tick
from legions.play.question_context import Table

DAMAGE_CARDS = ("damage-card",)
BY_HAND = "hand"
HAPPENS = {
    "damage": gettext_lazy("Damage is dealt"),
    "turn-down": gettext_lazy("A card is turned face down"),
    "discard": gettext_lazy("A damage card is discarded"),
    "defeat": gettext_lazy("The creature is defeated"),
    "end-phase": gettext_lazy("An End Phase"),
}
NEXT = ("does", "creature", "normal", "critical", "troop", "card")
"""Fields of the next event, in the order of a line of the log."""
MAX_EVENTS = 100
"""Maximum events on the page, which keeps it small; the API accepts more."""


class DamageDeckForm(SituationForm):
    """The form for a damage deck in play, with a log of the dealt cards."""

    logs = True

    does = choice(gettext_lazy("What happens"), HAPPENS)
    creature = NamedCard(gettext_lazy("Creature"), CREATURES, is_label=True)
    normal = number(gettext_lazy("Normal damage"), 40)
    critical = number(gettext_lazy("Critical damage"), 40)
    troop = tick(gettext_lazy("It is a troop of several soldiers"))
    card = NamedCard(gettext_lazy("Damage card"), DAMAGE_CARDS, of_catalog=True)
    set = choice(gettext_lazy("Deck"), {})
    drawn = choice(gettext_lazy("Shuffled"), {"seed": gettext_lazy("by Muster"), BY_HAND: gettext_lazy("by hand")})
    words = forms.CharField(
        label=gettext_lazy("A word from each player, separated by commas"), required=False, max_length=500
    )
    reveal = tick(gettext_lazy("Show the seed: the game is over"))
    deal = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    log = forms.CharField(required=False, max_length=20_000, widget=forms.HiddenInput)
    groups = (
        Group(gettext_lazy("What happened"), ("does", "creature", "normal", "critical", "troop", "card")),
        Group(gettext_lazy("The deck"), ("set", "drawn", "words", "reveal", "deal", "log")),
    )

    def __init__(self, data: Any, table: Table) -> None:
        """Offer the known decks, and create the deal of a new game."""
        super().__init__(data, table)
        self.decks = self._decks()
        self.fields["set"].choices = list(self.decks.items())  # type: ignore[attr-defined]
        self.fields["drawn"].choices = self.fields["drawn"].choices[1:]  # type: ignore[attr-defined]
        self.fields["deal"].initial = get_random_string(16)
        self.fields["does"].choices = list(HAPPENS.items())  # type: ignore[attr-defined]

    def is_read_ahead(self, name: str) -> bool:
        """Return whether a field describes the next event, which is not yet in the log."""
        return name in NEXT

    def after_event(self, data: QueryDict) -> QueryDict:
        """Append the next event to the log, or remove the last one."""
        lines = data.get("log", "").splitlines()
        if data.get(EVENT) == "add":
            said = [data.get(name, "").replace("|", " ").replace("\n", " ").strip()[:120] for name in NEXT]
            if said[0] == "end-phase" or said[1]:
                lines.append("|".join(said))
            for name in NEXT[1:]:
                data.pop(name, None)
        else:
            lines = lines[:-1]
        data["log"] = "\n".join(lines[:MAX_EVENTS])
        data.setdefault("deal", get_random_string(16))
        data.pop(EVENT, None)
        return data

    def named(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield the named cards, with the card of the last event if no other card is entered."""
        yield from super().named()
        if (lines := self._lines()) and not self.value("card") and (card := lines[-1][NEXT.index("card")]):
            yield "card", card, DAMAGE_CARDS

    def situation(self) -> dict[str, Any] | None:
        """Return the deck and its events."""
        chosen = self.value("set", "" if self.is_bound and "set" in self.data else next(iter(self.decks)))
        found: dict[str, Any] = {"events": [one for one in map(self._event, self._lines()) if one]}
        if chosen:
            found["set"] = chosen
        if chosen and self.value("drawn") != BY_HAND:
            found["deal"] = self.value("deal") or get_random_string(16)
            found["words"] = [word.strip()[:100] for word in self.value("words", "").split(",") if word.strip()][:10]
            found |= self.said({"reveal": "reveal"})
        return found

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the cards of each creature, the texts of the face-up cards, and the data of the shuffle."""
        found = resolution["result"]
        lines = [_("Cards to draw: %(left)d. Discards: %(discards)d.") % found]
        if found["checksum"]:
            lines.append(_("Checksum of the seed: %(checksum)s") % found)
        if "seed" in found:
            lines.append(_("The seed: %(seed)s") % found)
        beside = [
            (one["name"], str(one["damage_cards"]), str(one["face_down"]), ", ".join(map(self._card, one["face_up"])))
            for one in found["creatures"]
        ]
        columns = (_("Creature"), _("Damage cards"), _("Face down"), _("Face up"))
        tables = [ResultTable(_("Beside the creatures"), columns, beside)] if beside else []
        lying = {card["card"]: card for one in found["creatures"] for card in one["face_up"] if card["card"]}
        if lying:
            rows = [(self._name(slug), self._text(slug)) for slug in lying]
            tables.append(ResultTable(_("What lies face up"), (_("Card"), _("What it does")), rows))
        if "order" in found:
            rows = [(str(place), self._name(slug)) for place, slug in enumerate(found["order"], 1)]
            tables.append(ResultTable(_("The whole deck, top card first"), (_("Place"), _("Card")), rows))
        return Result("", lines, (), tables, tuple(map(self._line_words, self._lines())))

    # -- decks and lines -------------------------------------------------------------------------------------------

    def _decks(self) -> dict[str, str]:
        """Return the names of the sets with damage cards by slug, and under "" a deck that is drawn by hand."""
        sets = stock(self.table.game).sets
        known = {one.get("set") for one in self.table.cards.values() if one["kind"] in DAMAGE_CARDS}
        found = {slug: str(one["name"] or slug) for slug, one in sorted(sets.items()) if slug in known}
        return {**found, "": _("Another one, drawn by hand")}

    def _lines(self) -> list[list[str]]:
        lines = self.value("log", "").splitlines()[:MAX_EVENTS]
        return [found for line in lines if len(found := line.split("|")) == len(NEXT) and found[0] in HAPPENS]

    def _event(self, line: list[str]) -> dict[str, Any] | None:
        does, creature, normal, critical, troop, card = line
        if does == "end-phase":
            return {"does": does}
        if not creature:
            return None
        found: dict[str, Any] = {"does": does, "creature": creature}
        slug = self.card_named(card, DAMAGE_CARDS) if card else None
        if does == "damage":
            found |= {"normal": _small(normal), "critical": _small(critical)} | ({"troop": True} if troop else {})
            return found | ({"cards": [slug]} if slug else {})
        if does == "turn-down" and slug is None:
            return None
        return found | ({"card": slug} if slug and does != "defeat" else {})

    def _line_words(self, line: list[str]) -> str:
        does, creature, normal, critical, _troop, card = line
        parts = [creature, str(HAPPENS[does])]
        if does == "damage":
            parts.append(
                _("%(normal)d normal, %(critical)d critical") % {"normal": _small(normal), "critical": _small(critical)}
            )
        return ": ".join(part for part in (*parts, card) if part)

    def _card(self, card: Mapping[str, Any]) -> str:
        name = self._name(card["card"]) if card["card"] else _("not known")
        tokens = card["duration_tokens"]
        return f"{name} ({_('Duration Tokens: %(number)d') % {'number': tokens}})" if tokens else name

    def _name(self, slug: str) -> str:
        return str(self.table.cards.get(slug, {}).get("name") or slug)

    def _text(self, slug: str) -> str:
        return format_html('<span lang="en">{}</span>', self.table.cards.get(slug, {}).get("text") or "")


def _small(text: str) -> int:
    return min(40, int(text)) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
