"""Shelves: printed cards that a player enters one after another, with a photo of each, and offers together.

Entered facts are own numbers (`legions.own_numbers`). A shelf stores which cards are on it and their photos. Its cards
are offered as one batch (`catalog.curation.contributions`), which a curator accepts as one changeset.
"""
