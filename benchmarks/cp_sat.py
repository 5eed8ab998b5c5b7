"""CP-SAT as a separate process, with the same protocol as the site's solver in `rulesapi/solver/highs_process.py`.

It uses one worker, as HiGHS uses one thread; all other options have their defaults.
"""

import json
import os
import sys
from typing import Any

from ortools.sat.python import cp_model


def main() -> None:
    """Solve each model read from standard input until it is closed."""
    os.nice(int(sys.argv[1]))
    for line in sys.stdin:
        solve(**json.loads(line))


def solve(
    low: list[int],
    high: list[int],
    worth: list[int],
    constraints: list[tuple[Any, Any, dict[str, int]]],
    seconds: float,
) -> None:
    """Write the best values of the columns, the bound and whether they are optimal."""
    program = cp_model.CpModel()
    columns = [program.new_int_var(least, most, "") for least, most in zip(low, high, strict=True)]
    for least, most, sums in constraints:
        total = cp_model.LinearExpr.weighted_sum([columns[int(column)] for column in sums], list(sums.values()))
        if least is not None:
            program.add(total >= int(least))
        if most is not None:
            program.add(total <= int(most))
    program.maximize(cp_model.LinearExpr.weighted_sum(columns, worth))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, 0
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(program)
    done: dict[str, Any] = {"done": True, "bound": solver.best_objective_bound}
    done["proven"] = status == cp_model.OPTIMAL
    done["infeasible"] = status == cp_model.INFEASIBLE
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        values = {str(number): solver.value(column) for number, column in enumerate(columns)}
        done["values"] = {number: value for number, value in values.items() if value}
    sys.stdout.write(json.dumps(done) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
