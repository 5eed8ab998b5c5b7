"""The API of saved legions: personal tokens, and what programs do with legions in somebody's name."""
