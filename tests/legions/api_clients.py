"""What tests of the API of kept legions share: people, their tokens, and clients that show them."""

import json
from typing import Any

from legions.api_tokens import services
from legions.api_tokens.models import Scope
from tests.rulesapi.api_client import ApiClient

LEGIONS_URL = "/api/v1/legions/"
UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"


def token(user: Any, scope: Scope = Scope.LEGIONS, name: str = "Robot") -> str:
    """Return the text of a new token."""
    return services.create_token(user=user, name=name, scope=scope, days=30)[1]


class TokenClient(ApiClient):
    """A program that shows a token, whose answers are held against the description."""

    def __init__(self, text: str = "", **options: Any) -> None:
        super().__init__(headers={"Authorization": f"Bearer {text}"} if text else {}, **options)

    def send(self, method: str, address: str, body: Any = None, kind: str = "application/json", **headers: str) -> Any:
        """Send JSON (bytes go as they are), with headers; underscores stand for hyphens."""
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.generic(method.upper(), address, raw, content_type=kind, headers=fields)

    def keep(self, document: dict[str, Any], **fields: Any) -> Any:
        """Keep a legion and return the answer."""
        return self.send("post", LEGIONS_URL, {"legion": document, **fields})


def legion_url(legion: Any, tail: str = "") -> str:
    """Return where a legion is reached."""
    return f"{LEGIONS_URL}{legion.pk}/{tail}"
