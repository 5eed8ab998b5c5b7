"""How a legion changes: the changes a builder can make to its document, and the forms that ask for them.

`changes` has what every game knows, `beside` what only some do, `moving`, `owning` and `own_facts` a field of their own
each, and `edits` what the engine's searches offer. The modules named `…forms` and `form_parts` read what people send.
"""
