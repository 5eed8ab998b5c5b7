"""Entity tags of states and of their codings.

A strong tag identifies bytes, so a state has a different tag in each coding: `"12-345"` plain, `"12-345.br"` in brotli.
Proxies that compress write `"12-345-gzip"` (Apache) or `W/"12-345"` (nginx).
"""

import re
from collections.abc import Iterator

from django.utils.http import parse_etags

ANY = "*"
_OF_CODING = re.compile(r'(?:W/)?"(?P<state>[^"]+)[.-](?P<coding>br|gzip|zstd|deflate)"')


def of_coding(etag: str, coding: str) -> str:
    """Return the tag of a state in a coding, from its plain tag."""
    return f'{etag[:-1]}.{coding}"'


def with_codings(header: str) -> Iterator[tuple[str, str, str]]:
    """Yield the tags of If-None-Match with a coding: the tag, the plain tag of its state, and the coding."""
    for tag in parse_etags(header):
        if match := _OF_CODING.fullmatch(tag):
            yield tag, f'"{match["state"]}"', match["coding"]


def names_state(if_match: str, etag: str) -> bool:
    """Return whether If-Match names the state with the tag `"etag"`, in any coding or as rewritten by a proxy.

    RFC 9110 requires a strong comparison here, since a weak tag may cover several states. Muster's tags are all strong,
    and a tag weakened by a proxy still names one state. The condition is about the state, not the bytes.
    """
    strong = f'"{etag}"'
    for tag in parse_etags(if_match):
        coded = _OF_CODING.fullmatch(tag)
        if tag == ANY or tag.removeprefix("W/") == strong or (coded and f'"{coded["state"]}"' == strong):
            return True
    return False
