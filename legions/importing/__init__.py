"""Legions from elsewhere: what was sent is told apart, read, and reported line by line before anything is kept."""

from legions.importing.parsing import MAX_UPLOAD_BYTES, ParsedImport, parse_import
from rulesapi.text_form import ReportRow

__all__ = ["MAX_UPLOAD_BYTES", "ParsedImport", "ReportRow", "parse_import"]
