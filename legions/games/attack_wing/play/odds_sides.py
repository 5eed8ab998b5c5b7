"""The sides of the odds page: the weapons of a list or card, and the creatures they can attack."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import Holder
from legions.cards.stock import CardView, stock, stock_for
from legions.own_numbers.applied_numbers import legion_with_numbers, shown_with_numbers
from legions.saved_lists.models import Legion, display_name_of_document

GAME = "attack-wing"
MAX_SOURCE_LENGTH = 300
_SHARED = re.compile(r"/s/([A-Za-z0-9_-]{1,64})/?(?:[?#].*)?\Z")
_OWN = re.compile(r"(?:.*/legions/)?([0-9a-f]{8}-[0-9a-f-]{27})/?(?:[?#].*)?\Z")


@dataclass(frozen=True, slots=True)
class Fighter:
    """A creature that attacks with one of its weapons, or is attacked. `place` is its key in an address.

    `soldiers` are those that its list gives a troop.
    """

    place: str
    name: str
    weapon: str
    document: Mapping[str, Any]
    soldiers: int | None = None

    @property
    def printed(self) -> Mapping[str, Any]:
        """The printed facts of the weapon; empty if the creature's weapons are not known."""
        _pick, _dot, number = self.place.partition(".")
        return self.document["weapons"][int(number)] if number else {}

    @property
    def words(self) -> str:
        """The name of the creature and its weapon."""
        return f"{self.name}: {self.weapon}" if self.weapon else self.name


@dataclass(frozen=True, slots=True)
class Side:
    """A list or card with its fighters. `source` is its key in an address."""

    source: str
    name: str
    fighters: tuple[Fighter, ...]

    def at(self, place: str) -> Fighter | None:
        """Return the fighter at a place, or the first fighter if there is no such place."""
        return next((one for one in self.fighters if one.place == place), next(iter(self.fighters), None))


def find_side(source: str, holder: Holder, *, attacks: bool) -> Side | None:
    """Return the side that an address names: `<id>` of a user's list, `/s/<key>/`, or the slug of a card.

    The full URL of a list is accepted too. None if there is no such side or the user may not see it.
    """
    source = source.strip()
    if not source or len(source) > MAX_SOURCE_LENGTH:
        return None
    if shared := _SHARED.search(source):
        legion = Legion.objects.by_share_key(shared[1])
        return _of_list(f"/s/{shared[1]}/", legion, attacks, shown_with_numbers) if legion else None
    if own := _OWN.match(source):
        legion = _own_list(own[1], holder)
        return _of_list(own[1], legion, attacks, legion_with_numbers) if legion else None
    card = stock(GAME).cards.get(source)
    if card is None or not card.stands:
        return None
    return Side(source, card.title, tuple(_fighters(card, "0", attacks)))


def weapon_names(document: Mapping[str, Any]) -> list[str]:
    """Return the names of a creature's weapons, as far as the catalog has them."""
    return [weapon.get("name") or _("weapon") for weapon in document.get("weapons") or ()]


def _own_list(key: str, holder: Holder) -> Legion | None:
    try:
        return Legion.objects.held_by(holder).not_deleted().filter(pk=UUID(key)).first()
    except (ValueError, ValidationError):
        return None


def _of_list(source: str, legion: Legion, attacks: bool, document_of: Any) -> Side | None:
    if legion.game != GAME:
        return None
    try:
        document = document_of(legion)
        catalog = stock_for(document)
    except InvalidInput:
        return None
    fighters: list[Fighter] = []
    for place, pick in enumerate(document.get("picks", ())):
        if (card := catalog.card(pick["card"])).known:
            fighters += _fighters(card, str(place), attacks, pick.get("soldiers"))
    return Side(source, display_name_of_document(document), tuple(fighters))


def _fighters(card: CardView, place: str, attacks: bool, soldiers: int | None = None) -> Iterator[Fighter]:
    weapons = weapon_names(card.document) if attacks else []
    for number, weapon in enumerate(weapons):
        yield Fighter(f"{place}.{number}", card.title, weapon, card.document, soldiers)
    if not weapons:
        yield Fighter(place, card.title, "", card.document, soldiers)
