"""Drill of the worker: kills with -9 while it sends mails and webhooks.

`python -m tests.message_drills` uses an SQLite file of its own, or the empty PostgreSQL database that `DATABASE_URL`
names. It prints figures, and exits with 1 if a message did not arrive, if it arrived twice under two names, or if more
of them arrived twice than workers were killed: a kill may come between the other server's answer and our note of it.
"""

import argparse
import os
import random
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

from tests import isolated_processes
from tests.smtp_listener import Listener, accepts
from tests.worker_drills import stop, wait_for, worker

MAILS, HOOKS, MESSAGES = 40, 4, 10
"""The number of mails, of webhooks, and of messages to each webhook."""
ANSWER_SECONDS = 0.03
"""The time of an answer, so that kills also interrupt what is under way."""
RETRY_SECONDS = 1


def main() -> int:
    """Run the drill, print the findings, and return 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.message_drills", description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with isolated_processes.database("message_drills"):
        from django.conf import settings

        with receiving(Path(settings.VAR_DIR, "received")) as received:
            _shorten_waits(received)
            wrong = run(received, options.kills, random.Random(options.seed))
    print("\n".join(wrong) or "Nothing was lost.")  # noqa: T201
    return int(bool(wrong))


class Received:
    """The messages that a mail server and a receiver of webhooks have accepted, in a process of their own."""

    def __init__(self, file: Path) -> None:
        self._file = file
        wait_for(file.exists)
        self.mail_port, self.hook_port = map(int, self._lines()[0].split())

    def _lines(self) -> list[str]:
        return self._file.read_text("utf-8").splitlines()

    def messages(self) -> Counter[str]:
        """Return how often each message arrived, by a kind and its own number."""
        return Counter(line for line in self._lines()[1:] if line)


@contextmanager
def receiving(file: Path) -> Iterator[Received]:
    """Run both receivers until the block ends."""
    pid = isolated_processes.forked(lambda: _receive(file))
    try:
        yield Received(file)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _receive(file: Path) -> None:
    hooks = HTTPServer(("127.0.0.1", 0), _answering(file))
    mails = Listener(_slowly)
    parts = file.with_suffix(".part")
    parts.write_text(f"{mails.port} {hooks.server_port}\n", "utf-8")
    parts.rename(file)
    Thread(target=hooks.serve_forever, daemon=True).start()
    noted = 0
    while True:
        for mail in mails.mails[noted:]:
            numbers = re.findall(r"^Subject: (\d+)|^Message-ID: (\S+)", mail, re.MULTILINE)
            _note(file, "mail " + " ".join(sorted("".join(found) for found in numbers)))
            noted += 1
        time.sleep(0.02)


def _slowly(command: str) -> str:
    time.sleep(ANSWER_SECONDS if command == "DATA" else 0)
    return accepts(command)


def _answering(file: Path) -> type[BaseHTTPRequestHandler]:
    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            _note(file, f"hook {self.headers['webhook-id']}")
            time.sleep(ANSWER_SECONDS)
            with suppress(OSError):
                self.send_response(204)
                self.end_headers()

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    return Answering


def _note(file: Path, line: str) -> None:
    noting = os.open(file, os.O_WRONLY | os.O_APPEND)
    os.write(noting, f"{line}\n".encode())
    os.close(noting)


def _shorten_waits(received: Received) -> None:
    """Send to the receivers, and let everything that waits for minutes wait for a second."""
    from django.conf import settings

    from catalog.background import leases
    from legions.mails import queue
    from legions.webhooks import delivery

    second = timedelta(seconds=RETRY_SECONDS)
    settings.WEBHOOKS_TO_LOCALHOST = True
    settings.EMAIL_BACKEND = "legions.mails.backend.QueueEmailBackend"
    settings.MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", received.mail_port
    queue.CLAIM_DURATION = queue.FIRST_RETRY_DELAY = delivery.FIRST_RETRY_DELAY = second
    queue.BACKOFF_FACTOR = delivery.BACKOFF_FACTOR = 1
    leases.LEASE, leases.RENEWAL_SECONDS, leases.RETRY_DELAY = 2 * second, 0.2, second


def run(received: Received, kills: int, chance: random.Random) -> list[str]:
    """Queue all messages, kill workers that send them, and return the failures."""
    expected = _queue(received.hook_port)
    killed = sum(_kill(received, chance) for _ in range(kills))
    begun = time.monotonic()
    last = worker()
    wait_for(lambda: not _is_waiting())
    took = time.monotonic() - begun
    waits = _is_waiting()
    lived = stop(last)
    messages = received.messages()
    numbers = Counter(message.split()[0] for message in messages)
    again = sum(times - 1 for times in messages.values())
    print(  # noqa: T201
        f"{killed} workers killed with -9 while they sent {expected} messages: {numbers['mail']} mails and"
        f" {numbers['hook']} messages of webhooks arrived, {again} of them once more, the last {took:.1f} s after the"
        f" last kill"
    )
    return [
        *([] if lived else ["The last worker ended by itself."]),
        *([] if not waits else ["A message still waits."]),
        *([] if len(messages) == expected else [f"{len(messages)} different messages arrived, not {expected}."]),
        *([] if again <= killed else [f"{again} messages arrived once more, after {killed} kills."]),
        *([] if killed == kills else [f"Only {killed} of {kills} workers were killed at work: it showed too little."]),
    ]


def _queue(hook_port: int) -> int:
    """Queue mails, and messages for webhooks; return their number."""
    from django.core.mail import send_mail
    from django.utils import timezone

    from legions.webhooks import delivery, services
    from legions.webhooks.models import Delivery, Webhook
    from tests import factories

    user = factories.UserFactory(username="ann")
    for number in range(HOOKS):
        services.add_webhook(user=user, url=f"http://127.0.0.1:{hook_port}/{number}", site="http://127.0.0.1/")
    for number in range(MAILS):
        send_mail(f"{number} is its number", "A text", None, ["ann@example.org"])
    for _ in range(MESSAGES):
        delivery.note_deliveries(Webhook.objects.all(), Delivery.Event.RELEASE, {}, noted_at=timezone.now())
    return MAILS + HOOKS * MESSAGES


def _kill(received: Received, chance: random.Random) -> bool:
    """Kill a worker at a random moment after its first message; return False if nothing is left to send."""
    arrived = received.messages().total()
    pid = worker()
    wait_for(lambda: received.messages().total() > arrived or not _is_waiting(), 30)
    time.sleep(chance.random() * 3 * ANSWER_SECONDS)
    at_work = _is_waiting()
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return at_work


def _is_waiting() -> bool:
    from legions.mails.models import OutgoingMail
    from legions.webhooks.models import Delivery

    return OutgoingMail.objects.exists() or Delivery.objects.filter(state=Delivery.State.WAITING).exists()


if __name__ == "__main__":
    sys.exit(main())
