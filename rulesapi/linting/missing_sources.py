"""Checks for facts without a source, and for sources without a basis."""

from collections.abc import Iterator

from catalog.documents import provenance
from rulesapi.engine.values.messages import phrase
from rulesapi.linting.context import LintContext, LintMessage

MOST_NAMED = 8
"""The maximum number of facts that a remark names."""


def facts_without_a_source(context: LintContext) -> Iterator[LintMessage]:
    """Yield a remark for each card in use with facts that no source covers."""
    for card in context.cards:
        document = context.documents.get(card.slug)
        bare = provenance.unsourced(dict(document)) if document and context.is_wanted(card) else []
        if bare:
            sentence = phrase(
                "No source is named for these facts of {card} ({slug}): {facts}.",
                card=card.title,
                slug=card.slug,
                facts=_named(bare),
            )
            yield LintMessage("no-source", "warning", card.slug, sentence)


def sources_without_a_basis(context: LintContext) -> Iterator[LintMessage]:
    """Yield a remark for each official card in use with a source that omits whether its facts were seen, copied or
    inferred.

    Cards of open sets are skipped: their authors are the source.
    """
    for card in context.cards:
        document = context.documents.get(card.slug)
        if document is None or not context.is_wanted(card) or context.library.open_set_of(card) is not None:
            continue
        if silent := provenance.without_basis(dict(document)):
            sentence = phrase(
                "The source of this of {card} ({slug}) does not say how it came from there: {facts}.",
                card=card.title,
                slug=card.slug,
                facts=_named([place or "/" for place in silent]),
            )
            yield LintMessage("no-basis", "warning", card.slug, sentence)


def _named(pointers: list[str]) -> str:
    return ", ".join(pointers[:MOST_NAMED]) + (", …" if len(pointers) > MOST_NAMED else "")
