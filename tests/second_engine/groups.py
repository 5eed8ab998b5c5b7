"""Groups of places that clash with each other."""

from collections.abc import Iterable


def joined(pairs: Iterable[tuple[str, str]]) -> list[set[str]]:
    """Return groups of places that clash with each other, directly or through others."""
    groups: list[set[str]] = []
    for pair in pairs:
        touching = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if not group & set(pair)]
        groups.append(set(pair).union(*touching))
    return groups
