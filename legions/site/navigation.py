"""The navigation: each page is in one section at most, however the user reached it."""

from django.http import HttpRequest

CAMPAIGN_PAGES = frozenset(
    [
        "game-campaigns",
        "adventure",
        "campaign-start",
        "campaign",
        "campaign-adventures",
        "campaign-adventure",
        "campaign-write",
        "campaign-release",
        "shared-adventure",
        "adventure-report",
        "campaign-result",
        "campaign-correct",
        "campaign-join",
        "campaign-shared",
    ]
)
"""The URL names of the pages of a game's adventures and campaigns."""

SECTIONS: dict[str, frozenset[str]] = {
    "games": frozenset(
        [
            "games",
            "cards",
            "card",
            "contribute",
            "all-sets",
            "sets",
            "set",
            "sheet",
            "sheet-import",
            "shelves",
            "shelf",
            "all-wanted",
            "wanted",
            "marks",
        ]
    ),
    "build-games": frozenset(["build-games", "build", "legion", "import", "import-keep", "link", "link-keep"]),
    "legions": frozenset(
        [
            "legions",
            "legions-do",
            "legions-undo",
            "legions-compare",
            "legion-history",
            "legion-state",
            "legion-release",
            "legion-wrong",
            "legion-copies",
            "legion-sheet",
            "legion-cards",
            "display-name",
            "all-published",
            "published-lists",
            "everybody",
            "random-list",
            "shared",
            "shared-copies",
            "shared-sheet",
            "shared-cards",
            "shared-comments",
            "shared-comment",
            "shared-report",
            "shared-wrong",
            "comment-report",
            "person",
            "person-report",
            "favourites",
        ]
    ),
    "all-play": frozenset(
        [
            "all-play",
            "legion-play",
            "shared-play",
            "legion-hand",
            "shared-hand",
            "play",
            "question",
            "odds",
            "all-rules",
            "rules",
            "coverage",
            "references",
            "book",
            "chapter",
            "section",
            "search",
            "campaigns",
            "campaign-import",
            *CAMPAIGN_PAGES,
        ]
    ),
    "developers": frozenset(["developers", "api-docs", "problems", "problem", "receipts"]),
}
"""The sections of the navigation, and of the foot, keyed by the URL name of their entry, with the URL names of their
pages.
"""

GAME_SECTIONS: dict[str, frozenset[str]] = {
    "game": frozenset(["game"]),
    "cards": frozenset(["cards", "card", "contribute"]),
    "sets": frozenset(["sets", "set", "sheet", "sheet-import"]),
    "build": frozenset(["build", "legion"]),
    "collection": frozenset(["collection", "boxes", "collection-import", "collection-keep", "plans", "shelf"]),
    "rules": frozenset(["rules", "coverage", "references", "book", "chapter", "section"]),
    "play": frozenset(["play", "question"]),
    "odds": frozenset(["odds"]),
    "game-campaigns": CAMPAIGN_PAGES,
}
"""The sections below the name of a game, keyed by the URL name of their entry, with the URL names of their pages."""


def section_of(request: HttpRequest | None, sections: dict[str, frozenset[str]]) -> str:
    """Return the section of the requested page, or an empty string for a page without one and for no request."""
    match = request.resolver_match if request else None
    name = match.url_name if match else None
    return next((section for section, names in sections.items() if name in names), "")
