"""Builders for the rules of a ruleset, and the rules that games share word for word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import cleandoc
from typing import TypedDict, Unpack

from rulesapi.engine.core import common_rules
from rulesapi.engine.core.collection import COLLECTION_FIELDS
from rulesapi.engine.core.lacks import Lacking, lacking_choice
from rulesapi.engine.core.rule_hints import ALLOWED_POINTS, CARD_RESTRICTIONS, RuleHints, no_card, no_facts
from rulesapi.engine.core.rules import Rule, RuleCheck
from rulesapi.engine.core.solver_bounds import SolverBound
from rulesapi.engine.values.model import Citation, Severity

CATALOG_CITATION = Citation("Muster catalog")
FORMAT_CITATION = Citation("The format")
HOUSE_RULE_CITATION = Citation("The house rule")
COLLECTION_CITATION = Citation("The collection")

HOUSE_RULES_STAY = "What a house rule adds is not waived by another."

SHARED_HINTS: Mapping[str, RuleHints] = {
    "collection-limit": RuleHints(bound=SolverBound.OWNED, relevant_fields=COLLECTION_FIELDS),
    "barred": RuleHints(bound=SolverBound.APART, relevant_fields=(CARD_RESTRICTIONS,)),
    "point-limit-not-allowed": RuleHints(
        relevant_cards=no_card, bound=SolverBound.APART, relevant_fields=(ALLOWED_POINTS,)
    ),
    "format-dates": RuleHints(relevant_cards=no_card, bound=SolverBound.APART, relevant_fields=("on",)),
    "house-barred": RuleHints(bound=SolverBound.APART, relevant_fields=("house_rules",)),
    "house-points": RuleHints(priced=True, bound=SolverBound.HOUSE_LIMIT, relevant_fields=("house_rules",)),
    "house-limit": RuleHints(bound=SolverBound.HOUSE_LIMITS, relevant_fields=("house_rules",)),
    "unknown-card": RuleHints(relevant_cards=no_card, bound=SolverBound.APART, facts_in=no_facts),
    "retired-card": RuleHints(
        relevant_cards=common_rules.is_retired, triggered_by=common_rules.is_retired, bound=SolverBound.APART
    ),
}
"""Hints of the shared rules, by their codes without the game."""


LACKING_LIMIT = lacking_choice("points", common_rules.can_take_allowed_limit, "choose a point limit")
"""The lack of a list without a point limit in a format that is played only at certain limits."""


class RuleOptions(TypedDict, total=False):
    """Optional fields of a `Rule`."""

    level: Severity
    unwaivable_reason: str
    may_leave_open: frozenset[str]
    optional: bool
    lacking: tuple[Lacking, ...]


@dataclass(frozen=True, slots=True)
class RuleBuilder:
    """Builder for the rules of one game.

    `list_noun` is the players' word for a list, `product` the word for what cards are sold in.
    """

    game: str
    list_noun: str
    product: str = "set"

    def rule(
        self, code: str, title: str, check: RuleCheck, cite: Citation, *messages: str, **how: Unpack[RuleOptions]
    ) -> Rule:
        """Return a rule that can be broken; its text is the first line of the check's docstring."""
        text = cleandoc(check.__doc__ or "").partition("\n")[0]
        return Rule(f"{self.game}/{code}", title, text, cite, check, messages, **how)

    def ledger_rule(
        self, code: str, title: str, text: str, cite: Citation, *messages: str, unwaivable_reason: str = ""
    ) -> Rule:
        """Return a rule that only affects the price: it appears in the ledger or as waived, and cannot be broken.

        Its messages say what is left out of the price if the rule is waived.
        """
        return Rule(
            f"{self.game}/{code}", title, text, cite, None, messages, "warning", unwaivable_reason=unwaivable_reason
        )

    def hints(self, rules: Sequence[Rule], own: Mapping[str, RuleHints]) -> Mapping[str, RuleHints]:
        """Return the hints of these rules by code: shared ones and the game's `own`, which are given by code without
        the game and take precedence.
        """
        of_each = {**SHARED_HINTS, **own}
        return {rule.code: of_each[rule.reason] for rule in rules if rule.reason in of_each}

    def collection_limit(self, cite: Citation) -> Rule:
        return self.rule(
            "collection-limit",
            "Collection limit",
            common_rules.collection_limit,
            cite,
            f"The {self.list_noun} uses {{needed}} copies of {{card}}. The collection has {{owned}}.",
            f"The {self.list_noun} uses {{needed}} {{needed:copy|copies}} of {{card}}. The collection has none.",
        )

    def barred(self, check: RuleCheck = common_rules.barred, cite: Citation = FORMAT_CITATION) -> Rule:
        return self.rule(
            "barred",
            "Barred",
            check,
            cite,
            *self._bars("format"),
        )

    def point_limit_not_allowed(self) -> Rule:
        return self.rule(
            "point-limit-not-allowed",
            "Point limits of the format",
            common_rules.point_limit_not_allowed,
            FORMAT_CITATION,
            "{format} is not played at {limit} points, but at {allowed:or}.",
            "{format} is played at {allowed:or} points. This list names no limit.",
            lacking=(LACKING_LIMIT,),
        )

    def format_dates(self) -> Rule:
        return self.rule(
            "format-dates",
            "Dates of the format",
            common_rules.format_dates,
            FORMAT_CITATION,
            f"{{format}} is played from {{from}} on. The {self.list_noun} is for {{on}}.",
            f"{{format}} was played until {{until}}. The {self.list_noun} is for {{on}}.",
        )

    def house_barred(self, check: RuleCheck = common_rules.house_barred) -> Rule:
        messages = self._bars("house_rule")
        return self.rule(
            "house-barred",
            "Barred by a house rule",
            check,
            HOUSE_RULE_CITATION,
            *messages,
            unwaivable_reason=HOUSE_RULES_STAY,
        )

    def house_points(
        self, check: RuleCheck = common_rules.house_points, may_leave_open: frozenset[str] = frozenset()
    ) -> Rule:
        return self.rule(
            "house-points",
            "Points by a house rule",
            check,
            HOUSE_RULE_CITATION,
            f"{{house_rule}} allows {{limit}} points. The {self.list_noun} costs {{total}}.",
            f"{{house_rule}} allows {{limit}} points. What is known of the {self.list_noun} costs {{known}} already.",
            unwaivable_reason=HOUSE_RULES_STAY,
            may_leave_open=may_leave_open,
        )

    def house_limit(self, check: RuleCheck = common_rules.house_limit, *, carried: bool = False) -> Rule:
        """Return the rule for limits on some cards by a house rule; `carried` adds the message for one creature."""
        on_one = "{house_rule} allows {at_most} of these cards on one creature. {creature} carries {count}: {cards}."
        noun = self.list_noun
        in_all = f"{{house_rule}} allows {{at_most}} of these cards in a {noun}. This one has {{count}}: {{cards}}."
        messages = (on_one, in_all) if carried else (in_all,)
        return self.rule(
            "house-limit",
            "Limit by a house rule",
            check,
            HOUSE_RULE_CITATION,
            *messages,
            unwaivable_reason=HOUSE_RULES_STAY,
        )

    def unknown_card(self, check: RuleCheck = common_rules.unknown_card) -> Rule:
        return self.rule(
            "unknown-card",
            "Unknown card",
            check,
            CATALOG_CITATION,
            "The catalog has no card called {card}. Did you mean {nearest:or}?",
            "The catalog has no card called {card}.",
            unwaivable_reason="Nothing is known of such a card that could be judged.",
        )

    def retired_card(self, check: RuleCheck = common_rules.retired_card) -> Rule:
        return self.rule(
            "retired-card",
            "Retired card",
            check,
            CATALOG_CITATION,
            "{card} is retired: {why}",
            level="warning",
        )

    def point_limit(self) -> Rule:
        return self.rule(
            "point-limit",
            "Point limit",
            common_rules.point_limit,
            FORMAT_CITATION,
            f"The {self.list_noun} costs {{total}} points. The limit is {{limit}}.",
            f"What is known of the {self.list_noun} costs {{known}} points already. The limit is {{limit}}.",
        )

    def misplaced_card(self) -> Rule:
        return self.rule(
            "misplaced-card",
            "Card out of its place",
            common_rules.not_equippable,
            CATALOG_CITATION,
            "{card} is no {wanted!k} and cannot be used as one. Its kind is {kind!k}.",
            unwaivable_reason="A card out of place is neither priced nor checked.",
        )

    def _bars(self, by: str) -> tuple[str, ...]:
        """Return the messages for a barred card; `by` is the name of the fact that names the format or house rule."""
        return (
            f"{{{by}}} bars {{banned}} by name.",
            f"{{{by}}} bars the keyword {{keywords!k:or}}, and {{card}} has it.",
            f"{{{by}}} bars the {self.product} {{set_name}}, and {{card}} is of it.",
            f"{{{by}}} is played with the cards of its pool alone, and {{card}} is not one of them.",
        )


