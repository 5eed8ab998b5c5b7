"""Saved filters of the lists in the admin."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 60
QUERY_LENGTH = 1_000


class SavedFilter(models.Model):
    """The filters and the search of a list in the admin, under a name.

    `listing` is the list, as app and model. `query` is the query string with its parameters, which may have been
    renamed since. A `shared` filter is offered to everybody who sees the list.
    """

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", editable=False)
    listing = models.CharField(max_length=60, editable=False)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    query = models.CharField(max_length=QUERY_LENGTH, editable=False)
    shared = models.BooleanField(_("shared"), default=False)
    saved_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        default_permissions = ()
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["by", "listing", "name"], name="saved_filter_once")]
        indexes = [models.Index(fields=["listing", "shared"], name="saved_filter_of_list")]

    def __str__(self) -> str:
        return self.name
