"""Admin pages on which there is only something to see."""

from typing import Any

from django.http import HttpRequest


class LookOnly:
    """Refuses everybody what would add, change or delete; whoever may view, views."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
