"""What must not stand in the logs."""

import logging
import re

_SHARE_KEY = re.compile(r"((?:/|%2F)s(?:/|%2F))[A-Za-z0-9_-]+", re.IGNORECASE)


class HideShareKeys(logging.Filter):
    """Takes the key out of the addresses of shared legions: whoever reads the log is not who it was shared with."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, its message without share keys."""
        message = record.getMessage()
        if _SHARE_KEY.search(message):
            record.msg, record.args = _SHARE_KEY.sub(r"\1…", message), None
        return True
