"""Views of lists that share a collection: mark them as built or wanted, and show conflicts and purchases."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legions.accounts.holders import holder_of
from legions.cards.queries import require_rules
from legions.cards.stock import stock
from legions.collection.built_lists import set_mark
from legions.collection.game_collection import GameCollection
from legions.collection.models import Collection
from legions.collection.purchases_page import PurchasesPage
from legions.saved_lists.lookup import own_legion_or_404
from legions.saved_lists.models import BuildStatus, Legion
from legions.saved_lists.responses import redirect_to_trash
from legions.site import error_views
from legions.site.errors import ActionRefused

MARK_MESSAGES = {
    BuildStatus.NONE: _("“%(name)s” is neither built nor wanted any more."),
    BuildStatus.BUILT: _("“%(name)s” is marked as built: its cards are in use."),
    BuildStatus.WANTED: _("“%(name)s” is wanted: what is missing for it is named below."),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def purchases(request: HttpRequest, game: str) -> HttpResponse:
    """Show the lists of a game that share a collection, or mark one: `do` is its id and the mark, separated by a
    slash.
    """
    require_rules(game)
    if request.method != "POST":
        return _show(request, game)
    pk, _sep, wish = request.POST.get("do", "").partition("/")
    try:
        legion, chosen = own_legion_or_404(request, UUID(pk)), BuildStatus(wish)
    except ValueError:
        return error_views.bad_request(request)
    if legion.deleted_at:
        return redirect_to_trash(request, legion)
    try:
        set_mark(legion=legion, mark=chosen)
    except ActionRefused as refused:
        return _show(request, game, error=str(refused), status=409)
    messages.success(request, str(MARK_MESSAGES[chosen]) % {"name": legion.name})
    return redirect("plans", legion.game)


def _show(request: HttpRequest, game: str, *, error: str = "", status: int = 200) -> HttpResponse:
    holder = holder_of(request)
    collection_page = GameCollection(stock(game), Collection.objects.of(holder, game))
    found = Legion.objects.held_by(holder).not_deleted().filter(game=game, archived_at__isnull=True)
    page = PurchasesPage(collection_page, list(found.order_by("-updated_at", "pk")), request.GET.get("page"))
    return render(
        request,
        "collection/purchases.html",
        {"purchases": page, "game": collection_page.game, "error": error},
        status=status,
    )
