"""How dates are written out on pages in English."""

DATE_FORMAT = "j F Y"
YEAR_MONTH_FORMAT = "F Y"
DATETIME_FORMAT = "j F Y, H:i"
