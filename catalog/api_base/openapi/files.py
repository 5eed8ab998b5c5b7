"""JSON files of the API description: the folder `openapi` of each app."""

import json
from pathlib import Path
from typing import Any

from django.apps import apps


def read_all(folder: str) -> dict[str, Any]:
    """Return the merged content of all files in a folder. Raises ValueError if two files define one name."""
    found: dict[str, Any] = {}
    for app in apps.get_app_configs():
        for path in sorted((Path(app.path) / "openapi" / folder).glob("*.json")):
            content = json.loads(path.read_text("utf-8"))
            if twice := found.keys() & content.keys():
                raise ValueError(f"{path}: {', '.join(sorted(twice))} stands in another file as well")
            found |= content
    return found
