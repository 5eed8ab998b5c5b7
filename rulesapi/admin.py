"""What the rules add to the catalog's admin: the linter's remarks, and verdicts that are taken for wrong. And what they
keep out of it.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from django_tasks_db.models import DBTaskResult

from catalog.admin import audit_log, remarks

from . import linting
from .engine.core.rulings import RULING
from .judging import supported_games
from .linting import linting_service
from .models import WrongVerdict
from .translation import translated
from .verdict_reports.admin import WrongVerdictAdmin


def _as_catalog_remarks(found: Iterable[linting.Remark]) -> list[remarks.Remark]:
    return [remarks.Remark(one.level, one.card, translated(one.sentence), one.kind) for one in found]


def _lint_document(document: dict[str, Any]) -> list[remarks.Remark]:
    return _as_catalog_remarks(
        (linting_service.lint_ruling if document["kind"] == RULING else linting_service.lint_card)(document)
    )


def _lint_game(game: str) -> list[remarks.Remark]:
    return _as_catalog_remarks(linting_service.lint_game(game)) if game in supported_games.judged_games() else []


audit_log.register_action_labels({"report answered": _("report answered")})
remarks.register_source(remarks.RemarkSource(on_document=_lint_document, on_game=_lint_game))

# The library shows its queue there. Nobody has anything to do with it, and a key in it opens somebody's question.
admin.site.unregister(DBTaskResult)

admin.site.register(WrongVerdict, WrongVerdictAdmin)
