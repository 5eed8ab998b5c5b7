"""Views of a collection: show it, change counts, and undo the last change.

Each button sends the number that was shown and the new one, so that a request sent twice counts once, and no count is
overwritten that the user has not seen.
"""

from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalog.documents import json_input, sets_of
from catalog.documents.errors import InvalidInput
from catalog.search.syntax import MAX_QUERY_LENGTH
from legions.accounts.holders import holder_of, holder_or_new_guest
from legions.cards import queries
from legions.cards.choose_game import choose_game
from legions.cards.game_summaries import game_summaries
from legions.cards.queries import require_rules
from legions.cards.stock import stock
from legions.collection import services
from legions.collection.collection_search import CollectionSearch
from legions.collection.counts import MAX_COPIES, Counts, with_current_slugs
from legions.collection.game_collection import GameCollection, card_count
from legions.collection.models import Collection
from legions.site.invalid_forms import invalid_form
from legions.site.requests import HtmxRequest
from rulesapi.judging import verdicts
from rulesapi.judging.supported_games import is_judged


@never_cache
@require_safe
def collection_games(request: HtmxRequest) -> HttpResponse:
    """List the games with their counts, or redirect to the only game."""
    found = queries.published_games()
    if len(found) < 2:
        return choose_game(request, "collection", is_judged)
    collections = {one.game: one for one in Collection.objects.held_by(holder_of(request))}
    judged = [line.stock for line in game_summaries(found) if line.judged]
    games = [GameCollection(one, collections.get(one.game["slug"])) for one in judged]
    return render(request, "collection/games.html", {"games": games})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def collection_page(request: HtmxRequest, game: str) -> HttpResponse:
    """Show a collection, or change it as described at `posted_change`."""
    require_rules(game)
    if request.method != "POST":
        return _show(request, game)
    try:
        collection = posted_change(request, game)
    except InvalidInput as error:
        return _show(request, game, error=error.faults[0].message, status=error.status)
    except services.CollectionChanged:
        message = _("The count was changed elsewhere, so nothing was saved. The newer count is below.")
        return _show(request, game, error=message, status=409)
    if request.htmx:
        return _show(request, game, message=collection.what)
    messages.success(request, collection.what)
    return redirect(_address(request, game))


@never_cache
@require_POST
def count_card(request: HtmxRequest, game: str, slug: str) -> HttpResponse:
    """Change the count of a card from its own page, and redirect there; for htmx return only the count."""
    require_rules(game)
    known = stock(game).cards.get(slug)
    if known is None:
        raise Http404("There is no such card.")
    changed = change_count(request, game)
    if request.htmx:
        count = card_count(holder_of(request), game, slug, known.title)
        context = {"owned_count": count, "message": changed.message, "error": changed.error}
        return render(request, "collection/_card.html", context, status=changed.status)
    changed.say(request)
    return redirect("card", game, slug)


class CountChange(NamedTuple):
    """The outcome of a changed count on the page of a card or set: the message or the error, and the status."""

    message: str = ""
    error: str = ""
    status: int = 200

    def say(self, request: HtmxRequest) -> None:
        """Store the message or the error for the next page."""
        (messages.error if self.error else messages.success)(request, self.error or self.message)


def change_count(request: HtmxRequest, game: str) -> CountChange:
    """Apply the change of a button as `posted_change` does; errors are part of the outcome."""
    try:
        return CountChange(posted_change(request, game).what)
    except InvalidInput as error:
        return CountChange(error=error.faults[0].message, status=error.status)
    except services.CollectionChanged:
        return CountChange(error=_("The count was changed elsewhere. This is the newer one."), status=409)


# -- parsing requests ------------------------------------------------------------------------------------------------


def posted_change(request: HtmxRequest, game: str) -> Collection:
    """Apply the change of a button.

    `card/SLUG/SEEN/NOW` and `pack/SLUG/SEEN/NOW` set a count, without NOW to the number in the field `now`;
    `more/SET/VERSION` and `less/SET/VERSION` add or remove one copy of each card of a set; `undo/VERSION` undoes the
    last change. Raises InvalidInput and CollectionChanged.
    """
    do, *words = request.POST.get("do", "").split("/")
    if do in ("card", "pack") and len(words) in (2, 3):
        slug, seen = words[0], parse_number(words[1])
        now = parse_number(words[2] if len(words) == 3 else request.POST.get("now", ""))
        return _count(request, game, do, slug, seen, now)
    if do in ("more", "less") and len(words) == 2:
        return _each(request, game, words[0], parse_number(words[1], most=2**31 - 1), 1 if do == "more" else -1)
    if do == "undo" and len(words) == 1:
        return services.undo_counts(
            holder=holder_or_new_guest(request), game=game, base=parse_number(words[0], most=2**31 - 1)
        )
    raise invalid_form(_("This page is out of date. Reload it."), "/do")


