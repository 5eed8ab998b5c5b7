"""Compare the two engines over many legions: python -m tests.second_engine --game attack-wing --to 100000.

Legion number N is generated from seed N, so a run can be split. With --keep FILE a stopped run resumes unless the code
has changed since.
"""

import argparse
import hashlib
import json
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from tests.second_engine.agreement import FIXTURES, SOURCES, Sample, sources
from tests.second_engine.games import GAMES

CHUNK = 250
STEP = 5_000
SHOWN = 3

HERE = Path(__file__).parent
ENGINE = HERE.parents[1] / "rulesapi" / "engine"


@dataclass
class Tally:
    """The results of the legions up to number `done`."""

    code: str
    done: int
    verdicts: Counter[str] = field(default_factory=Counter)
    apart: list[int] = field(default_factory=list)
    skipped: int = 0

    @classmethod
    def begun(cls, keep: Path | None, code: str, start: int) -> "Tally":
        """Return the stored tally of an equal run by the same code, or a new one."""
        if keep and keep.exists():
            stored = json.loads(keep.read_text(encoding="utf-8"))
            if stored["code"] == code and stored["done"] >= start:
                return cls(**stored | {"verdicts": Counter(stored["verdicts"])})
        return cls(code, start)

    def keep(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(vars(self)), encoding="utf-8")

    def __str__(self) -> str:
        counts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(self.verdicts.items()))
        return f"{len(self.apart)} disagreements, {self.skipped} skipped; {counts}"


def fingerprint(options: str) -> str:
    """Return a hash of everything the results depend on: both engines' code, the fixture cards, and the options."""
    files = [*ENGINE.rglob("*.py"), *HERE.rglob("*.py"), *FIXTURES.rglob("*.json")]
    found = hashlib.sha256(options.encode())
    for file in sorted(files):
        found.update(file.read_bytes())
    return found.hexdigest()


def run(chunk: tuple[str, str, int, int]) -> tuple[int, Counter[str], list[Sample], int]:
    """Return the results of some legions: the number after the last, verdicts, disagreements, and the number
    skipped.
    """
    game, source, start, end = chunk
    samples = list(SOURCES[source](GAMES[game], start, end))
    apart = [sample for sample in samples if sample.differences]
    return end, Counter(one.verdict for one in samples), apart, sum(one.skipped for one in samples)


def main() -> int:
    """Print progress, the commands that repeat the first disagreements, and the total; return 1 for any
    disagreement.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.second_engine", description=__doc__)
    parser.add_argument("--game", choices=GAMES, default="attack-wing", help="whose rules")
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first legion's number")
    parser.add_argument("--to", dest="end", type=int, default=100_000, help="the number after the last legion's")
    parser.add_argument("--source", choices=SOURCES, default="made-up", help="whose legions (see agreeing.py)")
    parser.add_argument("--go-on", action="store_true", help="count disagreements instead of stopping at the first")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many processes; by default all cores"
    )
    parser.add_argument("--keep", type=Path, help="a file that says how far it is, to go on from")
    args = parser.parse_args()
    if args.source not in sources(GAMES[args.game]):
        parser.error(f"there are no {args.source} legions of {args.game}")
    words = f"{args.game} {args.source} {args.start}"
    tally = Tally.begun(args.keep, fingerprint(words), args.start)
    if tally.done > args.start:
        write_line(f"going on at {tally.done}")
    begun = time.monotonic()
    chunks = [
        (args.game, args.source, start, min(start + CHUNK, args.end)) for start in range(tally.done, args.end, CHUNK)
    ]
    with get_context("fork").Pool(args.jobs) as pool:
        for end, verdicts, apart, skipped in pool.imap(run, chunks):
            for sample in apart[: max(0, SHOWN - len(tally.apart))]:
                write_line(_report(sample))
            tally.verdicts += verdicts
            tally.apart += [sample.number for sample in apart]
            tally.skipped += skipped
            tally.done = end
            if args.keep:
                tally.keep(args.keep)
            if end % STEP == 0:
                write_line(f"{end} of {args.end} ({time.monotonic() - begun:.0f} s): {tally}")
            if apart and not args.go_on:
                break
    write_line(f"{args.game}, {args.source}: {tally.done - args.start} legions, {tally}")
    return 1 if tally.apart else 0


def write_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _report(sample: Sample) -> str:
    parts = {
        "differences": sample.differences,
        "legion": sample.legion,
        "formats": sample.formats,
        "house_rules": sample.house_rules,
        "sets": sample.sets,
        "cards": sample.cards,
    }
    return f"legion {sample.number} is judged differently\n{json.dumps(parts, indent=1, default=str)}"


if __name__ == "__main__":
    sys.exit(main())
