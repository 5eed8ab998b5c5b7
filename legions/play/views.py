"""Views of questions of play: the questions of a game, and each question with its answer."""

from typing import Any
from urllib.parse import parse_qsl

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from legions.cards import queries
from legions.play.answer import Answer
from legions.play.forms import EVENT, REMOVE, ROLL, TAKE, SituationForm, rolled
from legions.play.memory_cookie import BrowserMemory, remember
from legions.play.play_hooks import play_hooks
from legions.play.question_cards import entered_values, question_form, situation_address
from legions.play.question_page import QuestionPage
from legions.rulebook.open_book import open_book
from legions.site import wording
from legions.site.requests import HtmxRequest
from rulesapi.engine.resolutions.declared import PlayRuleset
from rulesapi.judging.resolutions import play_ruleset

MAX_TAKEN_LENGTH = 1000
"""Maximum characters in the parameter of a button that puts a card's name into a field."""


@require_safe
def game_questions(request: HttpRequest, game: str) -> HttpResponse:
    """List the questions of play of a game. Raises Http404 for a game without any."""
    document = queries.game_or_404(game)
    play = _play_or_404(game)
    questions = [
        (name, wording.translated(play.questions[name].title), wording.translated(play.questions[name].text))
        for name in play_hooks(game).forms
    ]
    context = {
        "game": document,
        "questions": questions,
        "has_rulebook": open_book(game) is not None,
        "has_references": bool(queries.references_of(game)),
    }
    return render(request, "play/questions.html", context)


@require_safe
def question(request: HtmxRequest, game: str, question: str) -> HttpResponse:
    """Show the form of a question and the rulebook's answer. Buttons in the form redirect to the changed address.

    Invalid input gets an error status, except for htmx, which does not show error responses.
    """
    document = queries.game_or_404(game)
    play, hooks = _play_or_404(game), play_hooks(game)
    if question not in hooks.forms:
        raise Http404("There is no such question.")
    form_class, memory = hooks.forms[question], BrowserMemory(request, document)
    if form_class.rolls and (counted := memory.after_count()):
        return counted
    form, resolver = question_form(request, play, question, form_class, memory.kept)
    if ROLL in request.GET:
        return _after_tap(request, form)
    if TAKE in request.GET:
        return _after_take(request, form)
    if REMOVE in request.GET:
        data = request.GET.copy()
        return redirect(_address(request.path, form.after_removal(data, str(data.pop(REMOVE)[-1]))))
    if EVENT in request.GET:
        return redirect(_address(request.path, form.after_event(request.GET.copy())))
    page = QuestionPage(Answer(form, resolver))
    context: dict[str, Any] = {"game": document, "page": page, "odds": bool(hooks.odds_template)}
    if form.rolls and hooks.memory is not None:
        context["memory"] = hooks.memory(memory.kept, document)
        asked = [die for die in memory.dice if die.name in page.asked_dice]
        context["asked_dice"] = asked[:1]  # one after the other, so that a phone shows each of them whole
        context["counting"] = any(die.faces for die in memory.dice)  # one after the other, without unfolding the next
        context["other_dice"] = [die for die in memory.dice if die not in asked]
    status = 400 if page.refused and not request.htmx else 200
    response = render(request, "play/question.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    response["HX-Replace-Url"] = _address(request.path, request.GET)
    return response


@require_POST
def remember_table(request: HttpRequest, game: str) -> HttpResponse:
    """Store a table's dice and icons in a cookie and redirect to the question. Raises Http404."""
    document = queries.game_or_404(game)
    _play_or_404(game)
    make = play_hooks(game).memory
    if make is None:
        raise Http404("This game asks for no dice.")
    form = make(request.POST, document)
    if not form.is_valid():
        return render(request, "play/memory.html", {"game": document, "memory": form}, status=400)
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, allowed_hosts=None) and back.startswith("/")
    response = redirect(back if safe else reverse("play", args=[game]))
    remember(request, response, game, form.said())
    return response


def _play_or_404(game: str) -> PlayRuleset:
    play = play_ruleset(game)
    if play is None or not play_hooks(game).forms:
        raise Http404("There are no questions of play of this game.")
    return play


def _after_tap(request: HttpRequest, form: Any) -> HttpResponse:
    data = request.GET.copy()
    taps = data.pop(ROLL)
    name = str(taps[-1]).partition(".")[0]
    found = rolled(request.GET, str(taps[-1]), form)
    if found is not None:
        data[name] = found
    return redirect(_address(request.path, data))


def _after_take(request: HttpRequest, form: SituationForm) -> HttpResponse:
    data = request.GET.copy()
    taken = dict(parse_qsl(str(data.pop(TAKE)[-1])[:MAX_TAKEN_LENGTH]))
    if {"field", "title"} <= taken.keys():
        data = form.after_take(data, taken["field"], taken.get("name", ""), taken["title"])
    return redirect(_address(request.path, data))


def _address(path: str, data: QueryDict) -> str:
    return situation_address(path, entered_values(data))
