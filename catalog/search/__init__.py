"""The query language of cards: `kind:spell energy:fire cost<=4 -is:unique dragon`, the same in the site and the API.

`syntax` reads a query and writes it again, `fields` knows what can be asked for (from the schemas of a game, with its
own words from `games`), `compile_for_release` binds the one to the other and points at what nobody knows. What is meant
can be asked of the database (`database`), of documents (`answers`), and be said in words (`sentences`). docs/query.md
is the grammar.
"""
