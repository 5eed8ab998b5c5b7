"""Checks for formats, house rules and rulings that the ruleset does not support, and for conflicting rulings."""

from collections.abc import Iterator

from rulesapi.engine.core.rulings import RULING
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Ruling
from rulesapi.linting.context import LintContext, LintMessage


def unsupported_requests(context: LintContext) -> Iterator[LintMessage]:
    """Yield a remark for each format, house rule and ruling that the ruleset does not support and that is not
    applied.
    """
    if context.only is None:
        for (kind, slug), sentence in sorted(context.library.unsupported_requests.items()):
            yield LintMessage("unfit-rule", "error", slug, sentence, kind)


def contradicting_rulings(context: LintContext) -> Iterator[LintMessage]:
    """Yield a remark for each ruling in force that conflicts with another, so that neither settles the question."""
    for question, found in sorted(context.library.rulings.contested.items()):
        for one in found:
            others = [other for other in found if other.settles[question] != one.settles[question]]
            if context.only in (None, one.slug):
                yield LintMessage(
                    "rulings-disagree",
                    "error",
                    one.slug,
                    _contradiction_sentence(context, question, one, others),
                    RULING,
                )


def _contradiction_sentence(context: LintContext, question: str, ruling: Ruling, others: list[Ruling]) -> Phrase:
    open_question = context.library.ruleset.questions[question]
    interpretations = {
        interpretation.slug: Phrase(interpretation.text, {}) for interpretation in open_question.interpretations
    }
    return phrase(
        "{ruling} settles “{asked}” so: {reading} Against it: {others}. While they disagree, the question stays open. "
        "Retire one of them, or say in it which one replaces it.",
        ruling=ruling.title,
        asked=Phrase(open_question.title, {}),
        reading=interpretations[ruling.settles[question]],
        others=[other.title for other in others],
    )
