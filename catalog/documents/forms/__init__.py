"""Forms for documents, built from their schemas: what a curator fills in instead of writing JSON."""
