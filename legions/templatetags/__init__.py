"""What the pages' templates can ask for."""
