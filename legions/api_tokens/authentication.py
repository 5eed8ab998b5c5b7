"""Authentication of the API: by a personal token. Cookies open nothing here."""

from hmac import compare_digest
from typing import Any

from django.utils import timezone
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.settings import CONSTANTS
from rest_framework.exceptions import AuthenticationFailed

from legions.api_tokens import services
from legions.api_tokens.models import Token


class BearerTokenAuthentication(TokenAuthentication):
    """`Authorization: Bearer …` with a personal token.

    The library's way with three differences: bytes that are no text are refused and no fault of ours; an expired token
    is refused but stays in its owner's list; and it is noted when a token was last used.
    """

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Token]:
        """Return whose token this is, and the token. Raises AuthenticationFailed, whatever the reason."""
        try:
            text = token.decode("ascii")
        except UnicodeDecodeError as error:
            raise AuthenticationFailed from error
        digest = hash_token(text)
        for known in Token.objects.select_related("user").filter(token_key=text[: CONSTANTS.TOKEN_KEY_LENGTH]):
            if compare_digest(digest, known.digest) and known.expiry > timezone.now() and known.user.is_active:
                services.record_use(known)
                return known.user, known
        raise AuthenticationFailed
