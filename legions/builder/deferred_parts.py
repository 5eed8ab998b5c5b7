"""The parts of the builder that are rendered only when they are opened, such as fact fields and charts.

Each fold is a `<details>` element with an id. A closed fold has a link to the table with the fold open; a script
follows that link when the fold opens, and sends the ids of all open folds with each change.

The full verdict and the form for owned cards are rendered with a page, for users without scripts, and after a change
only if they are open.
"""

from collections.abc import Collection

from django.http import HttpRequest

UNFOLDED_PARAMETER = "unfolded"
UNFOLDED_HEADER = "Muster-Unfolded"
MAX_UNFOLDED = 20
"""The maximum number of folds rendered at once; the others keep their links."""

VERDICT_FOLD = "strip-more"
OWNED_CARDS_FOLD = "owned-cards"
MAY_FIT_FOLD = "may-fit-fold"
PAGE_FOLDS = frozenset({VERDICT_FOLD, OWNED_CARDS_FOLD, MAY_FIT_FOLD, "plots"})
"""The folds outside the cards, so that cards are rendered alike whether these are open or not."""


def candidate_fold(slug: str) -> str:
    """Return the id of the fold with the unknown facts of a candidate."""
    return f"ask-{slug}"


def unfolded_ids(request: HttpRequest, refused: Collection[str] = (), *, whole: bool = False) -> frozenset[str]:
    """Return the ids of the folds to render: those in the request, and those with `refused` fields.

    `refused` are field names in the form of `NumberField.name`; one of a candidate is in two folds. The `whole`
    page includes the full verdict and the owned cards.
    """
    named = request.headers.get(UNFOLDED_HEADER) or request.GET.get(UNFOLDED_PARAMETER, "")
    first = [VERDICT_FOLD, OWNED_CARDS_FOLD] if whole else []
    around = [MAY_FIT_FOLD] if any(name.startswith("number/c/") for name in refused) else []
    return frozenset([*first, *around, *map(_fold_of_field, refused), *named.split()][:MAX_UNFOLDED])


def _fold_of_field(name: str) -> str:
    _prefix, where, slug, _fact = name.split("/")
    if where == "s":
        return VERDICT_FOLD
    return f"missing-{where[1:]}" if where.startswith("p") else candidate_fold(slug)
