"""Admin registration of verdict reports, and removal of a model that is not for the admin."""

from django.contrib import admin
from django_tasks_db.models import DBTaskResult

from rulesapi.models import WrongVerdict
from rulesapi.verdict_reports.admin import WrongVerdictAdmin

# The library registers its task queue in the admin. Curators need it for nothing, and a key in it gives access to a
# user's request.
admin.site.unregister(DBTaskResult)

admin.site.register(WrongVerdict, WrongVerdictAdmin)
