"""The search over the rules, rulings, terms and cards of one game, in memory.

`entries` has what goes in and comes out, `index` the search itself. `tokens` splits texts into words, `vocabulary` has
the words that players use for those of the books, `known_words` finds misspelled words, and `query` reads a query with
them; `addresses` finds sections by their addresses. `counted_entries` weighs the words of the entries, `ranking`
compares the best entries with the whole query, and `marks` finds its words in their texts.

The package knows no database and no game: `rulesapi.rulebooks.search_entries` makes the entries of a release.
"""
