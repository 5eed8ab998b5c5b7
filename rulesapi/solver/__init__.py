"""The best legion around picks: an integer program over the catalog, whose answer the engine judges.

`stock` asks the rules which card may stand where and at what price, `model` writes that as columns and rows, `solving`
has a solver in a process of its own find the best of it, and `search_candidates` judges what was found. Where the model
says too little, a row more forbids what the engine refused, and the solver is asked again: so an answer is always
legal, and the solver's bound is always a bound of the question.
"""
