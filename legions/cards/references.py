"""Rulebook references for pages: on their own page, and next to the rules that use them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from legions.site import wording
from legions.site.marked_text import MarkedText
from rulesapi.text_form.name_index import name_key

TOPICS = {
    "phase": _("Phases"),
    "maneuver": _("Maneuvers"),
    "altitude": _("Altitude"),
    "action": _("Actions"),
    "attack": _("Attacks and damage"),
    "token": _("Tokens"),
    "condition": _("Conditions"),
    "terrain": _("Terrain"),
    "power": _("Powers"),
    "ability": _("Abilities"),
    "term": _("Other terms"),
}
"""The topics of references, in the order of their page."""


@dataclass(frozen=True, slots=True)
class ReferenceView:
    """A reference for pages: `html` is its text, `see` are related references by slug and name.

    `cite` leads to its section of the rulebook, if there is one.
    """

    slug: str
    name: str
    html: MarkedText
    cite: MarkedText
    address: str
    see: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TopicView:
    """The references of one topic."""

    topic: str
    title: Any
    references: list[ReferenceView]


def topics(documents: Iterable[Mapping[str, Any]], query: str, sections: Mapping[str, str]) -> list[TopicView]:
    """Return the references that contain every word of a query, by topic; all of them if it is empty.

    `sections` are the addresses of their sections in the rulebook, by slug.
    """
    known = list(documents)
    names = {one["slug"]: one["name"] for one in known}
    words = name_key(query).split() if query else []
    found = [one for one in known if _has_words(one, words)]
    views = [
        TopicView(topic, title, [_view(one, names, sections) for one in found if one["topic"] == topic])
        for topic, title in TOPICS.items()
    ]
    return [view for view in views if view.references]


def explaining(documents: Iterable[Mapping[str, Any]], codes: Iterable[str]) -> list[ReferenceView]:
    """Return the reference that explains each of some rules, in the order of their codes, without repeating any."""
    by_code: dict[str, Mapping[str, Any]] = {}
    for one in documents:
        for code in one.get("rules", ()):
            by_code.setdefault(code, one)
    explained = {by_code[code]["slug"]: by_code[code] for code in codes if code in by_code}
    return [_view(one, {}, {}) for one in explained.values()]


def _view(document: Mapping[str, Any], names: Mapping[str, str], sections: Mapping[str, str]) -> ReferenceView:
    """Return the view of a reference. `names` are the names of possible related references, by slug."""
    slug = document["slug"]
    source = document["sources"].get("", {})
    cite = {"source": source.get("source", ""), "page": source.get("page"), "section": None}
    at = source.get("at") or sections.get(slug)
    return ReferenceView(
        slug,
        document["name"],
        wording.translated_html(document, "text"),
        wording.linked_citation({**cite, "at": at}, document["game"]),
        f"{reverse('references', args=[document['game']])}#{slug}",
        tuple((other, names[other]) for other in document.get("see", ()) if other in names),
    )


def _has_words(document: Mapping[str, Any], query_words: Iterable[str]) -> bool:
    text, _language = wording.translated_text(document, "text")
    looked_at = name_key(" ".join([document["name"], *document.get("also", ()), document["text"], text]))
    return all(word in looked_at for word in query_words)