def _count(request: HtmxRequest, game: str, kind: str, slug: str, seen: int, now: int) -> Collection:
    """Set the count of a card or of the packs of a set."""
    catalog = stock(game)
    if kind == "card":
        if slug not in catalog.cards:
            raise invalid_form(_("There is no such card in this game."), "/do")
        title, of = catalog.title(slug), "cards"
    else:
        if slug not in catalog.sets:
            raise invalid_form(_("There is no such set in this game."), "/do")
        title, of = catalog.sets[slug]["name"] or slug, "packs"
    message = _("%(title)s: %(now)s instead of %(seen)s.") % {"title": title, "now": now, "seen": seen}
    return services.set_counts(
        holder=holder_or_new_guest(request),
        game=game,
        now=Counts(**{of: {slug: now}}),
        seen=Counts(**{of: {slug: seen}}),
        what=message,
    )


def _each(request: HtmxRequest, game: str, slug: str, base: int, step: int) -> Collection:
    """Add or remove one copy of each card of a set."""
    catalog = stock(game)
    inside = [one for one, card in catalog.cards.items() if slug in sets_of(card.document)]
    if slug not in catalog.sets or not inside:
        raise invalid_form(_("There is no such set in this game, or nobody has entered its cards."), "/do")
    holder = holder_or_new_guest(request)
    collection = Collection.objects.of(holder, game)
    single = with_current_slugs(collection.counts, verdicts.library(game)).cards if collection else {}
    if (collection.version if collection else 0) != base:
        raise services.CollectionChanged
    now = {one: min(MAX_COPIES, max(0, single.get(one, 0) + step)) for one in inside}
    words = {"title": catalog.sets[slug]["name"] or slug, "number": len(inside)}
    if step > 0:
        message = ngettext(
            "%(title)s: one more of its %(number)s card.",
            "%(title)s: one more of each of its %(number)s cards.",
            len(inside),
        )
    else:
        message = ngettext(
            "%(title)s: one less of its %(number)s card.",
            "%(title)s: one less of each of its %(number)s cards.",
            len(inside),
        )
    seen = {one: single.get(one, 0) for one in inside}
    return services.set_counts(holder=holder, game=game, now=Counts(now), seen=Counts(seen), what=message % words)


def parse_number(text: str, *, most: int = MAX_COPIES) -> int:
    """Return a whole number from 0 to `most`. Raises InvalidInput."""
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit() and len(plain) < 11 and int(plain) <= most):
        raise invalid_form(_("Enter a whole number from 0 to %(most)s.") % {"most": f"{most:,}"}, "/do")
    return int(plain)


# -- responses -------------------------------------------------------------------------------------------------------


def _search_params(request: HtmxRequest) -> dict[str, str]:
    """Return the search parameters from the query string or the form."""
    params = request.POST if request.method == "POST" else request.GET
    query = json_input.tidy(params.get("q", "").replace("\0", ""))[:MAX_QUERY_LENGTH]
    return {"query": query, "show": params.get("show", ""), "number": params.get("page")}


def _address(request: HtmxRequest, game: str) -> str:
    """Return the path of the page that a form was sent from."""
    params = {key: request.POST.get(key, "") for key in ("q", "show", "page")}
    query = urlencode({key: value for key, value in params.items() if value}, errors="replace")
    return f"/collection/{game}/{'?' if query else ''}{query}"


def _show(request: HtmxRequest, game: str, *, message: str = "", error: str = "", status: int = 200) -> HttpResponse:
    collection = GameCollection(stock(game), Collection.objects.of(holder_of(request), game))
    search = CollectionSearch(collection, **_search_params(request))
    partial = bool(request.htmx)
    template = "collection/collection.html"
    if partial:
        template = "collection/_cards.html" if request.method != "POST" else "collection/_collection.html"
    context = {"collection": collection, "search": search, "game": collection.game, "message": message, "error": error}
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
