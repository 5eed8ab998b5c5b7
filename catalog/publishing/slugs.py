"""Which slugs are free: one that was ever used is never used again."""

from typing import Any

from catalog import documents
from catalog.models import Revision


def is_slug_taken(game: str, document_type: str, slug: str) -> bool:
    """Return whether a document of the type has the slug, or had it before it got another.

    That of a draft that was thrown away before it was ever published is free.
    """
    if Revision.objects.filter(record__game=game, record__document_type=document_type, record__slug=slug).exists():
        return True
    renamed = Revision.objects.of_type(document_type, game).filter(document__has_key="formerly")
    return any(slug in revision.document["formerly"] for revision in renamed.only("document"))


def suggest_slug(document: dict[str, Any]) -> str:
    """Return a slug for a new document: its name, or its class while it has no name.

    Where that is taken, the slug of the document's set is appended. The result may still be taken, and is `""` for a
    document without any name.
    """
    slug = documents.slugify(document.get("name") or document.get("class") or "")
    set_slug = documents.slugify(document.get("set") or "")
    if slug and set_slug and is_slug_taken(document["game"], documents.document_type(document), slug):
        return f"{slug}-{set_slug}"
    return slug
