"""Pictures of cards that may be shown to everybody, with whose they are and under which licence.

What a card says is its document; its pictures are none of that, and stand in no release. Curators add them and withdraw
them (`services`); what is sent of one is made once (`renditions`).
"""
