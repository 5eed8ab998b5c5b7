"""Exceptions of operations on the data of a whole site: backup, restore, move, check."""


class OperationRefused(Exception):
    """The operation was refused, and nothing was changed. The message gives the reason and the remedy."""
