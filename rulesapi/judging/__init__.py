"""The one bridge between the catalog and the engine: documents of the database in, verdicts as JSON out."""
