"""Ports for servers that tests start."""

import random
import socket
from contextlib import ExitStack

RANGE = range(20_000, 32_000)
"""Ports that Linux gives to no connection by itself (`ip_local_port_range`), so one stays free between two servers."""


def free_port(number: int = 1) -> int:
    """Return a port on which nothing listens, the first of that `number` of consecutive ones.

    It does not depend on the seed of the run, which all its processes share.
    """
    for port in random.SystemRandom().sample(RANGE, 100):
        with ExitStack() as probes:
            try:
                for one in range(port, port + number):
                    probes.enter_context(socket.socket()).bind(("127.0.0.1", one))
            except OSError:
                continue
            return port
    raise LookupError("All tried ports are in use.")
