"""Helpers for tests of webhooks: an in-process server that receives messages, and network access that treats it as
external.
"""

import base64
import hashlib
import hmac
import json
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from legions.webhooks.address_policy import AddressPolicy
from legions.webhooks.http_client import NetworkAccess
from legions.webhooks.models import Delivery, Webhook
from legions.webhooks.services import add_webhook

NAME = "league.example.org"


class ReceivedMessage(NamedTuple):
    """A received request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> dict[str, Any]:
        return json.loads(self.body)


class Receiver:
    """A server that receives messages, and answers with `status`, `answer` and `headers`."""

    def __init__(self) -> None:
        self.messages: list[ReceivedMessage] = []
        self.status, self.answer, self.headers = 204, b"", {}
        self.raw: Callable[[Any], None] | None = None
        self.port = 0
        self.scheme = "https"
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        return f"{self.scheme}://{NAME}:{self.port}/muster?key=1"

    def resolve(self, host: str, port: int) -> list[str]:
        """Resolve every name to this machine."""
        self.asked.append(host)
        return ["127.0.0.1"]

    def outside(self, **other: Any) -> NetworkAccess:
        """Return network access that treats this machine as external."""
        values = {"policy": AddressPolicy(at_home=True), "resolve": self.resolve, "trust": trusting()}
        return NetworkAccess(**{**values, **other})


@cache
def certificate() -> bytes:
    """Return a certificate for the receiver's name and its key, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    text = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return made.public_bytes(serialization.Encoding.PEM) + text


def trusting() -> ssl.SSLContext:
    """Return an SSL context that trusts only the receiver's certificate."""
    return ssl.create_default_context(cadata=certificate().split(b"-----BEGIN PRIVATE")[0].decode())


@contextmanager
def receiving(*, secure: bool = True) -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.messages.append(ReceivedMessage(self.path, dict(self.headers.items()), body))
            if receiver.raw is not None:
                receiver.raw(self.wfile)
                return
            self.send_response(receiver.status)
            for name, value in {"Content-Length": str(len(receiver.answer)), **receiver.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(receiver.answer)

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            pass  # clients that hang up midway are part of the tests

    server = Server(("127.0.0.1", 0), Handler)
    if secure:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with TemporaryDirectory() as folder:
            file = Path(folder, "both.pem")
            file.write_bytes(certificate())
            context.load_cert_chain(file)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    receiver.port = server.server_port
    receiver.scheme = "https" if secure else "http"
    running = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    running.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        running.join()
        server.server_close()


def new_webhook(user: Any, url: str = f"https://{NAME}/muster") -> Webhook:
    """Add a webhook of a user, with links to the site's usual address."""
    return add_webhook(user=user, url=url, site="https://muster.example/")[0]


def last_delivery() -> Delivery:
    """Return the newest delivery."""
    return Delivery.objects.select_related("hook").order_by("-created_at")[0]


def signature(secret: str, message: str, stamp: int, body: bytes) -> str:
    """Return the signature required by the specification, computed independently of the signing library."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{message}.{stamp}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"
