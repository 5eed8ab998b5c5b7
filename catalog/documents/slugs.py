"""Slugs derived from names."""

import re
import unicodedata


def slugify(name: str) -> str:
    """Return the slug of `name`: lower-case ASCII without apostrophes, with other runs of characters as one hyphen."""
    plain = re.sub("[’ʼ`]", "'", name)
    ascii_name = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_name.lower().replace("'", "")).strip("-")
