"""The URLs of all apps."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

urlpatterns = [
    path("", include("rulesapi.urls")),  # first, since most requests come from programs
    path("", include("operations.urls")),
    # The former address of table imports in the admin, for bookmarks.
    re_path(
        r"^admin/catalog/broughttable/(?P<rest>.*)$",
        RedirectView.as_view(url="/admin/catalog/tableimport/%(rest)s", query_string=True),
    ),
    path("admin/", admin.site.urls),
    path("", include("legions.urls")),
]

handler400 = "legions.site.error_views.bad_request"
handler403 = "legions.site.error_views.forbidden"
handler404 = "legions.site.error_views.not_found"
handler429 = "legions.site.error_views.too_many_requests"  # not a Django setting: django-allauth looks for it here
handler500 = "legions.site.error_views.server_error"
