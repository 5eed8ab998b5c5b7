"""Form data posted before a log-in, stored in the session by the address to continue at.

Only the newest posts are stored, without files, with a maximum length and for some days. A view has to read a post
after the log-in; nothing happens otherwise.
"""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils import timezone

from catalog.api_base.throttling import charge_storage

SESSION_KEY = "pending_posts"
MAX_POST_LENGTH = 40_000
"""The maximum number of characters in the names and values of one post."""
MAX_POSTS = 3
MAX_AGE = timedelta(days=7)
FORMER_KEYS = ("waiting", "what_a_card_says", "note_of_offer")
"""Session keys of former formats. Their data is removed when a post is stored."""


def store_post(request: HttpRequest, address: str) -> bool:
    """Store the fields of a post, replacing those stored for `address`. Return whether they are short enough.

    Raises RateLimitExceeded if too much was stored for the client's IP address.
    """
    fields = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    length = sum(len(name) + len(value) for name, values in fields.items() for value in values)
    if length > MAX_POST_LENGTH:
        return False
    charge_storage(length, guest=True)
    others = {key: post for key, post in _posts(request).items() if key != address}
    newest = dict(list(others.items())[1 - MAX_POSTS :])
    _save(request, newest | {address: {"at": timezone.now().timestamp(), "fields": fields}})
    return True


def pending_post(request: HttpRequest, address: str) -> QueryDict | None:
    """Return the stored fields for an address, or None."""
    post = _posts(request).get(address)
    if post is None:
        return None
    data = QueryDict(mutable=True)
    for name, values in post["fields"].items():
        data.setlist(name, values)
    return data


def discard_post(request: HttpRequest, address: str) -> None:
    """Remove the stored fields for an address."""
    posts = _posts(request)
    if posts.pop(address, None) is not None:
        _save(request, posts)


def _posts(request: HttpRequest) -> dict[str, dict[str, Any]]:
    """Return the stored posts by address, the oldest first, without expired ones."""
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
