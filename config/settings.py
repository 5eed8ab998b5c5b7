"""Muster's settings: one file, everything that differs between places comes from the environment.

The defaults are the safe ones: without a secret key, allowed hosts and a debug flag in the environment Muster
runs as in production or not at all. `make run` sets what a laptop needs (see the Makefile).
"""

import sys
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# -- where it runs -----------------------------------------------------------------------------------------------

TESTING = Path(sys.argv[0]).name in {"pytest", "py.test"} or "pytest" in sys.modules
if not TESTING:
    env.read_env(BASE_DIR / ".env")  # written by `make run`; the environment itself comes first
DEBUG = env.bool("DEBUG", False)
DEMO = env.bool("DEMO", False)  # `make run` only: there is an account whose password stands in VAR_DIR
SECRET_KEY = env.str("SECRET_KEY", "only-for-the-test-run" if TESTING else "")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])  # former ones, while what they locked is in use
if not SECRET_KEY:
    raise ImproperlyConfigured("Set SECRET_KEY in the environment to a long random text; `make run` makes its own.")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
VAR_DIR = Path(env.str("VAR_DIR", str(BASE_DIR / "var")))
# What receipts are signed with, as `manage.py make_signing_key` prints it; else the file in VAR_DIR that it keeps.
SIGNING_KEY = env.str("SIGNING_KEY", "")
FORMER_SIGNING_KEYS = env.list("FORMER_SIGNING_KEYS", default=[])  # public halves: KEY@2026-11-22, the last day of use

# HTTPS is what production speaks; `make run` says INSECURE_HTTP=1 because localhost has no certificate.
INSECURE_HTTP = env.bool("INSECURE_HTTP", TESTING)
SECURE_SSL_REDIRECT = not INSECURE_HTTP
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_PROXY", False) else None
SECURE_HSTS_SECONDS = 0 if INSECURE_HTTP else 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = not INSECURE_HTTP
SECURE_HSTS_PRELOAD = not INSECURE_HTTP
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not INSECURE_HTTP
SESSION_COOKIE_NAME = "sessionid" if INSECURE_HTTP else "__Host-sessionid"
CSRF_COOKIE_NAME = "csrftoken" if INSECURE_HTTP else "__Host-csrftoken"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_ENGINE = "legions.accounts.sessions"  # Django's in the database, with an end that no use puts off
SESSION_COOKIE_AGE = 14 * 24 * 3600  # idle
X_FRAME_OPTIONS = "DENY"

# -- what it is made of ------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
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
    "django_tasks_db",
    "catalog",
    "rulesapi",
    "legions",
]
MIDDLEWARE = [
    "config.middleware.numbered_requests",
    "django.middleware.security.SecurityMiddleware",
    "config.programs.straight_for_programs",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.permissions_policy",  # below it: a page says it once, and not each of its files again
    "config.middleware.CompressedPages",
    "rulesapi.middleware.ContentPolicy",
    "corsheaders.middleware.CorsMiddleware",
    "legions.middleware.private_pages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "legions.languages.LanguageOfReader",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "legions.middleware.MessagesWhenAsked",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "legions.middleware.visits_go_on",
    "legions.middleware.noted_refusals",
    "legions.middleware.CuratorsSecondStep",
    "legions.middleware.DatabaseAway",
]
# What of it concerns a question of the API that shows neither a cookie nor a token, in the same order.
MIDDLEWARE_OF_PROGRAMS = [
    "config.middleware.permissions_policy",
    "rulesapi.middleware.ContentPolicy",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# -- where it keeps things ---------------------------------------------------------------------------------------

DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'muster.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    Path(DATABASES["default"]["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    DATABASE_OPTIONS = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }
    DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    # Who asks while the database is away is told so after two seconds, and not kept waiting for half a minute.
    DATABASE_OPTIONS = {"pool": {"min_size": 1, "max_size": env.int("DATABASE_POOL", 4), "timeout": 2}}
# What the address itself asks for, `?sslmode=verify-full` for example, comes first.
DATABASES["default"]["OPTIONS"] = DATABASE_OPTIONS | DATABASES["default"].get("OPTIONS", {})

CACHE_URL = env.str("CACHE_URL", "")
CACHES = {
    "default": {
        "BACKEND": "rulesapi.caching.SteadyRedisCache",
        "LOCATION": CACHE_URL,
        "OPTIONS": {"socket_connect_timeout": 0.25, "socket_timeout": 0.25},
    }
    if CACHE_URL
    # So many that nobody gets rid of what was counted of their tries by asking for many things.
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
}

# What takes longer than an answer may: `manage.py db_worker` does it, which asks for work now and then only, because on
# SQLite each time it asks nobody else can write.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG or TESTING
        else "legions.styles.SmallStaticFiles"
    },
}
WHITENOISE_AUTOREFRESH = DEBUG or TESTING  # neither waits for collected files
MEDIA_ROOT = VAR_DIR / "media"

