"""The rules by which legions are judged, in the words that findings cite."""

from collections.abc import Iterator
from typing import Any

from catalog.faults import Fault, Malformed
from catalog.models import Revision, Shelf

from .. import parameters
from ..engine.ruleset import Rule, find_ruleset
from ..renderers import dumps
from ..snapshots import Snapshot
from .listing import Listing, Row, refused


class Rules(Listing):
    """The rules of the games of a release, in the order of their rulebooks."""

    parameters = (*parameters.LISTING, parameters.slug("game", "Only the rules of this game."))

    def rows(self, snapshot: Snapshot, after: str | None, most: int) -> list[Row]:
        """Return the rules after the one with code `after`. Raises Malformed `unknown-game`."""
        rows = [Row(rule.code, dumps(as_document(game, rule)).decode()) for game, rule in self._rules(snapshot)]
        if after is None:
            return rows[:most]
        codes = [row.key for row in rows]
        if after not in codes:
            raise refused("This cursor is of another list.")
        start = codes.index(after) + 1
        return rows[start : start + most]

    def _rules(self, snapshot: Snapshot) -> Iterator[tuple[str, Rule]]:
        games = Revision.objects.at(snapshot.release).shelf(Shelf.GAME, self.query.get("game")).order_by("slug")
        found = list(games.values_list("slug", "document"))
        if not found and (game := self.query.get("game")):
            raise Malformed("unknown-game", [Fault("/game", "unknown-game", f"There is no game “{game}”.")])
        for slug, document in found:
            try:
                ruleset = find_ruleset(document["ruleset"])
            except LookupError:
                continue  # a game whose cards are kept but whose legions nobody judges yet
            yield from ((slug, rule) for rule in ruleset.rules)


def as_document(game: str, rule: Rule) -> dict[str, Any]:
    """Return a rule as JSON; one that only changes the price has no level."""
    return {
        "game": game,
        "code": rule.code,
        "title": rule.title,
        "text": rule.text,
        "cite": rule.cite.as_document(),
        "level": rule.level if rule.check else None,
    }
