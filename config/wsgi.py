"""The WSGI application that a server runs."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from catalog.database import sqlite_file

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
sqlite_file.keep_open()

# Load the pages now and not with the first request. These objects live as long as the process, so freezing them keeps
# the garbage collector from traversing them repeatedly, which would delay requests.
import_module(settings.ROOT_URLCONF)
gc.freeze()

# Requests leave few reference cycles behind, and the collector mostly traverses live objects: with the default
# thresholds it took a tenth of the time of a change in the builder, and delayed some changes by 20 ms.
gc.set_threshold(10_000, 20, 50)
