"""The fragment link: a whole legion in an address, of which no server is told until somebody looks at it.

A code is `1`, the bits of the list in base64url, and five check characters; docs/link-form.md tells them one by one.
It holds what the digest covers, nothing else but the release and the date that the legion is judged by: no name, no
notes, no collection. So two equal lists have one code, however they were clicked together. Cards, formats and house
rules are numbers in the slugs of that release, which never change; what the release does not have is spelled out.
"""

from rulesapi.share_links.code_format import MAX_CODE_LENGTH, LegionTooLong, UnreadableCode, is_whole
from rulesapi.share_links.decoder import decode
from rulesapi.share_links.encoder import encode

__all__ = ["MAX_CODE_LENGTH", "LegionTooLong", "UnreadableCode", "decode", "encode", "is_whole"]
