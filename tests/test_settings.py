"""Settings from the environment: an invalid one ends every command, and the server, with one sentence."""

import os
import re
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config import known_settings, settings_page
from config.environment import (
    Environment,
    is_contact_url,
    is_host,
    is_importable_class,
    is_mailbox,
    is_signing_key,
)

GOOD = {"SECRET_KEY": secrets.token_urlsafe(50), "ALLOWED_HOSTS": "localhost", "INSECURE_HTTP": "1"}
KEY = "A" * 43

# Each variable of the settings, with invalid values.
WRONG = {
    "DEBUG": ["maybe", "2", "tru"],
    "DEMO": ["maybe"],
    "INSECURE_HTTP": ["http"],
    "API_LIMITS": ["some"],
    "BEHIND_PROXY": ["nginx", "-1", "1.5"],
    "SECRET_KEY": ["", "a", "a" * 100, "secret"],
    "SECRET_KEY_FALLBACKS": ["a", f"{'abcde' * 8},secret"],
    "ALLOWED_HOSTS": ["https://muster.example", "muster.example:8000", "muster example", "a,b c"],
    "CSRF_TRUSTED_ORIGINS": ["muster.example", "https://muster.example/path", "ftp://muster.example"],
    "VAR_DIR": [str(Path(__file__)), f"{__file__}/below"],
    "SIGNING_KEY": ["a", KEY[1:], "ä" * 43, KEY + "A"],
    "FORMER_SIGNING_KEYS": [KEY, f"{KEY}@soon", "a@2026-11-22", f"{KEY}@2026-02-30"],
    "DATABASE_URL": [
        *("mysql://a/b", "nothing", "postgres://", "postgres://host", "postgres://host:port/name", "sqlite:"),
        *("postgres://host:99999/name", f"sqlite:///{__file__}/below/file", f"sqlite:///{Path(__file__).parent}"),
    ],
    "DATABASE_LIMITS": ["none", "Work"],
    "READYZ_STRICT": ["maybe"],
    "METRICS_TOKEN": ["secret", "a" * 100],
    "METRICS_DIR": [str(Path(__file__)), f"{__file__}/below"],
    "DATABASE_POOL": ["many", "0", "-1", "1.5"],
    "CACHE_URL": ["memcached://a", "redis", "redis://", "redis://host:port/1", "redis://host/name", "unix://"],
    "PASSKEY_DOMAIN": ["https://muster.example", "a b", "*", ".example"],
    "PASSKEY_SITE": [" "],
    "SECURITY_CONTACT": ["security@muster.example", "http://muster.example", "mailto:nobody"],
    "EMAIL_BACKEND": ["smtp", "django.core.mail.backends.nothing.EmailBackend", "nothing.at.All", ".a", "a."],
    "EMAIL_HOST": ["smtp://mail", "mail:25", "a b"],
    "EMAIL_PORT": ["0", "65536", "smtp", "-1", ""],
    "EMAIL_USE_TLS": ["starttls"],
    "EMAIL_USE_SSL": ["maybe"],
    "EMAIL_TIMEOUT": ["0", "61", "1.5", "none"],
    "EMAIL_REPLY_TO": ["muster", "a@b\nBcc: c@d"],
    "EMAIL_URL": [
        *("mail.example", "smtp://", "smtps://mail.example", "smtp://mail.example:0", "smtp://mail.example:99999"),
        *("smtp://mail.example/folder", "smtp://mail.example?tls=1", "smtp://user@mail.example", "http://mail.example"),
        *("smtp://:hunter2@mail.example", "smtp://user:hunter2@ma il.example", "consolemail://"),
    ],
    "DEFAULT_FROM_EMAIL": ["muster", "a@b\nBcc: c@d", "Muster <muster>"],
    "REVIEW_DAYS": ["-1", "3651", "a week", ""],
    "THROTTLE_FACTOR": ["0", "double", "-2"],
    "LOG_LEVEL": ["loud", "20", ""],
    "LOG_FORMAT": ["xml", ""],
    "ACCESS_LOG": ["nginx"],
    "ERROR_REPORTER": ["report", "nothing.at.all", ".a"],
    "HSTS_SECONDS": ["year", "-1", ""],
    "HSTS_SUBDOMAINS": ["all"],
    "HSTS_PRELOAD": ["maybe"],
    "WARM_UP": ["maybe"],
}
NOT_WRONG = {"EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD"}
"""Variables for which any text is valid."""


