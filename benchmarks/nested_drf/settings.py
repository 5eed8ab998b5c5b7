"""Settings of the plain alternative with other tables, and with the additional filters and middleware of open5e."""

from benchmarks.plain_drf import settings as plain
from benchmarks.plain_drf.settings import ALLOWED_HOSTS as ALLOWED_HOSTS
from benchmarks.plain_drf.settings import DATABASE_LIMITS as DATABASE_LIMITS
from benchmarks.plain_drf.settings import DATABASES as DATABASES
from benchmarks.plain_drf.settings import DEFAULT_AUTO_FIELD as DEFAULT_AUTO_FIELD
from benchmarks.plain_drf.settings import SECRET_KEY as SECRET_KEY
from benchmarks.plain_drf.settings import USE_TZ as USE_TZ

INSTALLED_APPS = [*(app for app in plain.INSTALLED_APPS if app != "catalog"), "corsheaders", "benchmarks.nested_drf"]
MIDDLEWARE = ["corsheaders.middleware.CorsMiddleware", *plain.MIDDLEWARE]
CORS_ALLOW_ALL_ORIGINS = True
ROOT_URLCONF = "benchmarks.nested_drf.urls"
WSGI_APPLICATION = "benchmarks.nested_drf.wsgi.application"
REST_FRAMEWORK = {
    **plain.REST_FRAMEWORK,
    "DEFAULT_FILTER_BACKENDS": ["rest_framework.filters.OrderingFilter", "rest_framework.filters.SearchFilter"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
}
