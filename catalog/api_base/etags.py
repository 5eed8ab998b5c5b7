"""Entity tags: what they say of a state, and of the coding that a state was sent in.

A strong tag stands for bytes, so the same state has another one in each coding: `"12-345"` as it is, `"12-345.br"` in
brotli. Proxies that compress write `"12-345-gzip"` (Apache), or `W/"12-345"` (nginx).
"""

import re
from collections.abc import Iterator

from django.utils.http import parse_etags

ANY = "*"
_OF_CODING = re.compile(r'(?:W/)?"(?P<state>[^"]+)[.-](?P<coding>br|gzip|zstd|deflate)"')


def of_coding(etag: str, coding: str) -> str:
    """Return the tag of a state in a coding, from its tag as it is."""
    return f'{etag[:-1]}.{coding}"'


def with_codings(header: str) -> Iterator[tuple[str, str, str]]:
    """Yield the tags of If-None-Match that are of a coding: the tag, that of the state as it is, and the coding."""
    for tag in parse_etags(header):
        if match := _OF_CODING.fullmatch(tag):
            yield tag, f'"{match["state"]}"', match["coding"]


def names_state(if_match: str, etag: str) -> bool:
    """Return whether If-Match names the state whose tag is `"etag"`, in any coding, also as a proxy has written it.

    RFC 9110 compares strongly here, for a weak tag may stand for several states. All tags that are made here are
    strong, and one that a proxy has weakened still stands for one state: what is changed is that, and no bytes.
    """
    strong = f'"{etag}"'
    for tag in parse_etags(if_match):
        coded = _OF_CODING.fullmatch(tag)
        if tag == ANY or tag.removeprefix("W/") == strong or (coded and f'"{coded["state"]}"' == strong):
            return True
    return False
