"""Authentication of the API by personal token. Cookies are ignored."""

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

    It differs from the library in three ways: tokens that are not ASCII are rejected instead of causing an error; an
    expired token is rejected but stays in its owner's list; and the last use of a token is recorded.
    """

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Token]:
        """Return the owner of the token and the token. Raises AuthenticationFailed without naming the reason."""
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
