"""Foundations of the website that know no feature: requests, navigation, errors, languages, wording, static files."""
