"""The database layer below the models: timeouts, classification of errors, and checks of the schema."""
