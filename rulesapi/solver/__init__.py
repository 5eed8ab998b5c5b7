"""The best legion around picks: an integer program over the catalog, whose solution the engine judges.

`available_cards` asks the rules which card may stand where and at what price, `integer_program` writes that as columns
and rows, `client` has a solver in a process of its own find the best of it, and `optimizer` judges what was found.
Where the program says too little, a row more forbids what the engine refused, and it is solved again: so a solution is
always legal, and the solver's bound is always a bound of the request.
"""
