"""How documents are put to a curator."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from catalog.models import Card, CardSet, Contribution, Format, Game, HouseRule, Record, Revision, Ruling, Shelf

from .comparing import said

MODELS = {
    Shelf.CARD.value: Card,
    Shelf.SET.value: CardSet,
    Shelf.FORMAT.value: Format,
    Shelf.HOUSE_RULE.value: HouseRule,
    Shelf.RULING.value: Ruling,
    Shelf.GAME.value: Game,
}


def state_of(draft: Revision | None, in_force: Revision | None) -> str:
    """Return in a few words what became of a document so far."""
    shown = draft or in_force
    if shown is None:
        return _("renamed")
    if draft is None:
        return _("retired") if "retired" in shown.document else _("published")
    words = draft.get_stage_display()
    if in_force is None:
        return words
    return _("{stage} over release {release}").format(stage=words, release=in_force.since_id)


def address_of(record: Record, page: str = "change") -> str:
    """Return where the admin's page of a document is."""
    return reverse(f"admin:catalog_{MODELS[record.shelf]._meta.model_name}_{page}", args=[record.pk])


def games() -> dict[str, str]:
    """Return the name of each game by its slug."""
    known = Revision.objects.newest().shelf(Shelf.GAME).order_by("slug")
    return {game: str(document.get("name") or game) for game, document in known.values_list("slug", "document")}


Speaker = Callable[[str, str, Any], str]
"""Says the value of a fact of a card of a game as its page does."""

_SPEAKERS: list[Speaker] = []


def register(speaker: Speaker) -> None:
    """Have values with parts said by this speaker from now on; without one they stand as they are written."""
    _SPEAKERS[:] = [speaker]


def fact_in_words(game: str, fact: str, value: Any) -> str:
    """Return the value of a fact of a card as it is compared with the card: words in a row, and yes or no.

    Numbers and words stand as they are written; what has parts, such as weapons, as the page of the card says it.
    """
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value) or _("none")
    if isinstance(value, list | dict) and _SPEAKERS:
        return _SPEAKERS[0](game, fact, value)
    return said(value)


def facts_in_a_line(one: Contribution) -> str:
    """Return what is offered of a card in a line."""
    said = ((fact, fact_in_words(one.game, fact, value)) for fact, value in sorted(one.facts.items()))
    return ", ".join(f"{fact.replace('_', ' ')}: {words}" for fact, words in said)
