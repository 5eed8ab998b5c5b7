"""Who made a set: the publisher of its game, Muster, or somebody else."""

from collections.abc import Mapping
from typing import Any, Final, Literal

SetOrigin = Literal["publisher", "muster", "community"]

PUBLISHER: Final = "publisher"
MUSTER: Final = "muster"
COMMUNITY: Final = "community"


def set_origin(document: Mapping[str, Any]) -> SetOrigin:
    """Return who made a set, by its document: what it says, else what follows from whether it is official."""
    origin: SetOrigin | None = document.get("origin")
    return origin or (PUBLISHER if document["official"] else COMMUNITY)
