"""Changes of a list's document, with their forms, sentences and JSON patches.

`basic` has the changes common to all games, `setting` those of a list's fields other than its picks. Campaigns, owned
cards, own facts, sources and tags have a module each. `change_sentences` translates stored sentences into the reader's
language.
"""
