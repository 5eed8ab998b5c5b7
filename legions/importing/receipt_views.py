"""The page that checks a receipt: its content, its signature, and the verdict of a list judged again."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from catalog.documents.errors import Fault, InvalidInput
from catalog.pictures import uploads
from legions import importing
from legions.sharing.receipts import ReceiptView, RejudgedList, rejudge
from legions.sharing.responses import throttled_unknown_key
from legions.site import qr_codes
from legions.throttling import throttled_response
from rulesapi.receipts import keys
from rulesapi.receipts.codec import InvalidReceipt, code_in, read


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check_receipt(request: HttpRequest) -> HttpResponse:
    """Show the form for a receipt, or the content of a submitted one, compared with the list if one was submitted
    too.
    """
    text, file = _submitted(request)
    if not text and not file:
        return _show(request)
    if waiting := throttled_response(request, "receipts"):
        return waiting
    if file and (waiting := throttled_response(request, "photos")):
        return waiting
    try:
        code = _in_photo(file.read(uploads.MAX_BYTES + 1)) if file else code_in(text)
        receipt = read(code, keys.public_keys()).receipt
    except InvalidReceipt as error:
        return _show(request, refused=error, status=400)
    try:
        again = _again(receipt, request.POST.get("list", ""))
    except InvalidInput as error:
        if waiting := throttled_unknown_key(request, error):
            return waiting
        view = ReceiptView(receipt, code)
        return _show(request, receipt=view, faults=error.faults, status=error.status)
    return _show(request, receipt=ReceiptView(receipt, code, again))


def _submitted(request: HttpRequest) -> tuple[str, Any]:
    if request.method != "POST":
        return request.GET.get("code", ""), None
    return request.POST.get("code", ""), request.FILES.get("photo")


def _in_photo(raw: bytes) -> str:
    """Return the code in a photo. Raises InvalidReceipt."""
    try:
        texts = qr_codes.read_qr_codes(raw)
    except uploads.UnreadablePicture as error:
        raise InvalidReceipt("no-picture", str(error)) from error
    for words in texts:
        try:
            return code_in(words)
        except InvalidReceipt:
            continue
    message = _("No receipt was found in this picture. Take it from nearer and in good light, the whole code in it.")
    raise InvalidReceipt("no-code", message)


def _again(receipt: dict[str, Any], text: str) -> RejudgedList | None:
    """Return the pasted list, judged again as the receipt specifies; None without a list. Raises InvalidInput."""
    if not text.strip():
        return None
    taken = importing.parse_import(text, receipt["game"])
    try:
        return rejudge(receipt, taken.document)
    except InvalidInput as error:
        if error.code != "unknown-release":
            raise
        message = _(
            "The catalog of this site does not have the release that the receipt names, so it cannot judge by it."
        )
        raise InvalidInput("unknown-release", [Fault("", "unknown-release", message)]) from error


def _show(request: HttpRequest, *, status: int = 200, **context: object) -> HttpResponse:
    context |= {"text": _submitted(request)[0], "list": request.POST.get("list", "")}
    return render(request, "sharing/receipt.html", context, status=status)
