"""Every address of the website and the API's pages, with samples for what stands in it."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

ELSEWHERE = ("admin/", "api/v1/")
"""What is no page (the API) or has tests of its own (the admin)."""

WORDS: dict[str, Any] = {
    "game": "attack-wing",
    "release": 1,
    "code": "unknown-game",
    "uidb36": "1",
    "number": 1,
    "key": "wrong",
    "handle": "nobody-here",
    "section": "pages",
    "format": "standard",
}
"""What stands in an address for each word; a page that needs another one fails until it gets a sample."""

SPECIAL: dict[str, dict[str, Any]] = {
    "card": {"slug": "wraith"},
    "collection-card": {"slug": "wraith"},
    "set": {"slug": "wraith-expansion"},
    "shield": {"slug": "wraith"},
    "token-end": {"number": "00000000-0000-4000-8000-000000000000"},
    "mfa_remove_webauthn": {"pk": 1},
    "mfa_edit_webauthn": {"pk": 1},
}


def addresses(**words: Any) -> Iterator[str]:
    """Yield one address for each named route, with `words` where they stand in it; what a route needs comes first."""
    for name, asked in _routes(get_resolver().url_patterns, ""):
        known = {**WORDS, **words, **SPECIAL.get(name, {})}
        yield reverse(name, kwargs={word: known[word] for word in asked})


def _routes(
    patterns: list[URLPattern | URLResolver], prefix: str, before: tuple[str, ...] = ()
) -> Iterator[tuple[str, list[str]]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern).lstrip("^")
        if route.startswith(ELSEWHERE):
            continue
        asked = [*before, *(pattern.pattern.converters or pattern.pattern.regex.groupindex)]
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route, tuple(asked))
        elif pattern.name:
            yield pattern.name, asked
