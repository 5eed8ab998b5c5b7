"""CSV files for spreadsheets."""

BOM = "\ufeff"
"""The byte order mark by which spreadsheets recognize UTF-8."""
