"""Tables in and out: CSV, spreadsheets and JSON; a row is a document of one kind, a column one of its facts.

`cells` says what a cell holds, `file_formats` reads and writes files, `columns` says what the columns of a kind are and
which column of a file is which, `import_plan` what a table would do to the catalog, with each fault at its cell.
`table_import` keeps a table that a curator uploads, from the first byte of the file to its drafts.
"""
