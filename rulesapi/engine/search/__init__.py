"""Searches based on judging: candidates for a place of a legion, and edits that make a legion legal."""
