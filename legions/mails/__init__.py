"""Outgoing mail: stored by its sender, and sent by the worker."""
