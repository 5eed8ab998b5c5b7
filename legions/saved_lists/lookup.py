"""Lookup of the list that a request is about."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, TypeVar

from django.http import Http404, HttpRequest, HttpResponseBase

from catalog.api_base.problems import ProblemError
from legions.accounts.holders import holder_of
from legions.saved_lists.models import Legion
from legions.saved_lists.responses import redirect_to_trash

R = TypeVar("R", bound=HttpRequest)


def own_legion_or_404(request: HttpRequest, pk: Any) -> Legion:
    """Return a legion of the user or guest who makes the request, deleted ones included.

    Raises Http404 for any other legion, whether it exists or not.
    """
    legion = Legion.objects.held_by(holder_of(request)).filter(pk=pk).first()
    if legion is None:
        raise Http404("There is no such legion.")
    return legion


def with_own_legion(
    view: Callable[Concatenate[R, Legion, ...], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Return a view that gets the client's own legion instead of its key. For a deleted one it redirects to the
    trash.
    """

    @wraps(view)
    def wrapper(request: R, pk: Any, **kwargs: Any) -> HttpResponseBase:
        legion = own_legion_or_404(request, pk)
        return redirect_to_trash(request, legion) if legion.deleted_at else view(request, legion, **kwargs)

    return wrapper


def require_not_deleted(legion: Legion) -> Legion:
    """Return a legion that may be changed. Raises ProblemError for one in the trash."""
    if legion.deleted_at is not None:
        raise ProblemError("thrown-away")
    return legion
