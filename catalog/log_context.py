"""The request and the task that the current code works for, so that log entries and queued tasks can name them."""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

MAX_ID_LENGTH = 64
_ID = re.compile(rf"[A-Za-z0-9._-]{{1,{MAX_ID_LENGTH}}}")
_request: ContextVar[str] = ContextVar("request", default="")
_task: ContextVar[str] = ContextVar("task", default="")


def new_request_id(proposed: str = "") -> str:
    """Return the proposed id of a request if it is short and plain enough for logs, otherwise a random one."""
    return proposed if _ID.fullmatch(proposed) else secrets.token_hex(8)


@contextmanager
def request_context(number: str, task: str = "") -> Iterator[None]:
    """Name a request, and the task that it has queued if that is running, in all log entries written inside."""
    tokens = _request.set(number), _task.set(task)
    try:
        yield
    finally:
        _request.reset(tokens[0])
        _task.reset(tokens[1])


def request_id() -> str:
    """Return the id of the current request, or of the request that queued the current task; empty if there is none."""
    return _request.get()


def task_id() -> str:
    """Return the id of the current task, empty outside of a task."""
    return _task.get()
