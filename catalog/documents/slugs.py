"""How a slug is made of a name."""

import re
import unicodedata


def slugify(name: str) -> str:
    """Return the slug of `name`: ASCII lower case, apostrophes dropped, other runs of characters one hyphen."""
    plain = re.sub("[’ʼ`]", "'", name)
    ascii_name = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_name.lower().replace("'", "")).strip("-")
