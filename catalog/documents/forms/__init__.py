"""Forms for documents, generated from their schemas, so that curators need not write JSON."""
