"""How the cards of each game are drawn: a module for each, named in `catalog.faces.known_games.MODULES`.

A module has `FACES`, by kind of card the function that draws its front (document, whether its set is official, the
set's name, its words as sentences), and `bearing`, which says what a card's facts choose of its arms. A game without a
module has plain arms and no faces.
"""
