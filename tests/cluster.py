"""`make cluster`: the whole of Muster on one machine, from Debian's packages, and drills and load for it.

It runs two nodes of the site and a worker, as `manage.py serve --without-worker` and `manage.py db_worker`, behind
nginx with `deploy/nginx.conf`, beside PostgreSQL, Redis and a mail server that keeps each mail. All data is in a
temporary folder and all ports are free ones, so nothing else on the machine is touched. PostgreSQL does not run as
root: root runs it as the user `postgres`. `tests/cluster_drills.py` is the program.
"""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, LiteralString

from benchmarks.serving import ROOT
from tests.forwarding import Forwarder
from tests.outage_drills import Site
from tests.ports import free_port
from tests.processes import family
from tests.proxy import HOST, NGINX, Proxy, nginx
from tests.smtp_listener import Listener, listening
from tests.worker_drills import wait_for as wait_until

NODES = 2
PATIENCE_SECONDS = 300
"""The maximum seconds of a start on a busy machine."""
WORKER = ["db_worker", "--verbosity", "0", "--interval", "1", "--no-startup-delay", "--no-reload"]
MANAGE = [sys.executable, "manage.py"]
COMPILER = shutil.which("cc")
USER = "postgres" if os.geteuid() == 0 else None


class NotInstalled(Exception):
    """A program that a cluster needs is missing; the message names Debian's package."""


class PostgreSQL:
    """A server of PostgreSQL of our own, which can be stopped, lost and created again at the same address."""

    def __init__(self, folder: Path) -> None:
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        if not programs:
            raise NotInstalled("PostgreSQL (Debian's package postgresql)")
        self._programs, self._data, self.port = programs[-1], folder / "data", free_port()
        self.url = f"postgres://muster:muster@127.0.0.1:{self.port}/muster"
        self._folder = folder
        folder.mkdir()
        if USER:
            shutil.chown(folder, USER)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        subprocess.run(command, check=True, user=USER, cwd=self._folder, stdout=subprocess.DEVNULL)

    def create(self) -> None:
        """Create an empty database, and start the server."""
        self._run("initdb", "-D", str(self._data), "-A", "trust", "-U", "muster", "-E", "UTF8", "--no-sync")
        shared = (ROOT / "deploy" / "postgresql.conf").read_text("utf-8")
        with (self._data / "postgresql.conf").open("a", encoding="utf-8") as settings:
            settings.write(f"{shared}\nport = {self.port}\nunix_socket_directories = ''\n")
        self._run("pg_ctl", "-w", "-D", str(self._data), "-l", str(self._folder / "log"), "start")
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "muster", "muster")

    def lose(self) -> None:
        """End the server at once, and delete its files."""
        self.stop()
        shutil.rmtree(self._data)

    def stop(self) -> None:
        with suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "stop")

    @property
    def pid(self) -> int:
        """The process id of the server."""
        return int((self._data / "postmaster.pid").read_text().split()[0])


