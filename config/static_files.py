"""Which of the files that libraries bring are collected."""

from collections.abc import Iterable
from typing import Any

from django.contrib.staticfiles.finders import AppDirectoriesFinder

UNUSED = (
    "rest_framework",  # what DRF's own pages need; none is shown
    *("htmx-2.js", "htmx-4.*", "htmax-*"),
    *("jquery.js", "select2.full.js", "xregexp.js"),
)
"""Files that no page names outside DEBUG, by patterns of their names or folders: other versions, and those to read."""


class UsedFilesFinder(AppDirectoriesFinder):
    """Finds static files in the folders of apps as Django does, and lists those that pages name."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        """List files with where they are stored, except those that are unused or match a pattern."""
        return super().list([*(ignore_patterns or ()), *UNUSED])
