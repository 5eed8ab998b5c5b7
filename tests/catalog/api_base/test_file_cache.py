"""The file cache shared by the processes of a machine without a cache server."""

import logging
import sqlite3
import subprocess
import sys
from multiprocessing.dummy import Pool
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from catalog.api_base import cache_backends
from catalog.api_base.cache_backends import FallbackFileCache

COUNTING = """
import sys
from django.conf import settings
settings.configure()
from catalog.api_base.cache_backends import FallbackFileCache
cache = FallbackFileCache(sys.argv[1], {})
print("ready", flush=True)
sys.stdin.readline()
taken = 0
for _ in range(int(sys.argv[2])):
    counted, before = cache.tally("counted", ["before"], 1, 600)
    if counted + before <= 300:
        taken += 1
    else:
        cache.tally("counted", ["before"], -1, 600)
print(taken, cache.is_away)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "cache.sqlite3"


@pytest.fixture
def cache(path: Path) -> FallbackFileCache:
    return made(path)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Clocks that a test can set."""
    now = {"time": 1_000.0, "monotonic": 1_000.0}
    monkeypatch.setattr(cache_backends.time, "time", lambda: now["time"])
    monkeypatch.setattr(cache_backends.time, "monotonic", lambda: now["monotonic"])
    return now


def made(path: Path, **options: Any) -> FallbackFileCache:
    """Open the cache with a connection of its own, as another process does."""
    cache_backends._files.pop(str(path), None)
    return FallbackFileCache(str(path), {"OPTIONS": options})


@pytest.mark.sampled
def test_four_processes_take_together_exactly_as_much_as_one(path: Path) -> None:
    command = [sys.executable, "-c", COUNTING, str(path), "200"]
    counting = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=settings.BASE_DIR)
        for _ in range(4)
    ]
    for one in counting:
        assert one.stdout.readline() == "ready\n"
    for one in counting:
        one.stdin.write("\n")
        one.stdin.flush()
    outputs = [one.communicate(timeout=60)[0].split() for one in counting]
    assert sum(int(taken) for taken, _ in outputs) == 300
    assert {away for _, away in outputs} == {"False"}


def test_threads_count_exactly(cache: FallbackFileCache, path: Path) -> None:
    with Pool(8) as pool:
        pool.map(lambda _: FallbackFileCache(str(path), {}).tally("counted", [], 1, 60), range(200))
    assert cache.get("counted") == 200


def test_values_are_stored_as_in_any_cache(cache: FallbackFileCache) -> None:
    assert cache.add("tries", 1)
    assert not cache.add("tries", 1)
    assert cache.incr("tries", 2) == 3
    assert cache.decr("tries") == 2
    cache.set_many({"a": [1, "two"], "b": None, "huge": 2**80})
    assert cache.get_many(["a", "b", "c", "huge"]) == {"a": [1, "two"], "b": None, "huge": 2**80}
    assert cache.get("c", "nothing") == "nothing"
    assert cache.has_key("b")
    for key in ("a", "missing"):
        with pytest.raises(ValueError, match="not found"):
            cache.incr(key)
    assert cache.delete("a")
    assert not cache.delete("a")
    cache.clear()
    assert cache.get("tries") is None
    assert not cache.is_away


def test_entries_with_a_timeout_expire(cache: FallbackFileCache, clock: dict[str, float]) -> None:
    cache.set("short", 1, timeout=10)
    cache.set("long", 1, timeout=None)
    cache.tally("counted", [], 1, 10)
    assert cache.touch("short", 20)
    clock["time"] += 10
    assert not cache.touch("counted", 20)
    assert cache.get("counted") is None
    assert cache.get("short") == 1
    clock["time"] += 10
    assert not cache.delete("short")
    assert cache.add("short", 5, timeout=10)
    assert cache.get_many(["short", "long"]) == {"short": 5, "long": 1}


def test_expired_entries_are_pruned_and_then_those_that_expire_next(path: Path, clock: dict[str, float]) -> None:
    cache = made(path, MAX_ENTRIES=30)
    for number in range(20):
        cache.set(f"over-{number}", 1, timeout=10)
    clock["time"] += 10
    for number in range(40):
        cache.set(f"kept-{number}", 1, timeout=100 + number)
    cache.prune()
    with sqlite3.connect(path) as connection:
        keys = [key.rpartition("-")[2] for (key,) in connection.execute("SELECT key FROM entry ORDER BY expires")]
    assert keys == [str(number) for number in range(20, 40)]


