"""Tasks that an earlier version queued under the path that their function had there.

A row of the queue names its task by a dotted path, and may wait for days: for a release that is due, or for the next
attempt of what failed. The worker looks the path up here when it claims the row. Whoever moves a task adds a line.
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
"""The path of each task today, by its former one."""


def current_path(path: str) -> str:
    """Return the dotted path that a task of that path has in this version."""
    return FORMER_TASKS.get(path, path)
