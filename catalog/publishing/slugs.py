"""Free slugs: a published slug is never used for another document."""

from typing import Any

from catalog import documents
from catalog.documents.sections import section_slug
from catalog.models import Revision


def is_slug_taken(game: str, document_type: str, slug: str) -> bool:
    """Return whether a document of the type has the slug, or had it formerly.

    The slug of a draft that was discarded before it was published is free.
    """
    if Revision.objects.filter(record__game=game, record__document_type=document_type, record__slug=slug).exists():
        return True
    renamed = Revision.objects.of_type(document_type, game).filter(document__has_key="formerly")
    return any(slug in revision.document["formerly"] for revision in renamed.only("document"))


def suggest_slug(document: dict[str, Any]) -> str:
    """Return a slug for a new document from its name, or from its class without a name; a section's from its address.

    If it is taken, the slug of the document's set is appended. The result may still be taken, and is `""` for a
    document without a name and class.
    """
    if document["kind"] == "section":
        return section_slug(document.get("at") or "")
    slug = documents.slugify(document.get("name") or document.get("class") or "")
    set_slug = documents.slugify(document.get("set") or "")
    if slug and set_slug and is_slug_taken(document["game"], documents.document_type(document), slug):
        return f"{slug}-{set_slug}"
    return slug
