"""Confirmations for a card's page: who confirmed which facts, when, and against which source, grouped."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from catalog import permissions
from catalog.curation.confirmations import FactStatus, credited_users, fact_statuses, is_confirmed
from catalog.models import Confirmation, Dispute
from legions.accounts.profile_names import display_name, profile_url, role_badge
from legions.cards.card_sheet import CardSheet, CardSource
from legions.changes.own_facts import value_words
from legions.site import wording


@dataclass(slots=True)
class ConfirmationNote:
    """Facts that one person confirmed on one day against one source.

    Without a `name` the person is not named, without a `source` the facts were checked against the printed card.
    """

    name: str
    address: str
    day: date
    source: CardSource | None
    labels: list[str] = field(default_factory=list)
    role: str | None = None


@dataclass(frozen=True, slots=True)
class SourcedValue:
    """A value that a source has for a disputed fact. The value of an offer has the `day` of the offer, the `name` of
    its author if they want to be thanked, and no `source` if it is from the printed card.
    """

    words: str
    source: CardSource | None
    name: str = ""
    day: date | None = None
    role: str | None = None


@dataclass(frozen=True, slots=True)
class DisputedFact:
    """A fact about which sources disagree: its label, whether the catalog uses one of the values, and all values."""

    label: str
    known: bool
    values: list[SourcedValue]


@dataclass(frozen=True, slots=True)
class CardConfirmations:
    """The confirmations on a card's page: the confirmed facts, the remaining ones, and whether the card is
    confirmed.
    """

    words: list[ConfirmationNote]
    left: list[str]
    whole: bool
    disputed: list[DisputedFact]
    seen: dict[str, str]
    """The people who have seen each fact on the printed card, as text, keyed by fact."""


def card_confirmations(sheet: CardSheet) -> CardConfirmations:
    """Return the confirmations of a card, in the schema's order."""
    facts = fact_statuses(sheet.document)
    names = confirmer_names(one for fact in facts for one in fact.confirmations)
    notes: dict[tuple[Any, ...], ConfirmationNote] = {}
    for fact in facts:
        for one in fact.confirmations:
            name, address, role = names.get(one.pk, ("", "", None))
            place = (one.by_id if name else None, one.at.date(), one.source, one.page)
            word = notes.setdefault(
                place, ConfirmationNote(name, address, one.at.date(), _source(one.source, one.page), role=role)
            )
            if (label := _label(sheet, fact)) not in word.labels:
                word.labels.append(label)
    left = [_label(sheet, fact) for fact in facts if fact.known and not fact.confirmed]
    thanked = [one.contribution.by for fact in facts for one in fact.disputes if one.contribution.by is not None]
    prefetch_related_objects(thanked, "profile")
    permissions.fetch_roles(thanked)
    disputed = [_disputed(sheet, fact) for fact in facts if fact.disputes]
    seen = {
        fact.fact: _seen_by([names.get(one.pk, ("",))[0] for one in fact.confirmations if not one.source])
        for fact in facts
        if any(not one.source for one in fact.confirmations)
    }
    return CardConfirmations(list(notes.values()), left, is_confirmed(facts), disputed, seen)


def _seen_by(names: list[str]) -> str:
    """Return a text about the people who saw a fact on the printed card, naming only people who agreed to it."""
    named = ", ".join(dict.fromkeys(name for name in names if name))
    if not named:
        return _("seen on the printed card")
    return _("seen on the printed card by {names}").format(names=named)


def confirmer_names(confirmations: Iterable[Confirmation]) -> dict[int, tuple[str, str, str | None]]:
    """Return name, address and role of the people who want to be named, keyed by primary key of the confirmation."""
    found = list(confirmations)
    people = {one.pk: one for one in credited_users(found)}
    prefetch_related_objects(list(people.values()), "profile")
    permissions.fetch_roles(people.values())
    return {
        one.pk: (display_name(people[one.by_id]), profile_url(people[one.by_id]), role_badge(people[one.by_id]))
        for one in found
        if one.named and one.by_id in people
    }


def _disputed(sheet: CardSheet, fact: FactStatus) -> DisputedFact:
    """Return the disputed values. The catalog's value comes first: its current one or, without one, its former one."""
    game, first = sheet.document["game"], fact.disputes[0]
    value, sources = (fact.value, fact.sources) if fact.known else (first.against["value"], first.against["sources"])
    source = _source(sources[0]["source"], sources[0].get("page")) if sources else None
    ours = SourcedValue(value_words(game, fact.fact, value), source)
    return DisputedFact(_label(sheet, fact), fact.known, [ours, *(_offered(game, one) for one in fact.disputes)])


def _offered(game: str, dispute: Dispute) -> SourcedValue:
    offer = dispute.contribution
    named = offer.by if offer.thank and offer.by is not None and offer.by.is_active else None
    name = display_name(named) if named else ""
    source = _source(offer.source, offer.page)
    return SourcedValue(
        value_words(game, dispute.fact, dispute.value), source, name, offer.offered_at.date(), role_badge(named)
    )


def _source(title: str, page: int | None) -> CardSource | None:
    return CardSource(0, title, page) if title else None


def _label(sheet: CardSheet, fact: FactStatus) -> str:
    return wording.inline_noun(sheet.label(fact.fact))
