"""Muster's settings in one file; everything that differs between installations comes from the environment.

The defaults are safe: without a secret key, allowed hosts and a debug flag in the environment, Muster runs as in
production or not at all. `make run` sets the variables for a laptop (see the Makefile).
"""

import sys
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from catalog import metrics_files
from catalog.api_base import client_addresses
from catalog.database import timeouts
from config import file_permissions, mail_settings, openapi
from config.environment import Environment, InvalidSetting, is_contact_url, is_host, is_importable_class, is_mailbox

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()

# -- process and security -----------------------------------------------------------------------------------------

TESTING = Path(sys.argv[0]).name in {"pytest", "py.test"} or "pytest" in sys.modules
if not TESTING:
    env.read_file(BASE_DIR / ".env")  # written by `make run`; variables of the process take precedence
env.refuse_misspelled()
SETTINGS_REMARKS = env.remarks  # `manage.py` prints them
DEBUG = env.bool("DEBUG")
DEMO = env.bool("DEMO")  # `make run` only: the password of a curator is in VAR_DIR
# `make run` generates a key of its own, which may be weak.
SECRET_KEY = env.secret_key(
    "SECRET_KEY", any_will_do=DEMO or TESTING, default="only-for-the-test-run" if TESTING else None
)
# Former keys, while something signed or encrypted with them is in use. Their signatures are valid, so they must be as
# strong.
SECRET_KEY_FALLBACKS = env.former_secrets("SECRET_KEY_FALLBACKS", any_will_do=DEMO or TESTING)
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
VAR_DIR = env.folder("VAR_DIR", BASE_DIR / "var")
METRICS_TOKEN = env.token("METRICS_TOKEN")  # the token for `/metrics`; without one no requests are measured
READYZ_STRICT = env.bool("READYZ_STRICT")  # whether `/readyz` also answers 503 for degraded parts
# The key that signs receipts, as printed by `manage.py make_signing_key`; otherwise the key file in VAR_DIR is used.
SIGNING_KEY = env.signing_key("SIGNING_KEY")
FORMER_SIGNING_KEYS = env.former_keys("FORMER_SIGNING_KEYS")  # public keys: KEY@2026-11-22, with the last day of use

MIN_PRELOAD_SECONDS = 31_536_000  # the minimum required by the preload lists of browsers
# Production uses HTTPS; `make run` sets INSECURE_HTTP=1 because localhost has no certificate.
INSECURE_HTTP = env.bool("INSECURE_HTTP", TESTING or None)
SECURE_SSL_REDIRECT = not INSECURE_HTTP
# The number of proxies in front of Muster, each of which appends the client's address to X-Forwarded-For; yes means 1.
PROXIES = env.proxies("BEHIND_PROXY")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", least=0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS")
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD")
if SECURE_HSTS_PRELOAD and not (SECURE_HSTS_INCLUDE_SUBDOMAINS and SECURE_HSTS_SECONDS >= MIN_PRELOAD_SECONDS):
    raise InvalidSetting(
        "HSTS_PRELOAD", f"preload lists require HSTS_SUBDOMAINS=1 and HSTS_SECONDS={MIN_PRELOAD_SECONDS} or more", "1"
    )
if INSECURE_HTTP:
    SECURE_HSTS_SECONDS = 0
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$", r"^metrics$"]
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not INSECURE_HTTP
SESSION_COOKIE_NAME = "sessionid" if INSECURE_HTTP else "__Host-sessionid"
CSRF_COOKIE_NAME = "csrftoken" if INSECURE_HTTP else "__Host-csrftoken"
DEVICE_COOKIE_NAME = "device" if INSECURE_HTTP else "__Host-device"  # identifies a known device at log-in
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_ENGINE = "legions.accounts.sessions"  # Django's database sessions, with an absolute expiry
SESSION_COOKIE_AGE = 14 * 24 * 3600  # idle
X_FRAME_OPTIONS = "DENY"

# Whether each request is logged; nginx logs them, too.
ACCESS_LOG = env.bool("ACCESS_LOG")

