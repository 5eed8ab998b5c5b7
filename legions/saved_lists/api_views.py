"""The base of API views for the client's own legions."""

import hashlib
from uuid import UUID

from catalog.api_base.renderers import dumps
from legions.api_base.views import PrivateAPIView, get_or_404
from legions.saved_lists.models import Legion

NOT_FOUND_MESSAGE = "There is no such legion."


class LegionAPIView(PrivateAPIView):
    """An API view for the client's own legions."""

    def own_legion(self, pk: UUID, *, to_change: bool = False) -> Legion:
        """Return a legion of the client; with `to_change` it is locked until the transaction ends.

        Raises Http404 for any other legion, whether it exists or not.
        """
        return get_or_404(Legion.objects.held_by(self.holder), pk, NOT_FOUND_MESSAGE, to_change=to_change)


def etag_of(legion: Legion) -> str:
    """Return an entity tag for the state of a legion: its version, folder, archiving and deletion."""
    where = dumps([legion.folder, legion.archived_at, legion.deleted_at])
    return f"{legion.version}-{hashlib.sha256(where).hexdigest()[:12]}"
