"""Printed legions: a sheet for the table, and cards to cut out.

Each page is one SVG in tenths of a millimeter. Browsers print this SVG and the PDF contains it, so both show equal
pages.
"""
