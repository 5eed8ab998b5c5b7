"""Idempotency keys: what a program asks for twice, because it did not hear the answer, is done once.

The key is stored together with what it led to or not at all, and its row is the lock: of many that come at once one
makes the legion, and the others wait for it and get the same answer. A refusal leaves no trace, so that whoever was
refused can ask again with the same key.
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
    """What was made: its id, the body that was answered, and what its ETag holds."""

    pk: Any
    body: str
    etag: str


def idempotency_key(request: Request) -> str | None:
    """Return the key that was sent, None for none. Raises InvalidInput for what can be none."""
    header = request.headers.get("Idempotency-Key")
    if header is None:
        return None
    match = _KEY.match(header)
    if match is None:
        message = "Idempotency-Key takes 1 to 64 letters, digits and . _ : + / = -, a UUID for example."
        raise InvalidInput("invalid-parameter", [Fault("/Idempotency-Key", "invalid-parameter", message)])
    return match[1]


def create_once(*, user: Any, key: str | None, payload: Any, how: Callable[[], CreatedResult]) -> CreatedResult:
    """Do `how` in one transaction, once for this key of `user`; afterwards return what it led to.

    Raises ProblemError when the key was sent with something else `asked`, and whatever `how` raises.
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
    """Return the answer to who made something, now or before."""
    headers = {**PRIVATE_HEADERS, "ETag": f'"{made.etag}"', "Location": reverse("api-legion", args=[made.pk])}
    return Response(made.body.encode(), status=201, headers=headers)


@transaction.atomic
def _first(user: Any, key: str, digest: str, how: Callable[[], CreatedResult]) -> CreatedResult:
    """Raise IntegrityError where another was first; it waits for one that is not done yet."""
    IdempotencyRecord.objects.filter(user=user).ended().delete()
    row = IdempotencyRecord.objects.create(user=user, key=key, asked=digest, until=timezone.now() + KEY_LIFETIME)
    made = how()
    charge_storage(len(made.body), guest=False)
    IdempotencyRecord.objects.filter(pk=row.pk).update(legion=made.pk, body=made.body, mark=made.etag)
    return made
