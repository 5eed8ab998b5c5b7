"""Pages of one's own account: logging in, names, devices, roles, one's data as a file, and deleting the account.

`personal_data` names each reference of a table to an account; export and deletion follow from it.
"""
