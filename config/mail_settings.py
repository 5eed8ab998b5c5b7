"""Settings of the mail server: one address with all of them, or one variable for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import environ

from config.environment import InvalidSetting, is_host

SMTP = "django.core.mail.backends.smtp.EmailBackend"
CONSOLE = "django.core.mail.backends.console.EmailBackend"
PORT, TLS_PORT, SSL_PORT = 25, 587, 465
"""The default ports: without encryption, with STARTTLS, and with TLS from the first byte."""
MAX_TIMEOUT_SECONDS = 60

SERVER_NAMES = (
    "EMAIL_HOST",
    "EMAIL_PORT",
    "EMAIL_HOST_USER",
    "EMAIL_HOST_PASSWORD",
    "EMAIL_USE_TLS",
    "EMAIL_USE_SSL",
)
SCHEMES = ("smtp", "smtp+tls", "smtp+ssl")
URL_EXPECTED = "give smtp+tls://user:password@host:587, smtp+ssl://user:password@host:465 or smtp://host"


@dataclass(frozen=True)
class MailServer:
    """The mail server in EMAIL_URL. Empty fields are taken from the single settings."""

    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    tls: bool = False
    ssl: bool = False


def server_of_url(url: str, variables: Mapping[str, str]) -> MailServer:
    """Return the server in EMAIL_URL. Raises InvalidSetting without the address, which contains a password."""
    if not url:
        return MailServer()
    for name in SERVER_NAMES:
        if variables.get(name):
            raise InvalidSetting(name, "EMAIL_URL is set, too; remove one of the two")
    try:
        parts = urlsplit(url)
        found = environ.Env.email_url_config(url)
        fits = parts.scheme in SCHEMES and parts.port != 0 and not parts.query and not parts.fragment
    except Exception:
        raise InvalidSetting("EMAIL_URL", URL_EXPECTED) from None
    host = found["EMAIL_HOST"] or ""
    if not fits or parts.path not in {"", "/"} or not is_host(f"[{host}]" if ":" in host else host):
        raise InvalidSetting("EMAIL_URL", URL_EXPECTED)
    server = MailServer(
        host=host,
        port=found["EMAIL_PORT"] or 0,
        user=found["EMAIL_HOST_USER"] or "",
        password=found["EMAIL_HOST_PASSWORD"] or "",
        tls=bool(found.get("EMAIL_USE_TLS")),
        ssl=bool(found.get("EMAIL_USE_SSL")),
    )
    if bool(server.user) != bool(server.password):
        raise InvalidSetting("EMAIL_URL", "give a user and a password, or neither")
    return server


def default_backend(variables: Mapping[str, str], *, demo: bool) -> str:
    """Return the default mail backend: a demonstration prints mails unless it names a mail server."""
    return CONSOLE if demo and not any(variables.get(name) for name in ("EMAIL_URL", *SERVER_NAMES)) else SMTP


def default_port(server: MailServer, *, tls: bool, ssl: bool) -> int:
    """Return the port from EMAIL_URL, or the default for the encryption."""
    return server.port or (SSL_PORT if ssl else TLS_PORT if tls else PORT)


def refuse_contradictions(variables: Mapping[str, str], *, transport: str, tls: bool, ssl: bool) -> None:
    """Raise InvalidSetting for contradictory mail settings."""
    if tls and ssl:
        raise InvalidSetting(
            "EMAIL_USE_SSL", "EMAIL_USE_TLS is set, too; use TLS for port 587, or SSL for port 465", "1"
        )
    if bool(variables.get("EMAIL_HOST_USER")) != bool(variables.get("EMAIL_HOST_PASSWORD")):
        given, missing = "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD"
        if not variables.get(given):
            given, missing = missing, given
        raise InvalidSetting(missing, f"{given} is set, so set both or neither", "")
    if transport.startswith("django.core.mail.backends.") and transport != SMTP:
        for name in ("EMAIL_URL", *SERVER_NAMES):
            if variables.get(name):
                raise InvalidSetting(name, "EMAIL_BACKEND sends nothing to a server; remove one of the two")
