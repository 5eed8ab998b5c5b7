"""How rulesets write down their rules, and those rules that games have in the same words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import cleandoc
from typing import TypedDict, Unpack

from rulesapi.engine import common
from rulesapi.engine.bounds import AtMost, Bound
from rulesapi.engine.collection import COLLECTION
from rulesapi.engine.library import ALLOWED_POINTS, BARS, About, Check, Lacks, Rule, no_card
from rulesapi.engine.model import Cite, Legion, Level

CATALOG = Cite("Muster catalog")
FORMAT = Cite("The format")
HOUSE = Cite("The house rule")


class How(TypedDict, total=False):
    """What else a rule is, as `Rule` has it."""

    level: Level
    each: bool
    paired: bool
    about: About
    touching: Callable[[Legion], About]
    lacks: Lacks | None
    heeds: frozenset[str]
    stays: str
    bound: Bound | AtMost | None
    leaves_open: frozenset[str]
    optional: bool
    only_with: tuple[str, ...]
    only_of: About


def _added(bound: Bound, leaves_open: frozenset[str] = frozenset()) -> How:
    """What the rules are that ask for what house rules add."""
    stays = "What a house rule adds is not waived by another."
    return {"stays": stays, "only_with": ("house_rules",), "bound": bound, "leaves_open": leaves_open}


@dataclass(frozen=True, slots=True)
class RuleWriter:
    """Writes down the rules of one game; `army` is what players call a list of it, and `product` what cards come in."""

    game: str
    army: str
    product: str = "set"

    def rule(self, code: str, title: str, check: Check, cite: Cite, *messages: str, **how: Unpack[How]) -> Rule:
        """A rule that can be broken; its text is the first line of the check's docstring."""
        text = cleandoc(check.__doc__ or "").partition("\n")[0]
        return Rule(f"{self.game}/{code}", title, text, cite, check, messages, **how)

    def unbroken(self, code: str, title: str, text: str, cite: Cite, *messages: str, stays: str = "") -> Rule:
        """A rule that shows in the ledger, or in what is waived, and cannot be broken.

        Its messages say what is left out of the price where it is waived.
        """
        return Rule(f"{self.game}/{code}", title, text, cite, None, messages, "warning", stays=stays)

    def collection_limit(self, cite: Cite) -> Rule:
        """A list that comes with a collection is checked against it."""
        return self.rule(
            "collection-limit",
            "Collection limit",
            common.collection_limit,
            cite,
            f"The {self.army} uses {{needed}} copies of {{card}}. The collection has {{owned}}.",
            f"The {self.army} uses {{needed}} {{needed:copy|copies}} of {{card}}. The collection has none.",
            bound=Bound.OWNED,
            only_with=COLLECTION,
        )

    def barred(self, check: Check = common.barred, cite: Cite = FORMAT) -> Rule:
        """What a format keeps out."""
        return self.rule("barred", "Barred", check, cite, *self._bars("format"), bound=Bound.APART, only_with=(BARS,))

    def point_limit_not_allowed(self) -> Rule:
        """The limits at which a format is played."""
        return self.rule(
            "point-limit-not-allowed",
            "Point limits of the format",
            common.point_limit_not_allowed,
            FORMAT,
            "{format} is not played at {limit} points, but at {allowed:or}.",
            "{format} is played at {allowed:or} points. This list names no limit.",
            about=no_card,
            bound=Bound.APART,
            only_with=(ALLOWED_POINTS,),
        )

    def format_dates(self) -> Rule:
        """The days on which a format is played."""
        return self.rule(
            "format-dates",
            "Dates of the format",
            common.format_dates,
            FORMAT,
            f"{{format}} is played from {{from}} on. The {self.army} is for {{on}}.",
            f"{{format}} was played until {{until}}. The {self.army} is for {{on}}.",
            about=no_card,
            bound=Bound.APART,
            only_with=("on",),
        )

    def house_barred(self, check: Check = common.house_barred) -> Rule:
        """What a house rule keeps out."""
        messages = self._bars("house_rule")
        return self.rule("house-barred", "Barred by a house rule", check, HOUSE, *messages, **_added(Bound.APART))

    def house_points(self, check: Check = common.house_points, leaves_open: frozenset[str] = frozenset()) -> Rule:
        """The most points that a house rule allows."""
        return self.rule(
            "house-points",
            "Points by a house rule",
            check,
            HOUSE,
            f"{{house_rule}} allows {{limit}} points. The {self.army} costs {{total}}.",
            f"{{house_rule}} allows {{limit}} points. What is known of the {self.army} costs {{known}} already.",
            **_added(Bound.HOUSE_LIMIT, leaves_open),
        )

    def house_limit(self, check: Check = common.house_limit, *, carried: bool = False) -> Rule:
        """How many of some cards a house rule allows; on one creature too, where creatures carry cards."""
        on_one = "{house_rule} allows {at_most} of these cards on one creature. {creature} carries {count}: {cards}."
        in_all = (
            f"{{house_rule}} allows {{at_most}} of these cards in a {self.army}. This one has {{count}}: {{cards}}."
        )
        messages = (on_one, in_all) if carried else (in_all,)
        return self.rule("house-limit", "Limit by a house rule", check, HOUSE, *messages, **_added(Bound.HOUSE_LIMITS))

    def unknown_card(self, check: Check = common.unknown_card) -> Rule:
        """Cards that the catalog does not have."""
        return self.rule(
            "unknown-card",
            "Unknown card",
            check,
            CATALOG,
            "The catalog has no card called {card}. Did you mean {nearest:or}?",
            "The catalog has no card called {card}.",
            about=no_card,
            stays="Nothing is known of such a card that could be judged.",
            bound=Bound.APART,
        )

    def retired_card(self, check: Check = common.retired_card) -> Rule:
        """Cards that are retired."""
        return self.rule(
            "retired-card",
            "Retired card",
            check,
            CATALOG,
            "{card} is retired: {why}",
            level="warning",
            about=common.retired_cards,
            only_of=common.retired_cards,
            bound=Bound.APART,
        )

    def _bars(self, by: str) -> tuple[str, ...]:
        """What is said of a card that is kept out by what that fact names."""
        return (
            f"{{{by}}} bars {{banned}} by name.",
            f"{{{by}}} bars the keyword {{keywords!k:or}}, and {{card}} has it.",
            f"{{{by}}} bars the {self.product} {{set_name}}, and {{card}} is of it.",
            f"{{{by}}} is played with the cards of its pool alone, and {{card}} is not one of them.",
        )
