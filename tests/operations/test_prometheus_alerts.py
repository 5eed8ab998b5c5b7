"""The examples of alerts for Prometheus: the metrics and labels that they name exist, and the documentation has all."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from prometheus_client import REGISTRY, Metric

from catalog import audit
from catalog.models import Release
from operations import site_metrics, site_state

ALERTS = Path(settings.BASE_DIR, "deploy/prometheus/alerts.yml")
PAGE = Path(settings.BASE_DIR, "docs/monitoring.md")
PROMTOOL = shutil.which("promtool")


def rules() -> list[dict[str, Any]]:
    [group] = yaml.safe_load(ALERTS.read_text("utf-8"))["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def families() -> list[Metric]:
    """Return all metrics of Muster, those of the library left out."""
    return [family for family in REGISTRY.collect() if family.name.startswith("muster_")]


def samples_of(family: Metric) -> set[str]:
    """Return the names under which Prometheus stores a metric."""
    ends = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "summary": ("_count", "_sum")}
    return {f"{family.name}{end}" for end in ends.get(family.type, ("",))}


@pytest.mark.django_db
def test_each_metric_of_an_alert_exists_and_is_documented() -> None:
    Release.objects.create(number=1, why="A test")
    audit.log_action(site_state.BACKUP_WRITTEN, by=None)
    every = [*families(), *site_metrics.SiteMetrics().collect()]
    known = {name for family in every for name in samples_of(family)}
    named = {name for rule in rules() for name in re.findall(r"\bmuster_\w+", rule["expr"])}
    assert len(named) >= 12
    assert named <= known
    documented = set(re.findall(r"`(muster_\w+)`", PAGE.read_text("utf-8")))
    assert {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in documented} == {family.name for family in every}


def test_each_alert_has_a_name_of_its_own_and_a_sentence() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(set(names)) == len(names) >= 12
    assert all(rule["annotations"]["summary"].endswith((".", "?")) for rule in rules())


@pytest.mark.skipif(PROMTOOL is None, reason="NOT CHECKED: promtool is not installed (Debian's prometheus)")
def test_prometheus_accepts_the_alerts() -> None:
    done = subprocess.run([str(PROMTOOL), "check", "rules", str(ALERTS)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
