"""Links from a card to related cards: its set, cards that it names or that name it, and links by other apps
(`catalog.extensions`).
"""

import re
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.admin.labels import admin_url
from catalog.extensions import Link, LinkGroup, catalog_extensions
from catalog.models import DocumentType, Record, Revision

MAX_SHOWN = 12
MIN_NAME_LENGTH = 4
"""The minimum length of a card name that is searched for in texts; shorter ones, such as “Orc”, are common words."""


def related_links(record: Record | None, document: dict[str, Any]) -> list[LinkGroup]:
    """Return the groups of links related to a published card; an empty list for new cards and other documents."""
    if record is None or record.document_type != DocumentType.CARD:
        return []
    others = Revision.objects.newest().of_type(DocumentType.CARD, record.game).exclude(record=record)
    found = [
        LinkGroup(_("Same set"), _of_set(others, document)),
        LinkGroup(_("Names"), _links(others, _mentioned(others, document.get("text") or ""))),
        LinkGroup(_("Named by"), _mentioning(others, document.get("name") or "")),
        *(one for extension in catalog_extensions() for one in extension.related_links(document)),
    ]
    return [one for one in found if one.links]


def _of_set(others: Any, document: dict[str, Any]) -> list[Link]:
    of_set = document.get("set")
    count = others.filter(set_slug=of_set).count() if of_set else 0
    if not count:
        return []
    query = urlencode({"game": document["game"], "set": of_set})
    words = ngettext("{number} other card", "{number} other cards", count).format(number=count)
    return [Link(words, f"{reverse('admin:catalog_card_changelist')}?{query}")]


def _mentioned(others: Any, text: str) -> list[str]:
    """Return the names of other cards that occur as whole words in a text."""
    if not text:
        return []
    names = others.exclude(name=None).values_list("name", flat=True).distinct().order_by("name")
    return [name for name in names if len(name) >= MIN_NAME_LENGTH and _mentions(text, name)]


def _mentioning(others: Any, name: str) -> list[Link]:
    """Return links to the cards in whose text a name occurs as whole words."""
    if len(name) < MIN_NAME_LENGTH:
        return []
    found = others.filter(document__text__icontains=name).select_related("record").order_by("name", "slug")
    return [_link(one) for one in found[: 2 * MAX_SHOWN] if _mentions(one.document["text"], name)][:MAX_SHOWN]


def _links(others: Any, names: list[str]) -> list[Link]:
    found = others.filter(name__in=names).select_related("record").order_by("name", "slug") if names else ()
    return [_link(one) for one in found[:MAX_SHOWN]]


def _link(revision: Revision) -> Link:
    return Link(revision.title, admin_url(revision.record))


def _mentions(text: str, name: str) -> bool:
    """Return whether a name occurs in a text as whole words, case-sensitively: “Fireball” does not occur in
    “Fireballs”.
    """
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
