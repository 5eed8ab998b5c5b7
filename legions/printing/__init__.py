"""Legions on paper: a sheet for the table, and their cards to cut out.

Each page is one drawing in tenths of a millimetre. A browser prints that drawing, and the PDF is made of it, so that
both are the same page.
"""
