"""`python -m config.server`: one process of the web server, on a socket that it is given or on an address."""

import argparse
import socket
import sys
from importlib import import_module

from django.core.exceptions import ImproperlyConfigured

from config.server.runner import listen, serve


def main() -> None:
    """Serve until a signal says to stop."""
    parser = argparse.ArgumentParser(prog="python -m config.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--fd", type=int, help="a socket that listens already")
    parser.add_argument(
        "--application",
        default="config.wsgi:application",
        help="a WSGI application, MODULE:NAME; a function begin_serving beside it is called when it is listened for",
    )
    options = parser.parse_args()
    module, _, name = options.application.partition(":")
    try:
        loaded = import_module(module)
        wsgi = getattr(loaded, name, None)
        if wsgi is None:
            sys.exit(f"There is no {options.application}.")
        listening = socket.socket(fileno=options.fd) if options.fd is not None else listen(options.host, options.port)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except ModuleNotFoundError as error:
        if not f"{module}.".startswith(f"{error.name}."):
            raise
        sys.exit(f"There is no {options.application}.")
    except OverflowError:
        sys.exit(f"{options.port} is no port: 1 to 65535.")
    except OSError as error:
        sys.exit(f"{options.host}, port {options.port}, cannot be listened on: {error.strerror}.")
    getattr(loaded, "begin_serving", lambda: None)()
    serve(wsgi, listening)


if __name__ == "__main__":
    main()
