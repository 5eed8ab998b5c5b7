"""`manage.py make_signing_key`: generate a key that signs receipts."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rulesapi.receipts import keys


class Command(BaseCommand):
    help = "Print a new key for signing receipts; with --keep store it in VAR_DIR unless there is a key already."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--keep", action="store_true", help="store it in VAR_DIR, if no key is in use yet")

    def handle(self, *args: Any, **options: Any) -> None:
        """Generate a key and print it with its public key, which identifies it in FORMER_SIGNING_KEYS later, or save
        it.
        """
        if not options["keep"]:
            key = keys.new_key()
            self.stdout.write(f"SIGNING_KEY={key.text}")
            self.stdout.write(
                "# Its public half, to put into FORMER_SIGNING_KEYS when you replace the key: "
                f"{keys.base64url_encode(key.public.raw)}"
            )
        elif keys.signing_key() is None:
            self.stdout.write(f"Receipts are signed with the new key in {keys.save_key(keys.new_key())}.")
        else:
            self.stdout.write("Receipts are signed already; no key was stored.")
