"""The only connection between the catalog and the engine: documents from the database in, verdicts as JSON out."""
