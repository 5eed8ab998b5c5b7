"""Error reports: unexpected exceptions are passed to a function that the operator chooses, such as one of a tracker."""

import logging
from typing import Any

from django.utils.module_loading import import_string

from catalog import log_context
from legions.site.log_redaction import redact

logger = logging.getLogger(__name__)


class ErrorReporter(logging.Handler):
    """A handler that calls a function with each exception that is logged as an error, and with its context.

    The context has no secrets. The exception itself and its frames may have some.
    """

    def __init__(self, function: str) -> None:
        super().__init__(logging.ERROR)
        self.function = function

    def emit(self, record: logging.LogRecord) -> None:
        """Report the exception of a record. A failure of the function is logged and has no other effect."""
        if not record.exc_info or record.exc_info[1] is None:
            return
        try:
            import_string(self.function)(record.exc_info[1], context_of(record))
        except Exception as error:
            logger.warning("%s failed: %s", self.function, type(error).__name__)


def context_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return the message, the ids of request and task, and the address of the request without secrets."""
    request = getattr(record, "request", None)
    match = getattr(request, "resolver_match", None)
    return {
        "logger": record.name,
        "message": redact(record.getMessage()),
        "request_id": log_context.request_id(),
        "task_id": log_context.task_id(),
        "method": getattr(request, "method", None) or "",
        "path": redact(getattr(request, "path", "")),
        "route": match.view_name if match else "",
    }
