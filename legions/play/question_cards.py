"""The cards with which a question of play is answered: those of the list at the table, with the user's own numbers."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import holder_of
from legions.my_lists.named_lists import NamedList
from legions.own_numbers.applied_numbers import with_numbers
from legions.own_numbers.services import facts_of
from legions.play.declared_form import DeclaredForm
from legions.play.question_context import Table, list_in_address
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


def question_form(
    request: HttpRequest,
    play: PlayRuleset,
    question: str,
    make: type[DeclaredForm],
    memory: Mapping[str, Mapping[str, Any]] | None = None,
) -> tuple[DeclaredForm, Resolver]:
    """Return the form of a question as its address fills it in, and the resolver with the cards that it is about."""
    named_list = list_in_address(request, play.game)
    resolver = resolver_for(request, play, question, named_list)
    return make(request.GET, question_table(request, resolver, named_list, memory)), resolver


def situation_address(path: str, entered: Iterable[tuple[str, Any]]) -> str:
    """Return the address of a situation by the values of its fields, without empty ones."""
    values = [(name, value) for name, value in entered if value]
    return f"{path}?{urlencode(values)}" if values else path


def entered_values(data: QueryDict) -> list[tuple[str, Any]]:
    """Return each value of the data of a form with the name of its field."""
    return [(name, value) for name, values in data.lists() for value in values]
