"""Which address leads to which app."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("rulesapi.urls")),  # first, since programs ask most
    path("", include("operations.urls")),
    path("admin/", admin.site.urls),
    path("", include("legions.urls")),
]

handler400 = "legions.site.error_views.bad_request"
handler403 = "legions.site.error_views.forbidden"
handler404 = "legions.site.error_views.not_found"
handler429 = "legions.site.error_views.too_many_requests"  # not Django's: django-allauth looks for it here
handler500 = "legions.site.error_views.server_error"
