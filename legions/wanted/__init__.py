"""The facts that the catalog does not know yet: where they are missing, and who waits for them."""
