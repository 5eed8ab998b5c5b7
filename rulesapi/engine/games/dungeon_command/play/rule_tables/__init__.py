"""The rules that the questions of play name, a module for each question. The texts paraphrase the rulebook."""
