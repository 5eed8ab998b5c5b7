"""The settings as mypy reads them: those of the product, without an environment that says where it runs."""

import os

os.environ.setdefault("DEMO", "1")
os.environ.setdefault("INSECURE_HTTP", "1")
os.environ.setdefault("SECRET_KEY", "for types alone")

from config.settings import *  # noqa: F403
