"""The status page of the admin, for admins: the state of the site and of the process that answers."""

from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django_tasks_db.models import DBTaskResult

from catalog import audit
from catalog.background import leases
from legions.permissions import may_see_status
from operations import status_sections


@never_cache
def status(request: HttpRequest) -> HttpResponse:
    """Show all sections, or try a failed task again. Raises PermissionDenied for all but admins and superusers."""
    if not may_see_status(request.user):
        raise PermissionDenied
    if request.method == "POST":
        return _try_again(request)
    context = {**admin.site.each_context(request), "title": _("Status"), "sections": status_sections.sections()}
    return TemplateResponse(request, "admin/status.html", context)


def _try_again(request: HttpRequest) -> HttpResponse:
    """Queue a failed task again. Raises Http404 if there is none with this id, for example since it was tried again."""
    try:
        task = DBTaskResult.objects.failed().get(pk=UUID(request.POST.get("task", "")))
    except (ValueError, DBTaskResult.DoesNotExist) as error:
        raise Http404 from error
    if leases.try_again(task):
        audit.log_action("task queued again", by=request.user, of=task.task_path)
        messages.success(request, _("The task is in the queue again."))
    return redirect("admin:status")
