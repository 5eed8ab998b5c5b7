"""The log as JSON, one object on each line, for programs that collect logs."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from catalog import log_context
from legions.site.log_redaction import RedactingFormatter, redact, without_needless_traceback


class JSONFormatter(RedactingFormatter):
    """A formatter that writes a record as JSON without secrets. `fields` of a record are added to the object."""

    def format(self, record: logging.LogRecord) -> str:
        record = without_needless_traceback(record)
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": log_context.request_id(),
            "task_id": log_context.task_id(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1]:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps({name: _plain(value) for name, value in entry.items() if value != ""})


def _plain(value: Any) -> Any:
    return redact(value) if isinstance(value, str) else value
