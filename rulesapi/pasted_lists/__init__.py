"""Lists in pasted text of any kind: JSON, links, Markdown and plain text, detected by their content.

The site, the API and `manage.py judge` all read pasted text with this package, with identical results.
"""

from rulesapi.pasted_lists.json_in_text import JsonInText, around_rows, find_json
from rulesapi.pasted_lists.linked_lists import (
    SHARED_ADDRESS,
    LinkedList,
    card_rows,
    link_refusal,
    link_rows,
    names_cards,
    read_linked,
    unread_links,
)
from rulesapi.pasted_lists.markup import strip_markup
from rulesapi.pasted_lists.refusals import refused

__all__ = [
    "SHARED_ADDRESS",
    "JsonInText",
    "LinkedList",
    "around_rows",
    "card_rows",
    "find_json",
    "link_refusal",
    "link_rows",
    "names_cards",
    "read_linked",
    "refused",
    "strip_markup",
    "unread_links",
]
