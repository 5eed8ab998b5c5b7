"""Queries that users type: read from the parameters of an address, and the length of the fields for them."""

from collections.abc import Mapping
from typing import Literal

from catalog.documents import json_input
from catalog.search import syntax
from rulesapi.rulebooks.search.query import MAX_QUERY_LENGTH

Searched = Literal["texts", "cards", "lists"]
MAX_LENGTHS: Mapping[Searched, int] = {"texts": MAX_QUERY_LENGTH, "cards": syntax.MAX_QUERY_LENGTH, "lists": 200}
"""The maximum length of a query in characters: for rules and other texts, for cards, and for a user's own lists."""


def read_query(text: str) -> str:
    """Return a query for texts as it is searched: cut to its maximum length, without surplus white space."""
    words = " ".join(json_input.tidy(text.replace("\0", " ")).split())
    return words[: MAX_LENGTHS["texts"]].strip()
