"""PDFs of the drawn pages, from the SVGs that browsers print."""

import json
import logging
import re
from collections.abc import Sequence
from pathlib import Path

from django.utils.translation import get_language

from catalog.background import child_processes
from catalog.background.child_processes import Bounds, ProcessFailed
from legions.printing.pdf_fonts import FONT_FOLDER
from legions.printing.svg_pages import Paper

BOUNDS = Bounds("pdf", seconds=10, memory=1536 * 2**20, patience=1)
"""40 pages of cards take a second, during which the waiting thread serves no other request."""
WORD_SPACING = 0.03
"""Share of the type size added to each space, because programs that copy text overlook narrow spaces."""
_TEXT_SIZE = re.compile(r'<text (?=[^>]*\bfont-size="([0-9.]+)")')
_MAKING = Path(__file__).resolve().parent / "pdf_process.py"
logger = logging.getLogger(__name__)


class PDFNotMade(Exception):
    """A PDF could not be created, or took too long."""


def render_pdf(drawings: Sequence[str], paper: Paper, title: str) -> bytes:
    """Return a PDF with this title and a page for each drawing. Raises PDFNotMade and NoCapacity.

    Blocks for at most as many seconds as `BOUNDS` allows.
    """
    document = {
        "title": title,
        "language": (get_language() or "en").partition("-")[0],
        "wide": paper.wide,
        "high": paper.high,
        "pages": [f"{title}, {number} / {len(drawings)}" for number in range(1, len(drawings) + 1)],
        "drawings": [_with_word_spacing(drawing) for drawing in drawings],
    }
    try:
        return child_processes.run(_MAKING, str(FONT_FOLDER), stdin=json.dumps(document).encode(), bounds=BOUNDS)
    except ProcessFailed as error:
        logger.warning("A PDF of %d pages was not made: %s", len(drawings), error)
        raise PDFNotMade from error


def _with_word_spacing(drawing: str) -> str:
    return _TEXT_SIZE.sub(lambda match: f'{match[0]}word-spacing="{float(match[1]) * WORD_SPACING:.3g}" ', drawing)
