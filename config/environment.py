"""Settings from the environment. An invalid value is reported in one sentence that names the variable."""

from __future__ import annotations

import base64
import binascii
import builtins
import difflib
import importlib.util
import logging
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from config.known_settings import OWN_PREFIXES, SETTINGS

_MAIL, _NOT_SENDING = "django.core.mail.backends", ("console", "dummy", "filebased", "locmem")
MAX_NUMBER = 999_999_999
TRUE, FALSE = ("1", "true", "yes", "on", "y", "ok"), ("0", "false", "no", "off", "n")
MIN_SECRET_LENGTH, MIN_DISTINCT_CHARACTERS = 32, 5
"""The minimum length of a secret key and its minimum number of different characters."""

OTHERWISE_UNSAFE: dict[str, Callable[[str], bool]] = {
    **{name: (lambda value: value.strip().lower() not in ("", *FALSE)) for name in ("DEMO", "DEBUG", "INSECURE_HTTP")},
    "EMAIL_BACKEND": lambda value: value.strip() in {f"{_MAIL}.{kind}.EmailBackend" for kind in _NOT_SENDING},
}
"""Settings with a test for values that make Muster unsafe or keep its mail from being sent.

A `.env` file left in the checkout cannot set these values: `make run` once wrote them there, and production reads that
file too.
"""
MIN_SIMILARITY = 0.89
"""The minimum similarity (by difflib) of a variable's name to a setting's name to count as a misspelling of it."""

_NAME = r"[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?"
_HOST = re.compile(rf"\*|\.?{_NAME}(?:\.{_NAME})*|\[[0-9a-f:]+\]", re.IGNORECASE)
_ORIGIN = re.compile(rf"https?://(?:\*\.)?(?:{_NAME}(?:\.{_NAME})*|\[[0-9a-f:]+\])(?::\d+)?", re.IGNORECASE)


class InvalidSetting(ImproperlyConfigured):
    """A variable of the environment has an invalid value."""

    def __init__(self, name: str, expected: str, value: str | None = None) -> None:
        """Describe the expected value; without `value`, which may be a secret, the message does not show the actual
        one.
        """
        shown = "is invalid" if value is None else f"is {value[:80]!r}"
        super().__init__(f"The setting {name} {shown}: {expected}.")


class UnknownSetting(ImproperlyConfigured):
    """A variable of the environment has a name that can only be a misspelled setting."""

    def __init__(self, name: str, meant: str) -> None:
        """Name the most similar setting. The value, which may be a secret, is left out."""
        super().__init__(f"There is no setting {name}. Write {meant}, or remove {name} from the environment.")


