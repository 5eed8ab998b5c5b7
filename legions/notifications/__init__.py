"""Mails to subscribed owners of legions when a release changes a verdict."""
