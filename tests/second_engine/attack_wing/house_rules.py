"""House rules of this game, which can also add slots."""

from tests.second_engine.attack_wing.conditions import holds
from tests.second_engine.house_rules import HouseRules
from tests.second_engine.places import Card, words_under
from tests.second_engine.possible_worlds import WorldReader


class SlotHouseRules(HouseRules):
    """House rules that may add slots to creatures."""

    def more_slots(self, creature: Card, look: WorldReader) -> list[str]:
        """Return the icons that house rules add to a creature's banner."""
        return [
            row["slot"]
            for rule in self.rules
            for row in rule.get("slots", [])
            if all(holds(clause, creature, look) for clause in row.get("bearers", []))
            for _ in range(row["count"])
        ]

    def named_icons(self) -> set[str]:
        """Return every icon of which a house rule may add a slot."""
        return {row["slot"] for rule in self.rules for row in rule.get("slots", [])}

    def asked_icons(self) -> list[str]:
        """Return every icon whose printing a house rule asks about."""
        return sorted(set(words_under([rule.get("slots") for rule in self.rules], "has_slot")))
