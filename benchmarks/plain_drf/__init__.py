"""First alternative for reading cards: the output of `django-admin startproject` and a ModelViewSet, on the same
tables.
"""
