"""Django's admin with the admin site of Muster."""

from django.contrib.admin.apps import AdminConfig


class MusterAdminConfig(AdminConfig):
    """The app of the admin: every model is registered with this site."""

    default_site = "operations.admin_site.MusterAdminSite"
