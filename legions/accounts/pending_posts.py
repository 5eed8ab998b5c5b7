"""What was posted before a log-in is stored in the session, by the address to go on at, and taken up again there.

Only the newest posts are stored, without files, each up to a length and for some days. Nothing is done with one unless
a view asks for it after the log-in.
"""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils import timezone

from catalog.api_base.throttling import charge_storage

SESSION_KEY = "pending_posts"
MAX_LENGTH = 40_000
"""Characters of the names and values of one post."""
MAX_POSTS = 3
MAX_AGE = timedelta(days=7)
FORMER_KEYS = ("waiting", "what_a_card_says", "note_of_offer")
"""Keys of the formats that sessions had before this one; what stands there goes when a post is stored."""


def store_post(request: HttpRequest, address: str) -> bool:
    """Store the fields of a post, in place of those stored for `address` before; return whether they are short enough.

    Raises RateLimitExceeded when too much was stored for an address of the network.
    """
    fields = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    length = sum(len(name) + len(value) for name, values in fields.items() for value in values)
    if length > MAX_LENGTH:
        return False
    charge_storage(length, guest=True)
    others = {key: post for key, post in _posts(request).items() if key != address}
    newest = dict(list(others.items())[1 - MAX_POSTS :])
    _save(request, newest | {address: {"at": timezone.now().timestamp(), "fields": fields}})
    return True


def pending_post(request: HttpRequest, address: str) -> QueryDict | None:
    """Return the fields that were stored for an address, None where there are none."""
    post = _posts(request).get(address)
    if post is None:
        return None
    data = QueryDict(mutable=True)
    for name, values in post["fields"].items():
        data.setlist(name, values)
    return data


def discard_post(request: HttpRequest, address: str) -> None:
    """Remove what was stored for an address."""
    posts = _posts(request)
    if posts.pop(address, None) is not None:
        _save(request, posts)


def _posts(request: HttpRequest) -> dict[str, dict[str, Any]]:
    """Return what is stored by its address, the oldest first, without what is too old."""
    since = (timezone.now() - MAX_AGE).timestamp()
    stored: dict[str, dict[str, Any]] = request.session.get(SESSION_KEY, {})
    return {address: post for address, post in stored.items() if post["at"] >= since}


def _save(request: HttpRequest, posts: dict[str, dict[str, Any]]) -> None:
    for key in FORMER_KEYS:
        request.session.pop(key, None)
    if posts:
        request.session[SESSION_KEY] = posts
    else:
        request.session.pop(SESSION_KEY, None)
