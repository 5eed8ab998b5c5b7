"""Import and export of tables as CSV, spreadsheets and JSON: a row for each document, a column for each fact.

`cells` converts values to cells and back, `file_formats` reads and writes files, `columns` defines the columns of a
kind and matches those of a file, and `import_plan` computes the effects of a table, with each fault at its cell.
`table_import` handles an uploaded table from the first byte of the file to its drafts.
"""
