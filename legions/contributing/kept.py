"""What somebody wrote before they logged in is kept for the form that it was written in, a photo excepted."""

from django.http import HttpRequest, QueryDict

from rulesapi.limits import charge

KEY = "what_a_card_says"
LONGEST = 30_000


def keep(request: HttpRequest, address: str) -> bool:
    """Keep what was posted, in place of what was kept before; return whether it was short enough for that.

    Raises TooMany when too much was stored for an address.
    """
    data = request.POST.copy()
    data.pop("csrfmiddlewaretoken", None)
    words = data.urlencode()
    if len(words) > LONGEST:
        return False
    charge(len(words), guest=True)
    request.session[KEY] = {"address": address, "data": words}
    return True


def kept(request: HttpRequest, address: str) -> QueryDict | None:
    """Return what was written at this address, None where nothing was; it is kept no longer."""
    found = request.session.get(KEY)
    if not found or found["address"] != address:
        return None
    del request.session[KEY]
    return QueryDict(found["data"])
