"""The WSGI application of the alternative."""

import os

from django.core.wsgi import get_wsgi_application

os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.nested_drf.settings"
application = get_wsgi_application()
