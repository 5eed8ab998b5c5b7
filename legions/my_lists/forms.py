"""Forms of the page of a user's own lists."""

from django import forms
from django.utils.translation import gettext_lazy

from legions.saved_lists.services import MAX_NAME_LENGTH
from legions.site.form_fields import whole_number_field


class RenameFromListForm(forms.Form):
    """The form that renames a list, with the version it is based on."""

    name = forms.CharField(
        max_length=MAX_NAME_LENGTH,
        required=False,
        error_messages={"max_length": gettext_lazy("A name has at most %(limit_value)d characters.")},
    )
    version = whole_number_field(1, 2**31 - 1)
