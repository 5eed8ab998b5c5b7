"""Pages of own numbers: the games, and the numbers of a game."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import holder_of, holder_or_new_guest
from legions.cards import queries
from legions.cards.choose_game import choose_game
from legions.cards.game_summaries import game_summaries
from legions.cards.queries import require_rules
from legions.cards.stock import stock
from legions.own_numbers import number_views
from legions.own_numbers.models import OwnNumbers
from legions.own_numbers.number_fields import NumbersRefused
from legions.own_numbers.numbers_page import NumbersPage
from legions.own_numbers.services import NumbersChanged
from legions.site.errors import ActionRefused
from legions.site.requests import HtmxRequest
from rulesapi.judging.supported_games import is_judged


@never_cache
@require_safe
def numbers_games(request: HtmxRequest) -> HttpResponse:
    """List the games with the number of cards with own numbers, or redirect to the only game."""
    found = queries.published_games()
    if len(found) < 2:
        return choose_game(request, "own-numbers", is_judged)
    counts = {one.game: len(one.facts) for one in OwnNumbers.objects.held_by(holder_of(request))}
    judged = [line.stock.game for line in game_summaries(found) if line.judged]
    games = [{"game": game, "cards": counts.get(game["slug"], 0)} for game in judged]
    return render(request, "own_numbers/games.html", {"games": games})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_numbers(request: HtmxRequest, game: str) -> HttpResponse:
    """Show the own numbers of a game, or change them: `do` is an action as in the builder's forms for numbers."""
    require_rules(game)
    if request.method != "POST":
        return _show(request, NumbersPage(stock(game), holder_of(request), request.GET.get("page")))
    holder = holder_or_new_guest(request)
    page = NumbersPage(stock(game), holder)
    try:
        told = number_views.run_number_action(request.POST.get("do", ""), request.POST, page.stock, holder)
    except NumbersRefused as error:
        page.refused, page.fault = error.fields, _("Nothing was saved. Check what you entered.")
        return _show(request, page, 400)
    except NumbersChanged:
        page.fault = _("Your numbers were changed elsewhere in the meantime, so nothing was taken back.")
        return _show(request, page, 409)
    except InvalidInput as invalid:
        page.fault = invalid.faults[0].message
        return _show(request, page, invalid.status)
    except ActionRefused as refused:
        page.fault = str(refused)
        return _show(request, page, 409)
    messages.success(request, told.what)
    return redirect("own-numbers", game)


def _show(request: HtmxRequest, page: NumbersPage, status: int = 200) -> HttpResponse:
    return render(request, "own_numbers/numbers.html", {"numbers": page}, status=status)