def run(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    environment = (
        {key: value for key, value in os.environ.items() if key not in set(WRONG) | NOT_WRONG} | GOOD | variables
    )
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        timeout=120,
    )


def loaded(**variables: str) -> str | None:
    """Load the settings again with these variables; return the error, or None."""
    try:
        loaded_settings(**variables)
    except ImproperlyConfigured as error:
        return str(error)
    return None


def loaded_settings(**variables: str) -> dict[str, Any]:
    """Load the settings again with these variables; return their values. Raises ImproperlyConfigured for invalid
    ones.
    """
    source = Path(settings.BASE_DIR, "config/settings.py")
    with pytest.MonkeyPatch.context() as patched:
        for name in set(WRONG) | NOT_WRONG:
            patched.delenv(name, raising=False)
        for name, value in (GOOD | variables).items():
            patched.setenv(name, value)
        # As outside a test run, and without the developer's environment file.
        code = source.read_text("utf-8").replace("if not TESTING:", "if False:")
        code = re.sub(r"^TESTING = .*$", "TESTING = False", code, flags=re.MULTILINE)
        module: dict[str, Any] = {"__file__": str(source), "__name__": "config.loaded", "__package__": "config"}
        umask = os.umask(0)
        os.umask(umask)
        try:
            exec(compile(code, str(source), "exec"), module)  # noqa: S102
        finally:
            os.umask(umask)  # the settings make it private
    return module


def test_the_settings_are_all_tried() -> None:
    source = Path(settings.BASE_DIR, "config/settings.py").read_text("utf-8")
    names = set(re.findall(r"\benv\.\w+\(\s*\"(\w+)\"", source))
    assert names == set(WRONG) | NOT_WRONG


def test_the_settings_are_all_known() -> None:
    assert known_settings.SETTINGS.keys() == set(WRONG) | NOT_WRONG
    with pytest.raises(KeyError):
        Environment().str("UNKNOWN")


def test_each_setting_has_a_default_and_a_sentence_in_the_table() -> None:
    for name, setting in known_settings.SETTINGS.items():
        assert bool(setting.default) != bool(setting.default_words), name
        assert setting.meaning.endswith("."), name
        assert "|" not in setting.meaning + setting.default_words, name


def test_the_table_of_settings_is_up_to_date() -> None:
    page = settings_page.PAGE.read_text("utf-8")
    assert settings_page.with_table(page) == page, "run python -m config.settings_page"
    with pytest.raises(ValueError, match="markers"):
        settings_page.with_table("no table")


def test_good_settings_load(tmp_path: Path) -> None:
    assert loaded(VAR_DIR=str(tmp_path)) is None
    assert (
        loaded(
            VAR_DIR=str(tmp_path / "made" / "later"),
            DATABASE_URL="postgres://user:p%40ss@host:5432/name?sslmode=require",
            DATABASE_POOL="8",
            CACHE_URL="rediss://user:password@host:6379/3",
            ALLOWED_HOSTS="muster.example, .muster.example,[::1],127.0.0.1",
            CSRF_TRUSTED_ORIGINS="https://muster.example,https://*.muster.example:8443",
            BEHIND_PROXY="yes",
            DEBUG="",
            SIGNING_KEY=KEY,
            FORMER_SIGNING_KEYS=f"{KEY}@2026-11-22",
            PASSKEY_DOMAIN="muster.example",
            SECURITY_CONTACT="mailto:security@muster.example",
            EMAIL_BACKEND="django.core.mail.backends.console.EmailBackend",
            DEFAULT_FROM_EMAIL="Muster <muster@muster.example>",
            LOG_LEVEL="warning",
        )
        is None
    )


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_wrong_setting_is_named_in_one_sentence(name: str, value: str, tmp_path: Path) -> None:
    error = loaded(**{"VAR_DIR": str(tmp_path), name: value})
    assert error is not None
    assert error.startswith(f"The setting {name} is ")
    assert error.count("\n") == 0
    assert error.endswith(".")
    assert len(error) < 300