# -- applications and middleware ----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "config.apps.MusterAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "knox",
    "corsheaders",
    "csp",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "catalog",
    "django_tasks_db",  # after the catalog, whose `db_worker` command overrides the library's
    "rulesapi",
    "legions",
    "operations",
]
MIDDLEWARE = [
    "config.middleware.http_framing",
    "config.middleware.request_ids",
    "config.middleware.health_probes",
    *(["config.monitoring.request_metrics"] if METRICS_TOKEN else []),
    *(["config.monitoring.access_log"] if ACCESS_LOG else []),
    "catalog.api_base.client_addresses.client_address_middleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # After WhiteNoise, so that only pages have this header and static files do not.
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "config.middleware.PageCompression",
    "catalog.api_base.compression.compress_responses",
    "catalog.api_base.middleware.ContentPolicyMiddleware",
    "catalog.api_base.cors.ViewCorsMiddleware",
    "config.middleware.refused_bodies",  # after CORS, so that scripts of other origins can read the refusal
    "legions.middleware.no_shared_caching",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "legions.site.languages.ReaderLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "legions.middleware.LazyMessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "legions.middleware.log_in_on_whole_page",
    "legions.middleware.explain_refused_methods",
    "config.middleware.utf_8_only",
    "allauth.account.middleware.AccountMiddleware",
    "legions.accounts.known_devices.known_device_middleware",
    "legions.middleware.record_session_activity",
    "legions.middleware.audit_admin_refusals",
    "legions.middleware.RequireSecondFactor",
    "legions.middleware.DatabaseUnavailable",
]
# Muster uses none of these features, so pages may not use them even if they contain injected code.
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in (
        *("accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "hid"),
        *("magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
    )
}
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["legions.site.template_loader.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# -- storage ------------------------------------------------------------------------------------------------------

DATABASE_POOL = env.int("DATABASE_POOL")  # connections per process, for PostgreSQL
DATABASES = {"default": env.database("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'muster.sqlite3'}")}
SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
file_permissions.restrict_file_access(Path(DATABASES["default"]["NAME"]) if SQLITE else None)
METRICS_DIR = env.folder("METRICS_DIR", metrics_files.default_folder(VAR_DIR))
if METRICS_TOKEN:
    try:
        metrics_files.begin(METRICS_DIR, sys.argv)
    except OSError as error:
        raise InvalidSetting("METRICS_DIR", f"give a folder that can be written ({error})") from None
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = file_permissions.FILE_MODE, file_permissions.FOLDER_MODE
# Requests have time limits of seconds; commands and the worker have time limits for long work. `DATABASE_LIMITS`
# (requests or work) overrides the choice made by the process's command line.
DATABASE_LIMITS = timeouts.for_process(
    sys.argv, env.matching("DATABASE_LIMITS", lambda name: name in timeouts.NAMED, "give requests or work")
)
DATABASE_URL_OPTIONS = DATABASES["default"].get("OPTIONS", {})  # options in the URL, for example `?sslmode=verify-full`
if SQLITE:
    env.make_folder_of("DATABASE_URL", Path(DATABASES["default"]["NAME"]))
    DATABASE_OPTIONS = timeouts.sqlite_options(DATABASE_LIMITS)
    DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    DATABASE_URL_OPTIONS = dict(DATABASE_URL_OPTIONS)
    DATABASE_OPTIONS = timeouts.postgresql_options(
        DATABASE_LIMITS, most=DATABASE_POOL, url_options=DATABASE_URL_OPTIONS.pop("options", "")
    )
    # Detect connections that broke while idle before they are used.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"]["OPTIONS"] = DATABASE_OPTIONS | DATABASE_URL_OPTIONS

CACHE_URL = env.cache_url("CACHE_URL")
REDIS_CACHE = {
    "BACKEND": "catalog.api_base.cache_backends.FallbackRedisCache",
    "LOCATION": CACHE_URL,
    "OPTIONS": {"socket_connect_timeout": 0.25, "socket_timeout": 0.25},
}
CACHES = {
    # Data that all processes must share, above all counters of rate limits. With this many entries, a client cannot
    # evict its own failed attempts by making many requests.
    "default": REDIS_CACHE
    if CACHE_URL
    else {
        "BACKEND": "catalog.api_base.cache_backends.FallbackFileCache",
        "LOCATION": str(VAR_DIR / "cache.sqlite3"),
        "OPTIONS": {"MAX_ENTRIES": 200_000},
    },
    # Data that can be computed again at any time, such as pictures, and that would evict counters.
    "derived": REDIS_CACHE
    if CACHE_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 300}},
}

# Work that takes longer than a response may. `manage.py db_worker` does it; it polls rarely because each poll locks
# SQLite for writers.
TASKS = {"default": {"BACKEND": "catalog.background.task_backend.CountingBackend"}}

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "legions.site.static_files.UsedFilesFinder",
]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG or TESTING
        else "legions.site.static_files.MinifiedStaticFilesStorage"
    },
}
WHITENOISE_AUTOREFRESH = DEBUG or TESTING  # neither requires collected files
WHITENOISE_KEEP_ONLY_HASHED_FILES = True  # pages use only hashed names
MEDIA_ROOT = VAR_DIR / "media"

