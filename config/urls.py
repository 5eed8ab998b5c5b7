"""Which address leads to which app."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

urlpatterns = [
    path("", include("rulesapi.urls")),  # first, since programs ask most
    path("", include("operations.urls")),
    # The former address of the tables that curators bring in, for bookmarks.
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
handler429 = "legions.site.error_views.too_many_requests"  # not Django's: django-allauth looks for it here
handler500 = "legions.site.error_views.server_error"
