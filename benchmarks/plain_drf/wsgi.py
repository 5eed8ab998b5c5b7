"""The WSGI application of the alternative."""

import os

from django.core.wsgi import get_wsgi_application

from config.server import WsgiApplication, in_turns

os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.plain_drf.settings"
application = get_wsgi_application()


def make_application() -> WsgiApplication:
    """Return it as the server of Muster runs it."""
    return in_turns(application)