@pytest.mark.parametrize(
    "name", ["SECRET_KEY", "SECRET_KEY_FALLBACKS", "SIGNING_KEY", "DATABASE_URL", "CACHE_URL", "EMAIL_URL"]
)
def test_values_that_may_be_secret_are_not_repeated(name: str, tmp_path: Path) -> None:
    error = loaded(**{"VAR_DIR": str(tmp_path), name: "hunter2"})
    assert error is not None
    assert "hunter2" not in error


SINGLE = {
    "EMAIL_HOST": "mail.example",
    "EMAIL_PORT": "2525",
    "EMAIL_HOST_USER": "muster",
    "EMAIL_HOST_PASSWORD": "p@ss/+word",
    "EMAIL_USE_TLS": "1",
}


@pytest.mark.parametrize(
    "variables",
    [SINGLE, {"EMAIL_URL": "smtp+tls://muster:p%40ss%2F+word@mail.example:2525"}],
    ids=["single settings", "one address"],
)
def test_a_mail_server_is_named_by_single_settings_or_one_address(variables: dict[str, str], tmp_path: Path) -> None:
    found = loaded_settings(VAR_DIR=str(tmp_path), **variables)
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_HOST_USER"]) == ("mail.example", 2525, "muster")
    assert found["EMAIL_HOST_PASSWORD"] == "p@ss/+word"
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (True, False)
    assert found["EMAIL_TIMEOUT"] == 5


