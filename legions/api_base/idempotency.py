"""Idempotency keys: a request repeated after a lost response is executed once.

The key and the result are stored in one transaction, and the row is the lock: if several requests are concurrent, one
creates the legion, and the others wait and get the same response. Errors are not stored, so a client can retry with the
key after one.
"""

import hashlib
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base.problems import ProblemError
from catalog.api_base.renderers import dumps
from catalog.api_base.throttling import charge_storage
from catalog.documents.errors import Fault, InvalidInput
from legions.api_base.views import PRIVATE_HEADERS
from legions.api_tokens.models import IdempotencyRecord

KEY_LIFETIME = timedelta(hours=24)
_KEY = re.compile(r'"?([A-Za-z0-9_.:+/=-]{1,64})"?\Z', re.ASCII)


class CreatedResult(NamedTuple):
    """The created object: its primary key, the response body, and the value of its ETag."""

    pk: Any
    body: str
    etag: str


def idempotency_key(request: Request) -> str | None:
    """Return the idempotency key of a request, or None. Raises InvalidInput for an invalid one."""
    header = request.headers.get("Idempotency-Key")
    if header is None:
        return None
    match = _KEY.match(header)
    if match is None:
        message = "Idempotency-Key takes 1 to 64 letters, digits and . _ : + / = -, a UUID for example."
        raise InvalidInput("invalid-parameter", [Fault("/Idempotency-Key", "invalid-parameter", message)])
    return match[1]


def create_once(*, user: Any, key: str | None, payload: Any, how: Callable[[], CreatedResult]) -> CreatedResult:
    """Call `how` in a transaction, once for this key of `user`; return its result, also when the request is repeated.

    Raises ProblemError if the key was used with another `payload`, and the errors of `how`.
    """
    if key is None:
        return how()
    digest = hashlib.sha256(dumps(payload)).hexdigest()
    try:
        return _first(user, key, digest, how)
    except IntegrityError:
        made = IdempotencyRecord.objects.filter(user=user, key=key).first()
        if made is None:
            raise
    if made.asked != digest:
        raise ProblemError("key-used-before")
    return CreatedResult(made.legion, made.body, made.mark)


def created_response(made: CreatedResult) -> Response:
    """Return the response for an object created by this or an earlier request."""
    headers = {**PRIVATE_HEADERS, "ETag": f'"{made.etag}"', "Location": reverse("api-legion", args=[made.pk])}
    return Response(made.body.encode(), status=201, headers=headers)


@transaction.atomic
def _first(user: Any, key: str, digest: str, how: Callable[[], CreatedResult]) -> CreatedResult:
    """Create the object and store its key.

    Waits for a concurrent request with this key. Raises IntegrityError if that request has stored the key.
    """
    IdempotencyRecord.objects.filter(user=user).expired().delete()
    row = IdempotencyRecord.objects.create(user=user, key=key, asked=digest, until=timezone.now() + KEY_LIFETIME)
    made = how()
    charge_storage(len(made.body), guest=False)
    IdempotencyRecord.objects.filter(pk=row.pk).update(legion=made.pk, body=made.body, mark=made.etag)
    return made
