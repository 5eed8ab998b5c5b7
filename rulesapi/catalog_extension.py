"""Extension of the catalog by the rules: linter remarks, checks of rule references, and cards that fit a creature."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy

from catalog.documents.errors import Fault
from catalog.extensions import CatalogExtension, Remark
from catalog.search.conditions import CardSelection
from catalog.snapshots import Snapshot
from rulesapi import linting
from rulesapi.engine.core.rulings import RULING
from rulesapi.judging import adventure_checks, card_fitting, played_cards, rule_reference_checks, supported_games
from rulesapi.linting import linting_service
from rulesapi.translation import translated


class RulesExtension(CatalogExtension):
    action_labels = {"report answered": gettext_lazy("report answered")}

    def document_faults(self, document: dict[str, Any], game: dict[str, Any] | None) -> Iterable[Fault]:
        yield from rule_reference_checks.rule_reference_errors(document, game)
        yield from adventure_checks.unreachable_outcomes(document)

    def remarks_on_document(self, document: dict[str, Any]) -> Iterable[Remark]:
        is_ruling = document["kind"] == RULING
        return _remarks((linting_service.lint_ruling if is_ruling else linting_service.lint_card)(document))

    def remarks_on_game(self, game: str) -> Iterable[Remark]:
        return _remarks(linting_service.lint_game(game)) if game in supported_games.judged_games() else ()

    def played_with(self, document: dict[str, Any], snapshot: Snapshot) -> dict[str, Any] | None:
        return played_cards.played_with(document, snapshot)

    def cards_fitting(self, game: str | None, snapshot: Snapshot, slug: str | None) -> CardSelection:
        return card_fitting.cards_fitting(game, snapshot, slug)


def _remarks(messages: Iterable[linting.LintMessage]) -> list[Remark]:
    return [Remark(one.level, one.card, translated(one.sentence), one.kind) for one in messages]
