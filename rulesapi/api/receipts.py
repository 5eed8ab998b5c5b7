"""The API for signed verdicts, and for the keys that verify them."""

from typing import Any
from urllib.parse import urlencode

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base.openapi.operations import LEGION_ERRORS, body, component, errors
from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import BaseAPIView, conditional_response
from rulesapi.api.legion_requests import LegionRequestView
from rulesapi.receipts import keys, receipt_service
from rulesapi.receipts.codec import SignedReceipt

CACHE_ONE_HOUR = "public, max-age=3600"
RECEIPT_PAGE = "/receipts/"


@extend_schema_view(
    post=extend_schema(
        operation_id="signVerdict",
        summary="Judge one legion and sign the verdict",
        tags=["Verdicts"],
        request=body("ReceiptQuestion"),
        responses={200: component("ReceiptAnswer"), **errors(*LEGION_ERRORS, "invalid-question", "no-signing-key")},
    )
)
class ReceiptsView(LegionRequestView):
    """Judge a legion and sign the verdict, so that others can trust it without asking anybody.

    `receipt` has the digest of the judged list, its format, the release and the rules, its house rules, and the result.
    What the player owns is removed before the list is judged; `own_numbers` is present if the verdict relies on facts
    entered by the owner. `signature` is Ed25519 over the line `muster receipt 1`, a line feed, and `receipt` as
    canonical JSON: keys sorted, no spaces, UTF-8. The keys are at `/.well-known/muster-keys.json`.

    `code` is all of it in about 250 characters, for a QR code: `clients/verify_receipt.py` verifies it offline, and the
    page at `url` shows it to people. Muster stores no receipts, and a receipt cannot be revoked; the verdict of a newer
    release is another receipt.
    """

    throttle_scope = "judging"
    any_origin = True

    def result(self, *, legion: Any) -> dict[str, Any]:
        """Return the receipt. Raises InvalidInput as `verdicts.judge` does, and NoSigningKey."""
        return receipt_document(receipt_service.make_receipt(legion, release=self.query.get("release")))


def receipt_document(signed_receipt: SignedReceipt) -> dict[str, Any]:
    """Return a receipt as JSON."""
    return {
        "receipt": signed_receipt.receipt,
        "signature": keys.base64url_encode(signed_receipt.signature),
        "code": signed_receipt.code,
        "url": receipt_address(signed_receipt.code),
    }


def receipt_address(code: str) -> str:
    """Return the path and query of the page that shows a receipt."""
    return f"{RECEIPT_PAGE}?{urlencode({'code': code})}"


class SigningKeysView(BaseAPIView):
    """The keys that verify receipts, as a JSON Web Key Set; a key with an expiry (exp) was in use until then."""

    parameters = ()
    any_origin = True
    schema = None  # not part of the API description

    def get(self, request: Request) -> Response:
        body = dumps({"keys": [key.as_jwk() for key in keys.public_keys().values()]})
        return conditional_response(
            request,
            CachedResponse(body, digest_etag(body), content_type="application/jwk-set+json"),
            {"Cache-Control": CACHE_ONE_HOUR},
        )
