"""Finding the list that a request is about."""

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
    """Return a legion of the user or guest who makes a request, one that was thrown away too.

    Raises Http404 for any other, in the same way whether there is such a legion or not.
    """
    legion = Legion.objects.held_by(holder_of(request)).filter(pk=pk).first()
    if legion is None:
        raise Http404("There is no such legion.")
    return legion


def with_own_legion(
    view: Callable[Concatenate[R, Legion, ...], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Call a view with one's own legion in place of its key; of one that was thrown away, redirect to the trash."""

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
