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
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request

from catalog.faults import Fault, Malformed
from rulesapi.limits import charge
from rulesapi.problems import Refusal
from rulesapi.renderers import dumps

from .endpoint import PRIVATE
from .models import MadeOnce

KEPT = timedelta(hours=24)
_KEY = re.compile(r'"?([A-Za-z0-9_.:+/=-]{1,64})"?\Z', re.ASCII)


class Made(NamedTuple):
    """What was made: its id, the body that was answered, and what its ETag holds."""

    pk: Any
    body: str
    mark: str


def key_of(request: Request) -> str | None:
    """Return the key that was sent, None for none. Raises Malformed for what can be none."""
    given = request.headers.get("Idempotency-Key")
    if given is None:
        return None
    match = _KEY.match(given)
    if match is None:
        message = "Idempotency-Key takes 1 to 64 letters, digits and . _ : + / = -, a UUID for example."
        raise Malformed("invalid-parameter", [Fault("/Idempotency-Key", "invalid-parameter", message)])
    return match[1]


def make(*, user: Any, key: str | None, asked: Any, how: Callable[[], Made]) -> Made:
    """Do `how` in one transaction, once for this key of `user`; afterwards return what it led to.

    Raises Refusal when the key was sent with something else `asked`, and whatever `how` raises.
    """
    if key is None:
        return how()
    digest = hashlib.sha256(dumps(asked)).hexdigest()
    try:
        return _first(user, key, digest, how)
    except IntegrityError:
        made = MadeOnce.objects.filter(user=user, key=key).first()
        if made is None:
            raise
    if made.asked != digest:
        raise Refusal("key-used-before")
    return Made(made.legion, made.body, made.mark)


def answered(made: Made) -> HttpResponse:
    """Return the answer to who made something, now or before."""
    headers = {**PRIVATE, "ETag": f'"{made.mark}"', "Location": reverse("api-legion", args=[made.pk])}
    return HttpResponse(made.body.encode(), status=201, content_type="application/json", headers=headers)


@transaction.atomic
def _first(user: Any, key: str, digest: str, how: Callable[[], Made]) -> Made:
    """Raise IntegrityError where another was first; it waits for one that is not done yet."""
    MadeOnce.objects.filter(user=user).ended().delete()
    kept = MadeOnce.objects.create(user=user, key=key, asked=digest, until=timezone.now() + KEPT)
    made = how()
    charge(len(made.body), guest=False)
    MadeOnce.objects.filter(pk=kept.pk).update(legion=made.pk, body=made.body, mark=made.mark)
    return made
