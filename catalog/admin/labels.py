"""Labels of documents and facts, and addresses of their pages, for the admin."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from catalog.admin.difference_table import value_label
from catalog.documents.errors import Fault
from catalog.extensions import catalog_extensions
from catalog.models import (
    Adventure,
    Card,
    CardSet,
    Contribution,
    DocumentType,
    Format,
    Game,
    HouseRule,
    Record,
    Reference,
    Revision,
    Rulebook,
    Ruling,
    Section,
)

MODEL_BY_TYPE = {
    DocumentType.CARD.value: Card,
    DocumentType.SET.value: CardSet,
    DocumentType.FORMAT.value: Format,
    DocumentType.HOUSE_RULE.value: HouseRule,
    DocumentType.RULING.value: Ruling,
    DocumentType.ADVENTURE.value: Adventure,
    DocumentType.REFERENCE.value: Reference,
    DocumentType.RULEBOOK.value: Rulebook,
    DocumentType.SECTION.value: Section,
    DocumentType.GAME.value: Game,
}


def state_label(draft: Revision | None, in_force: Revision | None) -> str:
    """Return the state of a document in the workflow as text."""
    shown = draft or in_force
    if shown is None:
        return _("renamed")
    if draft is None:
        return _("retired") if "retired" in shown.document else _("published")
    words = draft.get_stage_display()
    if in_force is None:
        return words
    return _("{stage} over release {release}").format(stage=words, release=in_force.since_id)


def admin_url(record: Record, page: str = "change") -> str:
    """Return the address of a document's page in the admin."""
    return reverse(f"admin:catalog_{MODEL_BY_TYPE[record.document_type]._meta.model_name}_{page}", args=[record.pk])


def fault_lines(faults: Iterable[Fault]) -> list[str]:
    """Return faults of a document as lines of text; facts with equal messages share a line."""
    places: dict[str, list[str]] = {}
    for fault in faults:
        places.setdefault(fault.message, []).append(fault.pointer.lstrip("/"))
    return [f"{', '.join(found)}: {message}" if any(found) else message for message, found in places.items()]


def game_names() -> dict[str, str]:
    known = Revision.objects.newest().of_type(DocumentType.GAME).order_by("slug")
    return {game: str(document.get("name") or game) for game, document in known.values_list("slug", "document")}


def format_fact(game: str, fact: str, value: Any) -> str:
    """Return the value of a card's fact as text to compare with the card: joined strings, or yes and no.

    Other lists and objects, such as weapons, are formatted by extensions as on the card's page; numbers and strings are
    unchanged.
    """
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value) or _("none")
    if isinstance(value, list | dict):
        for extension in catalog_extensions():
            if (words := extension.format_value(game, fact, value)) is not None:
                return words
    return value_label(value)


def format_facts(contribution: Contribution) -> str:
    """Return the offered facts of a contribution on one line."""
    formatted = (
        (fact, format_fact(contribution.game, fact, value)) for fact, value in sorted(contribution.facts.items())
    )
    return ", ".join(f"{fact.replace('_', ' ')}: {words}" for fact, words in formatted)
