"""Checking a receipt: what it says, who signed it, and whether the same comes out again."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from catalog import images
from catalog.faults import Fault, Malformed
from legions import importing, qr
from legions.presenting.receipts import JudgedAgain, ReceiptView, judged_again
from rulesapi.receipts import keys
from rulesapi.receipts.codes import NoReceipt, code_in, read

from .throttling import throttled


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """Ask for a receipt, or show what the one that was sent says, beside the list if one was sent with it."""
    text, file = _sent(request)
    if not text and not file:
        return _show(request)
    if waiting := throttled(request, "receipts"):
        return waiting
    if file and (waiting := throttled(request, "photos")):
        return waiting
    try:
        code = _in_photo(file.read(images.MOST_BYTES + 1)) if file else code_in(text)
        receipt = read(code, keys.public()).receipt
    except NoReceipt as error:
        return _show(request, refused=error, status=400)
    try:
        again = _again(receipt, request.POST.get("list", ""))
    except Malformed as error:
        view = ReceiptView(receipt, code)
        return _show(request, receipt=view, faults=error.faults, status=error.status)
    return _show(request, receipt=ReceiptView(receipt, code, again))


def _sent(request: HttpRequest) -> tuple[str, Any]:
    if request.method != "POST":
        return request.GET.get("code", ""), None
    return request.POST.get("code", ""), request.FILES.get("photo")


def _in_photo(raw: bytes) -> str:
    """Return the code in a photo. Raises NoReceipt."""
    try:
        said = qr.read(raw)
    except images.NoPicture as error:
        raise NoReceipt("no-picture", str(error)) from error
    for words in said:
        try:
            return code_in(words)
        except NoReceipt:
            continue
    message = _("No receipt was found in this picture. Take it from nearer and in good light, the whole code in it.")
    raise NoReceipt("no-code", message)


def _again(receipt: dict[str, Any], words: str) -> JudgedAgain | None:
    """Return the list that was pasted, judged as the receipt says; None without one. Raises Malformed."""
    if not words.strip():
        return None
    taken = importing.take(words.encode("utf-8", "surrogatepass"), receipt["game"])
    try:
        return judged_again(receipt, taken.document)
    except Malformed as error:
        if error.code != "unknown-release":
            raise
        message = _(
            "The catalog of this site does not have the release that the receipt names, so it cannot judge by it."
        )
        raise Malformed("unknown-release", [Fault("", "unknown-release", message)]) from error


def _show(request: HttpRequest, *, status: int = 200, **context: object) -> HttpResponse:
    context |= {"text": _sent(request)[0], "list": request.POST.get("list", "")}
    return render(request, "receipts/check.html", context, status=status)
