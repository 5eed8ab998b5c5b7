"""The cards with which a question of play is answered: those of the list at the table, with the user's own numbers."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.http import HttpRequest

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import holder_of
from legions.my_lists.named_lists import NamedList
from legions.own_numbers.applied_numbers import with_numbers
from legions.own_numbers.services import facts_of
from legions.play.question_context import Table
from rulesapi.engine.resolutions.declared import PlayRuleset
from rulesapi.judging.resolutions import Resolver


def resolver_for(request: HttpRequest, play: PlayRuleset, question: str, named_list: NamedList | None) -> Resolver:
    """Return the resolver with the cards of the list at the table, or the newest ones, with the user's own numbers.

    Without them if the list cannot be judged.
    """
    holder = holder_of(request)
    numbers = facts_of(holder, play.game) if holder else {}
    document = named_list.document if named_list is not None else {"game": play.game, "picks": []}
    if named_list is not None or numbers:
        with suppress(InvalidInput):
            return Resolver(play, play.questions[question], legion=with_numbers(document, numbers, others=True))
    return Resolver(play, play.questions[question])


def question_table(
    request: HttpRequest,
    resolver: Resolver,
    named_list: NamedList | None,
    memory: Mapping[str, Mapping[str, Any]] | None = None,
) -> Table:
    """Return the lookups of the form of a question; `memory` has what its table enters once."""
    facts = resolver.table
    return Table(resolver.play.game, facts.cards, memory or {}, request, facts.adventures, named_list)
