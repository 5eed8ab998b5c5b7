"""The search for the best legion around given picks: an integer program over the catalog, judged by the engine.

`available_cards` asks the rules which cards may be added where and at what price, `integer_program` turns that into
columns and rows, `client` runs a solver for it in a separate process, and `optimizer` judges the solution. If the
engine rejects a solution, another row forbids it and the program is solved again. A solution is therefore always legal,
and the solver's bound is always a bound for the request.
"""
