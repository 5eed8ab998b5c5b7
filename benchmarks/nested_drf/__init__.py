"""Second alternative for reading cards: tables and serializers modeled on open5e-api, with the same cards.

It imitates open5e (github.com/open5e/open5e-api, `api_v2`): everything is a table with a text as primary key.
HyperlinkedModelSerializers serialize cards, sets ("documents"), games, publishers, licenses and keywords with the
related objects nested in them, each with its own URL. Nested ModelSerializers serialize data of a single card (attacks
there, weapons and sources here). The view prefetches everything nested, as open5e now does. Lists are counted, paged by
number, and use the framework's filters. The features left out would only make it slower: selectable fields, cross
references, and values computed for each creature.

`python -m benchmarks.nested_drf` fills the tables with the documents of `fixtures/`.
"""
