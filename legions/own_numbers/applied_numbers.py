"""Own numbers in verdicts: lists are judged with their holder's own numbers, which are never stored in the list.

A list may have own facts itself: these take precedence over the holder's numbers, and the catalog over both. All code
that judges a list for its holder uses this module.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q

from catalog import documents
from catalog.documents import card_facts
from catalog.documents.errors import InvalidInput
from legions.own_numbers.models import OwnNumbers
from legions.own_numbers.services import Facts, current_facts
from legions.saved_lists.models import Legion
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import referenced_cards
from rulesapi.engine.core.ratings import with_implied_facts
from rulesapi.judging import verdicts

MAX_CARDS_OF_LIST: int = documents.load_schemas()["legion.schema.json"]["properties"]["facts"]["maxProperties"]
"""The maximum number of cards with own facts in a judged list."""


def with_numbers(document: dict[str, Any], facts: Facts, *, others: bool = False) -> dict[str, Any]:
    """Return the document to judge: a list with `facts` for the cards in it.

    With `others`, facts for other cards are added too, up to the limit of a list, for searches among all cards. A
    document that cannot be judged is returned unchanged; facts that contradict the list's own ones are left out.
    """
    if not facts:
        return document
    try:
        library = verdicts.library(document["game"], document.get("release"))
        today = verdicts.library(document["game"])
    except InvalidInput:
        return document
    stated: Facts = dict(document.get("facts", {}))
    names = {library.cards[slug].slug: slug for slug in stated if slug in library.cards}
    for slug in _slugs(document, facts if others else (), library, today):
        now = today.cards[slug].slug if slug in today.cards else slug
        name = names.get(slug, slug)
        if now not in facts or (name not in stated and len(stated) >= MAX_CARDS_OF_LIST):
            continue
        known = library.documents[slug]
        own = {**_wanted(known, facts[now], library), **stated.get(name, {})}
        if own and own != stated.get(name) and not card_facts.faults_in_facts(documents.schema_path(dict(known)), own):
            stated[name] = own
    return {**document, "facts": stated} if stated != document.get("facts", {}) else document


def facts_for(legion: Legion) -> Facts:
    """Return the own numbers of a list's holder for its game."""
    return facts_for_all([legion])[0]


def facts_for_all(legions: Sequence[Legion]) -> list[Facts]:
    """Return the own numbers for each of several lists, with one query; empty for lists without a holder."""
    owners = {legion.owner_id for legion in legions} - {None}
    guests = {legion.guest_key for legion in legions} - {None}
    if not owners and not guests:
        return [{} for _ in legions]
    found = OwnNumbers.objects.filter(Q(owner__in=owners) | Q(guest_key__in=guests))
    facts = {(one.owner_id, one.guest_key, one.game): current_facts(one) for one in found}
    return [facts.get((one.owner_id, one.guest_key, one.game), {}) for one in legions]


def legion_with_numbers(legion: Legion) -> dict[str, Any]:
    """Return a list's document with its holder's own numbers, as it is judged."""
    return with_numbers(legion.document, facts_for(legion))


def shown_with_numbers(legion: Legion) -> dict[str, Any]:
    """Return a shared list as visitors see it, with its holder's own numbers, as it is judged."""
    return with_numbers(legion.shown, facts_for(legion))


def _slugs(document: dict[str, Any], more: Iterable[str], library: Library, today: Library) -> Iterator[str]:
    """Yield the library's slugs for the cards of a list without duplicates, then for the further cards."""
    named = [slug for _at, slug in referenced_cards(document)]
    then = [_former(slug, library, today) for slug in more]
    yield from dict.fromkeys(library.cards[slug].slug for slug in [*named, *then] if slug in library.cards)


def _former(slug: str, library: Library, today: Library) -> str:
    """Return the slug that a former release has for a card."""
    if slug in library.cards or slug not in today.documents:
        return slug
    return next((one for one in today.documents[slug].get("formerly", ()) if one in library.cards), slug)


def _wanted(document: Mapping[str, Any], facts: Mapping[str, Any], library: Library) -> dict[str, Any]:
    """Return the useful own facts of a card: facts that are not fully known, and facts that depend on them."""
    standing, hangs = with_implied_facts(document, library.ruleset.rating_pairs), library.ruleset.dependent_facts
    return {
        fact: value
        for fact, value in facts.items()
        if (fact in standing and documents.wanted_pointers(standing[fact])) or (fact not in standing and fact in hangs)
    }
