"""The solver as a separate process: it reads models as lines of JSON and writes the best solutions found so far.

Run as a file, not imported, so that the caller does not hold the solver or its memory and can end it by ending the
process. The argument is the increment of the process's niceness.
"""

import json
import os
import sys
from typing import Any

import highspy


def main() -> None:
    """Solve each model read from standard input until it is closed."""
    os.nice(int(sys.argv[1]))
    for line in sys.stdin:
        solve(**json.loads(line))


def solve(
    low: list[float],
    high: list[float],
    worth: list[float],
    constraints: list[tuple[Any, Any, dict[str, int]]],
    seconds: float,
) -> None:
    """Write each better solution when it is found, and at the end the bound and whether the solution is optimal."""
    solver = highspy.Highs()  # type: ignore[no-untyped-call]  # highspy has no type hints
    solver.silent()
    for option, value in (
        ("time_limit", seconds),
        ("presolve", "off"),  # measured: presolve takes ten times as long as the rest, and the rows are already tight
        ("mip_rel_gap", 0.0),
        ("mip_abs_gap", 0.5),  # every objective is a whole number
        ("threads", 1),
        ("random_seed", 0),
        ("mip_min_logging_interval", 0.2),
    ):
        solver.setOptionValue(option, value)
    solver.passModel(_highs_model(low, high, worth, constraints))
    solver.cbMipImprovingSolution.subscribe(lambda event: _write_message(_nonzero_columns(event.data_out.mip_solution)))
    solver.cbMipLogging.subscribe(lambda event: _write_message({"bound": _finite(event.data_out.mip_dual_bound)}))
    solver.run()
    status = solver.getModelStatus()
    info = solver.getInfo()
    done: dict[str, Any] = {"done": True, "bound": _finite(info.mip_dual_bound)}
    done["proven"] = status == highspy.HighsModelStatus.kOptimal
    done["infeasible"] = status == highspy.HighsModelStatus.kInfeasible
    if info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible:
        done |= _nonzero_columns(solver.getSolution().col_value)
    _write_message(done)


def _highs_model(
    low: list[float], high: list[float], worth: list[float], constraints: list[tuple[Any, Any, dict[str, int]]]
) -> highspy.HighsLp:
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(low), len(constraints)
    program.sense_ = highspy.ObjSense.kMaximize
    program.col_cost_, program.col_lower_, program.col_upper_ = worth, low, high
    program.integrality_ = [highspy.HighsVarType.kInteger] * len(low)
    program.row_lower_ = [-highspy.kHighsInf if least is None else least for least, _, _ in constraints]
    program.row_upper_ = [highspy.kHighsInf if most is None else most for _, most, _ in constraints]
    starts: list[int] = [0]
    columns: list[int] = []
    counts: list[float] = []
    for _, _, sums in constraints:
        columns += [int(column) for column in sums]
        counts += sums.values()
        starts.append(len(columns))
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_, program.a_matrix_.index_, program.a_matrix_.value_ = starts, columns, counts
    return program


def _nonzero_columns(values: Any) -> dict[str, Any]:
    rounded = {column: round(value) for column, value in enumerate(values)}
    return {"values": {str(column): value for column, value in rounded.items() if value}}


def _finite(number: float) -> float | None:
    return number if abs(number) < highspy.kHighsInf else None


def _write_message(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
