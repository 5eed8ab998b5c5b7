"""The extension of the catalog by the commands of operators: labels of their entries in the audit log."""

from django.utils.translation import gettext_lazy

from catalog.extensions import CatalogExtension
from operations import site_state


class OperationsExtension(CatalogExtension):
    action_labels = {
        site_state.BACKUP_WRITTEN: gettext_lazy("backup written"),
        site_state.DATA_CHECKED: gettext_lazy("data checked"),
        "task queued again": gettext_lazy("task queued again"),
    }
