"""CSV files for spreadsheets."""

BOM = "\ufeff"
"""What tells spreadsheets that a file is UTF-8."""
