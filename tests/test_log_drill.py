"""A day of traffic on the whole site, nginx, the site and the worker: no log contains a secret part of an address."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.serving import ROOT, catalog, whole
from config.server import MAX_BODY_BYTES
from tests.legions.test_log_redaction import SECRET, with_a_secret
from tests.nonempty import nonempty
from tests.ports import free_port
from tests.proxy import HOST, Proxy, nginx
from tests.test_proxy import BEHIND_NGINX, request
from tests.worker_drills import wait_for

pytestmark = [pytest.mark.drill, pytest.mark.guard]

SETTINGS = {
    "ALLOWED_HOSTS": HOST,
    "BEHIND_PROXY": "1",
    "INSECURE_HTTP": "0",
    "WARM_UP": "0",
    "LOG_LEVEL": "DEBUG",
    "LOG_FORMAT": "json",
    "ACCESS_LOG": "1",
    "EMAIL_HOST": "127.0.0.1",
    "EMAIL_PORT": "1",
    "METRICS_TOKEN": f"muster_{SECRET}-and-some-more-characters",
}
PREPARED = f"""
from django.core.mail import send_mail
from legions.saved_lists.models import Legion
found = Legion.objects.filter(public=True).first()
Legion.objects.filter(pk=found.pk).update(share_key={SECRET!r})
send_mail("Set a password", "https://{HOST}/account/password/reset/key/1z-{SECRET}/", None, ["ada@example.org"])
"""
HEADERS = (
    f"Referer: https://{HOST}/s/{SECRET}/",
    f"Cookie: __Host-sessionid={SECRET}; __Host-csrftoken={SECRET}",
    f"Authorization: Bearer muster_{SECRET}",
)


def mistyped(address: str) -> list[str]:
    """Return addresses that people make of one by hand, or that are made of it by other programs."""
    return [
        address.rstrip("/"),
        f"/{address}",
        f"/de{address}",
        address.replace(SECRET, f"%20{SECRET}"),
        address.replace(f"/{SECRET}", f"//{SECRET}"),
        f"{address}?next={address}&key={SECRET}",
        f"/account/login/?next={address}",
        f"/oembed/?url=https%3A%2F%2F{HOST}{address.replace('/', '%2F')}",
        f"/admin/login/?next={address}",
        f"/api/v1{address}",
    ]


def traffic(proxy: Proxy) -> int:
    """Send requests of all kinds; return their number."""
    raw: list[bytes] = []
    for address in nonempty(with_a_secret()):
        form = f"key={SECRET}".encode()
        typed = ("Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(form)}")
        raw += [request("GET", address), request("GET", address, *HEADERS), request("DELETE", address, HEADERS[2])]
        raw += [request("POST", address, *typed, *HEADERS, body=form), request("HEAD", address)]
        raw += [request("GET", one) for one in mistyped(address)]
    raw += [request("GET", "/metrics", f"Authorization: Bearer {SETTINGS['METRICS_TOKEN']}")]
    raw += [request("GET", "/api/v1/tokens/", HEADERS[2]), request("GET", f"/s/{SECRET}/" + "x" * 40_000)]
    for one in raw:
        proxy.ask(one)
    proxy.response(request("POST", f"/s/{SECRET}/comments/", f"Content-Length: {MAX_BODY_BYTES + 1}"))
    slow = [proxy.secure() for _ in range(5)]
    for number, connection in enumerate(slow):
        begun = request("POST", f"/s/{SECRET}/comments/", "Content-Length: 9", body=b"key=")
        connection.sendall(begun[: 60 + 30 * number])
        connection.close()
    return len(raw)


@BEHIND_NGINX
def test_a_day_of_traffic_leaves_no_secret_in_any_log(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "serve.log"
    with catalog("fixtures/attack-wing", **SETTINGS, METRICS_DIR=str(tmp_path / "metrics")) as environment:
        for command in (["seed_public_lists"], ["shell", "--command", PREPARED]):
            subprocess.run([sys.executable, "manage.py", *command], env=environment, cwd=ROOT, check=True)
        with log.open("wb") as written, whole(port, environment, written), nginx(port) as proxy:
            sent = traffic(proxy)
            access = proxy.folder / "access.log"
            assert wait_for(lambda: access.read_text().count("\n") >= sent) is not None
            assert wait_for(lambda: "mails were not sent" in log.read_text()) is not None
            logs = {file.name: file.read_text() for file in (access, proxy.folder / "error.log")}
        logs["serve.log"] = log.read_text()
    for name, text in logs.items():
        assert SECRET not in text, (name, [line for line in text.splitlines() if SECRET in line][:3])
        assert f"muster_{SECRET[:6]}" not in text
    entries = [json.loads(line) for line in logs["serve.log"].splitlines() if line.startswith("{")]
    requests = [entry for entry in entries if entry["logger"] == "muster.access"]
    assert len(requests) >= sent - 10
    assert {200, 404} <= {entry["status"] for entry in requests}
    assert any(entry["path"].startswith("/s/…") and entry["status"] == 200 for entry in requests)
    assert all(entry["request_id"] in logs["access.log"] for entry in requests)
    assert any("task_id" in entry for entry in entries)
