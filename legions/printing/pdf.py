"""A PDF of pages that are drawn: the same drawings that a browser prints."""

import json
import logging
from collections.abc import Sequence
from pathlib import Path

from django.utils.translation import get_language

from catalog.background import child_processes
from catalog.background.child_processes import Bounds, ProcessFailed

from .pdf_fonts import FONT_FOLDER
from .svg_pages import Paper

BOUNDS = Bounds("pdf", seconds=10, memory=1536 * 2**20, patience=1)
"""40 pages of cards take a second; they are waited for by a thread that serves no other request meanwhile."""
_MAKING = Path(__file__).resolve().parent / "pdf_process.py"
logger = logging.getLogger(__name__)


class PDFNotMade(Exception):
    """A PDF that took too long, or that could not be made."""


def render_pdf(drawings: Sequence[str], paper: Paper, title: str) -> bytes:
    """Return pages as a PDF with that title, each drawing a page. Raises PDFNotMade, and NoCapacity.

    Keeps its caller for `BOUNDS.longest` seconds at most.
    """
    document = {
        "title": title,
        "language": (get_language() or "en").partition("-")[0],
        "wide": paper.wide,
        "high": paper.high,
        "pages": [f"{title}, {number} / {len(drawings)}" for number in range(1, len(drawings) + 1)],
        "drawings": list(drawings),
    }
    try:
        return child_processes.run(_MAKING, str(FONT_FOLDER), stdin=json.dumps(document).encode(), bounds=BOUNDS)
    except ProcessFailed as error:
        logger.warning("A PDF of %d pages was not made: %s", len(drawings), error)
        raise PDFNotMade from error
