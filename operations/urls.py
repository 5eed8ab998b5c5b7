"""The URLs of the health checks and the metrics."""

from django.urls import path

from operations import health_views, metrics_view

urlpatterns = [
    path("livez", health_views.livez, name="livez"),
    path("readyz", health_views.readyz, name="readyz"),
    path("metrics", metrics_view.metrics, name="metrics"),
]
