"""Which address leads to which app."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("rulesapi.urls")),  # first, since programs ask most
    path("admin/", admin.site.urls),
    path("", include("legions.urls")),
]

handler400 = "legions.views.errors.bad_request"
handler403 = "legions.views.errors.forbidden"
handler404 = "legions.views.errors.not_found"
handler429 = "legions.views.errors.too_many"  # not Django's: django-allauth looks for it here
handler500 = "legions.views.errors.server_error"