# -- people ------------------------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = (
    ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if TESTING  # hashing slowly on purpose would be most of a test run's time
    else [
        "legions.accounts.passwords.Argon2",
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    ]
)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "legions.accounts.passwords.MaximumLength", "OPTIONS": {"max_length": 128}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "legions.accounts.passwords.NoWordsOfOurs"},
]
LOGIN_URL = "account_login"
PASSWORD_CHANGE_URL = "account_change_password"  # noqa: S105  (an address)
LOGIN_REDIRECT_URL = "/legions/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_ADAPTER = "legions.accounts.adapter.AccountAdapter"
ACCOUNT_PREVENT_ENUMERATION = "strict"  # an address that has an account gets the answer that any other gets
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "legions.accounts.usernames.VALIDATORS"
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "curator", "moderator", "muster", "root", "staff", "system"]
ACCOUNT_FORMS = {
    "login": "legions.accounts.forms.LogIn",
    "signup": "legions.accounts.forms.SignUp",
    "add_email": "legions.accounts.forms.AddEmail",
    "change_password": "legions.accounts.forms.ChangePassword",
    "set_password": "legions.accounts.forms.SetPassword",
    "reset_password": "legions.accounts.forms.ResetPassword",
    "reset_password_from_key": "legions.accounts.forms.ResetPasswordFromKey",
    "reauthenticate": "legions.accounts.forms.Reauthenticate",
}
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False  # the other sessions end; the one it was changed in goes on
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/5m/ip,10/5m/key",
    "reset_password": "20/m/ip,5/d/key",
    "take_data": "10/h/user",
}
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if env.bool("BEHIND_PROXY", False) else 0  # whose word on addresses is taken
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Muster: "
ACCOUNT_EMAIL_NOTIFICATIONS = True  # who owns an address hears of each change to how the account is entered
ACCOUNT_REAUTHENTICATION_REQUIRED = True
MFA_ADAPTER = "legions.accounts.second_step.SecondStep"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # no account needs an address, so none waits for one to be confirmed
MFA_TOTP_ISSUER = "Muster"
MFA_TOTP_TOLERANCE = 1  # clocks that are half a minute off
MFA_FORMS = {
    "authenticate": "legions.accounts.forms.SayCode",
    "reauthenticate": "legions.accounts.forms.SayCodeAgain",
    "activate_totp": "legions.accounts.forms.BeginCodes",
    "add_webauthn": "legions.accounts.forms.AddPasskey",
    "edit_webauthn": "legions.accounts.forms.RenamePasskey",
}
# What a passkey is bound to: the host that is asked, unless several hosts of one domain shall know the same passkeys.
PASSKEY_DOMAIN = env.str("PASSKEY_DOMAIN", "")
PASSKEY_SITE = env.str("PASSKEY_SITE", "Muster")  # what a phone or key calls this site
# Curators and admins need a second step. On a laptop that shows Muster around they do not, and pages say so.
SECOND_STEP_WAIVED = DEMO or TESTING
CSRF_FAILURE_VIEW = "legions.views.errors.csrf_failure"
SECURITY_CONTACT = env.str("SECURITY_CONTACT", "")  # for security.txt: mailto:... or https://...
EMAIL_BACKEND = env.str("EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
EMAIL_HOST = env.str("EMAIL_HOST", "localhost")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "muster@localhost")

# -- language and time -------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"  # what the messages are written in, and what the API and the commands speak
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LANGUAGE_COOKIE_NAME = "language" if INSECURE_HTTP else "__Host-language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SECURE = not INSECURE_HTTP
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]  # `make messages` collects and compiles them
FORMAT_MODULE_PATH = ["config.formats"]  # how dates are written out
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# -- what a browser may load, and who may ask from elsewhere -------------------------------------------------------

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
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
# Reading and judging only: whatever changes something is closed to other origins by not being listed here.
CORS_URLS_REGEX = (
    r"^/\.well-known/muster-keys\.json$|^/pictures/"
    r"|^/api/v1/(|games|cards|sets|formats|house-rules|rulings|releases|changes|bulk|rules|wanted|schemas"
    r"|verdicts|receipts|candidates|fixes|packs|completions|legions/shared|openapi\.json)(/|$)"
)
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS", "POST"]
CORS_ALLOW_HEADERS = ["accept", "content-type", "if-none-match"]
CORS_EXPOSE_HEADERS = [
    *("ETag", "Muster-Release", "Muster-Revision", "Location", "Retry-After", "RateLimit", "RateLimit-Policy"),
    *("Deprecation", "Sunset", "Link"),
]

# -- API ---------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rulesapi.renderers.CanonicalJSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rulesapi.parsers.GuardedJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "EXCEPTION_HANDLER": "rulesapi.problems.exception_handler",
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "rulesapi.negotiation.JSONNegotiation",
    "DEFAULT_METADATA_CLASS": None,
    "NUM_PROXIES": 1 if env.bool("BEHIND_PROXY", False) else 0,  # whose word on addresses is taken
    "URL_FORMAT_OVERRIDE": None,  # ?format= would choose a renderer; here it is an unknown parameter like any other
}
KNOX_TOKEN_MODEL = "legions.Token"  # noqa: S105 - the name of a model
MIGRATION_MODULES = {"knox": None}  # its own token model is replaced by ours, so that none of its tables is made
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_PREFIX": "muster_"}  # so that scanners for secrets know one
API_LIMITS = env.bool("API_LIMITS", not TESTING)  # whether questions are counted; `rulesapi.limits` has the figures
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024

# Messages about releases go to the open internet over https alone. Where somebody tries Muster out on a laptop they may
# go to that laptop, too, over http as well.
WEBHOOKS_AT_HOME = DEMO and INSECURE_HTTP

# -- logs --------------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"share keys": {"()": "legions.logs.HideShareKeys"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["share keys"]}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "INFO")},
}
