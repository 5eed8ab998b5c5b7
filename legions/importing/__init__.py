"""Legions from elsewhere: what was sent is told apart, read, and reported line by line before anything is kept."""

from rulesapi.text_form import ReportRow

from .parsing import MAX_UPLOAD_BYTES, ParsedImport, parse_import

__all__ = ["MAX_UPLOAD_BYTES", "ParsedImport", "ReportRow", "parse_import"]
