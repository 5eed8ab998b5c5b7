"""How dates are written out on pages in German."""

DATE_FORMAT = "j. F Y"
YEAR_MONTH_FORMAT = "F Y"
DATETIME_FORMAT = "j. F Y, H:i"