def test_a_process_prunes_now_and_then(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_backends, "PRUNE_INTERVAL", 10)
    cache = made(path, MAX_ENTRIES=30)
    for number in range(200):
        cache.set(str(number), 1)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM entry").fetchone()[0] <= 40


@pytest.mark.sampled
def test_a_full_file_makes_room_by_itself(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_backends, "MAX_FILE_BYTES", 64 * 4096)
    cache = made(path)
    for number in range(3_000):
        cache.set(f"{number:0100}", 1, timeout=100 + number)
    assert not cache.is_away
    assert cache.get(f"{2_999:0100}") == 1
    assert path.stat().st_size <= 64 * 4096


def test_only_its_owner_can_read_the_file(cache: FallbackFileCache, path: Path) -> None:
    cache.set("key", 1)
    assert {file.stat().st_mode & 0o077 for file in path.parent.iterdir()} == {0}


def test_with_a_broken_file_each_process_counts_and_a_removed_one_is_created_again(
    path: Path, caplog: pytest.LogCaptureFixture, clock: dict[str, float]
) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database at all " * 1_000)
    cache = made(path)
    with caplog.at_level(logging.ERROR):
        assert [cache.tally("counted", [], 1, 60) for _ in range(3)] == [(1, 0), (2, 0), (3, 0)]
    assert [record.name for record in caplog.records] == ["catalog.api_base.cache_backends"]
    assert cache.is_away
    path.unlink()
    clock["monotonic"] += cache_backends.RETRY_SECONDS_AFTER_FAILURE
    assert cache.tally("counted", [], 1, 60) == (1, 0)
    assert not cache.is_away


def test_a_removed_file_is_created_again_for_all_processes(path: Path, clock: dict[str, float]) -> None:
    one, other = made(path), made(path)
    for cache in (one, other):
        cache.tally("counted", [], 1, 60)
    for file in path.parent.iterdir():
        file.unlink()
    clock["monotonic"] += cache_backends.FILE_CHECK_SECONDS
    assert [cache.tally("counted", [], 1, 60) for cache in (one, other, one)] == [(1, 0), (2, 0), (3, 0)]


def test_a_folder_that_cannot_be_made_leaves_each_process_counting(path: Path) -> None:
    path.parent.write_bytes(b"a file")
    cache = made(path)
    assert [cache.tally("counted", [], 1, 60)[0] for _ in range(2)] == [1, 2]
    assert cache.is_away


def test_a_long_wait_for_the_file_falls_back_to_own_counters(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cache_backends, "BUSY_TIMEOUT_SECONDS", 0.01)
    cache = made(path)
    cache.set("key", 1)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    with caplog.at_level(logging.ERROR):
        assert cache.tally("counted", [], 1, 60) == (1, 0)
    connection.close()
    assert "database is locked" in caplog.text


def test_a_long_wait_for_another_thread_falls_back_to_own_counters(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cache_backends, "BUSY_TIMEOUT_SECONDS", 0.01)
    cache = made(path)
    with cache_backends._files[str(path)]._lock, caplog.at_level(logging.ERROR):
        assert cache.tally("counted", [], 1, 60) == (1, 0)
    assert "another thread has the file" in caplog.text


def test_without_room_for_a_log_nobody_waits_for_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk, where SQLite has no room for the files next to the database."""

    def wait(_: float) -> None:
        pytest.fail("It waits.")

    path.parent.mkdir()
    path.with_name(f"{path.name}-shm").symlink_to("nowhere")  # a symlink that SQLite does not follow
    cache = made(path)
    monkeypatch.setattr(cache_backends.time, "sleep", wait)
    assert cache.tally("counted", [], 1, 60) == (1, 0)
    assert cache.is_away


def test_a_process_that_was_forked_opens_the_file_for_itself(cache: FallbackFileCache, path: Path) -> None:
    cache.tally("counted", [], 1, 60)
    file = cache_backends._files[str(path)]
    of_parent = file._connection
    file.reset_after_fork()
    assert cache.tally("counted", [], 1, 60) == (2, 0)
    assert file._connection is not of_parent
    assert file._of_parent is of_parent
