"""Which games the catalog has whose legions are judged."""

from catalog import snapshots
from catalog.models import DocumentType, Revision
from rulesapi.engine.core.library import find_ruleset


def judged_games(release: int | None = None) -> list[str]:
    """Return the slugs of the games of a release, else of the newest, that a ruleset is known for.

    Raises InvalidInput `unknown-release`.
    """
    standing = Revision.objects.at(snapshots.at(release).release).of_type(DocumentType.GAME).order_by("slug")
    return [slug for slug, document in standing.values_list("slug", "document") if has_rules(document["ruleset"])]


def has_rules(ruleset: str) -> bool:
    """Return whether anybody knows the rules of this name: of a game without there are no lists, and no campaigns."""
    try:
        find_ruleset(ruleset)
    except LookupError:
        return False
    return True
