"""Account pages: log-in, names, devices, roles, data export, and deletion.

`personal_data` lists all references of tables to an account; export and deletion are based on it.
"""
