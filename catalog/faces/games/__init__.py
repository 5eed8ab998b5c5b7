"""Drawing modules, one for each game, listed in `catalog.faces.known_games.MODULES`.

A module has the constant FACES, which maps a kind of card to the function that draws its front (arguments: document,
whether its set is official, the name of the set, the requirements as sentences), and `bearing`, which returns the parts
of the arms chosen by the facts of a card. A game without a module has plain arms and no faces.
"""
