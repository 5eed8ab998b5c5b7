"""Periodic tasks of the REST API."""

from datetime import timedelta

from catalog.background.periodic import delete_in_chunks, periodic_task
from rulesapi.judging import completion_jobs


@periodic_task(every=timedelta(minutes=15))
def prune_completions() -> None:
    delete_in_chunks(completion_jobs.expired_completions())
