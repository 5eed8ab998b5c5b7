"""The table: the picks and slots of a list, and a list together with its verdict."""
