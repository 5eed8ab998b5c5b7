"""Facts of cards that players enter in a question, kept with their own numbers for every question and list."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import holder_or_new_guest
from legions.cards import queries
from legions.cards.stock import stock
from legions.own_numbers import services
from legions.own_numbers.number_fields import told_words
from legions.play.forms import TypedFact
from legions.play.play_hooks import play_hooks
from legions.play.question_cards import entered_values, question_form, situation_address
from legions.site.errors import ActionRefused
from rulesapi.judging.resolutions import play_ruleset


@require_POST
def keep_facts(request: HttpRequest, game: str, question: str) -> HttpResponse:
    """Keep the facts of cards in the address of a question, and redirect to it without them. Raises Http404."""
    queries.game_or_404(game)
    play = play_ruleset(game)
    if play is None or question not in play_hooks(game).forms:
        raise Http404("There is no such question.")
    form, _resolver = question_form(request, play, question, play_hooks(game).forms[question])
    typed = form.typed_facts() if form.is_bound and form.is_valid() else []
    if typed and _keep(request, game, typed):
        return redirect(_address(request, game, question, typed))
    return redirect(_address(request, game, question, []))


def _keep(request: HttpRequest, game: str, typed: list[TypedFact]) -> bool:
    """Store the facts; return whether that was possible."""
    facts: dict[str, dict[str, Any]] = {}
    for one in typed:
        facts.setdefault(one.card, {})[one.fact] = one.value
    what = told_words(facts, stock(game))
    try:
        services.set_facts(holder=holder_or_new_guest(request), game=game, facts=facts, what=what)
    except InvalidInput as invalid:
        messages.error(request, invalid.faults[0].message)
    except ActionRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, what)
        return True
    return False


def _address(request: HttpRequest, game: str, question: str, typed: list[TypedFact]) -> str:
    """Return the address of the question, without the fields of these facts."""
    starts = tuple(f"{one.path}_" for one in typed)
    left = [(name, value) for name, value in entered_values(request.GET) if not f"{name}_".startswith(starts)]
    return situation_address(reverse("question", args=[game, question]), left)
