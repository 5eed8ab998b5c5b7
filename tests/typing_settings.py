"""The settings for mypy: the production settings, without an environment."""

import os

os.environ.setdefault("DEMO", "1")
os.environ.setdefault("INSECURE_HTTP", "1")
os.environ.setdefault("SECRET_KEY", "for types alone")

from config.settings import *  # noqa: F403
