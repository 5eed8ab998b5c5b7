"""Mails on their way: stored by whatever sends one, and handed to the mail server by the worker."""
