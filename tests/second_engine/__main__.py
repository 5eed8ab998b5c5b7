"""Compare the two engines over as many legions as wished: python -m tests.second_engine --from 0 --to 100000.

Legion number N is made by seed N, so that a run can be cut into parts, and goes on with --from where it stopped.
"""

import argparse
import json
import sys
import time
from collections import Counter

from tests.second_engine.agreeing import Sample, made_up, real

STEP = 5_000


def main() -> int:
    """Print progress, and the first disagreement with all it takes to see it again; 1 if there is one."""
    parser = argparse.ArgumentParser(prog="python -m tests.second_engine", description=__doc__)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first legion's number")
    parser.add_argument("--to", dest="end", type=int, default=100_000, help="the number after the last legion's")
    parser.add_argument("--real", action="store_true", help="legions of the cards in fixtures/ instead of made-up ones")
    parser.add_argument("--go-on", action="store_true", help="count disagreements instead of stopping at the first")
    wanted = parser.parse_args()
    say = sys.stdout.write
    verdicts: Counter[str] = Counter()
    apart = skipped = 0
    begun = time.monotonic()
    samples = (real if wanted.real else made_up)(wanted.start, wanted.end)
    for done, sample in enumerate(samples, start=1):
        verdicts[sample.verdict] += 1
        skipped += sample.skipped
        if sample.differences:
            apart += 1
            say(_report(sample))
            if not wanted.go_on:
                return 1
        if done % STEP == 0:
            say(f"{wanted.start + done} ({time.monotonic() - begun:.0f} s): {dict(verdicts)}\n")
            sys.stdout.flush()
    say(f"{sum(verdicts.values())} legions, {apart} disagreements, {skipped} with too much unknown to try it all: ")
    say(f"{dict(verdicts)}\n")
    return 1 if apart else 0


def _report(sample: Sample) -> str:
    parts = {
        "differences": sample.differences,
        "legion": sample.legion,
        "formats": sample.formats,
        "cards": sample.cards,
    }
    return f"legion {sample.number} is judged differently\n{json.dumps(parts, indent=1, default=str)}\n"


if __name__ == "__main__":
    raise SystemExit(main())
