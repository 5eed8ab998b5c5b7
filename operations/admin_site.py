"""The site of the admin: its log-in, its first page, and the status page for operators."""

from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from operations import status_view


class MusterAdminSite(admin.AdminSite):
    """Django's admin site with the account pages of Muster, which count failed attempts and end sessions."""

    site_header = site_title = "Muster"
    index_title = _("The catalog and its people")

    def get_urls(self) -> list[Any]:
        """Return the addresses of the admin with that of the status page, which belongs to no model."""
        return [path("status/", self.admin_view(status_view.status), name="status"), *super().get_urls()]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """Show Django's index page with the tasks that wait for the user."""
        from catalog.admin.dashboard import waiting_items  # registers with this site, which exists by now

        return super().index(request, {**(extra_context or {}), "waiting": partial(waiting_items, request.user)})

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect anonymous users to the site's log-in page. Raises PermissionDenied for users without a role."""
        index = reverse("admin:index")
        if not request.user.is_authenticated:
            return redirect_to_login(request.GET.get("next") or index, settings.LOGIN_URL)
        if not self.has_permission(request):
            raise PermissionDenied("The admin is for curators and admins.")
        return HttpResponseRedirect(index)

    def password_change(  # type: ignore[override]  # a redirect
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponseRedirect:
        """Redirect to the site's page for a new password, which ends the user's other sessions."""
        return HttpResponseRedirect(reverse(settings.PASSWORD_CHANGE_URL))
