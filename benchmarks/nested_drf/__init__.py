"""The other alternative for reading cards: tables and serializers of the kind that open5e-api has, with the same cards.

What it copies of open5e in kind (github.com/open5e/open5e-api, `api_v2`): everything is a table of its own with a text
as its key. Cards, sets ("documents"), games, publishers, licences and keywords are written by
HyperlinkedModelSerializers that have the others nested in them, each with its own address. What belongs to one card
alone (there attacks, here weapons and sources) is written by nested ModelSerializers. The view fetches all that is
nested beforehand, as open5e does by now. Lists are counted and paged by number, and go through the framework's filters.
What it leaves out would only make it slower: fields chosen by the query, cross references, and values that are computed
for each creature.

`python -m benchmarks.nested_drf` fills the tables with the documents of `fixtures/`.
"""
