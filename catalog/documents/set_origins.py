"""The origin of a set: the publisher of its game, Muster, or the community."""

from collections.abc import Mapping
from typing import Any, Final, Literal

SetOrigin = Literal["publisher", "muster", "community"]

PUBLISHER: Final = "publisher"
MUSTER: Final = "muster"
COMMUNITY: Final = "community"


def set_origin(document: Mapping[str, Any]) -> SetOrigin:
    """Return the origin of a set from its document, or derived from `official` if the document has none."""
    origin: SetOrigin | None = document.get("origin")
    return origin or (PUBLISHER if document["official"] else COMMUNITY)
