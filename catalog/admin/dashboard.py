"""Tasks that wait for the user, shown on the index page of the admin above the list of models."""

from typing import Any

from catalog.admin import changesets, contributions, drafts, upcoming_releases


def waiting_items(user: Any) -> list[tuple[str, str]]:
    """Return the tasks that wait for a user, as pairs of text and address; empty tasks are left out."""
    waiting = (upcoming_releases, changesets, drafts, contributions)
    return [item for module in waiting for item in module.waiting_items(user)]
