"""The alternative for reading cards: what `django-admin startproject` and a ModelViewSet give, on the same tables."""
