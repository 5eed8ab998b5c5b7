"""A card to be drawn: its document, its set, and the facts that its player has entered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.schemas import load_schemas, schema_path
from catalog.faces.typography import plain_text


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card to be drawn.

    `official` and `set_name` are those of its set, None if that is unknown. `sentences` are the requirements of an
    upgrade in words. `own` are the keys of facts that are not in the catalog but a player's own numbers; they are drawn
    dashed.
    """

    document: dict[str, Any]
    official: bool | None = None
    set_name: str | None = None
    sentences: tuple[str, ...] = ()
    own: frozenset[str] = frozenset()

    def get(self, fact: str) -> Any:
        """Return a fact, None if it is unknown or the card has no such fact."""
        return self.document.get(fact)

    def is_own(self, *facts: str) -> bool:
        """Return whether one of these facts is an own number."""
        return not self.own.isdisjoint(facts)

    @property
    def title(self) -> str:
        """The name of the card as one line of text."""
        return plain_text(self.get("name") or _("A card whose name is not known"))

    @property
    def is_named(self) -> bool:
        """True if the name of the card is known."""
        return bool(self.get("name"))

    @property
    def own_titles(self) -> list[str]:
        """The titles of the own numbers, in the order of the schema."""
        properties = load_schemas()[schema_path(self.document)]["properties"]
        return [fact_label(key, schema) for key, schema in properties.items() if key in self.own]


def drawn_card(
    document: dict[str, Any],
    set_document: Mapping[str, Any] | None,
    sentences: Iterable[str] = (),
    own: Iterable[str] = (),
) -> DrawnCard:
    """Return a card to be drawn, of the set `set_document`."""
    in_set = set_document or {}
    return DrawnCard(document, in_set.get("official"), in_set.get("name"), tuple(sentences), frozenset(own))


def fact_label(key: str, schema: Mapping[str, Any]) -> str:
    """Return the label of a fact with this schema."""
    return _(schema.get("title") or key.replace("_", " ").capitalize())
