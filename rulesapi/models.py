"""What the API keeps: the questions that take longer than an answer may, until they have been answered for a while."""

import secrets
from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone

KEPT = timedelta(hours=1)


def new_key() -> str:
    """Return a key that nobody guesses: who has it may read the question's answer and take the question back."""
    return secrets.token_urlsafe(16)


def new_end() -> datetime:
    """Return when a question that is asked now is forgotten."""
    return timezone.now() + KEPT


class Completion(models.Model):
    """A legion to complete: the question, how far it is, and the answer."""

    class State(models.TextChoices):
        """How far it is. A question that is taken back is no more."""

        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    key = models.CharField(primary_key=True, max_length=22, default=new_key, editable=False)
    question = models.JSONField()
    release = models.PositiveBigIntegerField()
    seconds = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    best = models.BigIntegerField(null=True)
    bound = models.BigIntegerField(null=True)
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    heard_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(default=new_end, db_index=True)

    def __str__(self) -> str:
        return f"{self.key} ({self.state})"
