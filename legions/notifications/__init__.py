"""Mails to owners of legions who asked to be told when a release changes a verdict."""
