"""Free slugs: a published slug is never used for another document."""

from typing import Any

from django.utils.translation import gettext as _

from catalog import documents
from catalog.documents.errors import Fault
from catalog.documents.sections import section_slug
from catalog.models import Revision


def is_slug_taken(game: str, document_type: str, slug: str) -> bool:
    """Return whether a document of the type has the slug, or had it formerly.

    The slug of a draft that was discarded before it was published is free.
    """
    return slug_holder(game, document_type, slug) is not None


def slug_holder(game: str, document_type: str, slug: str) -> str | None:
    """Return the slug of the document that has or had a slug, None if it is free."""
    revisions = Revision.objects.of_type(document_type, game)
    own = list(revisions.filter(record__slug=slug).values_list("until", flat=True))
    if None in own:
        return slug
    renamed = revisions.filter(document__has_key="formerly").order_by("-pk").only("document")
    found = (one.document["slug"] for one in renamed if slug in one.document["formerly"])
    return next(found, slug if own else None)


def used_slug_fault(slug: str, holder: str) -> Fault:
    """Return the fault of a slug that another document has, or had before it got the slug `holder`."""
    if holder == slug:
        message = _("“{slug}” is the slug of another document. Write one that is free.")
    else:
        message = _("“{slug}” was the slug of “{holder}” before, and is never used again. Write one that is free.")
    return Fault("/slug", "slug-used", message.format(slug=slug, holder=holder))


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
