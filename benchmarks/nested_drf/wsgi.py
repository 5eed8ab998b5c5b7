"""The WSGI application of the nested alternative."""

import os

from django.core.wsgi import get_wsgi_application

from config.request_queue import WsgiApplication
from config.server import in_turns
from operations import web_server

os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.nested_drf.settings"
application = get_wsgi_application()


def make_application() -> WsgiApplication:
    """Return the application wrapped like Muster's own."""
    web_server.bind_to_core()
    return in_turns(application)
