"""The table: how a list is laid out in picks and slots, and a list together with its verdict."""