# -- accounts -----------------------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = (
    ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if TESTING  # slow hashing would take most of a test run's time
    else [
        "legions.accounts.passwords.Argon2Hasher",
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    ]
)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "legions.accounts.passwords.MaximumLengthValidator", "OPTIONS": {"max_length": 128}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "legions.accounts.passwords.SiteWordsValidator"},
]
LOGIN_URL = "account_login"
PASSWORD_CHANGE_URL = "account_change_password"  # noqa: S105  (an address)
LOGIN_REDIRECT_URL = "/legions/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_ADAPTER = "legions.account_pages.adapter.AccountAdapter"
ACCOUNT_PREVENT_ENUMERATION = "strict"  # an address with an account gets the same answer as any other
ACCOUNT_MAX_EMAIL_ADDRESSES = 5  # each added address receives a mail
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "legions.accounts.usernames.VALIDATORS"
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "curator", "moderator", "muster", "root", "staff", "system"]
ACCOUNT_FORMS = {
    "login": "legions.account_pages.forms.LoginForm",
    "signup": "legions.account_pages.forms.SignupForm",
    "add_email": "legions.account_pages.forms.AddEmailForm",
    "change_password": "legions.account_pages.forms.ChangePasswordForm",
    "set_password": "legions.account_pages.forms.SetPasswordForm",
    "reset_password": "legions.account_pages.forms.ResetPasswordForm",
    "reset_password_from_key": "legions.account_pages.forms.ResetPasswordKeyForm",
    "reauthenticate": "legions.account_pages.forms.ReauthenticateForm",
}
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False  # the other sessions end; the current one continues
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/5m/ip,10/5m/key",
    "login_failed_on_device": "10/5m/key",  # a known device: attackers elsewhere cannot lock out its owner
    "second_step_failed_on_device": "10/5m/key",  # as above, after a correct password
    "reset_password": "20/m/ip,5/d/key",
    "signup": "20/m/ip,100/h/ip",  # each account has its own storage
}
# `ip` is the client address that every rate limit uses: the adapter takes it from `client_addresses`, with this prefix.
ALLAUTH_RATE_LIMIT_IPV6_PREFIX = client_addresses.IPV6_PREFIX_BITS
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Muster: "
ACCOUNT_EMAIL_NOTIFICATIONS = True  # the owner of an address is notified of each change to log-in methods
ACCOUNT_REAUTHENTICATION_REQUIRED = True
MFA_ADAPTER = "legions.accounts.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # no account needs an address, so none has to wait for its confirmation
MFA_TOTP_ISSUER = "Muster"
MFA_TOTP_TOLERANCE = 1  # accepts clocks that are half a minute off
MFA_FORMS = {
    "authenticate": "legions.account_pages.forms.CodeLoginForm",
    "authenticate_webauthn": "legions.account_pages.forms.PasskeyLoginForm",
    "reauthenticate": "legions.account_pages.forms.CodeReauthenticateForm",
    "reauthenticate_webauthn": "legions.account_pages.forms.PasskeyReauthenticateForm",
    "activate_totp": "legions.account_pages.forms.ActivateTOTPForm",
    "add_webauthn": "legions.account_pages.forms.AddPasskeyForm",
    "edit_webauthn": "legions.account_pages.forms.RenamePasskeyForm",
}
# The domain of passkeys: the host of the request, unless several hosts of one domain share passkeys.
PASSKEY_DOMAIN = env.matching("PASSKEY_DOMAIN", is_host, "give a domain, for example muster.example")
PASSKEY_SITE = env.matching("PASSKEY_SITE", str.strip, "give a name")  # the name shown by phones and security keys
# Curators and admins need a second factor, except in demonstrations on a laptop, where pages say so.
SECOND_FACTOR_WAIVED = DEMO or TESTING
CSRF_FAILURE_VIEW = "legions.site.error_views.csrf_failure"
SECURITY_CONTACT = env.matching("SECURITY_CONTACT", is_contact_url, "give mailto:… or https://…")

# -- mail ---------------------------------------------------------------------------------------------------------

