"""Verdicts that are taken for wrong, in the catalog's admin; and what is kept out of it."""

from django.contrib import admin
from django_tasks_db.models import DBTaskResult

from rulesapi.models import WrongVerdict
from rulesapi.verdict_reports.admin import WrongVerdictAdmin

# The library shows its queue there. Nobody has anything to do with it, and a key in it opens somebody's question.
admin.site.unregister(DBTaskResult)

admin.site.register(WrongVerdict, WrongVerdictAdmin)
