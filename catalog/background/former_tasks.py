"""Former paths of tasks, for rows queued by an earlier version.

A row of the queue names its task by a dotted path, and may wait for days: for a scheduled release, or for another
attempt. The worker maps the path when it claims the row. Every move of a task needs a new entry.
"""

FORMER_TASKS = {
    "catalog.publishing.clock.tick": "catalog.publishing.scheduling.publish_if_due",
    "catalog.publishing.effects.work": "catalog.publishing.previews.compute_preview",
    "catalog.tables.bringing.work": "catalog.tables.table_import.process_table",
    "legions.alerts.stops.work": "legions.notifications.stopped_schedules.notify_scheduler",
    "legions.alerts.telling.work": "legions.notifications.verdict_changes.notify_owners",
    "legions.hooks.delivering.work": "legions.webhooks.delivery.run_attempt",
    "rulesapi.bulk.work": "catalog.api.bulk_files.build_files",
    "rulesapi.jobs.work": "rulesapi.judging.completion_jobs.run_completion",
}
"""The current path of each moved task, keyed by its former path."""


def current_path(path: str) -> str:
    """Return the dotted path of a task in this version."""
    return FORMER_TASKS.get(path, path)
