"""Tables in and out: CSV, spreadsheets and JSON; a row is a document of one kind, a column one of its facts.

`cells` says what a cell holds, `sheets` reads and writes files, `columns` what the columns of a kind are and which of a
file is which, `purchases` what a table would do to the catalog, with each fault at its cell. `bringing` keeps a table
that a curator brings in, from the first byte of the file to its drafts.
"""
