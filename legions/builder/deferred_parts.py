"""What the builder draws only once it is opened: fields, of which a table has hundreds and few are needed, and plots.

Each fold is a `details` with an id. Closed, it has a link that asks for the table with the fold drawn; a script follows
that link as the fold opens, and names all that are open with each change.

What the verdict says in full, and the form for the cards that one has, are drawn with a page, for who has no script,
and after a change only where they are open.
"""

from collections.abc import Iterable

from django.http import HttpRequest

UNFOLDED_PARAMETER = "unfolded"
UNFOLDED_HEADER = "Muster-Unfolded"
MAX_UNFOLDED = 20
"""So many folds are drawn at once; any further one keeps its link."""

VERDICT_FOLD = "strip-more"
OWNED_CARDS_FOLD = "owned-cards"
PAGE_FOLDS = frozenset({VERDICT_FOLD, OWNED_CARDS_FOLD, "plots"})
"""The folds that are of no card, so that the cards are drawn the same whether these are open or not."""


def candidate_fold(slug: str) -> str:
    """Return the id of the fold with what is not known of a candidate."""
    return f"ask-{slug}"


def unfolded_ids(request: HttpRequest, refused: Iterable[str] = (), *, whole: bool = False) -> frozenset[str]:
    """Return the ids of the folds that are to be drawn: those that the request names, and those of `refused` fields.

    `refused` are names of fields as `NumberField.name` has them. The `whole` page has the verdict in full, and the
    cards that one has.
    """
    named = request.headers.get(UNFOLDED_HEADER) or request.GET.get(UNFOLDED_PARAMETER, "")
    first = [VERDICT_FOLD, OWNED_CARDS_FOLD] if whole else []
    return frozenset([*first, *map(_fold_of_field, refused), *named.split()][:MAX_UNFOLDED])


def _fold_of_field(name: str) -> str:
    _prefix, where, slug, _fact = name.split("/")
    if where == "s":
        return VERDICT_FOLD
    return f"missing-{where[1:]}" if where.startswith("p") else candidate_fold(slug)
