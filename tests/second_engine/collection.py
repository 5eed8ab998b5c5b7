"""Collections of a list's player: single copies, and packs with their contents."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.second_engine.places import Standing, by_any_slug, title
from tests.second_engine.report import Report
from tests.second_engine.world_generator import World


def owned_copies(world: World, holder: Mapping[str, Any]) -> Counter[str] | None:
    """Return the copies of each card by its current slug; None for a list without a collection."""
    if "collection" not in holder and "packs" not in holder:
        return None
    known = by_any_slug(world.cards)
    copies: Counter[str] = Counter()
    for slug, number in holder.get("collection", {}).items():
        if slug in known:
            copies[known[slug]["slug"]] += number
    sets = {slug: one for one in world.sets for slug in (one["slug"], *one.get("formerly", []))}
    for slug, number in holder.get("packs", {}).items():
        for row in sets[slug]["contents"]:
            if row["card"] in known:
                copies[known[row["card"]]["slug"]] += number * row["copies"]
    return copies


def check_collection(report: Report, world: World, holder: Mapping[str, Any], standing: Sequence[Standing]) -> None:
    """No card is used more often than its player owns it, if the list has a collection."""
    owned = owned_copies(world, holder)
    if owned is None:
        return
    for slug, card in world.cards.items():
        used = [(place, count) for place, other, count in standing if other["slug"] == slug]
        if (needed := sum(count for _, count in used)) > owned[slug]:
            facts = {"card": title(card), "slug": slug, "needed": needed, "owned": owned[slug]}
            report.broken("collection-limit", [place for place, _ in used], facts)
