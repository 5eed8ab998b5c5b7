"""What Muster adds to logging in: legions built as a guest move into the account."""

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest

from . import services
from .people import GUEST_KEY


class AccountAdapter(DefaultAccountAdapter):
    """Every way into an account, a new one's too, leads through `login`."""

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Log `user` in and hand over what this visit has built."""
        guest_key = request.session.get(GUEST_KEY)
        super().login(request, user)
        services.adopt(guest_key=guest_key, user=user)
        request.session.pop(GUEST_KEY, None)
