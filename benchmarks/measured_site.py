"""A site that is filled and measured, with a folder and a database of its own."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

from benchmarks.serving import ROOT


@dataclass(frozen=True)
class Site:
    """A site of one size on one database, with its files."""

    database: str
    name: str
    folder: Path

    @property
    def home(self) -> Path:
        """The folder of its files."""
        return self.folder / f"{self.database}-{self.name}"

    @property
    def figures(self) -> Path:
        """The file of its figures."""
        return self.folder / f"{self.database}-{self.name}.json"

    @property
    def url(self) -> str:
        """The address of its database."""
        if self.database == "sqlite":
            return f"sqlite:///{self.home}/muster.sqlite3"
        return f"{os.environ['BENCH_DATABASE_URL']}_{self.name.replace('-', '_')}"

    def create(self) -> None:
        """Create its folder and its database, if they are missing."""
        self.home.mkdir(exist_ok=True)
        if self.database == "postgresql":
            name = self.url.rpartition("/")[2]
            with psycopg.connect(os.environ["BENCH_DATABASE_URL"], autocommit=True) as server:
                if not server.execute("SELECT FROM pg_database WHERE datname = %s", [name]).rowcount:
                    server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))

    def drop(self) -> None:
        """Delete its files and its database; its figures stay."""
        shutil.rmtree(self.home)
        if self.database == "postgresql":
            name = self.url.rpartition("/")[2]
            with psycopg.connect(os.environ["BENCH_DATABASE_URL"], autocommit=True) as server:
                server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def run(self, *command: str, folder: Path = ROOT) -> str:
        """Run a program of this site with the code in a folder; return its output. Raises CalledProcessError."""
        with self.started(*command, folder=folder) as process:
            output, _ = process.communicate()
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, process.args, output)
        return output

    def started(self, *command: str, folder: Path = ROOT) -> subprocess.Popen[str]:
        """Start a program of this site with the code in a folder; its output can be read."""
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": self.url,
            "VAR_DIR": str(self.home),
            "SECRET_KEY": "bench" * 10,
            "INSECURE_HTTP": "1",
            "ALLOWED_HOSTS": "testserver",
            "LOG_LEVEL": "ERROR",
            "API_LIMITS": "0",
            "THROTTLE_FACTOR": "1000000",
        }
        program = [sys.executable, *command]
        return subprocess.Popen(program, env=environment, cwd=folder, stdout=subprocess.PIPE, text=True)