class Environment(environ.Env):
    """The environment, with validated values for the settings and defaults for missing ones.

    The methods that return settings raise InvalidSetting. Each takes the name of a known setting; a `default` argument
    replaces the default in `known_settings`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.remarks: builtins.list[builtins.str] = []

    def read_file(self, file: Path) -> None:
        """Add the variables of a file that the process does not have itself, except for unsafe values."""
        own = set(self.ENVIRON)
        self.read_env(file)
        for name, is_unsafe in OTHERWISE_UNSAFE.items():
            if name not in own and is_unsafe(self.ENVIRON.get(name, "")):
                del self.ENVIRON[name]
                self.remarks.append(
                    f"{name} in {file} is ignored: this value is only allowed in the environment of the process. "
                    "Remove the line."
                )

    def refuse_misspelled(self) -> None:
        """Raise UnknownSetting for a variable that is no setting but has a similar name."""
        for name in sorted(set(self.ENVIRON) - SETTINGS.keys()):
            least = 0 if name.upper().startswith(OWN_PREFIXES) else MIN_SIMILARITY
            if similar := difflib.get_close_matches(name.upper(), SETTINGS, 1, least):
                raise UnknownSetting(name, similar[0])

    def str(self, var: builtins.str, default: Any = None, **_: Any) -> builtins.str:
        """Return a text unchanged; unlike in the base class, a leading `$` has no meaning."""
        known = SETTINGS[var].default
        return builtins.str(self.ENVIRON.get(var, known if default is None else default))

    def bool(self, var: builtins.str, default: Any = None) -> builtins.bool:
        """Return a boolean; an empty value counts as missing."""
        value = self.ENVIRON.get(var, "").strip().lower()
        if value == "" and default is not None:
            return builtins.bool(default)
        value = value or SETTINGS[var].default
        if value not in TRUE + FALSE:
            raise InvalidSetting(var, "give 1 for yes or 0 for no", self.ENVIRON.get(var, ""))
        return value in TRUE

    def int(
        self, var: builtins.str, default: Any = None, *, least: builtins.int = 1, most: builtins.int = MAX_NUMBER
    ) -> builtins.int:
        """Return a whole number."""
        value = self.str(var, default)
        if not re.fullmatch(r"[0-9]{1,9}", value) or not least <= int(value) <= most:
            wanted = f", {least} or more" if most == MAX_NUMBER else f" from {least} to {most}"
            raise InvalidSetting(var, f"give a whole number{wanted}", value)
        return int(value)

    def list(self, var: builtins.str, default: Any = None, **_: Any) -> builtins.list[Any]:
        """Return the values of a comma-separated setting."""
        return [one.strip() for one in self.str(var, default).split(",") if one.strip()]

    def matching(
        self,
        var: builtins.str,
        fits: Callable[[builtins.str], Any],
        expected: builtins.str,
        default: builtins.str | None = None,
    ) -> builtins.str:
        """Return a text accepted by `fits`, or the default."""
        value = self.str(var, default)
        if value != (SETTINGS[var].default if default is None else default) and not fits(value):
            raise InvalidSetting(var, expected, value)
        return value

    def proxies(self, var: builtins.str) -> builtins.int:
        """Return the number of proxies in front of Muster; yes counts as 1."""
        return self.int(var, least=0) if self.str(var).strip().isdecimal() else int(self.bool(var))

    def secret_key(self, var: builtins.str, *, any_will_do: builtins.bool, default: Any = None) -> builtins.str:
        """Return the secret key; strong unless `any_will_do` is true."""
        value = self.str(var, default)
        if not value or not (any_will_do or _is_strong(value)):
            expected = (
                f"give at least {MIN_SECRET_LENGTH} random characters, for example from python -c 'import secrets; "
                "print(secrets.token_urlsafe(50))'"
            )
            raise InvalidSetting(var, expected)
        return value

    def token(self, var: builtins.str) -> builtins.str:
        """Return a strong secret, or an empty text if there is none. Error messages never contain it."""
        return self.secret_key(var, any_will_do=False) if self.str(var) else ""

    def former_secrets(self, var: builtins.str, *, any_will_do: builtins.bool) -> builtins.list[builtins.str]:
        """Return former secret keys. Error messages never contain a key."""
        values = self.list(var)
        if not (any_will_do or all(map(_is_strong, values))):
            expected = (
                f"give former keys of at least {MIN_SECRET_LENGTH} characters separated by commas, or leave it empty"
            )
            raise InvalidSetting(var, expected)
        return values

    def hosts(self, var: builtins.str) -> builtins.list[builtins.str]:
        """Return host names."""
        return self._each(
            var, _HOST.fullmatch, "give host names separated by commas, without http:// and without ports"
        )

    def origins(self, var: builtins.str) -> builtins.list[builtins.str]:
        return self._each(
            var, _ORIGIN.fullmatch, "give origins separated by commas, for example https://muster.example"
        )

    def _each(
        self, var: builtins.str, fits: Callable[[builtins.str], Any], expected: builtins.str
    ) -> builtins.list[builtins.str]:
        values = self.list(var)
        for value in values:
            if not fits(value):
                raise InvalidSetting(var, expected, value)
        return values

    def folder(self, var: builtins.str, default: Path) -> Path:
        """Return the path of a folder, which need not exist yet."""
        path = Path(self.str(var) or default).absolute()
        nearest = next(one for one in (path, *path.parents) if one.exists())
        if not nearest.is_dir():
            raise InvalidSetting(var, f"{nearest} is a file, not a folder", str(path))
        return path

    def signing_key(self, var: builtins.str) -> builtins.str:
        """Return a private key in base64url; empty if there is none."""
        value = self.str(var)
        if value and not is_signing_key(value):
            raise InvalidSetting(var, "give what manage.py make_signing_key prints")
        return value

    def former_keys(self, var: builtins.str) -> builtins.list[builtins.str]:
        """Return public keys, each with its last day of use."""
        return self._each(
            var, _is_former_signing_key, "give public keys with their last day, separated by commas: KEY@2026-11-22"
        )

    def database(self, var: builtins.str, default: builtins.str) -> dict[builtins.str, Any]:
        """Return Django's settings for a database."""
        url = self.str(var) or default
        expected = "give sqlite:////folder/file, or postgres://user:password@host/name"
        try:
            parts = urlsplit(url)
            port = parts.port
            found: dict[str, Any] = self.db_url_config(url)
        except Exception:
            raise InvalidSetting(var, expected) from None
        name = str(found.get("NAME") or "")
        if parts.scheme not in {"sqlite", "postgres", "postgresql"} or name in {"", ":memory:"} or port == 0:
            raise InvalidSetting(var, expected)
        if parts.scheme == "sqlite" and Path(name).is_dir():
            raise InvalidSetting(var, f"{name} is a folder, not a file")
        return found

    def make_folder_of(self, var: builtins.str, file: Path) -> None:
        """Create the folder of a file."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidSetting(var, f"the folder {file.parent} cannot be created ({error.strerror})") from None

    def cache_url(self, var: builtins.str) -> builtins.str:
        """Return the address of a cache; empty if there is none."""
        url = self.str(var)
        try:
            parts = urlsplit(url)
            fits = parts.scheme in {"redis", "rediss"} and bool(parts.hostname) and parts.port != 0
            fits = fits and re.fullmatch(r"/?[0-9]*", parts.path) is not None
            fits = fits or (parts.scheme == "unix" and bool(parts.path))
        except ValueError:
            fits = False
        if url and not fits:
            raise InvalidSetting(var, "give redis://host:6379/0, rediss://…, or unix://…")
        return url

    def log_level(self, var: builtins.str) -> builtins.str:
        """Return the name of a log level."""
        value = self.str(var).upper()
        levels = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
        if value not in levels or not isinstance(logging.getLevelName(value), int):
            raise InvalidSetting(var, f"give one of {', '.join(levels)}", value)
        return value


def _is_strong(secret: str) -> bool:
    return len(secret) >= MIN_SECRET_LENGTH and len(set(secret)) >= MIN_DISTINCT_CHARACTERS


def is_host(text: str) -> bool:
    """Return whether a text is the name or address of one host."""
    return text != "*" and not text.startswith(".") and bool(_HOST.fullmatch(text))


def is_contact_url(text: str) -> bool:
    """Return whether a text is a contact address: mailto:… or https://…."""
    return bool(re.fullmatch(r"mailto:[^\s@]+@[^\s@]+|https://\S+", text))


def is_mailbox(text: str) -> bool:
    """Return whether a text is a mail address, with or without a display name."""
    return bool(re.fullmatch(r"[^\s<>@]+@[^\s<>@]+|[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>", text))


def is_importable_class(text: str) -> bool:
    """Return whether a text names a member of an importable module; the module is not loaded."""
    module, _, name = text.rpartition(".")
    try:
        return bool(name.isidentifier() and module and importlib.util.find_spec(module))
    except (ImportError, ValueError):
        return False


def is_signing_key(text: str) -> bool:
    """Return whether a text is 32 bytes in base64url."""
    try:
        return len(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)) == 32
    except (binascii.Error, ValueError):
        return False


def _is_former_signing_key(text: str) -> bool:
    key, _, day = text.partition("@")
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return is_signing_key(key)


def settings_error() -> str | None:
    """Load the settings; return an error message in one sentence, or None."""
    from django.conf import settings

    try:
        settings.SECRET_KEY  # noqa: B018 - reading any setting loads all of them
    except ImproperlyConfigured as error:
        return str(error)
    return None
