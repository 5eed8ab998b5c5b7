"""The schemas of what is done with verdicts: signing them, and saying that they are wrong."""

from typing import Any

from catalog.api_base.query_params import SLUG

from ..models import WrongVerdict
from ..receipts.codec import MAX_LENGTH
from ..verdict_reports.report_service import MAX_NOTE_LENGTH
from .parts import ADDRESS, COMPONENTS, an_object, ref

_SLUG = {"type": "string", "pattern": SLUG, "maxLength": 100}
_CODE = {"type": "string", "maxLength": 200}


def schemas() -> dict[str, Any]:
    """Return every component schema by its name."""
    said = {
        key: {"$ref": f"{COMPONENTS}verdict/properties/{key}"}
        for key in ("digest", "game", "format", "release", "ruleset", "verdict", "points")
    }
    return {
        "ReceiptQuestion": an_object("A legion to judge and sign for", {"legion": ref("legion")}),
        "Receipt": an_object(
            "Receipt",
            {
                **said,
                "codes": {
                    "type": "array",
                    "items": _CODE,
                    "description": "The codes of the findings, sorted.",
                },
                "house_rules": {
                    **an_object(
                        "House rules of a receipt",
                        {"slugs": {"type": "array", "items": _SLUG}, "digest": said["digest"]},
                    ),
                    "description": "Only under house rules: which, and the SHA-256 of their documents.",
                },
                "on": {"type": "string", "format": "date", "description": "Only where the legion names a date."},
                "own_numbers": {
                    "const": True,
                    "description": "Only where the verdict rests on numbers that its player says.",
                },
                "time": {"type": "string", "format": "date-time", "description": "When it was signed."},
                "key": {"type": "string", "maxLength": 100, "description": "The `kid` of the key it was signed with."},
                "version": {"const": 1, "description": "The form of this receipt."},
            },
            optional=("house_rules", "on", "own_numbers"),
        ),
        "ReportQuestion": an_object(
            "A verdict that is wrong",
            {
                "legion": ref("legion"),
                "expected": said["verdict"],
                "code": {**_CODE, "description": "The rule that it is about."},
                "note": {
                    "type": "string",
                    "maxLength": MAX_NOTE_LENGTH,
                    "description": "What is wrong, for a curator.",
                },
            },
            optional=("code", "note"),
        ),
        "ReportAnswer": an_object(
            "What was reported",
            {
                **{key: value for key, value in said.items() if key != "points"},
                "expected": said["verdict"],
                "code": {**_CODE, "description": "Empty where no rule was named."},
                "state": {"enum": WrongVerdict.State.values, "description": "What curators make of it."},
            },
        ),
        "ReceiptAnswer": an_object(
            "Signed verdict",
            {
                "receipt": ref("Receipt"),
                "signature": {"type": "string", "pattern": "^[A-Za-z0-9_-]{86}$", "description": "In base64url."},
                "code": {
                    "type": "string",
                    "pattern": "^MR1\\.",
                    "maxLength": MAX_LENGTH,
                    "description": "Receipt and signature in short, for a QR code.",
                },
                "url": {
                    **ADDRESS,
                    "maxLength": MAX_LENGTH + 100,
                    "description": "Where people check it, without host.",
                },
            },
        ),
    }
