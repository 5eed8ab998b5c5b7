"""Code shared by the two editions of D&D Miniatures. Each edition has its own package and ruleset.

Interpretations where the rulebooks are silent:

* Each player of a team brings a separate warband, which is judged alone.
* A creature that several cards admit is shown as admitted by the first of them in slug order.
* A result is unknown if it depends on a card that may be a champion or commander.
* A misplaced or unknown card counts toward no other rule, but a list of such cards is not called empty.
"""

from __future__ import annotations

from rulesapi.engine.core.library import Ruleset

RULESETS: tuple[Ruleset, ...] = ()
"""No rulesets: each edition is a game of its own."""
