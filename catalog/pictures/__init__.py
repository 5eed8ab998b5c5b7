"""Public pictures of cards, with author and licence.

A card's document contains its printed facts. Its pictures are not part of the document, and of no release. Curators add
and withdraw them (`services`). The files of a picture are generated once (`renditions`).
"""
