"""Date formats of German pages."""

DATE_FORMAT = "j. F Y"
YEAR_MONTH_FORMAT = "F Y"
DATETIME_FORMAT = "j. F Y, H:i"
