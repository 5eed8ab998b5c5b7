"""The query language of cards: `kind:spell energy:fire cost<=4 -is:unique dragon`, the same in the site and the API.

`syntax` parses a query and writes it again, `fields` knows what can be asked for (from the schemas of a game, with its
own words from `games`), `compiler` binds the one to the other and points at what nobody knows. A compiled query
becomes a condition of the database (`filters`), and is said in words
(`descriptions`). docs/query.md is the grammar.
"""
