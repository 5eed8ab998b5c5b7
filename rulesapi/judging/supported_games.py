"""The games of the catalog whose legions can be judged."""

from collections.abc import Mapping
from typing import Any

from catalog import snapshots
from catalog.models import DocumentType, Revision
from rulesapi.engine.core.library import find_ruleset


def judged_games(release: int | None = None) -> list[str]:
    """Return the slugs of a release's games with a known ruleset; the default is the newest release.

    Raises InvalidInput `unknown-release`.
    """
    standing = Revision.objects.at(snapshots.at(release).release).of_type(DocumentType.GAME).order_by("slug")
    return [slug for slug, document in standing.values_list("slug", "document") if is_judged(document)]


def is_judged(game: Mapping[str, Any]) -> bool:
    """Return whether the rules of a game, given as its document, are known; without them it has neither lists nor
    campaigns.
    """
    try:
        find_ruleset(game["ruleset"])
    except LookupError:
        return False
    return True
