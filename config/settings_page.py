"""`python -m config.settings_page`: write the table of all settings into docs/operating.md."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from catalog.generated_parts import with_generated_part
from config.known_settings import GROUPS, KnownSetting

PAGE = Path(__file__).resolve().parent.parent / "docs" / "operating.md"
BEGIN, END = "<!-- python -m config.settings_page -->", "<!-- /settings_page -->"


def with_table(page: str) -> str:
    """Return the page with the current table between its two markers. Raises ValueError for a page without markers."""
    return with_generated_part(page, BEGIN, END, "".join(_lines()))


def _lines() -> Iterator[str]:
    yield "\n| Setting | Default | Meaning |\n|---|---|---|\n"
    for heading, settings in GROUPS.items():
        yield f"| **{heading}** | | |\n"
        for setting in settings:
            yield f"| `{setting.name}` | {_default(setting)} | {setting.meaning} |\n"


def _default(setting: KnownSetting) -> str:
    return setting.default_words or f"`{setting.default}`"


def main(arguments: list[str]) -> int:
    """Write the page, or with `--check` return 1 if it is out of date."""
    page = PAGE.read_text("utf-8")
    current = with_table(page)
    if "--check" in arguments:
        return int(current != page)
    PAGE.write_text(current, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
