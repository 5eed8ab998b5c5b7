"""Limits that can never be exceeded."""

from collections.abc import Iterator

from rulesapi.engine.core.upgrades import Upgrade, UpgradeLimit
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.linting.context import LintContext, LintMessage


def unreachable_limits(context: LintContext) -> Iterator[LintMessage]:
    """Yield a remark for each limit on a family of cards that no legion can exceed."""
    for card in context.upgrades:
        if context.is_wanted(card):
            for limit in card.limits or ():
                most = _most_together(context.upgrades, limit)
                if most is not None and most <= limit.at_most:
                    yield LintMessage("limit-cannot-bite", "warning", card.slug, _sentence(card, limit, most))


def _most_together(upgrades: list[Upgrade], limit: UpgradeLimit) -> int | None:
    """Return how many cards of the family can be on one creature, or in one legion; None if there is no maximum.

    A creature never carries two cards of one name; a legion may have any number of copies, but only one of a unique
    name. A card with unknown keywords may belong to the family.
    """
    family = [card for card in upgrades if card.keywords is None or not card.keywords.isdisjoint(limit.family)]
    if limit.per != "creature" and any(not card.unique for card in family):
        return None
    return len({card.identity for card in family})


def _sentence(card: Upgrade, limit: UpgradeLimit, most: int) -> Phrase:
    facts = {"card": card.title, "number": limit.at_most, "family": sorted(limit.family), "most": most}
    if limit.per == "creature":
        return phrase(
            "{card} allows {number} {number:upgrade|upgrades} with the keyword {family!k:or} on a"
            " creature; no more than {most} are possible.",
            **facts,
        )
    return phrase(
        "{card} allows {number} {number:upgrade|upgrades} with the keyword {family!k:or} in"
        " a legion; no more than {most} are possible.",
        **facts,
    )
