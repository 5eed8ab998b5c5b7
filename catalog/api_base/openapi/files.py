"""What the description is made of beside the views: JSON files in the folder `openapi` of each app."""

import json
from pathlib import Path
from typing import Any

from django.apps import apps


def read_all(folder: str) -> dict[str, Any]:
    """Return what stands in all files of a folder together. Raises ValueError where two say something of one name."""
    found: dict[str, Any] = {}
    for app in apps.get_app_configs():
        for path in sorted((Path(app.path) / "openapi" / folder).glob("*.json")):
            content = json.loads(path.read_text("utf-8"))
            if twice := found.keys() & content.keys():
                raise ValueError(f"{path}: {', '.join(sorted(twice))} stands in another file as well")
            found |= content
    return found
