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

# The pages are loaded now and not with the first request. What is there by then stays as long as the process, so the
# collector need not walk through it again and again: each time would hold a request up for longer than it takes.
import_module(settings.ROOT_URLCONF)
gc.freeze()

# Hardly anything that a request leaves behind is part of a reference cycle, and the collector mostly looks at what
# stays: by default it took a tenth of the time of a change in the builder, and held some of them up for 20 ms.
gc.set_threshold(10_000, 20, 50)
