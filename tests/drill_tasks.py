"""Tasks for the worker drills: each has one countable effect, and takes a moment for it."""

import os
import time
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django_tasks import task

from catalog import audit
from catalog.models import AuditEntry

BEGUN = "begun"
"""The file in `VAR_DIR` with a line for each start of a task."""


@task()
def note(number: int) -> None:
    """Write a number to the audit log, once, even if an earlier try has begun to do so."""
    begun = os.open(Path(settings.VAR_DIR, BEGUN), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.write(begun, f"{number}\n".encode())
    os.close(begun)
    with transaction.atomic():
        time.sleep(0.02)
        if not AuditEntry.objects.filter(what="drill", of=str(number)).exists():
            audit.log_action("drill", by=None, of=str(number))
        time.sleep(0.02)
