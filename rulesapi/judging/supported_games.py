"""The games of the catalog whose legions can be judged."""

from catalog import snapshots
from catalog.models import DocumentType, Revision
from rulesapi.engine.core.library import find_ruleset


def judged_games(release: int | None = None) -> list[str]:
    """Return the slugs of a release's games with a known ruleset; the default is the newest release.

    Raises InvalidInput `unknown-release`.
    """
    standing = Revision.objects.at(snapshots.at(release).release).of_type(DocumentType.GAME).order_by("slug")
    return [slug for slug, document in standing.values_list("slug", "document") if has_rules(document["ruleset"])]


def has_rules(ruleset: str) -> bool:
    """Return whether a ruleset of this name exists; a game without one has neither lists nor campaigns."""
    try:
        find_ruleset(ruleset)
    except LookupError:
        return False
    return True
