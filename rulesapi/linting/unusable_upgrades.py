"""Upgrades that no creature of the catalog can carry."""

from collections.abc import Iterator
from typing import Any

from rulesapi.engine.core.evaluation import evaluate
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Creature
from rulesapi.linting.context import LintContext, LintMessage

BEARING_RULES = ("upgrade-slot", "equip-restriction", "spell-level")
"""The rules, by code without the game, that decide whether a creature can carry an upgrade at all."""


def impossible_restrictions(context: LintContext) -> Iterator[LintMessage]:
    """Yield an error for each upgrade whose restrictions exclude every creature."""
    for card in context.upgrades:
        if context.is_wanted(card) and context.creatures and (sentence := _impossible_sentence(context, card)):
            yield LintMessage("restriction-excludes-everything", "error", card.slug, sentence)


def missing_bearers(context: LintContext) -> Iterator[LintMessage]:
    """Yield an error for each upgrade whose permitted creatures lack its slot or its level, even with granted slots.

    Nothing is checked while the game has no default format to judge by.
    """
    if context.library.default_format not in context.library.formats:
        return
    for card in context.upgrades:
        if not context.is_wanted(card) or not context.creatures or _impossible_sentence(context, card):
            continue
        if not any(_may_carry(context, creature, card) for creature in context.creatures):
            yield LintMessage("nobody-can-equip", "error", card.slug, _unreachable_sentence(card))


def _unreachable_sentence(card: Upgrade) -> Phrase:
    icons, level = sorted(card.icons), card.minimum_level
    if not level:
        return phrase(
            "{card}: no creature meets its restrictions and has the {icons:or} slot, not even with other upgrades that "
            "give slots.",
            card=card.title,
            icons=icons,
        )
    return phrase(
        "{card}: no creature meets its restrictions and has the {icons:or} slot and level {level}, not even with other "
        "upgrades that give slots.",
        card=card.title,
        icons=icons,
        level=level,
    )


def _impossible_sentence(context: LintContext, card: Upgrade) -> Phrase | None:
    """Return the sentence about restrictions that no creature meets, alone or together; None if a creature may meet
    all.
    """
    clauses = card.requires or ()
    for clause in clauses:
        if all(clause.truth_for(creature) is False for creature in context.creatures):
            return phrase(
                "{card} is {whom}, and the catalog has no creature that this lets in.",
                card=card.title,
                whom=clause.whom,
            )
    if all(any(clause.truth_for(creature) is False for clause in clauses) for creature in context.creatures):
        whom = [clause.whom for clause in clauses]
        return phrase(
            "{card} is {whom}; each lets some creature in, and all together none.", card=card.title, whom=whom
        )
    return None


def _may_carry(context: LintContext, creature: Creature, card: Upgrade) -> bool:
    """Return whether a creature may be able to carry a card, alone or together with one card that grants the slot."""
    if any(clause.truth_for(creature) is False for clause in card.requires or ()):
        return False
    granting = (other for other in context.upgrades if other is not card and _grants_slot(other, card))
    return _passes_bearing_rules(context, creature, card) or any(
        _passes_bearing_rules(context, creature, card, other) for other in granting
    )


def _grants_slot(granting: Upgrade, card: Upgrade) -> bool:
    return granting.grants is None or not card.icons.isdisjoint(granting.grants)


def _passes_bearing_rules(context: LintContext, creature: Creature, card: Upgrade, *others: Upgrade) -> bool:
    """Return whether the engine finds no breach of the bearing rules."""
    upgrades = [one.slug for one in (*others, card)]
    legion: dict[str, Any] = {
        "game": context.library.game,
        "picks": [{"card": creature.slug, "upgrades": upgrades}],
    }
    findings = evaluate(context.library, legion).findings
    return not any(finding.code.rpartition("/")[2] in BEARING_RULES for finding in findings)
