"""What somebody wrote before they logged in is kept for the form that it was written in, a photo excepted."""

from django.http import HttpRequest, QueryDict

from catalog.api_base.throttling import charge_storage

SESSION_KEY = "what_a_card_says"
MAX_STORED_LENGTH = 30_000


def store_form(request: HttpRequest, address: str) -> bool:
    """Keep what was posted, in place of what was kept before; return whether it was short enough for that.

    Raises RateLimitExceeded when too much was stored for an address.
    """
    data = request.POST.copy()
    data.pop("csrfmiddlewaretoken", None)
    words = data.urlencode()
    if len(words) > MAX_STORED_LENGTH:
        return False
    charge_storage(len(words), guest=True)
    request.session[SESSION_KEY] = {"address": address, "data": words}
    return True


def pop_stored_form(request: HttpRequest, address: str) -> QueryDict | None:
    """Return what was written at this address, None where nothing was; it is kept no longer."""
    found = request.session.get(SESSION_KEY)
    if not found or found["address"] != address:
        return None
    del request.session[SESSION_KEY]
    return QueryDict(found["data"])
