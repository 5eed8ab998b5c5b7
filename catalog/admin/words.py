"""How documents and their differences are put to a curator."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from catalog import canonical
from catalog.differences import ABSENT, Difference
from catalog.models import Card, CardSet, Format, Game, HouseRule, Record, Revision, Ruling, Shelf

MODELS = {
    Shelf.CARD.value: Card,
    Shelf.SET.value: CardSet,
    Shelf.FORMAT.value: Format,
    Shelf.HOUSE_RULE.value: HouseRule,
    Shelf.RULING.value: Ruling,
    Shelf.GAME.value: Game,
}


@dataclass(frozen=True, slots=True)
class Row:
    """One differing fact in words."""

    fact: str
    before: str
    after: str


def in_words(differences: Iterable[Difference]) -> list[Row]:
    """Return differences as they stand in a table."""
    return [
        Row(one.pointer.lstrip("/") or "document", value_in_words(one.before), value_in_words(one.after))
        for one in differences
    ]


def state_of(draft: Revision | None, in_force: Revision | None) -> str:
    """Return in a few words what became of a document so far."""
    shown = draft or in_force
    if shown is None:
        return "renamed"
    if draft is None:
        return "retired" if "retired" in shown.document else "published"
    words = draft.get_stage_display()
    return words if in_force is None else f"{words} over release {in_force.since_id}"


def address_of(record: Record, page: str = "change") -> str:
    """Return where the admin's page of a document is."""
    return reverse(f"admin:catalog_{MODELS[record.shelf]._meta.model_name}_{page}", args=[record.pk])


def games() -> dict[str, str]:
    """Return the name of each game by its slug."""
    known = Revision.objects.newest().shelf(Shelf.GAME).order_by("slug")
    return {game: str(document.get("name") or game) for game, document in known.values_list("slug", "document")}


def value_in_words(value: Any) -> str:
    """Return a value of a document as a curator reads it."""
    if value is ABSENT:
        return "(absent)"
    if value is None:
        return "not known"
    return value if isinstance(value, str) else canonical.wire(value)
