"""Content negotiation: the media types of request bodies and responses."""

from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request


class JSONNegotiation(DefaultContentNegotiation):
    """The framework's negotiation, with a shortcut for clients that accept anything and send plain JSON."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Return the parser for the media type of the body, None if there is none."""
        if request.content_type == parsers[0].media_type:
            return parsers[0]
        return super().select_parser(request, parsers)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """Return the renderer and media type of the response. Raises NotAcceptable."""
        if request.META.get("HTTP_ACCEPT", "*/*") == "*/*":
            return renderers[0], renderers[0].media_type
        return super().select_renderer(request, renderers, format_suffix)
