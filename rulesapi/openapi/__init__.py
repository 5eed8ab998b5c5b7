"""The description of the API (OpenAPI 3.1), composed from the views, the schemas and a file of examples.

It is built ahead by `manage.py build_openapi` into `openapi.json`, which is committed and served: nothing is composed
while requests are served, and every change of the API shows in the history of that file.
"""

from functools import cache
from pathlib import Path

STORED = Path(__file__).resolve().parent.parent / "openapi.json"


@cache
def stored() -> bytes:
    """Return the description as it is served."""
    return STORED.read_bytes()
