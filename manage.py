#!/usr/bin/env python
"""Django's command line for Muster."""

import os
import sys


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config.environment import settings_error

    if wrong := settings_error():
        sys.exit(wrong)

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
