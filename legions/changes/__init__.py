"""Changes of a list's document, and their forms, sentences and JSON patches.

`basic` has the changes that every game knows, `setting` those of what surrounds the picks; campaigns, owned cards, own
facts, sources and tags have a module each. `change_sentences` reads stored sentences back in the reader's language.
"""
