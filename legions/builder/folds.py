"""What the builder draws only once it is opened: fields, of which a table has hundreds and few are needed, and plots.

Each fold is a `details` with an id. Closed, it has a link that asks for the table with the fold drawn; a script follows
that link as the fold opens, and names all that are open with each change.
"""

from collections.abc import Iterable

from django.http import HttpRequest

UNFOLDED_PARAMETER = "unfolded"
UNFOLDED_HEADER = "Muster-Unfolded"
MAX_UNFOLDED = 20
"""So many folds are drawn at once; any further one keeps its link."""


def candidate_fold(slug: str) -> str:
    """Return the id of the fold with what is not known of a candidate."""
    return f"ask-{slug}"


def unfolded_ids(request: HttpRequest, refused: Iterable[str] = ()) -> frozenset[str]:
    """Return the ids of the folds that are to be drawn: those that the request names, and those of `refused` fields.

    `refused` are names of fields as `NumberField.name` has them.
    """
    named = request.headers.get(UNFOLDED_HEADER) or request.GET.get(UNFOLDED_PARAMETER, "")
    return frozenset([*map(_fold_of_field, refused), *named.split()][:MAX_UNFOLDED])


def _fold_of_field(name: str) -> str:
    _prefix, where, slug, _fact = name.split("/")
    return f"missing-{where[1:]}" if where.startswith("p") else candidate_fold(slug)
