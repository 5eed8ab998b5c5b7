"""Finding the list that a request is about."""

from typing import Any

from django.http import Http404, HttpRequest

from legions.accounts.holders import holder_of
from legions.saved_lists.models import Legion


def own_legion_or_404(request: HttpRequest, pk: Any) -> Legion:
    """Return a legion of who is asking, one that was thrown away too.

    Raises Http404 for any other, in the same way whether there is such a legion or not.
    """
    legion = Legion.objects.held_by(holder_of(request)).filter(pk=pk).first()
    if legion is None:
        raise Http404("There is no such legion.")
    return legion
