"""Foundations of the website, independent of its features: requests, navigation, errors, languages, static files."""