OWN_NAMES: Mapping[str, frozenset[str]] = {"misplaced-card": frozenset(("not-equippable",))}
"""Other codes that games may use for their own version of a standing rule."""


def standing_rules(
    game: str, rules: Sequence[Rule], hints: Mapping[str, RuleHints], *, priced: bool
) -> tuple[tuple[Rule, ...], Mapping[str, RuleHints]]:
    """Return the standing rules for which a game has no rule of its own, with their hints by code.

    They hold in every game: without them a list with a nonexistent, retired, barred or misplaced card would be legal.
    The point limits are for games whose cards cost points, the collection limit for games without a rule of their own
    that reads the collection.
    """
    builder = RuleBuilder(game, "list")
    own = {rule.reason for rule in rules}
    reads_collection = any(set(COLLECTION_FIELDS) <= set(hint.relevant_fields) for hint in hints.values())
    standing = (
        *(() if reads_collection else (builder.collection_limit(COLLECTION_CITATION),)),
        *((builder.point_limit(), builder.point_limit_not_allowed(), builder.house_points()) if priced else ()),
        builder.barred(),
        builder.format_dates(),
        builder.house_barred(),
        builder.house_limit(),
        builder.unknown_card(),
        builder.misplaced_card(),
        builder.retired_card(),
    )
    missing = tuple(
        replace(rule, standing=True) for rule in standing if not own & {rule.reason, *OWN_NAMES.get(rule.reason, ())}
    )
    return missing, builder.hints(missing, {"point-limit": RuleHints(priced=True)})
