"""The URLs of the health checks."""

from django.urls import path

from operations import health_views

urlpatterns = [
    path("livez", health_views.livez, name="livez"),
    path("readyz", health_views.readyz, name="readyz"),
]
