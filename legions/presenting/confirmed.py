"""Who has checked what of a card, as its page says it: who confirmed which facts, when, against what, in few lines."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import prefetch_related_objects

from catalog import roles
from catalog.confirming import Checked, checked, is_confirmed, named
from catalog.models import Confirmation, Dispute
from legions import speech
from legions.building.own_facts import words
from legions.cards.facts import CardSheet, Source
from legions.services import badge_of, display_name, page_address


@dataclass(slots=True)
class Word:
    """What one person has confirmed in one go: without a `name` they are not named, without a `source` it
    was held against the printed card."""

    name: str
    address: str
    day: date
    source: Source | None
    labels: list[str] = field(default_factory=list)
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """One of the values that sources give for a fact. That of an offer has the `day` it was made, the name of who wants
    to be thanked for it, and no `source` where it is from the printed card."""

    words: str
    source: Source | None
    name: str = ""
    day: date | None = None
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Disputed:
    """A fact about which sources disagree: what it is called, whether the catalog goes by a value, and all of them."""

    label: str
    known: bool
    values: list[Value]


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What a card's page says of its checks: what was confirmed, what is left, and whether the card is confirmed."""

    words: list[Word]
    left: list[str]
    whole: bool
    disputed: list[Disputed]


def confirmed(sheet: CardSheet) -> Confirmed:
    """Return what is confirmed of a card, in the schema's order."""
    facts = checked(sheet.document)
    names = names_of(one for fact in facts for one in fact.confirmations)
    said: dict[tuple[Any, ...], Word] = {}
    for fact in facts:
        for one in fact.confirmations:
            name, address, role = names.get(one.pk, ("", "", None))
            place = (one.by_id if name else None, one.at.date(), one.source, one.page)
            word = said.setdefault(place, Word(name, address, one.at.date(), _source(one.source, one.page), role=role))
            if (label := _label(sheet, fact)) not in word.labels:
                word.labels.append(label)
    left = [_label(sheet, fact) for fact in facts if fact.known and not fact.confirmed]
    thanked = [one.contribution.by for fact in facts for one in fact.disputes if one.contribution.by is not None]
    prefetch_related_objects(thanked, "profile")
    roles.fetch_roles(thanked)
    disputed = [_disputed(sheet, fact) for fact in facts if fact.disputes]
    return Confirmed(list(said.values()), left, is_confirmed(facts), disputed)


def names_of(confirmations: Iterable[Confirmation]) -> dict[int, tuple[str, str, str | None]]:
    """Return name, address and role of who made each confirmation and wants to be named for it, by its number."""
    found = list(confirmations)
    people = {one.pk: one for one in named(found)}
    prefetch_related_objects(list(people.values()), "profile")
    roles.fetch_roles(people.values())
    return {
        one.pk: (display_name(people[one.by_id]), page_address(people[one.by_id]), badge_of(people[one.by_id]))
        for one in found
        if one.named and one.by_id in people
    }


def _disputed(sheet: CardSheet, fact: Checked) -> Disputed:
    """Return the values that stand side by side, that of the catalog first: of today, else of before."""
    game, first = sheet.document["game"], fact.disputes[0]
    value, sources = (fact.value, fact.sources) if fact.known else (first.against["value"], first.against["sources"])
    source = _source(sources[0]["source"], sources[0].get("page")) if sources else None
    ours = Value(words(game, fact.fact, value), source)
    return Disputed(_label(sheet, fact), fact.known, [ours, *(_offered(game, one) for one in fact.disputes)])


def _offered(game: str, one: Dispute) -> Value:
    offer = one.contribution
    named = offer.by if offer.thank and offer.by is not None and offer.by.is_active else None
    name = display_name(named) if named else ""
    source = _source(offer.source, offer.page)
    return Value(words(game, one.fact, one.value), source, name, offer.offered_at.date(), badge_of(named))


def _source(title: str, page: int | None) -> Source | None:
    return Source(0, title, page) if title else None


def _label(sheet: CardSheet, fact: Checked) -> str:
    return speech.inside(sheet.label(fact.fact))
