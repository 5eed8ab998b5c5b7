"""The rules that the questions of play name, by what they are about."""
