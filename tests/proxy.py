"""nginx with `deploy/nginx.conf`, on local ports, in front of a local site."""

import datetime
import getpass
import http.client
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from benchmarks.serving import MUSTER, ROOT, catalog, server
from tests.ports import free_port

CONFIGURATION = ROOT / "deploy" / "nginx.conf"
HOST = "muster.example"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
PATIENCE = 60


class Proxy(NamedTuple):
    """A running nginx."""

    port: int
    folder: Path

    def connect(self, address: str = "127.0.0.1", *, window: int | None = None) -> socket.socket:
        """Return a connection from a local address, for example 127.0.0.1."""
        connection = socket.socket()
        if window:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.settimeout(PATIENCE)
        connection.bind((address, 0))
        connection.connect(("127.0.0.1", self.port))
        return connection

    def secure(self, address: str = "127.0.0.1", *, window: int | None = None) -> ssl.SSLSocket:
        """Return a TLS connection."""
        context = ssl.create_default_context(cafile=str(self.folder / "muster.pem"))
        return context.wrap_socket(self.connect(address, window=window), server_hostname=HOST)

    def ask(self, raw: bytes, address: str = "127.0.0.1") -> tuple[int, bytes]:
        """Send a complete request, the last on its connection; return the status and the whole response."""
        with self.secure(address) as connection, connection.makefile("rb") as reader:
            connection.sendall(raw)
            response = reader.read()
        return int(response.split(b" ", 2)[1]), response

    def response(self, raw: bytes, address: str = "127.0.0.1") -> tuple[int, str, bytes]:
        """Send a request whose body may be missing; return the status, the media type and the body of the response."""
        with self.secure(address) as connection:
            connection.sendall(raw)
            response = http.client.HTTPResponse(connection)
            response.begin()
            with response:
                return response.status, response.headers["Content-Type"], response.read()


@contextmanager
def site(port: int) -> Iterator[None]:
    """Serve the cards of Attack Wing as behind a proxy."""
    settings = {"ALLOWED_HOSTS": HOST, "BEHIND_PROXY": "1", "INSECURE_HTTP": "0", "WARM_UP": "0"}
    with catalog("fixtures/attack-wing", pages=False) as environment, server(MUSTER, port, environment | settings):
        yield


@contextmanager
def nginx(*site_ports: int, caches: bool = True) -> Iterator[Proxy]:
    """Run nginx in front of a site until the block ends, or of several nodes of it."""
    assert NGINX, "nginx is not installed (Debian's package nginx-light)"
    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        plain, secure = free_port(), free_port()
        _write_certificate(folder)
        (folder / "nginx.conf").write_text(configuration(folder, plain, secure, site_ports, caches=caches))
        command = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
        process = running.enter_context(subprocess.Popen(command))
        running.callback(process.terminate)
        for _ in range(20 * PATIENCE):
            assert process.poll() is None, (folder / "error.log").read_text()
            try:
                socket.create_connection(("127.0.0.1", secure), timeout=1).close()
                break
            except OSError:
                _pause(process)
        yield Proxy(secure, folder)


def _pause(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(timeout=0.05)
    except subprocess.TimeoutExpired:
        return


def configuration(folder: Path, plain: int, secure: int, site_ports: Sequence[int], *, caches: bool = True) -> str:
    """Return `deploy/nginx.conf` with other ports and folders, and otherwise unchanged unless it shall not cache."""
    text = CONFIGURATION.read_text()
    nodes = "\n        ".join(f"server 127.0.0.1:{port};" for port in site_ports)
    for pattern, instead in (
        (r"^user www-data;", f"user {getpass.getuser()};\ndaemon off;"),
        (r"(?<=^http \{)", "".join(f"\n    {name}_temp_path {folder}/{name};" for name in TEMPORARY)),
        (r"/run/nginx\.pid", f"{folder}/nginx.pid"),
        (r"/var/log/nginx/", f"{folder}/"),
        (r"/var/cache/nginx/", f"{folder}/"),
        (r"/etc/ssl/(?:private/)?", f"{folder}/"),
        (r"listen 80;\s+listen \[::\]:80;", f"listen 127.0.0.1:{plain};"),
        (r"listen 443 ssl http2;\s+listen \[::\]:443 ssl http2;", f"listen 127.0.0.1:{secure} ssl http2;"),
        (r"server 127\.0\.0\.1:8000;", nodes),
        (r"proxy_cache \$cache;", "proxy_cache $cache;" if caches else "proxy_cache off;"),
    ):
        text, found = re.subn(pattern, instead, text, flags=re.MULTILINE)
        assert found, pattern
    return text


TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def _write_certificate(folder: Path) -> None:
    """Write a key and a self-signed certificate for `HOST`."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "muster.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "muster.key").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
