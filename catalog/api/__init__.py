"""The REST API of the catalog: cards, sets, formats, house rules, games, schemas, files, changes and releases."""
