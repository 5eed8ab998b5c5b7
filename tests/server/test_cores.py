"""Processes of the server, each bound to a core."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system cannot bind processes")

SERVER = """
import json, os, sys
from multiprocessing import get_context
from operations.web_server import bind_to_core

fork = get_context("fork")

def work(pipe):
    pipe.recv()
    bind_to_core()
    pipe.send(sorted(os.sched_getaffinity(0)))
    pipe.recv()

class Started:
    def __init__(self):
        self.pipe, other = fork.Pipe()
        self.process = fork.Process(target=work, args=(other,))
        self.process.start()
    def begin(self):
        self.pipe.send("begin")
        return self
    def cores(self):
        return self.pipe.recv()
    def end(self):
        self.process.kill()
        self.process.join()

running = [Started() for _ in range(int(sys.argv[1]))]
every = [one.cores() for one in [one.begin() for one in running]]
running[0].end()
running[0] = Started()
print(json.dumps([every, every[0], running[0].begin().cores()]))
for one in running:
    one.end()
"""
"""A process that starts others, then replaces the first; it prints the cores of all, of that one and of the new one."""


def cores_of(processes: int) -> tuple[list[list[int]], list[int], list[int]]:
    command = [sys.executable, "-c", SERVER, str(processes)]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=True, timeout=60)
    every, former, new = json.loads(done.stdout)
    return every, former, new


def test_as_many_processes_as_cores_have_one_each_and_a_new_process_takes_the_free_one() -> None:
    cores = sorted(os.sched_getaffinity(0))
    every, former, new = cores_of(len(cores))
    assert sorted(every) == [[core] for core in cores]
    assert new == former


def test_processes_are_not_bound_if_there_are_more_or_fewer_than_cores() -> None:
    cores = sorted(os.sched_getaffinity(0))
    for processes in {len(cores) + 1, len(cores) - 1} - {0}:
        assert cores_of(processes)[0] == [cores] * processes


def test_child_processes_of_a_bound_process_run_on_all_cores(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import os\nprint(sorted(os.sched_getaffinity(0)))\n")
    starting = (
        "import os, sys\nfrom pathlib import Path\nimport django\n"
        "from catalog.background.child_processes import Bounds, start\n"
        "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "bounds = Bounds('script', seconds=10, memory=10**9)\n"
        "child = start(Path(sys.argv[1]), bounds=bounds)\n"
        "print(child.communicate()[0].decode())\n"
    )
    command = [sys.executable, "-c", starting, str(script)]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout) == sorted(os.sched_getaffinity(0))
