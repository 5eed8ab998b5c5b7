"""Who has checked what of a card, as its page says it: who confirmed which facts, when, against what, in few lines."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import prefetch_related_objects

from catalog.confirming import Checked, checked, is_confirmed, named
from catalog.models import Confirmation
from legions import speech
from legions.cards.facts import CardSheet
from legions.services import display_name, page_address


@dataclass(slots=True)
class Word:
    """What one person has confirmed in one go: without a `name` they are not named, without a `source` it
    was held against the printed card."""

    name: str
    address: str
    day: date
    source: str
    page: int | None
    labels: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What a card's page says of its checks: what was confirmed, what is left, and whether the card is confirmed."""

    words: list[Word]
    left: list[str]
    whole: bool


def confirmed(sheet: CardSheet) -> Confirmed:
    """Return what is confirmed of a card, in the schema's order."""
    facts = checked(sheet.document)
    names = names_of(one for fact in facts for one in fact.confirmations)
    words: dict[tuple[Any, ...], Word] = {}
    for fact in facts:
        for one in fact.confirmations:
            name, address = names.get(one.pk, ("", ""))
            place = (one.by_id if name else None, one.at.date(), one.source, one.page)
            word = words.setdefault(place, Word(name, address, *place[1:]))
            if (label := _label(sheet, fact)) not in word.labels:
                word.labels.append(label)
    left = [_label(sheet, fact) for fact in facts if fact.known and not fact.confirmed]
    return Confirmed(list(words.values()), left, is_confirmed(facts))


def names_of(confirmations: Iterable[Confirmation]) -> dict[int, tuple[str, str]]:
    """Return the name and the address of who made each confirmation and wants to be named for it, by its number."""
    found = list(confirmations)
    people = {one.pk: one for one in named(found)}
    prefetch_related_objects(list(people.values()), "profile")
    return {
        one.pk: (display_name(people[one.by_id]), page_address(people[one.by_id]))
        for one in found
        if one.named and one.by_id in people
    }


def _label(sheet: CardSheet, fact: Checked) -> str:
    return speech.inside(sheet.label(fact.fact))
