"""Services for profiles: optional public pages whose address reveals neither the login nor the email."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.documents import slugify
from legions.accounts import profile_names, reserved_names
from legions.accounts.models import Profile
from legions.site.errors import ActionRefused

MIN_HANDLE_LENGTH, MAX_HANDLE_LENGTH = 3, 30
handle_characters = RegexValidator(
    r"\A[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z",
    gettext_lazy("Use small letters and digits, beginning with a letter, with hyphens between them."),
)


def validate_handle(handle: str, user: User) -> None:
    """Raise ValidationError for an address that reveals how `user` logs in, or that is reserved."""
    if reserved_names.is_reserved(handle):
        raise ValidationError(_("This address is reserved. Choose another."))
    logins = {user.get_username(), user.email.partition("@")[0], user.email}
    if handle in {slugify(way) for way in logins if way}:
        raise ValidationError(_("You log in with this name. Choose another, so that it stays private."))


@transaction.atomic
def save_profile_page(*, user: User, name: str, handle: str, shown: bool) -> Profile:
    """Save the profile of `user`. Its address is chosen once and cannot be changed.

    Raises ActionRefused if the address is taken.
    """
    profile_names.set_display_name(user=user, name=name)
    profiles = Profile.objects.filter(user=user)
    if handle:
        try:
            with transaction.atomic():
                profiles.filter(handle__isnull=True).update(handle=handle)
        except IntegrityError as error:
            raise ActionRefused(_("This address is taken. Choose another.")) from error
    profiles.filter(handle__isnull=False).update(shown=shown)
    return profiles.get()
