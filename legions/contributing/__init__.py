"""Contributions: forms for facts on cards, storage over a login, and the outcomes of offers."""
