"""The settings of a new Django project, plus rest_framework and the table of cards."""

import environ

from catalog.database import timeouts

env = environ.Env()
SECRET_KEY = "bench"  # noqa: S105 - a server for a measurement on this machine
ALLOWED_HOSTS = ["127.0.0.1"]
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "rest_framework",
    "catalog",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "benchmarks.plain_drf.urls"
WSGI_APPLICATION = "benchmarks.plain_drf.wsgi.application"
DATABASES = {"default": {**env.db_url("DATABASE_URL"), "CONN_MAX_AGE": None}}
DATABASE_LIMITS = timeouts.NAMED["requests"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
REST_FRAMEWORK = {
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "PAGE_SIZE": 50,
}
