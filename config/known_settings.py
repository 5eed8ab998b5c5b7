"""Every setting that the environment may contain: its name, its default and its meaning.

`environment.Environment` reads no other names, and `config/settings_page.py` writes them to docs/operating.md.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class KnownSetting:
    """A setting; `default` is written as in the environment."""

    name: str
    meaning: str
    """One sentence in Markdown."""
    default: str = ""
    default_words: str = ""
    """The default in words, if it depends on other settings or an empty value needs explaining."""


REQUIRED = "must be set"
GROUPS: dict[str, tuple[KnownSetting, ...]] = {
    "Needed in any case": (
        KnownSetting(
            "SECRET_KEY",
            "The secret that signs cookies and links and encrypts stored secrets: 32 random characters or more.",
            default_words=REQUIRED,
        ),
        KnownSetting(
            "ALLOWED_HOSTS",
            "The host names that visitors use, separated by commas; `.muster.example` includes subdomains.",
            default_words=REQUIRED,
        ),
    ),
    "Where Muster stores data": (
        KnownSetting(
            "VAR_DIR",
            "The folder for uploads, static files, bulk files, the signing key, and SQLite files where those are used.",
            default_words="`var` in the checkout",
        ),
        KnownSetting(
            "DATABASE_URL",
            "`postgres://user:password@host:port/name` for PostgreSQL 15 or newer (options of libpq such as "
            "`?sslmode=require` may follow), or `sqlite:////folder/file`.",
            default_words="SQLite, `muster.sqlite3` in `VAR_DIR`",
        ),
        KnownSetting("DATABASE_POOL", "The maximum number of PostgreSQL connections of a process.", "4"),
        KnownSetting(
            "DATABASE_LIMITS",
            "The [time limits](#time-limits) of a process: `requests` or `work`.",
            default_words="by how the process was started",
        ),
        KnownSetting(
            "CACHE_URL",
            "The cache that several machines share, as `redis://:password@host:6379/0`, `rediss://…` or `unix://…`.",
            default_words="`cache.sqlite3` in `VAR_DIR`",
        ),
    ),
    "HTTPS and the proxy": (
        KnownSetting(
            "BEHIND_PROXY",
            "The number of proxies in front of Muster, each of which adds to `X-Forwarded-For`; the last one sets "
            "`X-Forwarded-Proto`.",
            "0",
        ),
        KnownSetting(
            "INSECURE_HTTP",
            "1 serves plain HTTP, without redirect to HTTPS, HSTS and `Secure` cookies; ignored in `.env`.",
            "0",
        ),
        KnownSetting(
            "HSTS_SECONDS",
            "The seconds that browsers refuse plain HTTP for the host after a visit; 0 sends no such header.",
            "31536000",
        ),
        KnownSetting("HSTS_SUBDOMAINS", "1 extends that to all subdomains of the host.", "0"),
        KnownSetting(
            "HSTS_PRELOAD",
            "1 allows browsers to ship the host in their preload lists; needs `HSTS_SUBDOMAINS` and a year.",
            "0",
        ),
        KnownSetting(
            "CSRF_TRUSTED_ORIGINS",
            "Other origins whose pages may send forms to Muster, separated by commas, as `https://other.example`.",
            default_words="none",
        ),
    ),
    "The mail server": (
        KnownSetting("EMAIL_HOST", "The mail server, without a port.", "localhost"),
        KnownSetting("EMAIL_PORT", "The port of the mail server.", default_words="25; 587 with TLS, 465 with SSL"),
        KnownSetting(
            "EMAIL_HOST_USER", "The account at the mail server; set both or neither.", default_words="no account"
        ),
        KnownSetting("EMAIL_HOST_PASSWORD", "The password of that account.", default_words="no account"),
        KnownSetting("EMAIL_USE_TLS", "1 encrypts by STARTTLS.", "0"),
        KnownSetting("EMAIL_USE_SSL", "1 encrypts from the first byte; not together with `EMAIL_USE_TLS`.", "0"),
        KnownSetting(
            "EMAIL_URL",
            "The six settings above in one address: `smtp://`, `smtp+tls://` or `smtp+ssl://`, then "
            "`user:password@host:port`.",
            default_words="the six settings above",
        ),
        KnownSetting(
            "EMAIL_TIMEOUT", "The seconds that the worker waits for each response of the mail server, at most 60.", "5"
        ),
        KnownSetting("DEFAULT_FROM_EMAIL", "The sender, as `Name <address>` or an address.", "muster@localhost"),
        KnownSetting("EMAIL_REPLY_TO", "The address for answers.", default_words="the sender"),
        KnownSetting(
            "EMAIL_BACKEND",
            "The Django backend with which the worker sends mails; a backend that sends nothing is ignored in `.env`.",
            default_words="SMTP; the console if `DEMO` is 1 and no mail server is named",
        ),
    ),
    "Keys, accounts and contact": (
        KnownSetting(
            "SECRET_KEY_FALLBACKS",
            "Former secret keys, separated by commas, until nothing is encrypted with them any more.",
            default_words="none",
        ),
        KnownSetting(
            "SIGNING_KEY",
            "The private key that signs receipts, as `manage.py make_signing_key` prints it.",
            default_words="`signing-key` in `VAR_DIR`; without that file nothing is signed",
        ),
        KnownSetting(
            "FORMER_SIGNING_KEYS",
            (
                "Public halves of former signing keys, separated by commas, each with its last day of use: "
                "`KEY@2026-11-22`."
            ),
            default_words="none",
        ),
        KnownSetting(
            "PASSKEY_DOMAIN",
            "The domain that passkeys belong to, where several hosts of one domain share them.",
            default_words="the host of the request",
        ),
        KnownSetting("PASSKEY_SITE", "The name by which phones and security keys list the site.", "Muster"),
        KnownSetting(
            "SECURITY_CONTACT",
            (
                "The address for reports of security faults, as `mailto:…` or `https://…`; shown in "
                "`/.well-known/security.txt`."
            ),
            default_words="no such file",
        ),
    ),
    "Limits, health and log": (
        KnownSetting("API_LIMITS", "0 switches off the [limits of requests](#limits).", "1"),
        KnownSetting("THROTTLE_FACTOR", "The number by which each limit of requests is multiplied.", "1"),
        KnownSetting(
            "REVIEW_DAYS",
            "The days after which curators may approve their own drafts if nobody else reviews them, at most 3650; 0 "
            "for never.",
            "14",
        ),
        KnownSetting("READYZ_STRICT", "1 makes `/readyz` respond with 503 if anything is degraded.", "0"),
        KnownSetting("WARM_UP", "0 starts processes without rendering the first pages in advance.", "1"),
        KnownSetting(
            "METRICS_TOKEN",
            "The token with which Prometheus reads [`/metrics`](monitoring.md#metrics): 32 random characters or more.",
            default_words="no metrics",
        ),
        KnownSetting(
            "METRICS_DIR",
            "The folder with the numbers of all processes of a node; in memory, so that a full disk stops none.",
            default_words="`muster-…` in `/dev/shm`; `metrics` in `VAR_DIR` where that is missing",
        ),
        KnownSetting("LOG_LEVEL", "`DEBUG`, `INFO`, `WARNING`, `ERROR` or `CRITICAL`.", "INFO"),
        KnownSetting("LOG_FORMAT", "`text`, or `json` for [one object on each line](monitoring.md#logs).", "text"),
        KnownSetting("ACCESS_LOG", "1 logs each request, without its query.", "0"),
        KnownSetting(
            "ERROR_REPORTER",
            "A function that gets each [unexpected exception](monitoring.md#error-reports), as `module.function`.",
            default_words="none",
        ),
    ),
    "Never in production": (
        KnownSetting(
            "DEMO",
            "1 makes this a demonstration on one machine: the password of the account `demo` is in `VAR_DIR`, and "
            "curators need no second step; ignored in `.env`.",
            "0",
        ),
        KnownSetting("DEBUG", "1 shows errors with their source on pages; ignored in `.env`.", "0"),
    ),
}

SETTINGS: dict[str, KnownSetting] = {setting.name: setting for group in GROUPS.values() for setting in group}
OWN_PREFIXES = ("EMAIL_", "DEFAULT_FROM", "HSTS_", "PASSKEY_", "READYZ_")
"""Prefixes of names that only Muster uses: any other variable with such a prefix is a misspelled setting."""
