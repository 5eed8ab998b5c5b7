"""The page of the admin for operators. It belongs to no model, so that its address is added to those of the site."""

from typing import Any

from django.contrib import admin
from django.urls import path

from operations import status_view

_get_urls = admin.site.get_urls


def get_urls() -> list[Any]:
    """Return the addresses of the admin with that of the status page."""
    return [path("status/", admin.site.admin_view(status_view.status), name="status"), *_get_urls()]


admin.site.get_urls = get_urls  # type: ignore[method-assign]
