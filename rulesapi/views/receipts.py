"""Verdicts that are signed, and the keys that they are verified with."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from rest_framework.request import Request

from ..kept import Answer, mark
from ..receipts import keys, making
from ..receipts.codes import Signed
from ..renderers import dumps
from .base import Endpoint, send
from .questions import Question

AN_HOUR = "public, max-age=3600"
CHECKED_AT = "/receipts/"


class Receipts(Question):
    """Judge a legion and sign what is said of it, so that others can trust it who ask nobody.

    `receipt` says which list was judged, by its digest, in which format, by which release and rules, under which house
    rules, and what came of it. What its player owns is left out before the list is judged; where the verdict rests on
    own numbers, `own_numbers` says so. `signature` is Ed25519 over the line `muster receipt 1`, a line feed, and
    `receipt` as canonical JSON: keys sorted, no spaces, UTF-8. The keys stand at `/.well-known/muster-keys.json`.

    `code` is all of it in about 250 characters, for a QR code: `clients/verify_receipt.py` verifies it offline, and the
    page at `url` shows it to people. Nothing is kept here. A receipt is never taken back; a verdict by a newer release
    is another receipt.
    """

    limit = "judging"

    def answer(self, *, legion: Any) -> dict[str, Any]:
        """Return the receipt. Raises Malformed as `verdicts.judge` does, and NoKey."""
        return as_document(making.make(legion, release=self.query.get("release")))


def as_document(made: Signed) -> dict[str, Any]:
    """Return a receipt as the API gives it."""
    return {
        "receipt": made.receipt,
        "signature": keys.spelled(made.signature),
        "code": made.code,
        "url": address(made.code),
    }


def address(code: str) -> str:
    """Return where a receipt is shown to people, without host."""
    return f"{CHECKED_AT}?{urlencode({'code': code})}"


class Keys(Endpoint):
    """The keys that receipts are verified with, as a set of JSON Web Keys; one with `exp` was given up then."""

    parameters = ()

    def get(self, request: Request) -> HttpResponse:
        """Answer with the keys."""
        body = dumps({"keys": [key.as_jwk() for key in keys.public().values()]})
        return send(
            request, Answer(body, mark(body), content_type="application/jwk-set+json"), {"Cache-Control": AN_HOUR}
        )
