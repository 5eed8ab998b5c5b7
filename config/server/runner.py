"""How one process of the web server is set up, and run until a signal says to stop."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import socket
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn

from config.server import resource_limits
from config.server.protocol import BoundedProtocol

logger = logging.getLogger(__name__)
BACKLOG = 1024
OVERDUE_SECONDS = 70
"""The exit code after a request that took longer than any may."""
ACCEPT_PAUSE = 1.0
"""Seconds until the next connection is accepted after one could not be."""
SWITCH_SECONDS = 0.0005
"""How long a thread that computes keeps the interpreter while the event loop has something to do. Python's own 5 ms
would be added to the time of each answer."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on an address that no other socket listens on. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def serve(wsgi: Any, listening: socket.socket) -> None:
    """Serve a WSGI application on a socket until a signal says to stop."""
    from django.db import connections

    from config.server.application import Application

    sys.setswitchinterval(SWITCH_SECONDS)
    _allow_connections()
    application = Application(wsgi, at_end=connections.close_all)

    async def notice_overdue() -> None:
        if what := application.overdue():
            logger.critical(
                "%s takes longer than %d s; this process is started anew", what, resource_limits.REQUEST_TIMEOUT
            )
            os._exit(OVERDUE_SECONDS)  # a thread cannot be ended, so what else its process answers ends with it

    Server(configuration(application, notice_overdue)).run(sockets=[listening])


class Server(uvicorn.Server):
    """uvicorn's server, except that it accepts one connection at a time.

    Processes share one listening socket. An event loop's own server takes all the connections that wait at once, so
    that whichever process wakes first has them all and the others idle. One at a time they go to whoever is free.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections from `sockets`."""
        await super().startup(sockets=[])
        self._connecting: set[asyncio.Task[Any]] = set()
        for listening in sockets or []:
            listening.setblocking(False)
            self._watch(listening)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, and end those that there are when they are answered."""
        for listening in sockets or []:
            asyncio.get_running_loop().remove_reader(listening)
        await super().shutdown(sockets)

    def _watch(self, listening: socket.socket) -> None:
        if listening.fileno() != -1:
            asyncio.get_running_loop().add_reader(listening, self._accept, listening)

    def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        try:
            connection, _ = listening.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except (BlockingIOError, ConnectionError):  # another process has taken it, or the client has gone
            return
        except OSError as error:  # too many open files: asking again at once would only burn a core
            logger.error("A connection could not be accepted: %s", error)
            loop.remove_reader(listening)
            loop.call_later(ACCEPT_PAUSE, self._watch, listening)
            return
        task = loop.create_task(loop.connect_accepted_socket(self._protocol, connection))
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)

    def _protocol(self) -> BoundedProtocol:
        return BoundedProtocol(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


def configuration(application: Any, notify: Callable[[], Awaitable[None]] | None = None) -> uvicorn.Config:
    """Return how uvicorn runs; `notify` is called each second."""
    return uvicorn.Config(
        application,
        http=BoundedProtocol,
        loop="uvloop",
        ws="none",
        lifespan="off",
        proxy_headers=False,  # whom to believe about addresses is said in the settings
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="error",  # what else uvicorn says, clients make it say
        backlog=BACKLOG,
        timeout_keep_alive=resource_limits.IDLE_TIMEOUT,
        timeout_graceful_shutdown=resource_limits.SHUTDOWN_TIMEOUT,
        callback_notify=notify,
        timeout_notify=1,
    )


def _allow_connections() -> None:
    """Let the process have as many open files as it may have connections, with room for its own."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = 2 * resource_limits.MAX_CONNECTIONS + 500
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (needed if hard == resource.RLIM_INFINITY else min(needed, hard), hard)
        )
