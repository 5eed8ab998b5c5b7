"""The line with the sources from which cards are proposed: “Sources: official, The Nine Bells of Tollwater”."""

from collections.abc import Iterator, Sequence

from catalog.documents import slugify
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.sources import OFFICIAL
from rulesapi.text_form.line_parser import MAX_LINE_LENGTH, normalized_line

MAX_SOURCES = 50
_LABEL = "Sources"


def write_sources(library: Library, sources: Sequence[str]) -> Iterator[str]:
    """Yield the line of a list's sources, official cards first; one line per source if a single line would be too
    long.
    """
    words = [OFFICIAL, *(_word(library, slug) for slug in sources if slug != OFFICIAL)]
    line = f"{_LABEL}: {', '.join(words)}"
    if len(line) <= MAX_LINE_LENGTH:
        yield line
    else:
        yield from (f"{_LABEL}: {word}" for word in words)


def read_sources(library: Library, text: str, earlier_sources: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return `earlier_sources` with the sources of `text` added, and the parts of `text` that are no source."""
    found, unread = [OFFICIAL, *(slug for slug in earlier_sources if slug != OFFICIAL)], []
    for word in filter(None, map(str.strip, text.split(","))):
        slug = _source(library, word)
        if slug is None or len({*found, slug}) > MAX_SOURCES:
            unread.append(word)
        elif slug not in found:
            found.append(slug)
    return found, unread


def _source(library: Library, word: str) -> str | None:
    """Return the slug of the source with this slug or name; None if there is none."""
    slug = slugify(word)
    if slug == OFFICIAL or slug in library.open_sets:
        return slug
    return next((one for one in sorted(library.open_sets) if slugify(library.set_name(one)) == slug), None)


def _word(library: Library, slug: str) -> str:
    """Return a source by name if that text resolves to exactly this source, else by slug."""
    name = " ".join(normalized_line(library.set_name(slug)).split())
    return name if name and "," not in name and _source(library, name) == slug else slug
