#!/usr/bin/env python
"""Django's command line for Muster."""

import os
import sys

INTERRUPTED = 130
"""The exit code of a command ended by Ctrl-C, as in shells."""


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from config import command_line

        command_line.run(sys.argv)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)  # noqa: T201
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
