"""The search over the rules, rulings, terms and cards of one game, in memory.

`entries` has what goes in and comes out, `index` the search itself. `tokens` splits texts into words, `vocabulary` has
the words that players use for those of the books, `query` reads a query with both, and `ranking` sorts what was found.
The package knows no database and no game: `rulesapi.rulebooks.search_entries` builds the entries from a release.
"""