@dataclass
class Cluster(Site):
    """The running cluster, as a site that clients reach through nginx."""

    proxy: Proxy
    postgresql: PostgreSQL
    redis: Forwarder
    mails: Listener
    folder: Path
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    nodes: dict[str, int] = field(default_factory=dict)
    """The port of each node, by its name."""

    def connection(self) -> http.client.HTTPConnection:
        """Return a connection with nginx."""
        connection = http.client.HTTPConnection(HOST, timeout=60)
        with suppress(OSError):
            connection.sock = self.proxy.secure()
        return connection

    def of(self, name: str) -> dict[str, str]:
        """Return the environment of a node or the worker, with a folder of its own and shared uploads."""
        own = self.folder / name
        if not own.exists():
            own.mkdir(mode=0o700)
            for shared in ("static", "media"):
                (own / shared).symlink_to(self.folder / "shared" / shared)
        return {**self.environment, "VAR_DIR": str(own)}

    def start(self, name: str) -> None:
        """Start a node, or the worker."""
        serve = ["serve", "--port", str(self.nodes.get(name)), "--processes", "2", "--without-worker"]
        command = [*MANAGE, *(serve if name in self.nodes else WORKER)]
        with self.log.open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, env=self.of(name), cwd=ROOT, stdout=log, stderr=log, process_group=0
            )

    @property
    def offset(self) -> Path:
        """The file with the offset of the clocks of all nodes and the worker, of `tests/clock.c`."""
        return self.folder / "offset"

    def is_up(self) -> bool:
        """Return whether every node and the worker are there."""
        nodes = (Site(port, self.environment, 0, self.log, self.token) for port in self.nodes.values())
        return all(node.readyz().body.strip() == b"ready" for node in nodes)

    def kill(self, name: str) -> None:
        """Kill all processes of a node or the worker with -9."""
        for pid in family(self.processes[name].pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.processes[name].wait()

    def stop(self) -> None:
        """Stop all nodes and the worker."""
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE_SECONDS)
            process.kill()
            process.wait()

    def manage(self, *arguments: str, **more: str) -> str:
        """Run a command of Muster, and return what it prints."""
        command, environment = [*MANAGE, *arguments], {**self.of("command"), **more}
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{arguments[0]} ended with {done.returncode}: {done.stderr[-2000:]}")
        return done.stdout

    def select(self, query: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query to the database."""
        import psycopg

        with psycopg.connect(self.postgresql.url, autocommit=True) as connection:
            return connection.execute(query, values).fetchall()


@contextmanager
def running(cards: str = "fixtures/attack-wing", *, settable: bool = False, **more: str) -> Iterator[Cluster]:
    """Run a cluster with the cards of a folder until the block ends. Raises NotInstalled.

    With `settable`, the clocks of nodes and worker can be set, if there is a compiler.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="muster-cluster-")))
        folder.chmod(0o711)
        (folder / "shared" / "media").mkdir(parents=True)
        postgresql = PostgreSQL(folder / "postgresql")
        stack.callback(postgresql.stop)
        postgresql.create()
        redis = stack.enter_context(_redis())
        mails = stack.enter_context(listening())
        nodes = {f"node{number}": free_port() for number in range(1, NODES + 1)}
        if NGINX is None:
            raise NotInstalled("nginx (Debian's package nginx-light)")
        proxy = stack.enter_context(nginx(*nodes.values()))
        environment = {
            **os.environ,
            "DATABASE_URL": postgresql.url,
            "CACHE_URL": f"redis://127.0.0.1:{redis.port}/0",
            "SECRET_KEY": "a cluster on one machine, which ends with its drill",
            "ALLOWED_HOSTS": f"{HOST},localhost,127.0.0.1",
            "BEHIND_PROXY": "1",
            "INSECURE_HTTP": "0",
            "DEMO": "0",
            "HSTS_SECONDS": "0",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(mails.port),
            **more,
        }
        cluster = Cluster(proxy.port, environment, 0, folder / "log", "", proxy, postgresql, redis, mails, folder)
        cluster.nodes.update(nodes)
        if settable and COMPILER:
            cluster.offset.write_text("0")
            library = folder / "clock.so"
            command = [COMPILER, "-shared", "-fPIC", "-o", str(library), str(ROOT / "tests" / "clock.c"), "-ldl"]
            subprocess.run(command, check=True)
            cluster.environment |= {"LD_PRELOAD": str(library), "CLOCK_OFFSET": str(cluster.offset)}
        cluster.manage("migrate", "--verbosity", "0")
        cluster.manage("collectstatic", "--noinput", "--verbosity", "0", VAR_DIR=str(folder / "shared"))
        cluster.manage("import_cards", str(ROOT / cards), "--verbosity", "0")
        stack.callback(cluster.stop)
        for name in (*nodes, "worker"):
            cluster.start(name)
        if wait_until(cluster.is_up, PATIENCE_SECONDS) is None:
            raise RuntimeError(f"The cluster does not answer. Its log ends:\n{cluster.log.read_text()[-3000:]}")
        yield cluster


@contextmanager
def _redis() -> Iterator[Forwarder]:
    """Run Redis, and yield what forwards to it."""
    program = shutil.which("redis-server")
    if program is None:
        raise NotInstalled("Redis (Debian's package redis-server)")
    port = free_port()
    command = [program, str(ROOT / "deploy" / "redis.conf"), "--port", str(port), "--bind", "127.0.0.1"]
    with subprocess.Popen([*command, "--logfile", os.devnull]) as server:
        forwarder = Forwarder("127.0.0.1", port)
        try:
            wait_until(lambda: _accepts(port), PATIENCE_SECONDS)
            yield forwarder
        finally:
            forwarder.close()
            server.terminate()


def _accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
