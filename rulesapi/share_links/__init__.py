"""Share links: a whole legion in the fragment of an address, which is not sent to a server.

A code is `1`, the bits of the list in base64url, and five check characters; docs/link-form.md specifies it. It contains
exactly what the digest covers plus the release and the date used for judging: no name, notes or collection. Equal lists
therefore have equal codes. Cards, formats and house rules are numbers in the sorted slugs of that release, which never
change; slugs missing from the release are spelled out.
"""

from rulesapi.share_links.code_format import MAX_CODE_LENGTH, LegionTooLong, UnreadableCode, is_whole
from rulesapi.share_links.decoder import decode
from rulesapi.share_links.encoder import encode

__all__ = ["MAX_CODE_LENGTH", "LegionTooLong", "UnreadableCode", "decode", "encode", "is_whole"]
