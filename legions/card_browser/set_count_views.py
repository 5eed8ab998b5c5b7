"""The number of owned boxes on the page of a set."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from catalog.documents.errors import InvalidInput
from legions.card_browser.views import show_set
from legions.cards.queries import require_rules
from legions.collection import services
from legions.collection.views import posted_change
from legions.site.requests import HtmxRequest


@never_cache
@require_POST
def count_set(request: HtmxRequest, game: str, slug: str) -> HttpResponse:
    """Update the count of a set from its page and redirect to it; htmx gets the page and selects its part."""
    require_rules(game)
    error_message, message, status = "", "", 200
    try:
        message = posted_change(request, game).what
    except InvalidInput as error:
        error_message, status = error.faults[0].message, error.status
    except services.CollectionChanged:
        error_message, status = _("The count was changed elsewhere. This is the newer one."), 409
    if request.htmx:
        return show_set(request, game, slug, message=message, error=error_message, status=status)
    if error_message:
        messages.error(request, error_message)
    else:
        messages.success(request, message)
    return redirect("set", game, slug)
