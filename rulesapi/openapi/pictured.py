"""The schemas of the pictures of a card."""

from typing import Any

from catalog.api_base.query_params import SLUG
from catalog.models.pictures import ALT_LENGTH, AUTHOR_LENGTH, MEDIA_TYPES, SOURCE_LENGTH
from catalog.pictures.licences import LICENCES

from .parts import an_object, ref


def schemas() -> dict[str, Any]:
    """Return every component schema by its name."""
    slug = {"type": "string", "pattern": SLUG, "maxLength": 100}
    count = {"type": "integer", "minimum": 1}
    file = {
        "address": {
            "type": "string",
            "pattern": r"^/pictures/[0-9a-f]{64}\.(avif|webp)$",
            "description": "Where it is, without host. It never gives other bytes.",
        },
        "media_type": {"enum": list(MEDIA_TYPES.values())},
        "width": {**count, "description": "In pixels."},
        "height": {**count, "description": "In pixels."},
        "size": {**count, "description": "In bytes."},
        "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "Of its bytes."},
    }
    picture = {
        "alt": {"type": "string", "maxLength": ALT_LENGTH, "description": "What it shows, in a line."},
        "author": {"type": "string", "maxLength": AUTHOR_LENGTH, "description": "To be named wherever it is shown."},
        "licence": {"enum": list(LICENCES), "description": "By its SPDX id."},
        "licence_address": {"type": "string", "format": "uri"},
        "source": {
            "type": ["string", "null"],
            "format": "uri",
            "maxLength": SOURCE_LENGTH,
            "description": "The page it is from; null when nobody said.",
        },
        "added_at": {"type": "string", "format": "date-time"},
        "files": {
            "type": "array",
            "items": ref("PictureFile"),
            "minItems": 1,
            "description": "AVIF first, each form from the narrowest to the widest.",
        },
    }
    card = {"game": slug, "card": slug, "pictures": {"type": "array", "items": ref("Picture")}}
    return {
        "PictureFile": an_object("File of a picture", file),
        "Picture": an_object("Picture", picture),
        "CardPictures": an_object("Pictures of a card", card),
    }


def example(card: dict[str, Any]) -> dict[str, Any]:
    """Return how the pictures of a card could be answered."""
    digest = "3f" * 32
    file = {"width": 640, "height": 480, "size": 21_504, "sha256": digest}
    files = [
        {"address": f"/pictures/{digest}.{form}", "media_type": kind, **file} for form, kind in MEDIA_TYPES.items()
    ]
    licence = LICENCES["CC-BY-4.0"]
    picture = {
        "alt": "The painted miniature from the front.",
        "author": "A. Painter",
        "licence": licence.id,
        "licence_address": licence.address,
        "source": "https://example.org/miniatures/1",
        "added_at": "2026-11-22T12:00:00Z",
        "files": files,
    }
    return {"game": card["game"], "card": card["slug"], "pictures": [picture]}