EMAIL_BACKEND = "legions.mails.backend.QueueEmailBackend"  # stores mails for the worker
# The backend with which the worker sends the mails.
MAIL_TRANSPORT = env.matching(
    "EMAIL_BACKEND",
    is_importable_class,
    "give a class of an installed module",
    mail_settings.default_backend(env.ENVIRON, demo=DEMO),
)
# One URL for the whole server, instead of the settings below.
mail_server = mail_settings.server_of_url(env.str("EMAIL_URL"), env.ENVIRON)
EMAIL_HOST = env.matching("EMAIL_HOST", is_host, "give a host name", mail_server.host or None).strip("[]")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", mail_server.tls)  # STARTTLS, on port 587
EMAIL_USE_SSL = env.bool("EMAIL_USE_SSL", mail_server.ssl)  # TLS from the first byte, on port 465
EMAIL_PORT = env.int(
    "EMAIL_PORT", mail_settings.default_port(mail_server, tls=EMAIL_USE_TLS, ssl=EMAIL_USE_SSL), most=65_535
)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", mail_server.user)
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", mail_server.password)
EMAIL_TIMEOUT = env.int(
    "EMAIL_TIMEOUT", most=mail_settings.MAX_TIMEOUT_SECONDS
)  # seconds, for each reply of the server
DEFAULT_FROM_EMAIL = env.matching("DEFAULT_FROM_EMAIL", is_mailbox, "give a mail address")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
MAIL_REPLY_TO = env.matching("EMAIL_REPLY_TO", is_mailbox, "give a mail address")  # default: the sender
mail_settings.refuse_contradictions(env.ENVIRON, transport=MAIL_TRANSPORT, tls=EMAIL_USE_TLS, ssl=EMAIL_USE_SSL)

# -- language and time --------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"  # the language of the messages in the code, the API and the commands
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LANGUAGE_COOKIE_NAME = "language" if INSECURE_HTTP else "__Host-language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SECURE = not INSECURE_HTTP
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]  # `make messages` collects and compiles them
FORMAT_MODULE_PATH = ["config.formats"]  # date formats
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# -- content security policy and cross-origin requests ------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
# Only for views with `any_origin`, which read and judge; views that change anything are closed to other origins.
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS", "POST"]
CORS_ALLOW_HEADERS = ["accept", "content-type", "if-none-match"]
CORS_EXPOSE_HEADERS = [
    *("ETag", "Muster-Release", "Muster-Revision", "Location", "Retry-After", "RateLimit", "RateLimit-Policy"),
    *("Deprecation", "Sunset", "Link"),
]

# -- API ----------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["catalog.api_base.renderers.CanonicalJSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["catalog.api_base.parsers.GuardedJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_THROTTLE_CLASSES": ["catalog.api_base.throttling.RateLimitThrottle"],
    "EXCEPTION_HANDLER": "catalog.api_base.problems.exception_handler",
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "catalog.api_base.negotiation.JSONNegotiation",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "catalog.api_base.openapi.auto_schema.AutoSchema",
    "SCHEMA_COERCE_PATH_PK": False,  # pk keeps its name in URLs
    "URL_FORMAT_OVERRIDE": None,  # ?format= would select a renderer; here it is an unknown parameter like any other
}
SPECTACULAR_SETTINGS = openapi.SETTINGS
KNOX_TOKEN_MODEL = "legions.Token"  # noqa: S105 - the name of a model
MIGRATION_MODULES = {"knox": None}  # knox's token model is replaced, so its tables are not created
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_PREFIX": "muster_"}  # secret scanners recognize the prefix
API_LIMITS = env.bool(
    "API_LIMITS", False if TESTING else None
)  # whether requests are counted; `catalog.api_base.throttling` has the limits
# The factor of every rate limit; load tests raise it, so that requests are counted but not refused.
THROTTLE_FACTOR = env.int("THROTTLE_FACTOR")
# The days after which authors may approve their own drafts if nobody else reviews them; 0 for never.
REVIEW_DAYS = env.int("REVIEW_DAYS", least=0, most=3_650)
# Whether each server process renders the first pages before the first request (`config.warm_up`).
WARM_UP = env.bool("WARM_UP")
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024

# Webhook messages go to public addresses over https only. A demonstration on a laptop may also send them to localhost,
# including over http.
WEBHOOKS_TO_LOCALHOST = DEMO and INSECURE_HTTP

# -- logs ---------------------------------------------------------------------------------------------------------

LOG_FORMAT = env.matching("LOG_FORMAT", lambda name: name in {"text", "json"}, "give text or json")
# A function that is called with each unexpected exception and its context, for example one of an error tracker.
ERROR_REPORTER = env.matching("ERROR_REPORTER", is_importable_class, "give a function of an installed module")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "legions.site.log_redaction.RedactingFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
        if LOG_FORMAT == "text"
        else {"()": "legions.site.json_logs.JSONFormatter"}
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.log_level("LOG_LEVEL")},
    "loggers": {  # Django's own handlers would write what the redacting formatter removes
        "django": {"handlers": [], "level": "INFO"},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        "_granian": {"handlers": [], "propagate": True},  # it logs tracebacks of requests, including addresses
        "muster.access": {"level": "INFO"},
        "urllib3": {"level": "ERROR"},  # it would log invalid headers sent by servers of users
    },
}
if ERROR_REPORTER:
    reporter = {"class": "legions.site.error_reports.ErrorReporter", "function": ERROR_REPORTER}
    LOGGING["handlers"]["reporter"] = reporter
    LOGGING["root"]["handlers"].append("reporter")
