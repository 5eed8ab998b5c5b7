"""Import of legions: detect the input's format, parse it, and report each line before anything is saved."""

from legions.importing.parsing import MAX_UPLOAD_BYTES, ParsedImport, parse_import
from rulesapi.text_form import ReportRow

__all__ = ["MAX_UPLOAD_BYTES", "ParsedImport", "ReportRow", "parse_import"]
