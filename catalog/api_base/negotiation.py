"""Which media type of a body a client sends, and which it accepts in a response."""

from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request


class JSONNegotiation(DefaultContentNegotiation):
    """The framework's way, shortened for clients that take anything and send plain JSON: nearly all programs do."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Return the parser for the body's media type, None if there is none."""
        if request.content_type == parsers[0].media_type:
            return parsers[0]
        return super().select_parser(request, parsers)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """Return the renderer and media type to answer with. Raises NotAcceptable."""
        if request.META.get("HTTP_ACCEPT", "*/*") == "*/*":
            return renderers[0], renderers[0].media_type
        return super().select_renderer(request, renderers, format_suffix)