@pytest.mark.parametrize(
    ("variables", "port", "encryption"),
    [
        ({}, 25, (False, False)),
        ({"EMAIL_USE_TLS": "1"}, 587, (True, False)),
        ({"EMAIL_USE_SSL": "1"}, 465, (False, True)),
        ({"EMAIL_URL": "smtp+ssl://[::1]"}, 465, (False, True)),
        ({"EMAIL_URL": "smtp+tls://mail.example"}, 587, (True, False)),
        ({"EMAIL_URL": "smtp://mail.example"}, 25, (False, False)),
    ],
)
def test_the_port_of_mail_follows_its_encryption(
    variables: dict[str, str], port: int, encryption: tuple[bool, bool], tmp_path: Path
) -> None:
    found = loaded_settings(VAR_DIR=str(tmp_path), **variables)
    assert (found["EMAIL_PORT"], (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"])) == (port, encryption)


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"EMAIL_USE_TLS": "1", "EMAIL_USE_SSL": "1"}, "EMAIL_USE_SSL is '1': EMAIL_USE_TLS is set, too"),
        ({"EMAIL_HOST_USER": "muster"}, "EMAIL_HOST_PASSWORD is '': EMAIL_HOST_USER is set"),
        ({"EMAIL_HOST_PASSWORD": "hunter2"}, "EMAIL_HOST_USER is '': EMAIL_HOST_PASSWORD is set"),
        ({"EMAIL_URL": "smtp://mail.example", "EMAIL_PORT": "25"}, "EMAIL_PORT is invalid: EMAIL_URL is"),
        (
            {"EMAIL_HOST": "mail.example", "EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"},
            "EMAIL_HOST is invalid: EMAIL_BACKEND sends nothing to a server",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_settings_of_mail_that_cannot_be_meant_are_refused(
    variables: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    error = loaded(VAR_DIR=str(tmp_path), **variables)
    assert error is not None
    assert error.startswith(f"The setting {sentence}")
    assert error.count("\n") == 0
    assert "hunter2" not in error


def test_a_demonstration_may_have_any_key(tmp_path: Path) -> None:
    assert loaded(VAR_DIR=str(tmp_path), SECRET_KEY="a", DEMO="1") is None


def test_a_key_may_begin_with_a_dollar(tmp_path: Path) -> None:
    assert loaded(VAR_DIR=str(tmp_path), SECRET_KEY="$" + GOOD["SECRET_KEY"]) is None


@pytest.mark.sampled
@pytest.mark.parametrize(
    "arguments",
    [["manage.py", "check"], ["manage.py", "serve"], ["manage.py", "db_worker"]],
    ids=" ".join,
)
def test_commands_end_with_only_the_sentence(arguments: list[str]) -> None:
    done = run(*arguments, DEBUG="maybe")
    assert done.returncode == 1
    assert done.stderr == "The setting DEBUG is 'maybe': give 1 for yes or 0 for no.\n"
    assert done.stdout == ""


@pytest.mark.sampled
def test_the_site_is_not_served_to_nobody(tmp_path: Path) -> None:
    done = run("manage.py", "serve", ALLOWED_HOSTS="", VAR_DIR=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr == (
        "CommandError: The setting ALLOWED_HOSTS is empty: set it to the host names that visitors use, "
        "for example muster.example.\n"
    )


UNSAFE = {
    "DEMO": "1",
    "DEBUG": "yes",
    "INSECURE_HTTP": " on",
    "EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend",
}


def read(monkeypatch: pytest.MonkeyPatch, file: Path, text: dict[str, str], **own: str) -> Environment:
    """Return the environment of a process with its own variables and a file with others."""
    file.write_text("".join(f"{name}={value}\n" for name, value in text.items()), "utf-8")
    monkeypatch.setattr(Environment, "ENVIRON", dict(own))
    environment = Environment()
    environment.read_file(file)
    return environment


@pytest.mark.parametrize("name", UNSAFE)
def test_a_file_that_was_left_behind_makes_nothing_unsafe(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    environment = read(monkeypatch, tmp_path / ".env", {name: UNSAFE[name], "VAR_DIR": "/srv"})
    assert environment.ENVIRON == {"VAR_DIR": "/srv"}
    (remark,) = environment.remarks
    assert remark.startswith(f"{name} in {tmp_path / '.env'} is ignored: ")


@pytest.mark.parametrize("name", UNSAFE)
def test_the_environment_of_the_process_can_allow_unsafe_values(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    environment = read(monkeypatch, tmp_path / ".env", UNSAFE, **UNSAFE)
    assert environment.ENVIRON == UNSAFE
    assert environment.remarks == []


def test_safe_values_of_a_file_hold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    safe = {"DEMO": "0", "DEBUG": "", "INSECURE_HTTP": "no", "EMAIL_BACKEND": "anymail.backends.x.EmailBackend"}
    environment = read(monkeypatch, tmp_path / ".env", safe)
    assert safe == environment.ENVIRON
    assert environment.remarks == []


def test_the_file_written_by_make_run_is_safe_in_production() -> None:
    recipe = Path(settings.BASE_DIR, "Makefile").read_text("utf-8").partition("\n.env:")[2].partition("\n\n")[0]
    assert "SECRET_KEY=" in recipe
    assert not any(f"{name}=" in recipe for name in UNSAFE)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ALOWED_HOSTS", "ALLOWED_HOSTS"),
        ("ALOWED_HOST", "ALLOWED_HOSTS"),
        ("BEHIND_PROXI", "BEHIND_PROXY"),
        ("DATABASE_ULR", "DATABASE_URL"),
        ("SECRETKEY", "SECRET_KEY"),
        ("var_dir", "VAR_DIR"),
        ("EMAIL_USE_TSL", "EMAIL_USE_"),
        ("EMAIL_PASSWORD", "EMAIL_HOST_PASSWORD"),
        ("email_host", "EMAIL_HOST"),
        ("DEFAULT_FROM_MAIL", "DEFAULT_FROM_EMAIL"),
        ("HSTS_MAX_AGE", "HSTS_"),
    ],
)
def test_a_misspelled_name_is_refused_in_one_sentence(written: str, meant: str, tmp_path: Path) -> None:
    error = loaded(VAR_DIR=str(tmp_path), **{written: "hunter2"})
    assert error is not None
    assert error.startswith(f"There is no setting {written}. Write {meant}")
    assert error.endswith(f", or remove {written} from the environment.")
    assert "hunter2" not in error


@pytest.mark.sampled
def test_a_misspelled_name_ends_every_command(tmp_path: Path) -> None:
    done = run("manage.py", "check", VAR_DIR=str(tmp_path), ALOWED_HOST="muster.example")
    assert (done.returncode, done.stderr.count("\n"), done.stdout) == (1, 1, "")
    assert done.stderr.startswith("There is no setting ALOWED_HOST. Write ALLOWED_HOSTS")


FOREIGN = (
    *("HOME", "HOSTNAME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "PORT", "PWD", "TERM", "USER", "TZ", "VIRTUAL_ENV"),
    *("DEBIAN_FRONTEND", "DEBUGINFOD_URLS", "DATABASE_HOST", "DATABASE_NAME", "POSTGRES_PASSWORD", "REDIS_URL"),
    *("CACHE_DIR", "SECRET_NAME", "DJANGO_SETTINGS_MODULE", "INVOCATION_ID", "JOURNAL_STREAM", "NOTIFY_SOCKET"),
    *("LOG_FORMAT", "LOG_FILE", "MAIL_FROM", "VIRTUAL_HOST", "no_proxy", "http_proxy", "MODE", "DEMON"),
)


def test_variables_of_others_are_no_misspellings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Environment, "ENVIRON", dict.fromkeys(FOREIGN, "1"))
    Environment().refuse_misspelled()


def test_a_list_has_no_empty_members(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", " a, ,b,")
    assert Environment().list("ALLOWED_HOSTS") == ["a", "b"]


CONSOLE, SMTP = (f"django.core.mail.backends.{kind}.EmailBackend" for kind in ("console", "smtp"))


@pytest.mark.parametrize(
    ("variables", "transport"),
    [
        ({}, SMTP),
        ({"DEMO": "1"}, CONSOLE),
        ({"DEMO": "1", "EMAIL_URL": "smtp://mail.example"}, SMTP),
        ({"DEMO": "1", "EMAIL_HOST": "mail.example"}, SMTP),
        ({"DEMO": "1", "EMAIL_BACKEND": SMTP}, SMTP),
    ],
)
def test_a_demonstration_prints_its_mails_unless_it_has_a_mail_server(
    variables: dict[str, str], transport: str, tmp_path: Path
) -> None:
    assert loaded_settings(VAR_DIR=str(tmp_path), **variables)["MAIL_TRANSPORT"] == transport


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, (31_536_000, False, False)),
        ({"HSTS_SECONDS": "0"}, (0, False, False)),
        ({"HSTS_SECONDS": "3600", "HSTS_SUBDOMAINS": "1"}, (3600, True, False)),
        ({"HSTS_SUBDOMAINS": "1", "HSTS_PRELOAD": "1"}, (31_536_000, True, True)),
        ({"INSECURE_HTTP": "1"}, (0, False, False)),
    ],
)
def test_by_default_hsts_covers_only_the_host(
    variables: dict[str, str], expected: tuple[int, bool, bool], tmp_path: Path
) -> None:
    found = loaded_settings(**{"VAR_DIR": str(tmp_path), "INSECURE_HTTP": "0"} | variables)
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    assert tuple(found[name] for name in names) == expected


@pytest.mark.parametrize("variables", [{}, {"HSTS_SUBDOMAINS": "1", "HSTS_SECONDS": "3600"}])
def test_a_host_that_preload_lists_would_not_take_is_refused(variables: dict[str, str], tmp_path: Path) -> None:
    error = loaded(VAR_DIR=str(tmp_path), INSECURE_HTTP="0", HSTS_PRELOAD="1", **variables)
    assert error is not None
    assert error.startswith("The setting HSTS_PRELOAD is '1': ")


def test_the_validators_distinguish_valid_values() -> None:
    assert is_host("::1") is False
    assert is_host("[::1]")
    assert is_contact_url("https://muster.example/security")
    assert is_mailbox("a@b")
    assert is_importable_class("django.core.mail.backends.smtp.EmailBackend")
    assert not is_signing_key("")
