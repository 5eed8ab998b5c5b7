"""`manage.py upgrade`: bring the database and the files of a site to the installed version."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from time import monotonic
from typing import Any, TextIO

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from catalog.console import file_error
from operations import upgrades
from operations.exceptions import OperationRefused

RESTART = (
    "Now start the site again, and ask /readyz. With several machines: start this one, then on each other one install "
    "this version, run manage.py upgrade --local, and restart it."
)
WAY_BACK = (
    "The way back to the former version and its data, with the site stopped (PREVIOUS is the revision that ran before; "
    "start the site afterwards with the new DATABASE_URL):"
)
INTERRUPTED = 130  # the exit status that shells expect after Ctrl-C


class Command(BaseCommand):
    """The upgrade command. The new version is installed before; the site is stopped, or restarted afterwards."""

    help = (
        "Upgrade a site to the installed version: check it, back it up, migrate the tables, collect the static files, "
        "publish the new cards, and check the data. Can be stopped at any point and run again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="check and show what would be done; change nothing")
        parser.add_argument(
            "--backups",
            type=Path,
            metavar="FOLDER",
            help=f"the folder for the backup (default: {_default_folder()})",
        )
        parser.add_argument("--without-backup", action="store_true", help="write no backup, so there is no way back")
        parser.add_argument("--without-cards", action="store_true", help="do not publish the cards of this version")
        parser.add_argument(
            "--local", action="store_true", help="the database was upgraded from another machine; only collect files"
        )
        parser.add_argument(
            "--previous", default="", metavar="REVISION", help="the revision that ran before, to show the way back"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the upgrade. Raises CommandError if it was refused or a stage failed."""
        has_backup = not (options["without_backup"] or options["local"])
        if options["backups"] and not has_backup:
            raise CommandError("--backups cannot be combined with --without-backup or --local: they write no backup.")
        choices = upgrades.Choices(
            folder=(options["backups"] or _default_folder()).absolute() if has_backup else None,
            cards=not (options["without_cards"] or options["local"]),
            local=options["local"],
            previous=options["previous"],
        )
        try:
            with upgrades.lock():
                upgrade = upgrades.prepare(choices)
                for warning in upgrades.warnings():
                    self.stderr.write(f"Note: {warning}")
                if options["check"]:
                    self._show(upgrade)
                else:
                    self._run(upgrade, options.get("stdout") or sys.stdout)
        except OperationRefused as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(file_error(error)) from error

    def _show(self, upgrade: upgrades.Upgrade) -> None:
        for number, stage in enumerate(upgrades.stages(upgrade), 1):
            self.stdout.write(f"{number}. {stage.title}: {stage.plan(upgrade)}")
        self.stdout.write("Nothing was changed.")

    def _run(self, upgrade: upgrades.Upgrade, stream: TextIO) -> None:
        count, start = len(upgrades.stages(upgrade)), monotonic()

        def begin(number: int, stage: upgrades.Stage) -> None:
            self.stdout.write(f"[{number}/{count}, {monotonic() - start:.0f} s] {stage.title}")
            self.stdout.flush()

        try:
            upgrades.run(upgrade, stream, begin)
        except upgrades.StageFailed as failed:
            self._report(upgrade, failed)
        self.stdout.write(f"The upgrade is complete after {monotonic() - start:.0f} s.")
        self.stdout.write(RESTART)
        self._show_way_back(upgrade, complete=True)

    def _report(self, upgrade: upgrades.Upgrade, failed: upgrades.StageFailed) -> None:
        """Say what is left and what to do. Raises CommandError."""
        if failed.is_unchanged:
            self.stderr.write("The database is as it was: the former version can be started again.")
        else:
            self.stderr.write("To go on, remove the cause and run the same command again.")
            self._show_way_back(upgrade, complete=False)
        cause = failed.__cause__
        if isinstance(cause, KeyboardInterrupt):
            raise CommandError(f"Stopped during “{failed}”.", returncode=INTERRUPTED) from failed
        raise CommandError(f"“{failed}” failed: {' '.join(str(cause).split())}") from failed

    def _show_way_back(self, upgrade: upgrades.Upgrade, *, complete: bool) -> None:
        if lines := upgrades.way_back(upgrade, complete=complete):
            self.stdout.write(WAY_BACK)
            self.stdout.write("\n".join(f"    {line}" for line in lines))
        elif not upgrade.choices.local:
            self.stdout.write("There is no way back, because no backup was written.")


def _default_folder() -> Path:
    return Path(settings.VAR_DIR) / "backups"
