"""Facts that no source stands for."""

from collections.abc import Iterator

from catalog.documents import provenance

from ..engine.core.messages import phrase
from .context import LintContext, LintMessage

MOST_NAMED = 8
"""Facts that a remark names."""


def facts_without_a_source(context: LintContext) -> Iterator[LintMessage]:
    """The cards in use that say something of which no source says where it is from."""
    for card in context.cards:
        document = context.documents.get(card.slug)
        bare = provenance.unsourced(dict(document)) if document and context.is_wanted(card) else []
        if bare:
            facts = ", ".join(bare[:MOST_NAMED]) + (", …" if len(bare) > MOST_NAMED else "")
            sentence = phrase(
                "No source says where this of {card} ({slug}) is from: {facts}.",
                card=card.title,
                slug=card.slug,
                facts=facts,
            )
            yield LintMessage("no-source", "warning", card.slug, sentence)
