"""Helpers for tests of the legions API: users, their tokens, and clients with a token."""

import json
from typing import Any

from django.db import connection

from legions.api_tokens import services
from legions.api_tokens.models import Scope
from tests.rulesapi.api_client import ApiClient

LEGIONS_URL = "/api/v1/legions/"
UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"


def token(user: Any, scope: Scope = Scope.LEGIONS, name: str = "Robot") -> str:
    """Return the text of a new token."""
    return services.create_token(user=user, name=name, scope=scope, days=30)[1]


class TokenClient(ApiClient):
    """An API client with a token that validates responses against the API description."""

    def __init__(self, text: str = "", **options: Any) -> None:
        super().__init__(headers={"Authorization": f"Bearer {text}"} if text else {}, **options)

    def send(self, method: str, address: str, body: Any = None, kind: str = "application/json", **headers: str) -> Any:
        """Send JSON (bytes are sent unchanged), with headers; underscores stand for hyphens."""
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.generic(method.upper(), address, raw, content_type=kind, headers=fields)

    def keep(self, document: dict[str, Any], **fields: Any) -> Any:
        """Save a legion and return the response."""
        return self.send("post", LEGIONS_URL, {"legion": document, **fields})


def stored_rows(*models: Any) -> list[Any]:
    """Return every row of the models' tables as the database returns it, hidden rows included."""
    found = []
    with connection.cursor() as cursor:
        for one in (model._meta for model in models):
            cursor.execute(f'SELECT * FROM "{one.db_table}" ORDER BY "{one.pk.column}"')  # noqa: S608
            found.append(cursor.fetchall())
    return found


def legion_url(legion: Any, tail: str = "") -> str:
    """Return the API address of a legion."""
    return f"{LEGIONS_URL}{legion.pk}/{tail}"
