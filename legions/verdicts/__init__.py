"""Verdicts for pages: view models, anchors, rulings, and reports of wrong verdicts."""
