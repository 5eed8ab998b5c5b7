"""The description of the API (OpenAPI 3.1), made by drf-spectacular from the views.

It is built ahead by `manage.py build_openapi` into `openapi.json`, which is committed and served: generating it is slow
and not safe for threads, and every change of the API shows in the history of that file (docs/decisions, 8).
"""

import json
import re
from functools import cache
from pathlib import Path

_NOT_IN_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
STORED = Path(__file__).resolve().parent.parent / "openapi.json"


@cache
def stored() -> bytes:
    """Return the description as it is served."""
    return STORED.read_bytes()


def build() -> str:
    """Return the description as the text of its file."""
    from drf_spectacular.generators import SchemaGenerator  # not needed while serving

    description = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]  # the library annotates nothing
    return _escaped(json.dumps(description, ensure_ascii=False, indent=1)) + "\n"


def _escaped(text: str) -> str:
    """Return JSON without characters that YAML refuses or breaks lines at: many programs read it as YAML."""
    return _NOT_IN_YAML.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
