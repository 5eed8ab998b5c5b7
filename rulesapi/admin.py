"""What the rules add to the catalog's admin: the linter's remarks, and verdicts that are taken for wrong. And what they
keep out of it.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from django_tasks_db.models import DBTaskResult

from catalog.admin import audits, remarks

from . import curating, games, linting
from .doubted import WrongVerdicts
from .engine.rulings import RULING
from .models import WrongVerdict
from .saying import say


def _shown(found: Iterable[linting.Remark]) -> list[remarks.Remark]:
    return [remarks.Remark(one.level, one.card, say(one.sentence), one.kind) for one in found]


def _on_document(document: dict[str, Any]) -> list[remarks.Remark]:
    return _shown((curating.on_ruling if document["kind"] == RULING else curating.on_card)(document))


def _on_game(game: str) -> list[remarks.Remark]:
    return _shown(curating.on_game(game)) if game in games.judged() else []


audits.name({"report answered": _("report answered")})
remarks.register(remarks.Source(on_document=_on_document, on_game=_on_game))

# The library shows its queue there. Nobody has anything to do with it, and a key in it opens somebody's question.
admin.site.unregister(DBTaskResult)

admin.site.register(WrongVerdict, WrongVerdicts)
