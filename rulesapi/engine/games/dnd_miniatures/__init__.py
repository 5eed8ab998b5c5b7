"""What the two editions of D&D Miniatures share; each has a ruleset of its own beside this folder.

Our readings where the rulebooks are silent:

* Players of a team each bring a warband of their own, judged alone.
* A creature that several cards admit is shown as admitted by the first of them, by slug.
* What cannot be told because a card may be a champion or commander that is not known to be one counts as not known.
* A card out of its place, or unknown, counts towards no other rule, but a list of such cards is not called empty.
"""

from __future__ import annotations

from rulesapi.engine.core.library import Ruleset

RULESETS: tuple[Ruleset, ...] = ()
"""None: an edition is a game."""
