"""The query language of cards, used by the site and the API: `kind:spell energy:fire cost<=4 -is:unique dragon`.

`syntax` parses and writes queries. `fields` derives the available fields from the schemas of a game and its own words
in `games`. `compiler` binds a query to these fields and reports unknown words. A compiled query becomes a database
condition (`filters`) and a description in words (`descriptions`). The grammar is in docs/query.md.
"""
