"""A sample of the outage drills; `python -m tests.outage_drills` in `make long` runs all of them, and for longer."""

import os
import socket
import threading
from pathlib import Path

import pytest

from tests.forwarding import Forwarder
from tests.outage_drills import Answer, Drills, errors
from tests.ports import free_port
from tests.sampling import OUTAGES

LINUX = Path("/proc/self/task")


@pytest.mark.drill
@pytest.mark.skipif(not LINUX.exists(), reason="finds the processes by what Linux says of them")
def test_the_site_stays_up_when_another_service_fails(capsys: pytest.CaptureFixture[str]) -> None:
    names = ["lock", "replaced", "disk"][::OUTAGES]  # dying processes and an occupied port are tests of `serve`
    assert Drills(names, sample=True, port=free_port(2)).run() == [], capsys.readouterr().out


@pytest.mark.drill
@pytest.mark.db_facing
@pytest.mark.skipif(not LINUX.exists(), reason="finds the processes by what Linux says of them")
@pytest.mark.skipif(not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="wants PostgreSQL")
def test_the_whole_stays_up_without_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    drills = Drills(["row", "outage"], sample=True, port=free_port(2))
    assert drills.run(os.environ["DATABASE_URL"]) == [], capsys.readouterr().out


def answer(name: str, status: int, seconds: float = 0.1, **headers: str) -> Answer:
    return Answer(name, 0.0, seconds, status, headers, b"")


@pytest.mark.parametrize(
    "bad",
    [
        answer("read", 500),
        answer("read", 503),
        answer("read", 200, 17),
        answer("livez", 503, **{"retry-after": "5"}),
        answer("livez", 200, 3),
        answer("write", 0),
    ],
)
def test_forbidden_effects_of_an_outage_are_reported(bad: Answer) -> None:
    assert len(errors([bad])) == 1


def test_allowed_effects_of_an_outage_are_not_reported() -> None:
    assert errors([answer("read", 503, 12, **{"retry-after": "5"}), answer("readyz", 503), answer("livez", 200)]) == []


def test_behind_the_forwarder_a_server_can_be_gone_or_hang() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def echo() -> None:
            for _ in range(2):
                with server.accept()[0] as client:
                    while chunk := client.recv(100):
                        client.sendall(chunk)

        echoing = threading.Thread(target=echo)
        echoing.start()
        forwarder = Forwarder(*server.getsockname())
        address = ("127.0.0.1", forwarder.port)
        with socket.create_connection(address, timeout=30) as client:
            client.sendall(b"said")
            assert client.recv(100) == b"said"
            with forwarder.gone():
                assert client.recv(100) == b""
                with socket.create_connection(address, timeout=30) as refused:
                    assert refused.recv(100) == b""
        with socket.create_connection(address, timeout=30) as client:
            with forwarder.hanging():
                client.sendall(b"later")
                client.settimeout(0.2)
                with pytest.raises(TimeoutError):
                    client.recv(100)
            client.settimeout(30)
            assert client.recv(100) == b"later"
        forwarder.close()
        echoing.join()
