"""A PDF of pages that are drawn: the same drawings that a browser prints."""

import json
import logging
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from django.utils.translation import get_language

from .fonts import FOLDER
from .pages import Paper

SECONDS = 20
"""How long a PDF may take; 40 pages of cards take less than one."""
_MAKING = Path(__file__).resolve().parent / "making.py"


MOST_TOLD = 500
"""Bytes of what the typesetter says that are written into the log."""
logger = logging.getLogger(__name__)


class NotMade(Exception):
    """A PDF that took too long, or that could not be made."""


def pdf_of(drawings: Sequence[str], paper: Paper, title: str) -> bytes:
    """Return pages as a PDF with that title, each drawing a page. Raises NotMade."""
    given = {
        "title": title,
        "language": (get_language() or "en").partition("-")[0],
        "wide": paper.wide,
        "high": paper.high,
        "pages": [f"{title}, {number} / {len(drawings)}" for number in range(1, len(drawings) + 1)],
        "drawings": list(drawings),
    }
    command = [sys.executable, "-I", str(_MAKING), str(FOLDER)]
    try:
        done = subprocess.run(  # noqa: S603 - our own file
            command, input=json.dumps(given).encode(), capture_output=True, timeout=SECONDS, check=True
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        logger.warning("A PDF of %d pages was not made: %s", len(drawings), (error.stderr or b"")[-MOST_TOLD:])
        raise NotMade from error
    return done.stdout
