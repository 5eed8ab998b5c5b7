"""The example on the front page: one legion per game, judged by the newest release.

The documents are in the packages of the games. If the catalog lacks their cards, no example is shown.
"""

from functools import cache
from pathlib import Path
from typing import Any

from catalog.documents import json_input
from catalog.documents.errors import InvalidInput
from legions.cards.stock import Stock
from legions.verdicts.view_models import VerdictView
from rulesapi.judging import verdicts

SHOWCASE_DIR = Path(__file__).resolve().parents[1] / "games"


@cache
def showcase_document(game: str) -> dict[str, Any] | None:
    """Return the example legion of `game`, or None if it has none."""
    found = [file for file in SHOWCASE_DIR.glob("*/showcase.json") if file.parent.name.replace("_", "-") == game]
    return json_input.loads(found[0].read_bytes()) if found else None


def showcase_view(game: str, catalog: Stock) -> VerdictView | None:
    """Return the example legion of `game`, judged by the release of `catalog`.

    None if the catalog lacks cards of the example or cannot judge it.
    """
    legion = showcase_document(game)
    if legion is None:
        return None
    slugs = {slug for pick in legion["picks"] for slug in (pick["card"], *pick.get("upgrades", ()))}
    if not all(catalog.card(slug).known for slug in slugs):
        return None
    try:
        return VerdictView(verdicts.judge(legion, release=catalog.release), legion, catalog)
    except InvalidInput:
        return None
